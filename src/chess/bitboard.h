// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: sets of squares, bit i for square i (a1 = 0). No state, any thread.
#ifndef RAVELIN_CHESS_BITBOARD_H
#define RAVELIN_CHESS_BITBOARD_H

#include <stdint.h>

#include "base/bits.h"
#include "chess/types.h"

typedef uint64_t Bitboard;

#define FILE_A_BB 0x0101010101010101u
#define FILE_H_BB 0x8080808080808080u
#define RANK_1_BB 0x00000000000000ffu
#define RANK_8_BB 0xff00000000000000u
// The squares a1, c1, b2, ...: those a bishop of a1 can reach.
#define DARK_SQUARES_BB 0xaa55aa55aa55aa55u

// The set of this one square, 0..63.
RAVELIN_INLINE Bitboard square_bb(Square sq)
{
    return (Bitboard)1 << sq;
}

// The rank counted from the side of `colour`: 0 is its own back rank.
RAVELIN_INLINE Bitboard relative_rank_bb(Colour colour, int rank)
{
    return (Bitboard)RANK_1_BB << 8 * (colour == WHITE ? rank : 7 - rank);
}

// Every square of the set moved one rank towards the enemy of `colour`; what leaves the board is
// dropped.
RAVELIN_INLINE Bitboard shift_forward(Colour colour, Bitboard set)
{
    return colour == WHITE ? set << 8 : set >> 8;
}

// Squares that pawns of `colour` standing on `pawns` attack.
RAVELIN_INLINE Bitboard pawn_set_attacks(Colour colour, Bitboard pawns)
{
    const Bitboard west = pawns & ~(Bitboard)FILE_A_BB;
    const Bitboard east = pawns & ~(Bitboard)FILE_H_BB;
    return colour == WHITE ? (west << 7) | (east << 9) : (west >> 9) | (east >> 7);
}

#endif
