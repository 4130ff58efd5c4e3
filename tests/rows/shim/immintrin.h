// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the words of kernels/vec_ymm.h, vec_zmm.h and their dot products in plain
// C, found in place of the compiler's header, so that rows run which the machine lacks. Written
// from the operation sections of Intel's manual (SDM volume 2), not from the compiler's headers.
// Loads and stores abort on an address that the instruction would refuse. No state, any thread.
#ifndef RAVELIN_TESTS_ROWS_SHIM_IMMINTRIN_H
#define RAVELIN_TESTS_ROWS_SHIM_IMMINTRIN_H

#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Out of line: inlined a thousand times, the words keep a sanitizing compiler busy for minutes.
#define SHIM static __attribute__((noinline, unused))

typedef struct __m256i {
    int16_t lane[16];
} __m256i;

typedef struct __m512i {
    int16_t lane[32];
} __m512i;

SHIM int16_t shim_wrap(int32_t value)
{
    return (int16_t)(uint16_t)((uint32_t)value & 0xffff);
}

SHIM int32_t shim_get32(const int16_t *lanes, int at)
{
    int32_t value;
    memcpy(&value, lanes + 2 * at, sizeof value);
    return value;
}

SHIM void shim_set32(int16_t *lanes, int at, uint32_t value)
{
    memcpy(lanes + 2 * at, &value, sizeof value);
}

// VPMADDWD: the two products of a pair, added; both -32768 would wrap, as in the manual.
SHIM uint32_t shim_pair(const int16_t *a, const int16_t *b, int at)
{
    return (uint32_t)(a[2 * at] * b[2 * at]) + (uint32_t)(a[2 * at + 1] * b[2 * at + 1]);
}

SHIM void shim_copy(void *to, const void *from, const void *aligned, size_t bytes)
{
    if ((uintptr_t)aligned % bytes != 0)
        abort();
    memcpy(to, from, bytes);
}

// Names a word of both sizes: result lanes from those of `a` and `b`.
#define SHIM_LANES16(name, type, count, expression)                                                \
    SHIM type name(type a, type b)                                                                 \
    {                                                                                              \
        type out;                                                                                  \
        for (int i = 0; i < (count); i++)                                                          \
            out.lane[i] = shim_wrap(expression);                                                   \
        return out;                                                                                \
    }
#define SHIM_LANES32(name, type, count, expression)                                                \
    SHIM type name(type a, type b)                                                                 \
    {                                                                                              \
        type out;                                                                                  \
        for (int i = 0; i < (count); i++)                                                          \
            shim_set32(out.lane, i, expression);                                                   \
        return out;                                                                                \
    }
#define SHIM_SUM32 (uint32_t) shim_get32(a.lane, i) + (uint32_t)shim_get32(b.lane, i)
#define SHIM_MIN a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]
#define SHIM_MAX a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]

SHIM_LANES16(_mm256_add_epi16, __m256i, 16, a.lane[i] + b.lane[i])
SHIM_LANES16(_mm256_sub_epi16, __m256i, 16, a.lane[i] - b.lane[i])
SHIM_LANES16(_mm256_min_epi16, __m256i, 16, SHIM_MIN)
SHIM_LANES16(_mm256_max_epi16, __m256i, 16, SHIM_MAX)
SHIM_LANES16(_mm256_mullo_epi16, __m256i, 16, a.lane[i] * b.lane[i])
SHIM_LANES32(_mm256_add_epi32, __m256i, 8, SHIM_SUM32)
SHIM_LANES16(_mm512_add_epi16, __m512i, 32, a.lane[i] + b.lane[i])
SHIM_LANES16(_mm512_sub_epi16, __m512i, 32, a.lane[i] - b.lane[i])
SHIM_LANES16(_mm512_min_epi16, __m512i, 32, SHIM_MIN)
SHIM_LANES16(_mm512_max_epi16, __m512i, 32, SHIM_MAX)
SHIM_LANES16(_mm512_mullo_epi16, __m512i, 32, a.lane[i] * b.lane[i])
SHIM_LANES32(_mm512_add_epi32, __m512i, 16, SHIM_SUM32)
SHIM_LANES32(_mm512_madd_epi16, __m512i, 16, shim_pair(a.lane, b.lane, i))

