// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the search core as machine code. One copy runs on every processor; others
// are the same sources compiled as one for what a level of instruction sets has (gen_core.py,
// meson.build), since shifts, counts and scans of bitboards are all over them. Every copy searches
// the same nodes. No state, any thread.
#ifndef RAVELIN_SEARCH_CORE_H
#define RAVELIN_SEARCH_CORE_H

#include <stdint.h>

#include "search/worker.h"

typedef struct CoreRow {
    const char *name;                // the level, a string constant
    uint32_t needed;                 // IsaFlag bits, all of which must be there
    void (*iterate)(Worker *worker); // root_iterate of this copy
} CoreRow;

// The copies of this build from the least to the most demanding; the first is scalar and needs
// nothing. `count` receives their number.
const CoreRow *core_rows(int *count);

// The most demanding copy that a machine with `isa_flags` can run.
const CoreRow *core_row_for(uint32_t isa_flags);

#endif
