// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: colours, pieces and squares. Values are plain ints; where they are stored
// they are one byte. No state, any thread.
#ifndef RAVELIN_CHESS_TYPES_H
#define RAVELIN_CHESS_TYPES_H

#include "base/compiler.h"

typedef int Colour;
enum { WHITE, BLACK, COLOUR_COUNT };

typedef int PieceType;
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPE_COUNT, NO_PIECE_TYPE = 6 };

// A piece is its type plus 8 for Black; NO_PIECE marks an empty square.
typedef int Piece;
enum { NO_PIECE = 6, BLACK_PIECE_BIT = 8, PIECE_CODE_COUNT = 14 };

// a1 = 0, b1 = 1, ..., h8 = 63; NO_SQUARE where there is none.
typedef int Square;
enum {
    SQ_A1 = 0,
    SQ_C1 = 2,
    SQ_D1 = 3,
    SQ_E1 = 4,
    SQ_F1 = 5,
    SQ_G1 = 6,
    SQ_H1 = 7,
    SQ_A8 = 56,
    SQ_C8 = 58,
    SQ_D8 = 59,
    SQ_E8 = 60,
    SQ_F8 = 61,
    SQ_G8 = 62,
    SQ_H8 = 63,
    SQUARE_COUNT = 64,
    NO_SQUARE = 64
};

// The piece of this colour and kind.
RAVELIN_INLINE Piece piece_make(Colour colour, PieceType type)
{
    return colour * BLACK_PIECE_BIT + type;
}

// Its kind, without the colour.
RAVELIN_INLINE PieceType piece_type(Piece pc)
{
    return pc & 7;
}

// The colour of a piece that is not NO_PIECE.
RAVELIN_INLINE Colour piece_colour(Piece pc)
{
    return pc >> 3;
}

// 0 for the a-file to 7 for the h-file.
RAVELIN_INLINE int square_file(Square sq)
{
    return sq & 7;
}

// 0 for the first rank to 7 for the eighth.
RAVELIN_INLINE int square_rank(Square sq)
{
    return sq >> 3;
}

// The square of a file and a rank, each 0..7.
RAVELIN_INLINE Square square_make(int file, int rank)
{
    return rank * 8 + file;
}

// The square seen from the other side of the board: a1 <-> a8.
RAVELIN_INLINE Square square_flip_rank(Square sq)
{
    return sq ^ 56;
}

// The square mirrored left to right: a1 <-> h1.
RAVELIN_INLINE Square square_flip_file(Square sq)
{
    return sq ^ 7;
}

// The square as `colour` sees it, counted from its own first rank.
RAVELIN_INLINE Square square_relative(Colour colour, Square sq)
{
    return sq ^ (colour * 56);
}

#endif
