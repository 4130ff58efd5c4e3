// SPDX-License-Identifier: GPL-3.0-or-later
// The entries with a dot product in arm64's for bytes; the others stay those of neon.
//
// UDOT wants unsigned bytes on both sides. An activation x is 0..255 and a weight w within +-127,
// so u = w + 128 is 1..255 and x^2 = 256 * high + low in bytes. Then
//
//   sum x^2 w = sum x^2 u - 128 sum x^2 = 256 sum high u + sum low u - 128 sum x x
//
// which is three dot products. Each is taken modulo 2^32 and so is the result, whose true value
// fits int32 by the contract. SQXTUN clamps to 0..255 and narrows in one step.
#include "kernels/vec_neon.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

enum { DOT_STEP = 16 }; // neurons in a vector of bytes

// Four partial sums each of the three dot products above.
typedef struct DotSums {
    uint32x4_t high, low, square;
} DotSums;

// Sixteen neurons, the first eight in `a`.
RAVELIN_INLINE void add_dot(DotSums *sums, Vec a, Vec b, const int16_t *weights)
{
    const uint8x16_t x = vqmovun_high_s16(vqmovun_s16(a), b);
    const uint8x16_t squares_a = vreinterpretq_u8_u16(vmull_u8(vget_low_u8(x), vget_low_u8(x)));
    const uint8x16_t squares_b = vreinterpretq_u8_u16(vmull_high_u8(x, x));
    const uint8x16_t w = vuzp1q_u8(vreinterpretq_u8_s16(vec_load(weights)),
                                   vreinterpretq_u8_s16(vec_load(weights + VEC_LANES)));
    const uint8x16_t u = veorq_u8(w, vdupq_n_u8(0x80)); // the low byte of w, plus 128
    sums->high = vdotq_u32(sums->high, vuzp2q_u8(squares_a, squares_b), u);
    sums->low = vdotq_u32(sums->low, vuzp1q_u8(squares_a, squares_b), u);
    sums->square = vdotq_u32(sums->square, x, x);
}

RAVELIN_INLINE DotSums no_sums(void)
{
    const uint32x4_t zero = vdupq_n_u32(0);
    return (DotSums){zero, zero, zero};
}

RAVELIN_INLINE int32_t total(const DotSums *us, const DotSums *them)
{
    const uint32_t high = vaddvq_u32(vaddq_u32(us->high, them->high));
    const uint32_t low = vaddvq_u32(vaddq_u32(us->low, them->low));
    const uint32_t square = vaddvq_u32(vaddq_u32(us->square, them->square));
    return (int32_t)(256u * high + low - 128u * square);
}

RAVELIN_INLINE int32_t dot_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                                  int width)
{
    DotSums us_sums = no_sums();
    DotSums them_sums = no_sums();
    for (int i = 0; i < width; i += DOT_STEP) {
        add_dot(&us_sums, vec_load(us + i), vec_load(us + i + VEC_LANES), weights + i);
        add_dot(&them_sums, vec_load(them + i), vec_load(them + i + VEC_LANES),
                weights + width + i);
    }
    return total(&us_sums, &them_sums);
}

RAVELIN_INLINE DotSums dot_eval_side(const NnueStep *step, int removed_count,
                                     const int16_t *weights, int width)
{
    DotSums sums = no_sums();
    for (int i = 0; i < width; i += DOT_STEP) {
        Vec value[2];
        for (int k = 0; k < 2; k++) {
            const int at = i + k * VEC_LANES;
            value[k] = vec_add16(vec_load(step->in + at), vec_load(step->added + at));
            for (int n = 0; n < removed_count; n++)
                value[k] = vec_sub16(value[k], vec_load(step->removed[n] + at));
            vec_store(step->out + at, value[k]);
        }
        add_dot(&sums, value[0], value[1], weights + i);
    }
    return sums;
}

RAVELIN_INLINE int32_t dot_eval(const NnueStep steps[2], int removed_count, const int16_t *weights,
                                int width)
{
    const NnueStep us = steps[0]; // copies, which no store can change
    const NnueStep them = steps[1];
    const DotSums us_sums = dot_eval_side(&us, removed_count, weights, width);
    const DotSums them_sums = dot_eval_side(&them, removed_count, weights + width, width);
    return total(&us_sums, &them_sums);
}

#define ROW_DO_OUTPUT dot_output
#define ROW_DO_EVAL dot_eval

#define ROW_WIDTH 0
#define ROW_OUTPUT nnue_output_neondot
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neondot
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neondot
#define ROW_LAYERS nnue_layers_neondot
#define ROW_FILL nnue_fill_neondot
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 512
#define ROW_OUTPUT nnue_output_neondot_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neondot_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neondot_512
#define ROW_LAYERS nnue_layers_neondot_512
#define ROW_FILL nnue_fill_neondot_512
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 768
#define ROW_OUTPUT nnue_output_neondot_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neondot_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neondot_768
#define ROW_LAYERS nnue_layers_neondot_768
#define ROW_FILL nnue_fill_neondot_768
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 1024
#define ROW_OUTPUT nnue_output_neondot_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neondot_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neondot_1024
#define ROW_LAYERS nnue_layers_neondot_1024
#define ROW_FILL nnue_fill_neondot_1024
#include "kernels/nnue_row_dot.h"
