// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the constants of the Polyglot book format. Read-only, any thread.
#ifndef RAVELIN_BOOK_RANDOM64_H
#define RAVELIN_BOOK_RANDOM64_H

#include <stdint.h>

// Where in the table each part of a position has its numbers.
enum {
    POLYGLOT_MEN = 0,          // 64 a kind: black pawn, white pawn, black knight, ..., white king
    POLYGLOT_CASTLING = 768,   // white short, white long, black short, black long
    POLYGLOT_EN_PASSANT = 772, // files a to h
    POLYGLOT_WHITE_TO_MOVE = 780,
    POLYGLOT_RANDOM_COUNT = 781,
};

extern const uint64_t POLYGLOT_RANDOM[POLYGLOT_RANDOM_COUNT];

#endif
