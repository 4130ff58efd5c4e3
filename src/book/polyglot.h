// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: Polyglot books: entries of 16 bytes, big-endian, sorted by position: key
// (8), move (2), weight (2), learning data (4, not used). Keys and move codes of this format name
// positions and moves in all our books. Pure functions, any thread.
//
// A move code has the target square in bits 0-5, the origin in 6-11 (a1 = 0) and a promotion in
// 12-14 (1 knight to 4 queen). Castling is the king capturing its own rook.
#ifndef RAVELIN_BOOK_POLYGLOT_H
#define RAVELIN_BOOK_POLYGLOT_H

#include "base/text.h"
#include "book/table.h"
#include "chess/board.h"
#include "chess/move.h"

enum {
    POLYGLOT_ENTRY_BYTES = 16,
    POLYGLOT_KEYS_MAX = 1 + 8,
};

// The key of a position with the en-passant file where a capture is legal.
uint64_t polyglot_key(const Board *board);

// Every key that a program may have given the position; returns their number. The first is
// polyglot_key. Polyglot counts the en-passant file wherever a pawn stands beside the one that has
// just advanced, also if its capture would expose the king; a Board forgets such a square, so each
// file where that may have happened has a key of its own.
int polyglot_keys(const Board *board, uint64_t keys[POLYGLOT_KEYS_MAX]);

// A move of ours as the format has it: castling as king takes own rook, promotion 1..4.
uint16_t polyglot_encode_move(Move move);

// The move that a code means in `board`; MOVE_NONE where it is not legal. King to own rook is
// castling where the king has that right; king by two squares is taken for it too.
Move polyglot_decode_move(const Board *board, uint16_t code);

// Adds the entries of the file's bytes to `table`. STATUS_BAD_INPUT where they are no Polyglot
// book: no whole number of entries, none at all, or keys out of order; the table may have grown.
Status polyglot_read(Text bytes, BookTable *table, ErrorText *error);

#endif
