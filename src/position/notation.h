// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: moves as text, in the coordinate notation of the UCI protocol. Pure
// functions, any thread.
#ifndef RAVELIN_POSITION_NOTATION_H
#define RAVELIN_POSITION_NOTATION_H

#include <stdbool.h>

#include "chess/board.h"
#include "chess/move.h"

enum { UCI_MOVE_BYTES = 6 };

// Writes a move as e2e4, a7a8q, or 0000 for MOVE_NONE and MOVE_NULL. Castling is king to target
// square (e1g1), with `chess960` king to own rook (e1h1).
void notation_write_uci(Move move, bool chess960, char out[UCI_MOVE_BYTES]);

// Reads the move in the `length` bytes at `text`. Both spellings of castling and promotion letters
// of either case are understood. MOVE_NONE where the text is no move or the move is not legal.
Move notation_parse_uci(const Board *board, const char *text, int length);

#endif
