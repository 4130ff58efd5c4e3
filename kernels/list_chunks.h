// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how movegen_list.h writes moves without a branch for each: as many as are
// usual at once, what is too much lies behind the list's end, and only a man with more makes the
// processor guess. No state, any thread.
#ifndef RAVELIN_KERNELS_LIST_CHUNKS_H
#define RAVELIN_KERNELS_LIST_CHUNKS_H

#include "chess/bitboard.h"
#include "chess/move.h"
#include "kernels/reach_words.h"
#include "kernels/sink.h"

#ifdef __BMI__
#include <immintrin.h>
#endif

// The lowest square; any number up to 64 for an empty set.
RAVELIN_INLINE Square pop_any(Bitboard *set)
{
#ifdef __BMI__
    const Square sq = (Square)_tzcnt_u64(*set);
#else
    const Square sq = bits_lowest(*set | (Bitboard)1 << 63);
#endif
    *set &= *set - 1;
    return sq;
}

// Moves of the man on `from` to each of `targets`.
RAVELIN_INLINE void put_targets(Sink *sink, Square from, Bitboard targets)
{
    Move *next = sink->next;
    sink->next += bits_count(targets);
    do {
        for (int i = 0; i < sink->usual; ++i)
            *next++ = move_make(from, pop_any(&targets));
    } while (RAVELIN_UNLIKELY(targets));
}

// The same, where several targets are usual.
RAVELIN_INLINE void put_many_targets(Sink *sink, Square from, Bitboard targets)
{
    put_targets(sink, from, targets);
}

// Pawn moves to `targets`, each from the square `step` below it.
RAVELIN_INLINE void put_pawns(Sink *sink, Bitboard targets, int step)
{
    Move *next = sink->next;
    sink->next += bits_count(targets);
    do {
        for (int i = 0; i < 2; ++i) {
            const Square to = pop_any(&targets);
            *next++ = move_make(to - step, to);
        }
    } while (targets);
}

#endif
