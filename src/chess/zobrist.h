// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the random keys of Zobrist hashing. A position's key is the exclusive or
// of the keys of its men, of each castling right, of the en passant file where a capture is legal,
// and of the side if Black is to move. Constant data from gen_tables.c, the same on every machine;
// any thread. (Polyglot books have keys of their own.)
#ifndef RAVELIN_CHESS_ZOBRIST_H
#define RAVELIN_CHESS_ZOBRIST_H

#include <stdint.h>

#include "chess/types.h"

extern const uint64_t ZOBRIST_PIECE[PIECE_CODE_COUNT][SQUARE_COUNT]; // unused codes hold 0
extern const uint64_t ZOBRIST_CASTLING[SQUARE_COUNT]; // a right is named by its rook's square;
                                                      // 0 off the two back ranks
extern const uint64_t ZOBRIST_EN_PASSANT[8];          // by file
extern const uint64_t ZOBRIST_SIDE;                   // Black to move

// The number of this piece on this square.
RAVELIN_INLINE uint64_t zobrist_piece(Piece pc, Square sq)
{
    return ZOBRIST_PIECE[pc][sq];
}

// The key of one castling right, by the square of the rook that would castle.
RAVELIN_INLINE uint64_t zobrist_castling(Square rook_square)
{
    return ZOBRIST_CASTLING[rook_square];
}

// The key of a legal en passant capture that lands on the file of `sq`.
RAVELIN_INLINE uint64_t zobrist_en_passant(Square sq)
{
    return ZOBRIST_EN_PASSANT[square_file(sq)];
}

// The number that is in the key when Black is to move.
RAVELIN_INLINE uint64_t zobrist_side(void)
{
    return ZOBRIST_SIDE;
}

#endif
