// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the vector words of nnue_tmpl.h that all AVX-512 levels share;
// vec_avx512.h and vec_avx512vnni.h add the dot product. Included by objects of those levels only.
// No state, any thread.
#ifndef RAVELIN_KERNELS_VEC_ZMM_H
#define RAVELIN_KERNELS_VEC_ZMM_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "kernels/nnue.h"

typedef __m512i Vec;

enum {
    VEC_LANES = 32, // int16 in a vector
    VEC_TILE = 16,  // vectors that a refresh keeps in registers, of thirty-two
};

// `from` and `to` are aligned to 64 bytes.
RAVELIN_INLINE Vec vec_load(const int16_t *from)
{
    return _mm512_load_si512(from);
}

RAVELIN_INLINE void vec_store(int16_t *to, Vec value)
{
    _mm512_store_si512(to, value);
}

RAVELIN_INLINE Vec vec_zero(void)
{
    return _mm512_setzero_si512();
}

RAVELIN_INLINE Vec vec_set16(int16_t value)
{
    return _mm512_set1_epi16(value);
}

// Lane by lane, modulo 2^16.
RAVELIN_INLINE Vec vec_add16(Vec a, Vec b)
{
    return _mm512_add_epi16(a, b);
}

RAVELIN_INLINE Vec vec_sub16(Vec a, Vec b)
{
    return _mm512_sub_epi16(a, b);
}

RAVELIN_INLINE Vec vec_add32(Vec a, Vec b)
{
    return _mm512_add_epi32(a, b);
}

// Signed minimum and maximum of int16 lanes.
RAVELIN_INLINE Vec vec_min16(Vec a, Vec b)
{
    return _mm512_min_epi16(a, b);
}

RAVELIN_INLINE Vec vec_max16(Vec a, Vec b)
{
    return _mm512_max_epi16(a, b);
}

// The low 16 bits of each product.
RAVELIN_INLINE Vec vec_mullo16(Vec a, Vec b)
{
    return _mm512_mullo_epi16(a, b);
}

// The sum of all int32 lanes.
RAVELIN_INLINE int32_t vec_sum32(Vec value)
{
    return _mm512_reduce_add_epi32(value);
}

// Any 16-bit, 32-bit or byte lanes; the address is aligned to the vector.
RAVELIN_INLINE Vec vec_load_any(const void *from)
{
    return _mm512_load_si512(from);
}

RAVELIN_INLINE void vec_store_any(void *to, Vec value)
{
    _mm512_store_si512(to, value);
}

// The products of lanes, `a` within 0..255 and `b` up to 255, divided by 2^NNUE_PAIR_SHIFT and
// rounded to the nearest: the instruction divides by 2^15.
RAVELIN_INLINE Vec vec_product(Vec a, Vec b)
{
    return _mm512_mulhrs_epi16(_mm512_slli_epi16(a, 15 - NNUE_PAIR_SHIFT), b);
}

// The int16 lanes of `a`, then of `b`, as bytes: negative ones are 0, the others within 0..127.
RAVELIN_INLINE void vec_store_bytes(uint8_t *to, Vec a, Vec b)
{
    // The instruction packs each 128 bits for themselves.
    const Vec order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    vec_store_any(to, _mm512_permutexvar_epi64(order, _mm512_packus_epi16(a, b)));
}

// The same four bytes in every 32 bits.
RAVELIN_INLINE Vec vec_set_four(const void *from)
{
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
}

// Each int32 lane limited to 0..top, and the square of that, which 16 bits hold, shifted right by
// NNUE_LAYER_SHIFT.
RAVELIN_INLINE Vec vec_activate32(Vec value, int32_t top)
{
    const Vec floored = _mm512_max_epi32(value, vec_zero());
    const Vec clamped = _mm512_min_epi32(floored, _mm512_set1_epi32(top));
    return _mm512_srli_epi32(_mm512_madd_epi16(clamped, clamped), NNUE_LAYER_SHIFT);
}

// Each int32 lane shifted right by NNUE_LAYER_SHIFT; the sign stays.
RAVELIN_INLINE Vec vec_shift32(Vec value)
{
    return _mm512_srai_epi32(value, NNUE_LAYER_SHIFT);
}

// Of each two int32 lanes within 16 bits, the pair of int16 in the first.
RAVELIN_INLINE Vec vec_join32(Vec value)
{
    return _mm512_or_si512(value, _mm512_srli_epi64(value, 16));
}

// Half a vector of int16 as int32.
RAVELIN_INLINE Vec vec_load_wide(const int16_t *from)
{
    return _mm512_cvtepi16_epi32(_mm256_load_si256((const __m256i *)(const void *)from));
}

#endif
