// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: positions with operations, as EPD files have them, and FEN lines. Pure
// functions over views of the line, which the caller keeps alive; any thread.
#ifndef RAVELIN_BOOK_EPD_H
#define RAVELIN_BOOK_EPD_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "chess/board.h"

// Reads the position at the front of a line: the first four fields of a FEN (fewer, where the line
// ends early), then up to two whole numbers as its clocks; the operations `hmvc` and `fmvn` set
// those as well, and no other operation does. Castling rooks may stand as in Chess960. `*rest`
// receives what follows the position and its numbers.
// STATUS_OK: `*board` is filled; `message` is empty or says what was ignored. STATUS_BAD_INPUT:
// `*board` and `*rest` are as they were, `message` names what is wrong.
Status epd_read(Text line, Board *board, Text *rest, ErrorText *message);

// Takes the next operation off the front of `*rest`: a word, then its operands up to a semicolon
// that stands outside quotes (or the end). False when nothing is left.
bool epd_next_operation(Text *rest, Text *opcode, Text *operands);

#endif
