// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: deciding whether a move from a file may be played, so that a hostile file
// cannot break the invariants of a Board. No state, any thread.
#ifndef RAVELIN_RECORD_LEGAL_H
#define RAVELIN_RECORD_LEGAL_H

#include <stdbool.h>

#include "chess/board.h"
#include "chess/move.h"

// If `move`, any 16 bits, is legal in `board`: true, and the position after it is in `child`.
// Otherwise false, and `child` is undefined.
bool legal_apply_move(const Board *board, Move move, Board *child);

#endif
