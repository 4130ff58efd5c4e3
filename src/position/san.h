// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: moves in standard algebraic notation, as PGN has them. Pure functions, any
// thread.
#ifndef RAVELIN_POSITION_SAN_H
#define RAVELIN_POSITION_SAN_H

#include "base/status.h"
#include "base/text.h"
#include "chess/board.h"
#include "chess/move.h"
#include "kernels/kernels.h"

enum {
    SAN_MOVE_BYTES = 8,     // "Qh4xe1#" with its NUL
    SAN_TEXT_BYTES_MAX = 24 // longer texts are no moves
};

// Reads the move that `text` spells in `board`. Understood are the standard's short form, more
// origin squares than it needs, long forms (Ng1-f3, e2-e4), coordinates (e2e4, e7e8q), castling
// with letters or zeros, promotion as =Q, Q, (Q) or /Q in either case, and pawns with a P. Marks of
// check, mate, capture, en passant and judgement (+ # x : e.p. ! ?) are not compared with the
// board.
// STATUS_BAD_INPUT, with `*move` untouched, where the text is no move, or no legal one, or fits
// several.
Status san_parse(const Board *board, Text text, Move *move, ErrorText *error);

// The word without a move number before it ("4.Ba4", "2...Nc6"); empty where it is nothing but a
// number or dots.
Text san_skip_number(Text word);

// Writes a legal move in the standard's form: least origin, x, =Q, + or #.
void san_write(const Kernels *kernels, const Board *board, Move move, char out[SAN_MOVE_BYTES]);

#endif
