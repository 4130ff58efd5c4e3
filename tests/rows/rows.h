// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: rows of the NNUE table against the scalar one, equal in every bit on
// seeded inputs with many edge values, in buffers that catch reads and writes outside. It needs no
// test library, so that it also runs where there is none: under emulators and on cross builds.
#ifndef RAVELIN_TESTS_ROWS_ROWS_H
#define RAVELIN_TESTS_ROWS_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/nnue.h"

typedef struct RowsFault {
    int inputs;     // that were compared
    char text[160]; // the first difference, empty if there is none
} RowsFault;

// True if the row, which this machine must be able to run, gives what the scalar row gives for all
// its entries and widths.
bool rows_equal_scalar(const NnueRow *row, uint64_t seed, RowsFault *fault);

// Checks every row of the table that `usable_flags` (IsaFlag bits) can run and that needs one of
// `wanted_flags` (0: all rows), with a line on standard error for each, the skipped ones too.
// Returns how many ran, -1 after a fault.
int rows_check(uint32_t usable_flags, uint32_t wanted_flags, uint64_t seed);

#endif
