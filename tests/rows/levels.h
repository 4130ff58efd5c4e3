// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the levels that the programs of this folder are told to prove.
#ifndef RAVELIN_TESTS_ROWS_LEVELS_H
#define RAVELIN_TESTS_ROWS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

// True if `flags` (IsaFlag bits) has each of the `count` levels named (isa.h); else a line on
// standard error says which it lacks.
bool levels_are_here(uint32_t flags, int count, char **names);

#endif
