// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: steps of whole sets of men, for the movegen rows. No state, any thread.
#ifndef RAVELIN_KERNELS_MOVEGEN_SETS_H
#define RAVELIN_KERNELS_MOVEGEN_SETS_H

#include "chess/bitboard.h"

// Pawns of `us` moved one rank forward and one file to the west (a-file) or east.
RAVELIN_INLINE Bitboard west_forward(Colour us, Bitboard pawns)
{
    pawns &= ~(Bitboard)FILE_A_BB;
    return us == WHITE ? pawns << 7 : pawns >> 9;
}

RAVELIN_INLINE Bitboard east_forward(Colour us, Bitboard pawns)
{
    pawns &= ~(Bitboard)FILE_H_BB;
    return us == WHITE ? pawns << 9 : pawns >> 7;
}

RAVELIN_INLINE Bitboard knight_set_attacks(Bitboard knights)
{
    const Bitboard AB_FILES = (Bitboard)FILE_A_BB | (Bitboard)FILE_A_BB << 1;
    const Bitboard GH_FILES = (Bitboard)FILE_H_BB | (Bitboard)FILE_H_BB >> 1;
    const Bitboard one_aside =
        ((knights & ~(Bitboard)FILE_A_BB) >> 1) | ((knights & ~(Bitboard)FILE_H_BB) << 1);
    const Bitboard two_aside = ((knights & ~AB_FILES) >> 2) | ((knights & ~GH_FILES) << 2);
    return one_aside << 16 | one_aside >> 16 | two_aside << 8 | two_aside >> 8;
}

// What kings on `set` attack, and maybe squares of the set itself.
RAVELIN_INLINE Bitboard king_set_reach(Bitboard set)
{
    const Bitboard row =
        set | ((set & ~(Bitboard)FILE_A_BB) >> 1) | ((set & ~(Bitboard)FILE_H_BB) << 1);
    return row | row << 8 | row >> 8;
}

#endif
