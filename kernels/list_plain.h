// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how movegen_list.h writes moves, one man and one move at a time, for every
// machine. No state, any thread.
#ifndef RAVELIN_KERNELS_LIST_PLAIN_H
#define RAVELIN_KERNELS_LIST_PLAIN_H

#include "chess/bitboard.h"
#include "chess/move.h"
#include "kernels/reach_words.h"
#include "kernels/sink.h"

// Moves of the man on `from` to each of `targets`.
RAVELIN_INLINE void put_targets(Sink *sink, Square from, Bitboard targets)
{
    while (targets)
        *sink->next++ = move_make(from, bits_pop_lowest(&targets));
}

// The same, where several targets are usual.
RAVELIN_INLINE void put_many_targets(Sink *sink, Square from, Bitboard targets)
{
    put_targets(sink, from, targets);
}

// Pawn moves to `targets`, each from the square `step` below it.
RAVELIN_INLINE void put_pawns(Sink *sink, Bitboard targets, int step)
{
    while (targets) {
        const Square to = bits_pop_lowest(&targets);
        *sink->next++ = move_make(to - step, to);
    }
}

#endif
