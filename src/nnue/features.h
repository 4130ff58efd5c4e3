// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which column of the feature weights stands for a man on a square, as one
// side sees it. Pure functions, any thread.
//
// A view says how a side looks at the board: the king bucket of its own king, and whether files
// are mirrored. All features of a perspective change with the view, so an accumulator is only
// carried on while the view stays the same.
#ifndef RAVELIN_NNUE_FEATURES_H
#define RAVELIN_NNUE_FEATURES_H

#include "chess/types.h"
#include "nnue/arch.h"

enum { FEATURES_VIEW_MAX = 2 * NNUE_KING_BUCKETS_MAX };

// 2 * bucket + mirrored, 0..FEATURES_VIEW_MAX - 1, of the side `perspective` with its king on
// `king`.
RAVELIN_INLINE int features_view(const NetShape *shape, Colour perspective, Square king)
{
    const Square relative = square_relative(perspective, king);
    const int mirrored = shape->mirrored && square_file(king) >= 4;
    const Square home = mirrored ? square_flip_file(relative) : relative;
    return shape->king_bucket_map[home] * 2 + mirrored;
}

// Column of the man `pc` on `sq`, 0..king_buckets * NNUE_INPUTS - 1.
RAVELIN_INLINE int features_index(int view, Colour perspective, Piece pc, Square sq)
{
    const int bucket = view >> 1;
    const int seen = sq ^ (perspective * 56) ^ ((view & 1) * 7);
    // The type, plus 8 for an enemy, whose features begin at 384 = 8 * 64 - 8 * 16.
    const int man = pc ^ (perspective * BLACK_PIECE_BIT);
    return bucket * NNUE_INPUTS + man * SQUARE_COUNT - (man & BLACK_PIECE_BIT) * 16 + seen;
}

// Output head of a position with `men` men, 2..32: the heads share the counts evenly.
RAVELIN_INLINE int features_head(const NetShape *shape, int men)
{
    return (men - 2) * shape->heads / 32;
}

#endif
