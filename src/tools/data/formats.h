// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: single labelled positions as other programs write them. Pure functions,
// any thread.
//
// bulletformat (jw1912/bulletformat): 32 bytes, seen by the side to move as White: occupied squares
// (8), a nibble a man in their order (16), score in centipawns (2), result 0..2 (1), own king
// square, the other king's square seen from its side, three zero bytes. Colour to move, castling,
// en passant and clocks are not kept.
// Its text form: FEN | score | result, both for White; the result is 1.0, 0.5 or 0.0.
// EPD: four fields, then hmvc, fmvn, ce (score, side to move) and c9 with the game's result.
#ifndef RAVELIN_TOOLS_DATA_FORMATS_H
#define RAVELIN_TOOLS_DATA_FORMATS_H

#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"

enum { BULLET_BYTES = 32, FORMAT_LINE_BYTES = 512 };

typedef struct Labelled {
    Board board;
    Move move;        // MOVE_NONE where the format has none
    int white_score;  // centipawns
    int white_result; // 0 Black won, 1 drawn, 2 White won
} Labelled;

// One position in each format. Lines come without their end.
void format_write_bullet(const Labelled *labelled, uint8_t out[BULLET_BYTES]);
void format_write_text(const Labelled *labelled, char out[FORMAT_LINE_BYTES]);
void format_write_epd(const Labelled *labelled, char out[FORMAT_LINE_BYTES]);

// The other way. STATUS_BAD_INPUT with the reason where it is no such record. Lines come without
// their end.
Status format_read_bullet(const uint8_t in[BULLET_BYTES], Labelled *labelled, ErrorText *error);
Status format_read_text(const char *line, Labelled *labelled, ErrorText *error);
Status format_read_epd(const char *line, Labelled *labelled, ErrorText *error);

#endif
