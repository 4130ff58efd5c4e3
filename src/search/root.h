// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: iterative deepening at the root, with aspiration windows and several
// lines.
#ifndef RAVELIN_SEARCH_ROOT_H
#define RAVELIN_SEARCH_ROOT_H

#include "search/worker.h"

// Deepens until a limit is reached or stop is said. The worker's roots end up sorted, best first.
// The main worker reports each finished iteration and decides when time is up.
void root_iterate(Worker *worker);

// Reports the line of rank `index` (from 0) of the worker's sorted roots.
void root_report(Worker *worker, int depth, int index);

#endif
