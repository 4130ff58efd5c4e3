// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how movegen_list.h writes moves and finds what sliders attack with AVX-512
// and VBMI2: a whole set of targets at once, without a branch for each. No state, any thread.
#ifndef RAVELIN_KERNELS_LIST_VBMI2_H
#define RAVELIN_KERNELS_LIST_VBMI2_H

#include <immintrin.h>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "kernels/sink.h"

// The numbers of the squares of a set in order, one a byte.
RAVELIN_INLINE __m512i square_bytes(Bitboard set)
{
    const __m512i all = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                                         0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                                         0x0f0e0d0c0b0a0908, 0x0706050403020100);
    return _mm512_maskz_compress_epi8(_cvtu64_mask64(set), all);
}

// The same for a set of at most 16 squares, as 16-bit numbers.
RAVELIN_INLINE __m256i square_numbers(Bitboard set)
{
    return _mm256_cvtepu8_epi16(_mm512_castsi512_si128(square_bytes(set)));
}

// At most 16 targets: a queen's two kinds of lines come one after the other. Writes 16 moves.
RAVELIN_INLINE void put_targets(Sink *sink, Square from, Bitboard targets)
{
    const __m256i to = _mm256_slli_epi16(square_numbers(targets), 6);
    _mm256_storeu_si256((__m256i *)(void *)sink->next,
                        _mm256_or_si256(to, _mm256_set1_epi16((short)from)));
    sink->next += bits_count(targets);
}

// At most 32 targets. Writes 32 moves.
RAVELIN_INLINE void put_many_targets(Sink *sink, Square from, Bitboard targets)
{
    const __m512i to =
        _mm512_slli_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(square_bytes(targets))), 6);
    _mm512_storeu_si512(sink->next, _mm512_or_si512(to, _mm512_set1_epi16((short)from)));
    sink->next += bits_count(targets);
}

// Pawn moves to `targets`, each from the square `step` below it.
RAVELIN_INLINE void put_pawns(Sink *sink, Bitboard targets, int step)
{
    const __m256i to = square_numbers(targets);
    const __m256i from = _mm256_sub_epi16(to, _mm256_set1_epi16((short)step));
    _mm256_storeu_si256((__m256i *)(void *)sink->next,
                        _mm256_or_si256(_mm256_slli_epi16(to, 6), from));
    sink->next += bits_count(targets);
}

// What sliders attack on the board `occupied`: eight directions, a lane each, filled over three
// doublings (Kogge and Stone's parallel prefix). A lane is turned left by the direction's step, and
// what would come over the board's edge is no part of `open`.
RAVELIN_INLINE Bitboard sliders_reach(Bitboard diagonal, Bitboard straight, Bitboard occupied)
{
    const long long NOT_A = (long long)~(Bitboard)FILE_A_BB;
    const long long NOT_H = (long long)~(Bitboard)FILE_H_BB;
    const long long NOT_1 = (long long)~(Bitboard)RANK_1_BB;
    const long long NOT_8 = (long long)~(Bitboard)RANK_8_BB;
    // west, south, east, north, then the same turned by an eighth
    const __m512i step = _mm512_set_epi64(64 - 9, 9, 64 - 7, 7, 64 - 8, 8, 64 - 1, 1);
    const __m512i inside = _mm512_set_epi64(NOT_H & NOT_8, NOT_A & NOT_1, NOT_A & NOT_8,
                                            NOT_H & NOT_1, NOT_8, NOT_1, NOT_H, NOT_A);
    __m512i men = _mm512_mask_blend_epi64(0xf0, _mm512_set1_epi64((long long)straight),
                                          _mm512_set1_epi64((long long)diagonal));
    __m512i open = _mm512_andnot_si512(_mm512_set1_epi64((long long)occupied), inside);
    const __m512i step2 = _mm512_add_epi64(step, step);
    const __m512i step4 = _mm512_add_epi64(step2, step2);
    // 0xf8: a | (b & c)
    men = _mm512_ternarylogic_epi64(men, open, _mm512_rolv_epi64(men, step), 0xf8);
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, step));
    men = _mm512_ternarylogic_epi64(men, open, _mm512_rolv_epi64(men, step2), 0xf8);
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, step2));
    men = _mm512_ternarylogic_epi64(men, open, _mm512_rolv_epi64(men, step4), 0xf8);
    const __m512i reach = _mm512_and_si512(inside, _mm512_rolv_epi64(men, step));
    return (Bitboard)_mm512_reduce_or_epi64(reach);
}

#endif
