// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the slider lookups of movegen_tmpl.h by magic multiplication, for every
// machine. Constant tables; any thread.
#ifndef RAVELIN_KERNELS_SLIDERS_MAGIC_H
#define RAVELIN_KERNELS_SLIDERS_MAGIC_H

#include "chess/attacks.h"

RAVELIN_INLINE Bitboard word_bishop_attacks(Square sq, Bitboard occupied)
{
    return bishop_attacks(sq, occupied);
}

RAVELIN_INLINE Bitboard word_rook_attacks(Square sq, Bitboard occupied)
{
    return rook_attacks(sq, occupied);
}

#endif
