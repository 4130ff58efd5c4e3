// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the move generator that proves the real one. It shares nothing with it but
// the mailbox of the board: every pair of squares is tried, rays are walked step by step, the move
// is made on a copy of the mailbox, and it is dropped if it leaves the king attacked. Any thread.
#ifndef RAVELIN_TESTS_SUPPORT_NAIVE_H
#define RAVELIN_TESTS_SUPPORT_NAIVE_H

#include <stdbool.h>

#include "chess/board.h"
#include "chess/move.h"

// Fills `list` with every legal move, sorted by code.
void naive_generate(const Board *board, MoveList *list);

// True if the side that `move` (legal) leaves to move stands in check afterwards.
bool naive_gives_check(const Board *board, Move move);

// True for captures, en passant included, and promotions.
bool naive_is_noisy(const Board *board, Move move);

#endif
