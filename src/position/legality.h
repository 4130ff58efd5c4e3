// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: questions about one move without generating any. Pure functions, any
// thread.
#ifndef RAVELIN_POSITION_LEGALITY_H
#define RAVELIN_POSITION_LEGALITY_H

#include <stdbool.h>

#include "chess/board.h"
#include "chess/move.h"

// True if `move`, which may be any 16 bits (a move remembered from another position, or from a hash
// entry that was torn or met a false key), is exactly one of the moves that the generator gives.
bool legality_check(const Board *board, Move move);

// True if the side to move gives check by `move`, which must be legal here: directly, by uncovering
// a slider, by promoting, by en passant or by the castling rook.
bool move_gives_check(const Board *board, Move move);

#endif
