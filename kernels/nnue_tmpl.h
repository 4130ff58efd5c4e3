// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the NNUE entries written once over the vector words of a vec_*.h, which
// the including source has included before. kernels/nnue.h holds the contracts. Everything is
// inline, so that a wrapper with a constant width gets a loop of its own. No state, any thread.
#ifndef RAVELIN_KERNELS_NNUE_TMPL_H
#define RAVELIN_KERNELS_NNUE_TMPL_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "kernels/nnue.h"

enum {
    TMPL_STEP = 64,                     // every width is a multiple of this
    TMPL_WORDS = TMPL_STEP / VEC_LANES, // vectors in a step
    TMPL_TILE_LANES = VEC_TILE * VEC_LANES,
    TMPL_ACTIVATION_MAX = 255,
};

static_assert(TMPL_WORDS * VEC_LANES == TMPL_STEP, "vectors divide the width step");
static_assert(VEC_TILE % TMPL_WORDS == 0, "a tile is made of steps");

// The width that a row works with: `fixed` where the row has only one, and then a constant; else
// the caller's.
RAVELIN_INLINE int tmpl_width(int fixed, int width)
{
    assert(fixed == 0 || fixed == width);
    return fixed != 0 ? fixed : width;
}

// The three fused updates are bound by loads and the store, one pass from parent to child; a step
// of 64 neurons hides the loop counter.
RAVELIN_INLINE void tmpl_add1sub1(int16_t *out, const int16_t *in, const int16_t *added,
                                  const int16_t *removed, int width)
{
    for (int i = 0; i < width; i += TMPL_STEP) {
        for (int w = i; w < i + TMPL_STEP; w += VEC_LANES) {
            const Vec grown = vec_add16(vec_load(in + w), vec_load(added + w));
            vec_store(out + w, vec_sub16(grown, vec_load(removed + w)));
        }
    }
}

RAVELIN_INLINE void tmpl_add1sub2(int16_t *out, const int16_t *in, const int16_t *added,
                                  const int16_t *removed_a, const int16_t *removed_b, int width)
{
    for (int i = 0; i < width; i += TMPL_STEP) {
        for (int w = i; w < i + TMPL_STEP; w += VEC_LANES) {
            const Vec grown = vec_add16(vec_load(in + w), vec_load(added + w));
            const Vec shrunk = vec_sub16(grown, vec_load(removed_a + w));
            vec_store(out + w, vec_sub16(shrunk, vec_load(removed_b + w)));
        }
    }
}

RAVELIN_INLINE void tmpl_add2sub2(int16_t *out, const int16_t *in, const int16_t *added_a,
                                  const int16_t *added_b, const int16_t *removed_a,
                                  const int16_t *removed_b, int width)
{
    for (int i = 0; i < width; i += TMPL_STEP) {
        for (int w = i; w < i + TMPL_STEP; w += VEC_LANES) {
            const Vec first = vec_add16(vec_load(in + w), vec_load(added_a + w));
            const Vec grown = vec_add16(first, vec_load(added_b + w));
            const Vec shrunk = vec_sub16(grown, vec_load(removed_a + w));
            vec_store(out + w, vec_sub16(shrunk, vec_load(removed_b + w)));
        }
    }
}

// One tile of a refresh: `words` vectors, loaded once, changed by every column, stored twice.
RAVELIN_INLINE void tmpl_refresh_tile(int16_t *kept, int16_t *out, const int16_t *columns,
                                      const NnueChanges *changes, int width, int words)
{
    Vec tile[VEC_TILE];
    for (int w = 0; w < words; w++)
        tile[w] = vec_load(kept + w * VEC_LANES);
    for (int n = 0; n < changes->added_count; n++) {
        const int16_t *column = columns + (size_t)changes->added[n] * (size_t)width;
        for (int w = 0; w < words; w++)
            tile[w] = vec_add16(tile[w], vec_load(column + w * VEC_LANES));
    }
    for (int n = 0; n < changes->removed_count; n++) {
        const int16_t *column = columns + (size_t)changes->removed[n] * (size_t)width;
        for (int w = 0; w < words; w++)
            tile[w] = vec_sub16(tile[w], vec_load(column + w * VEC_LANES));
    }
    for (int w = 0; w < words; w++) {
        vec_store(kept + w * VEC_LANES, tile[w]);
        vec_store(out + w * VEC_LANES, tile[w]);
    }
}

RAVELIN_INLINE void tmpl_refresh(int16_t *kept, int16_t *out, const int16_t *columns,
                                 const NnueChanges *changes, int width)
{
    int i = 0;
    for (; i + TMPL_TILE_LANES <= width; i += TMPL_TILE_LANES)
        tmpl_refresh_tile(kept + i, out + i, columns + i, changes, width, VEC_TILE);
    for (; i < width; i += TMPL_STEP)
        tmpl_refresh_tile(kept + i, out + i, columns + i, changes, width, TMPL_WORDS);
}

// One vector of the output sum. x * weight is at most 255 * 127 = 32385 in magnitude and fits
// int16, so its low half is exact, and the second factor x joins in the widening dot product.
RAVELIN_INLINE Vec tmpl_output_word(Vec sum, Vec value, const int16_t *weights)
{
    const Vec floored = vec_max16(value, vec_zero());
    const Vec clamped = vec_min16(floored, vec_set16(TMPL_ACTIVATION_MAX));
    return vec_dot16(sum, vec_mullo16(clamped, vec_load(weights)), clamped);
}

// Both halves advance together in two sums each, so that no addition waits for the one before.
RAVELIN_INLINE int32_t tmpl_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                                   int width)
{
    Vec us_sum[2] = {vec_zero(), vec_zero()};
    Vec them_sum[2] = {vec_zero(), vec_zero()};
    for (int i = 0; i < width; i += 2 * VEC_LANES) {
        for (int w = 0; w < 2; w++) {
            const int at = i + w * VEC_LANES;
            us_sum[w] = tmpl_output_word(us_sum[w], vec_load(us + at), weights + at);
            them_sum[w] = tmpl_output_word(them_sum[w], vec_load(them + at), weights + width + at);
        }
    }
    const Vec us_all = vec_add32(us_sum[0], us_sum[1]);
    return vec_sum32(vec_add32(us_all, vec_add32(them_sum[0], them_sum[1])));
}

// Updates one side by a move that removes `removed_count` men, and goes on with the output sums.
// The multiplications of the output overlap with the loads of the update, and the sums are still
// in registers.
RAVELIN_INLINE void tmpl_eval_side(Vec sums[2], const NnueStep *step, int removed_count,
                                   const int16_t *weights, int width)
{
    for (int i = 0; i < width; i += 2 * VEC_LANES) {
        for (int w = 0; w < 2; w++) {
            const int at = i + w * VEC_LANES;
            Vec value = vec_add16(vec_load(step->in + at), vec_load(step->added + at));
            for (int n = 0; n < removed_count; n++)
                value = vec_sub16(value, vec_load(step->removed[n] + at));
            vec_store(step->out + at, value);
            sums[w] = tmpl_output_word(sums[w], value, weights + at);
        }
    }
}

RAVELIN_INLINE int32_t tmpl_eval(const NnueStep steps[2], int removed_count, const int16_t *weights,
                                 int width)
{
    const NnueStep us = steps[0]; // copies, which no store can change
    const NnueStep them = steps[1];
    Vec sums[2] = {vec_zero(), vec_zero()};
    tmpl_eval_side(sums, &us, removed_count, weights, width);
    tmpl_eval_side(sums, &them, removed_count, weights + width, width);
    return vec_sum32(vec_add32(sums[0], sums[1]));
}

#endif
