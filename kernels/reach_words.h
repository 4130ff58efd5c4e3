// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what sliders attack, one after the other, for rows without vectors of
// eight bitboards. The row has included word_rook_attacks and word_bishop_attacks. No state, any
// thread.
#ifndef RAVELIN_KERNELS_REACH_WORDS_H
#define RAVELIN_KERNELS_REACH_WORDS_H

#include "chess/bitboard.h"

// What sliders attack on the board `occupied`.
RAVELIN_INLINE Bitboard sliders_reach(Bitboard diagonal, Bitboard straight, Bitboard occupied)
{
    Bitboard reach = 0;
    while (diagonal)
        reach |= word_bishop_attacks(bits_pop_lowest(&diagonal), occupied);
    while (straight)
        reach |= word_rook_attacks(bits_pop_lowest(&straight), occupied);
    return reach;
}

#endif
