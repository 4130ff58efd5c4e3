// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: second opinions for the tests of this room, on nothing but a mailbox and
// rays walked square by square, and the comparison of two boards. Pure functions, any thread.
#ifndef RAVELIN_TESTS_POSITION_SLOW_H
#define RAVELIN_TESTS_POSITION_SLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/board.h"
#include "chess/move.h"

// True if the man on `from` attacks `to`; a pawn attacks its two squares, whoever stands there.
bool slow_attacks(const uint8_t mailbox[SQUARE_COUNT], Square from, Square to);

// What `move` wins in centipawns by the contract of position/see.h. Among several least valuable
// men the one on the lowest square takes.
int slow_see(const Board *board, Move move);

// Equal in every field.
bool slow_boards_equal(const Board *a, const Board *b);

// The men after `move`, by the rules of chess alone.
void slow_apply(const Board *parent, Move move, uint8_t mailbox[SQUARE_COUNT]);

#endif
