// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the vector words of nnue_tmpl.h in SSE4.1. Included by objects built for
// that level only. No state, any thread.
#ifndef RAVELIN_KERNELS_VEC_SSE41_H
#define RAVELIN_KERNELS_VEC_SSE41_H

#include <smmintrin.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "kernels/nnue.h"

typedef __m128i Vec;

enum {
    VEC_LANES = 8, // int16 in a vector
    VEC_TILE = 16, // vectors that a refresh keeps in registers; sixteen xmm, operands from memory
};

// `from` and `to` are aligned to 16 bytes.
RAVELIN_INLINE Vec vec_load(const int16_t *from)
{
    return _mm_load_si128((const __m128i *)(const void *)from);
}

RAVELIN_INLINE void vec_store(int16_t *to, Vec value)
{
    _mm_store_si128((__m128i *)(void *)to, value);
}

RAVELIN_INLINE Vec vec_zero(void)
{
    return _mm_setzero_si128();
}

RAVELIN_INLINE Vec vec_set16(int16_t value)
{
    return _mm_set1_epi16(value);
}

// Lane by lane, modulo 2^16.
RAVELIN_INLINE Vec vec_add16(Vec a, Vec b)
{
    return _mm_add_epi16(a, b);
}

RAVELIN_INLINE Vec vec_sub16(Vec a, Vec b)
{
    return _mm_sub_epi16(a, b);
}

RAVELIN_INLINE Vec vec_add32(Vec a, Vec b)
{
    return _mm_add_epi32(a, b);
}

// Signed minimum and maximum of int16 lanes.
RAVELIN_INLINE Vec vec_min16(Vec a, Vec b)
{
    return _mm_min_epi16(a, b);
}

RAVELIN_INLINE Vec vec_max16(Vec a, Vec b)
{
    return _mm_max_epi16(a, b);
}

// The low 16 bits of each product.
RAVELIN_INLINE Vec vec_mullo16(Vec a, Vec b)
{
    return _mm_mullo_epi16(a, b);
}

// Each int32 lane of `sum` plus the exact products of the two int16 pairs there.
RAVELIN_INLINE Vec vec_dot16(Vec sum, Vec a, Vec b)
{
    return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
}

// The sum of all int32 lanes.
RAVELIN_INLINE int32_t vec_sum32(Vec value)
{
    __m128i half = _mm_add_epi32(value, _mm_shuffle_epi32(value, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

// Any 16-bit, 32-bit or byte lanes; the address is aligned to the vector.
RAVELIN_INLINE Vec vec_load_any(const void *from)
{
    return _mm_load_si128(from);
}

RAVELIN_INLINE void vec_store_any(void *to, Vec value)
{
    _mm_store_si128(to, value);
}

// The products of lanes, `a` within 0..255 and `b` up to 255, divided by 2^NNUE_PAIR_SHIFT and
// rounded to the nearest: the instruction divides by 2^15.
RAVELIN_INLINE Vec vec_product(Vec a, Vec b)
{
    return _mm_mulhrs_epi16(_mm_slli_epi16(a, 15 - NNUE_PAIR_SHIFT), b);
}

// The int16 lanes of `a`, then of `b`, as bytes: negative ones are 0, the others within 0..127.
RAVELIN_INLINE void vec_store_bytes(uint8_t *to, Vec a, Vec b)
{
    vec_store_any(to, _mm_packus_epi16(a, b));
}

// The same four bytes in every 32 bits.
RAVELIN_INLINE Vec vec_set_four(const void *from)
{
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm_set1_epi32(four);
}

// Each int32 lane of `sum` plus the products of the four bytes there, those of `a` within 0..127,
// those of `b` within +-127.
RAVELIN_INLINE Vec vec_dot8(Vec sum, Vec a, Vec b)
{
    const Vec pairs = _mm_maddubs_epi16(a, b); // no pair reaches the limit where it saturates
    return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}

// vec_dot16, whose pairs stay in their lanes.
RAVELIN_INLINE Vec vec_pair16(Vec sum, Vec a, Vec b)
{
    return vec_dot16(sum, a, b);
}

// Each int32 lane limited to 0..top, and the square of that, which 16 bits hold, shifted right by
// NNUE_LAYER_SHIFT.
RAVELIN_INLINE Vec vec_activate32(Vec value, int32_t top)
{
    const Vec floored = _mm_max_epi32(value, vec_zero());
    const Vec clamped = _mm_min_epi32(floored, _mm_set1_epi32(top));
    return _mm_srli_epi32(_mm_madd_epi16(clamped, clamped), NNUE_LAYER_SHIFT);
}

// Each int32 lane shifted right by NNUE_LAYER_SHIFT; the sign stays.
RAVELIN_INLINE Vec vec_shift32(Vec value)
{
    return _mm_srai_epi32(value, NNUE_LAYER_SHIFT);
}

// Of each two int32 lanes within 16 bits, the pair of int16 in the first.
RAVELIN_INLINE Vec vec_join32(Vec value)
{
    return _mm_or_si128(value, _mm_srli_epi64(value, 16));
}

// Half a vector of int16 as int32.
RAVELIN_INLINE Vec vec_load_wide(const int16_t *from)
{
    return _mm_cvtepi16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from));
}

#endif