SHIM __m256i _mm256_load_si256(const __m256i *from)
{
    __m256i out;
    shim_copy(&out, from, from, sizeof out);
    return out;
}

SHIM void _mm256_store_si256(__m256i *to, __m256i value)
{
    shim_copy(to, &value, to, sizeof value);
}

SHIM __m512i _mm512_load_si512(const void *from)
{
    __m512i out;
    shim_copy(&out, from, from, sizeof out);
    return out;
}

SHIM void _mm512_store_si512(void *to, __m512i value)
{
    shim_copy(to, &value, to, sizeof value);
}

SHIM __m256i _mm256_set1_epi16(int16_t value)
{
    __m256i out;
    for (int i = 0; i < 16; i++)
        out.lane[i] = value;
    return out;
}

SHIM __m512i _mm512_set1_epi16(int16_t value)
{
    __m512i out;
    for (int i = 0; i < 32; i++)
        out.lane[i] = value;
    return out;
}

SHIM __m256i _mm256_setzero_si256(void)
{
    return _mm256_set1_epi16(0);
}

SHIM __m512i _mm512_setzero_si512(void)
{
    return _mm512_set1_epi16(0);
}

// VPDPWSSD: adds the pair sum to the lane of the first operand, modulo 2^32 (the form that ends in
// S saturates instead).
SHIM __m256i _mm256_dpwssd_avx_epi32(__m256i sum, __m256i a, __m256i b)
{
    for (int i = 0; i < 8; i++)
        shim_set32(sum.lane, i, (uint32_t)shim_get32(sum.lane, i) + shim_pair(a.lane, b.lane, i));
    return sum;
}

SHIM __m512i _mm512_dpwssd_epi32(__m512i sum, __m512i a, __m512i b)
{
    for (int i = 0; i < 16; i++)
        shim_set32(sum.lane, i, (uint32_t)shim_get32(sum.lane, i) + shim_pair(a.lane, b.lane, i));
    return sum;
}

// VPMADDUBSW: unsigned bytes times signed ones, pairs added and saturated.
SHIM int16_t shim_byte_pair(const int16_t *a, const int16_t *b, int at)
{
    uint8_t x[2];
    int8_t w[2];
    memcpy(x, a + at, sizeof x);
    memcpy(w, b + at, sizeof w);
    const int32_t sum = x[0] * w[0] + x[1] * w[1];
    return (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
}

// VPDPBUSD: four products of bytes, which do not saturate on the way, added to a lane.
SHIM uint32_t shim_byte_four(const int16_t *a, const int16_t *b, int at)
{
    uint8_t x[4];
    int8_t w[4];
    memcpy(x, a + 2 * at, sizeof x);
    memcpy(w, b + 2 * at, sizeof w);
    return (uint32_t)(x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3]);
}

SHIM __m512i _mm512_maddubs_epi16(__m512i a, __m512i b)
{
    __m512i out;
    for (int i = 0; i < 32; i++)
        out.lane[i] = shim_byte_pair(a.lane, b.lane, i);
    return out;
}

SHIM __m256i _mm256_dpbusd_avx_epi32(__m256i sum, __m256i a, __m256i b)
{
    for (int i = 0; i < 8; i++)
        shim_set32(sum.lane, i,
                   (uint32_t)shim_get32(sum.lane, i) + shim_byte_four(a.lane, b.lane, i));
    return sum;
}

