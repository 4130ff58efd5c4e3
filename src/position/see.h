// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: static exchange evaluation. Pure functions, any thread.
#ifndef RAVELIN_POSITION_SEE_H
#define RAVELIN_POSITION_SEE_H

#include "chess/board.h"
#include "chess/move.h"

// Worth of a man in exchanges, centipawns, by type; the king's is never won. NO_PIECE_TYPE is 0.
// Rounded from the averages that engines have settled on; only their order and sums matter.
static const int SEE_VALUE[PIECE_TYPE_COUNT + 1] = {100, 320, 330, 500, 950, 0, 0};

// True if `move` (legal) wins at least `threshold` centipawns when both sides go on taking on its
// target square, each with its least valuable man, and each may stop. Pins are not looked at, a
// king takes only what is not defended, later pawn captures do not promote; castling exchanges
// nothing. The threshold form after the swap-off algorithm of the chess programming literature.
bool see_at_least(const Board *board, Move move, int threshold);

#endif
