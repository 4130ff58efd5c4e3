// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the vector words of nnue_tmpl.h in NEON. Included by objects built for
// arm64 only. No state, any thread.
#ifndef RAVELIN_KERNELS_VEC_NEON_H
#define RAVELIN_KERNELS_VEC_NEON_H

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "kernels/nnue.h"

// Eight int16; words that end in 32 see four int32 in the same bits.
typedef int16x8_t Vec;

enum {
    VEC_LANES = 8, // int16 in a vector
    VEC_TILE = 24, // vectors that a refresh keeps in registers, of thirty-two; operands are loaded
};

// `from` and `to` are aligned to 16 bytes.
RAVELIN_INLINE Vec vec_load(const int16_t *from)
{
    return vld1q_s16(from);
}

RAVELIN_INLINE void vec_store(int16_t *to, Vec value)
{
    vst1q_s16(to, value);
}

RAVELIN_INLINE Vec vec_zero(void)
{
    return vdupq_n_s16(0);
}

RAVELIN_INLINE Vec vec_set16(int16_t value)
{
    return vdupq_n_s16(value);
}

// Lane by lane, modulo 2^16.
RAVELIN_INLINE Vec vec_add16(Vec a, Vec b)
{
    return vaddq_s16(a, b);
}

RAVELIN_INLINE Vec vec_sub16(Vec a, Vec b)
{
    return vsubq_s16(a, b);
}

RAVELIN_INLINE Vec vec_add32(Vec a, Vec b)
{
    return vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)));
}

// Signed minimum and maximum of int16 lanes.
RAVELIN_INLINE Vec vec_min16(Vec a, Vec b)
{
    return vminq_s16(a, b);
}

RAVELIN_INLINE Vec vec_max16(Vec a, Vec b)
{
    return vmaxq_s16(a, b);
}

// The low 16 bits of each product.
RAVELIN_INLINE Vec vec_mullo16(Vec a, Vec b)
{
    return vmulq_s16(a, b);
}

// The int32 lanes of `sum` plus the exact products of the int16 lanes, two to a lane. Which lane a
// product falls into is not as on x86; only the sum of all lanes counts.
RAVELIN_INLINE Vec vec_dot16(Vec sum, Vec a, Vec b)
{
    int32x4_t lanes = vreinterpretq_s32_s16(sum);
    lanes = vmlal_s16(lanes, vget_low_s16(a), vget_low_s16(b));
    lanes = vmlal_high_s16(lanes, a, b);
    return vreinterpretq_s16_s32(lanes);
}

// The sum of all int32 lanes.
RAVELIN_INLINE int32_t vec_sum32(Vec value)
{
    return vaddvq_s32(vreinterpretq_s32_s16(value));
}

// Any 16-bit, 32-bit or byte lanes; the address is aligned to the vector.
RAVELIN_INLINE Vec vec_load_any(const void *from)
{
    return vreinterpretq_s16_u8(vld1q_u8(from));
}

RAVELIN_INLINE void vec_store_any(void *to, Vec value)
{
    vst1q_u8(to, vreinterpretq_u8_s16(value));
}

// The products of lanes, `a` within 0..255 and `b` up to 255, divided by 2^NNUE_PAIR_SHIFT and
// rounded to the nearest: the instruction divides by 2^15.
RAVELIN_INLINE Vec vec_product(Vec a, Vec b)
{
    return vqrdmulhq_s16(vshlq_n_s16(a, 15 - NNUE_PAIR_SHIFT), b);
}

// The int16 lanes of `a`, then of `b`, as bytes: negative ones are 0, the others within 0..127.
RAVELIN_INLINE void vec_store_bytes(uint8_t *to, Vec a, Vec b)
{
    vst1q_u8(to, vqmovun_high_s16(vqmovun_s16(a), b));
}

// The same four bytes in every 32 bits.
RAVELIN_INLINE Vec vec_set_four(const void *from)
{
    int32_t four;
    memcpy(&four, from, sizeof four);
    return vreinterpretq_s16_s32(vdupq_n_s32(four));
}

// Each int32 lane of `sum` plus the products of the four bytes there, those of `a` within 0..127,
// those of `b` within +-127: both fit signed bytes, and two products fit int16.
RAVELIN_INLINE Vec vec_dot8(Vec sum, Vec a, Vec b)
{
    const int8x16_t x = vreinterpretq_s8_s16(a);
    const int8x16_t w = vreinterpretq_s8_s16(b);
    const int32x4_t lanes = vreinterpretq_s32_s16(sum);
#if defined(__ARM_FEATURE_DOTPROD)
    return vreinterpretq_s16_s32(vdotq_s32(lanes, x, w));
#else
    const int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(w));
    const int16x8_t pairs = vpaddq_s16(low, vmull_high_s8(x, w));
    return vreinterpretq_s16_s32(vpadalq_s16(lanes, pairs));
#endif
}

// Each int32 lane of `sum` plus the exact products of the two int16 there.
RAVELIN_INLINE Vec vec_pair16(Vec sum, Vec a, Vec b)
{
    const int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(b));
    const int32x4_t pairs = vpaddq_s32(low, vmull_high_s16(a, b));
    return vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(sum), pairs));
}

// Each int32 lane limited to 0..top, and the square of that, shifted right by NNUE_LAYER_SHIFT.
RAVELIN_INLINE Vec vec_activate32(Vec value, int32_t top)
{
    const int32x4_t floored = vmaxq_s32(vreinterpretq_s32_s16(value), vdupq_n_s32(0));
    const int32x4_t clamped = vminq_s32(floored, vdupq_n_s32(top));
    return vreinterpretq_s16_s32(vshrq_n_s32(vmulq_s32(clamped, clamped), NNUE_LAYER_SHIFT));
}

// Each int32 lane shifted right by NNUE_LAYER_SHIFT; the sign stays.
RAVELIN_INLINE Vec vec_shift32(Vec value)
{
    return vreinterpretq_s16_s32(vshrq_n_s32(vreinterpretq_s32_s16(value), NNUE_LAYER_SHIFT));
}

// Of each two int32 lanes within 16 bits, the pair of int16 in the first.
RAVELIN_INLINE Vec vec_join32(Vec value)
{
    const uint64x2_t lanes = vreinterpretq_u64_s16(value);
    return vreinterpretq_s16_u64(vorrq_u64(lanes, vshrq_n_u64(lanes, 16)));
}

// Half a vector of int16 as int32.
RAVELIN_INLINE Vec vec_load_wide(const int16_t *from)
{
    return vreinterpretq_s16_s32(vmovl_s16(vld1_s16(from)));
}

#endif