SHIM __m512i _mm512_dpbusd_epi32(__m512i sum, __m512i a, __m512i b)
{
    for (int i = 0; i < 16; i++)
        shim_set32(sum.lane, i,
                   (uint32_t)shim_get32(sum.lane, i) + shim_byte_four(a.lane, b.lane, i));
    return sum;
}

// VPMULHRSW: products rounded to their bits 30 to 15.
SHIM int16_t shim_round_high(int16_t a, int16_t b)
{
    return shim_wrap(((a * b >> 14) + 1) >> 1);
}

SHIM_LANES16(_mm256_mulhrs_epi16, __m256i, 16, shim_round_high(a.lane[i], b.lane[i]))
SHIM_LANES16(_mm512_mulhrs_epi16, __m512i, 32, shim_round_high(a.lane[i], b.lane[i]))

SHIM __m256i _mm256_slli_epi16(__m256i value, unsigned bits)
{
    for (int i = 0; i < 16; i++)
        value.lane[i] = shim_wrap((int32_t)((uint32_t)(uint16_t)value.lane[i] << bits));
    return value;
}

SHIM __m512i _mm512_slli_epi16(__m512i value, unsigned bits)
{
    for (int i = 0; i < 32; i++)
        value.lane[i] = shim_wrap((int32_t)((uint32_t)(uint16_t)value.lane[i] << bits));
    return value;
}

