// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: rows of the move generation table against the scalar one, list by list and
// count by count, and the scalar one against a generator that shares nothing with it, on seeded
// games of standard chess and Chess960, on scattered men and on positions made to be hard. It needs
// no test library, so that it also runs where there is none: under emulators and on cross builds.
#ifndef RAVELIN_TESTS_ROWS_MOVEGEN_CHECK_H
#define RAVELIN_TESTS_ROWS_MOVEGEN_CHECK_H

#include <stdbool.h>
#include <stdint.h>

// Checks every row of the table that `usable_flags` (IsaFlag bits) can run, rows that the machine
// would not choose for a quirk too, on `positions` boards of each kind and the hard ones: the same
// moves in the same order as scalar from each list, the same counts, and no access outside the
// board or the list. Prints a line on standard error for each row, the skipped ones too, and for
// what the boards had in them; boards too poor to prove anything are a fault. Returns how many rows
// ran, scalar included, -1 after a fault.
int movegen_rows_check(uint32_t usable_flags, int positions, uint64_t seed);

// How many rows `usable_flags` allows.
int movegen_rows_usable(uint32_t usable_flags);

#endif
