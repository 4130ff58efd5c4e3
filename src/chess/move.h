// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a move in 16 bits and lists of moves. The caller owns lists; any thread.
//
// Bits 0-5 from, 6-11 to, 12-13 promotion piece (0 knight .. 3 queen), 14-15 kind. Castling is
// coded as the king capturing its own rook, which serves Chess960 and standard chess alike. This is
// also the move of the viriformat training files.
#ifndef RAVELIN_CHESS_MOVE_H
#define RAVELIN_CHESS_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/types.h"

typedef uint16_t Move;

typedef enum MoveKind {
    MOVE_NORMAL = 0,
    MOVE_EN_PASSANT = 1,
    MOVE_CASTLING = 2,
    MOVE_PROMOTION = 3,
} MoveKind;

enum {
    MOVE_NONE = 0,            // a1a1, never legal
    MOVE_NULL = 1 | (1 << 6), // b1b1: a pass, only inside the search
    // No legal position has more than 218 moves; a kernel may write whole vectors, so lists leave
    // room for 32 moves more.
    MOVE_LIST_CAPACITY = 256,
};

typedef struct MoveList {
    int count;
    Move moves[MOVE_LIST_CAPACITY];
} MoveList;

// A plain move; the squares are 0..63.
RAVELIN_INLINE Move move_make(Square from, Square to)
{
    return (Move)(from | to << 6);
}

// A move of any kind but a promotion, which move_make_promotion makes.
RAVELIN_INLINE Move move_make_kind(Square from, Square to, MoveKind kind)
{
    return (Move)(from | to << 6 | (int)kind << 14);
}

// `type` is KNIGHT..QUEEN.
RAVELIN_INLINE Move move_make_promotion(Square from, Square to, PieceType type)
{
    return (Move)(from | to << 6 | (type - KNIGHT) << 12 | (int)MOVE_PROMOTION << 14);
}

// The square that the move leaves.
RAVELIN_INLINE Square move_from(Move move)
{
    return move & 63;
}

// The square that the move goes to; of castling, that of the rook.
RAVELIN_INLINE Square move_to(Move move)
{
    return (move >> 6) & 63;
}

// What kind of move it is.
RAVELIN_INLINE MoveKind move_kind(Move move)
{
    return (MoveKind)(move >> 14);
}

// The promotion piece, KNIGHT..QUEEN; meaningful only for MOVE_PROMOTION.
RAVELIN_INLINE PieceType move_promotion(Move move)
{
    return ((move >> 12) & 3) + KNIGHT;
}

#endif