// VPACKUSWB: in each 128 bits the lanes of `a`, then of `b`, as bytes within 0..255.
SHIM void shim_pack(int16_t *out, const int16_t *a, const int16_t *b, int lanes)
{
    for (int i = 0; i < lanes; i += 8) {
        uint8_t bytes[16];
        for (int k = 0; k < 16; k++) {
            const int16_t value = k < 8 ? a[i + k] : b[i + k - 8];
            bytes[k] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
        memcpy(out + i, bytes, sizeof bytes);
    }
}

SHIM __m256i _mm256_packus_epi16(__m256i a, __m256i b)
{
    __m256i out;
    shim_pack(out.lane, a.lane, b.lane, 16);
    return out;
}

SHIM __m512i _mm512_packus_epi16(__m512i a, __m512i b)
{
    __m512i out;
    shim_pack(out.lane, a.lane, b.lane, 32);
    return out;
}

// VPERMQ: the 64 bits that each index names, two bits of `order` an index, or 64 bits of a vector.
SHIM __m256i _mm256_permute4x64_epi64(__m256i value, int order)
{
    __m256i out;
    for (int i = 0; i < 4; i++)
        memcpy(out.lane + 4 * i, value.lane + 4 * (order >> 2 * i & 3), 8);
    return out;
}

SHIM __m512i _mm512_permutexvar_epi64(__m512i order, __m512i value)
{
    __m512i out;
    for (int i = 0; i < 8; i++)
        memcpy(out.lane + 4 * i, value.lane + 4 * (order.lane[4 * i] & 7), 8);
    return out;
}

// The highest 64 bits first.
SHIM __m512i _mm512_set_epi64(int64_t h, int64_t g, int64_t f, int64_t e, int64_t d, int64_t c,
                              int64_t b, int64_t a)
{
    const int64_t values[] = {a, b, c, d, e, f, g, h};
    __m512i out;
    memcpy(out.lane, values, sizeof values);
    return out;
}

SHIM __m256i _mm256_set1_epi32(int32_t value)
{
    __m256i out;
    for (int i = 0; i < 8; i++)
        shim_set32(out.lane, i, (uint32_t)value);
    return out;
}

SHIM __m512i _mm512_set1_epi32(int32_t value)
{
    __m512i out;
    for (int i = 0; i < 16; i++)
        shim_set32(out.lane, i, (uint32_t)value);
    return out;
}

#define SHIM_MIN32                                                                                 \
    (uint32_t)(shim_get32(a.lane, i) < shim_get32(b.lane, i) ? shim_get32(a.lane, i)               \
                                                             : shim_get32(b.lane, i))
#define SHIM_MAX32                                                                                 \
    (uint32_t)(shim_get32(a.lane, i) > shim_get32(b.lane, i) ? shim_get32(a.lane, i)               \
                                                             : shim_get32(b.lane, i))

SHIM_LANES32(_mm256_min_epi32, __m256i, 8, SHIM_MIN32)
SHIM_LANES32(_mm256_max_epi32, __m256i, 8, SHIM_MAX32)
SHIM_LANES32(_mm256_madd_epi16, __m256i, 8, shim_pair(a.lane, b.lane, i))
SHIM_LANES32(_mm512_min_epi32, __m512i, 16, SHIM_MIN32)
SHIM_LANES32(_mm512_max_epi32, __m512i, 16, SHIM_MAX32)
SHIM_LANES16(_mm256_or_si256, __m256i, 16, a.lane[i] | b.lane[i])
SHIM_LANES16(_mm512_or_si512, __m512i, 32, a.lane[i] | b.lane[i])

// Names a shift of both sizes: result lanes of a vector and a number of bits.
#define SHIM_SHIFT32(name, type, count, expression)                                                \
    SHIM type name(type value, unsigned bits)                                                      \
    {                                                                                              \
        for (int i = 0; i < (count); i++)                                                          \
            shim_set32(value.lane, i, (uint32_t)(expression));                                     \
        return value;                                                                              \
    }
#define SHIM_SHIFT64(name, type, count)                                                            \
    SHIM type name(type value, unsigned bits)                                                      \
    {                                                                                              \
        for (int i = 0; i < (count); i++) {                                                        \
            uint64_t lane;                                                                         \
            memcpy(&lane, value.lane + 4 * i, sizeof lane);                                        \
            lane >>= bits;                                                                         \
            memcpy(value.lane + 4 * i, &lane, sizeof lane);                                        \
        }                                                                                          \
        return value;                                                                              \
    }

SHIM_SHIFT32(_mm256_srli_epi32, __m256i, 8, (uint32_t)shim_get32(value.lane, i) >> bits)
SHIM_SHIFT32(_mm512_srli_epi32, __m512i, 16, (uint32_t)shim_get32(value.lane, i) >> bits)
SHIM_SHIFT32(_mm256_srai_epi32, __m256i, 8, shim_get32(value.lane, i) >> bits)
SHIM_SHIFT32(_mm512_srai_epi32, __m512i, 16, shim_get32(value.lane, i) >> bits)
SHIM_SHIFT64(_mm256_srli_epi64, __m256i, 4)
SHIM_SHIFT64(_mm512_srli_epi64, __m512i, 8)

// VPMOVSXWD.
SHIM __m256i _mm256_cvtepi16_epi32(__m128i value)
{
    int16_t lanes[8];
    __m256i out;
    memcpy(lanes, &value, sizeof lanes);
    for (int i = 0; i < 8; i++)
        shim_set32(out.lane, i, (uint32_t)(int32_t)lanes[i]);
    return out;
}

SHIM __m512i _mm512_cvtepi16_epi32(__m256i value)
{
    __m512i out;
    for (int i = 0; i < 16; i++)
        shim_set32(out.lane, i, (uint32_t)(int32_t)value.lane[i]);
    return out;
}

SHIM int32_t _mm512_reduce_add_epi32(__m512i value)
{
    uint32_t sum = 0;
    for (int i = 0; i < 16; i++)
        sum += (uint32_t)shim_get32(value.lane, i);
    return (int32_t)sum;
}

SHIM __m128i _mm256_castsi256_si128(__m256i value)
{
    __m128i out;
    memcpy(&out, value.lane, sizeof out);
    return out;
}

SHIM __m128i _mm256_extracti128_si256(__m256i value, int half)
{
    __m128i out;
    memcpy(&out, value.lane + 8 * half, sizeof out);
    return out;
}

#endif
