// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the vector words of nnue_tmpl.h that the levels with 256-bit vectors
// share; vec_avx2.h and vec_avxvnni.h add the dot product. Included by objects of those levels
// only. No state, any thread.
#ifndef RAVELIN_KERNELS_VEC_YMM_H
#define RAVELIN_KERNELS_VEC_YMM_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "kernels/nnue.h"

typedef __m256i Vec;

enum {
    VEC_LANES = 16, // int16 in a vector
    VEC_TILE = 16,  // vectors that a refresh keeps in registers; sixteen ymm, operands from memory
};

// `from` and `to` are aligned to 32 bytes.
RAVELIN_INLINE Vec vec_load(const int16_t *from)
{
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

RAVELIN_INLINE void vec_store(int16_t *to, Vec value)
{
    _mm256_store_si256((__m256i *)(void *)to, value);
}

RAVELIN_INLINE Vec vec_zero(void)
{
    return _mm256_setzero_si256();
}

RAVELIN_INLINE Vec vec_set16(int16_t value)
{
    return _mm256_set1_epi16(value);
}

// Lane by lane, modulo 2^16.
RAVELIN_INLINE Vec vec_add16(Vec a, Vec b)
{
    return _mm256_add_epi16(a, b);
}

RAVELIN_INLINE Vec vec_sub16(Vec a, Vec b)
{
    return _mm256_sub_epi16(a, b);
}

RAVELIN_INLINE Vec vec_add32(Vec a, Vec b)
{
    return _mm256_add_epi32(a, b);
}

// Signed minimum and maximum of int16 lanes.
RAVELIN_INLINE Vec vec_min16(Vec a, Vec b)
{
    return _mm256_min_epi16(a, b);
}

RAVELIN_INLINE Vec vec_max16(Vec a, Vec b)
{
    return _mm256_max_epi16(a, b);
}

// The low 16 bits of each product.
RAVELIN_INLINE Vec vec_mullo16(Vec a, Vec b)
{
    return _mm256_mullo_epi16(a, b);
}

// The sum of all int32 lanes.
RAVELIN_INLINE int32_t vec_sum32(Vec value)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

// Any 16-bit, 32-bit or byte lanes; the address is aligned to the vector.
RAVELIN_INLINE Vec vec_load_any(const void *from)
{
    return _mm256_load_si256(from);
}

RAVELIN_INLINE void vec_store_any(void *to, Vec value)
{
    _mm256_store_si256(to, value);
}

// The products of lanes, `a` within 0..255 and `b` up to 255, divided by 2^NNUE_PAIR_SHIFT and
// rounded to the nearest: the instruction divides by 2^15.
RAVELIN_INLINE Vec vec_product(Vec a, Vec b)
{
    return _mm256_mulhrs_epi16(_mm256_slli_epi16(a, 15 - NNUE_PAIR_SHIFT), b);
}

// The int16 lanes of `a`, then of `b`, as bytes: negative ones are 0, the others within 0..127.
RAVELIN_INLINE void vec_store_bytes(uint8_t *to, Vec a, Vec b)
{
    // The instruction packs each 128 bits for themselves.
    vec_store_any(to, _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8));
}

// The same four bytes in every 32 bits.
RAVELIN_INLINE Vec vec_set_four(const void *from)
{
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
}

// Each int32 lane limited to 0..top, and the square of that, which 16 bits hold, shifted right by
// NNUE_LAYER_SHIFT.
RAVELIN_INLINE Vec vec_activate32(Vec value, int32_t top)
{
    const Vec floored = _mm256_max_epi32(value, vec_zero());
    const Vec clamped = _mm256_min_epi32(floored, _mm256_set1_epi32(top));
    return _mm256_srli_epi32(_mm256_madd_epi16(clamped, clamped), NNUE_LAYER_SHIFT);
}

// Each int32 lane shifted right by NNUE_LAYER_SHIFT; the sign stays.
RAVELIN_INLINE Vec vec_shift32(Vec value)
{
    return _mm256_srai_epi32(value, NNUE_LAYER_SHIFT);
}

// Of each two int32 lanes within 16 bits, the pair of int16 in the first.
RAVELIN_INLINE Vec vec_join32(Vec value)
{
    return _mm256_or_si256(value, _mm256_srli_epi64(value, 16));
}

// Half a vector of int16 as int32.
RAVELIN_INLINE Vec vec_load_wide(const int16_t *from)
{
    return _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)(const void *)from));
}

#endif
