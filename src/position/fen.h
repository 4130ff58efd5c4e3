// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: positions as text: FEN with standard, X-FEN and Shredder-FEN castling.
// The caller owns everything; any thread.
#ifndef RAVELIN_POSITION_FEN_H
#define RAVELIN_POSITION_FEN_H

#include <stdbool.h>

#include "base/status.h"
#include "chess/board.h"

// A FEN that fen_write may produce, with its NUL.
enum { FEN_BYTES = 128 };

#define FEN_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Reads one FEN. Missing fields after the men take their defaults (White to move, no castling, no
// en passant, clock 0, move 1), as EPD has them. With `chess960` castling rooks may stand anywhere;
// without it only rights of the standard squares are kept.
// STATUS_OK: `board` is filled; `message` is empty or says what was ignored (castling rights that
// the board cannot have, an en-passant square without its pawn, clocks that are no numbers).
// STATUS_BAD_INPUT: `board` is as it was, `message` names what is wrong.
Status fen_parse(const char *text, bool chess960, Board *board, ErrorText *message);

// Writes the FEN of a position: castling as Shredder-FEN with `chess960`, else as X-FEN (KQkq
// wherever the letters are unambiguous). The en-passant square appears only if a capture is legal.
void fen_write(const Board *board, bool chess960, char out[FEN_BYTES]);

#endif
