// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: every number that steers the search. They stand in params.txt, with unit,
// range and origin. A normal build has them as constants; in a build with -Dtune=true each name
// reads a value that tunables.h changes, so none may be used where C wants a constant expression.
#ifndef RAVELIN_SEARCH_PARAMS_H
#define RAVELIN_SEARCH_PARAMS_H

#include "search/param_table.h" // written at build time from params.txt

// Reductions are counted in this fraction of a ply.
enum { LMR_PLY_1024 = 1024 };

#endif
