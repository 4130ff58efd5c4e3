// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the vector words of nnue_tmpl.h in AVX2. Included by objects built for
// that level only. No state, any thread.
#ifndef RAVELIN_KERNELS_VEC_AVX2_H
#define RAVELIN_KERNELS_VEC_AVX2_H

#include "kernels/vec_ymm.h"

// Each int32 lane of `sum` plus the exact products of the two int16 pairs there.
RAVELIN_INLINE Vec vec_dot16(Vec sum, Vec a, Vec b)
{
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}

// Each int32 lane of `sum` plus the products of the four bytes there, those of `a` within 0..127,
// those of `b` within +-127.
RAVELIN_INLINE Vec vec_dot8(Vec sum, Vec a, Vec b)
{
    const Vec pairs = _mm256_maddubs_epi16(a, b); // no pair reaches the limit where it saturates
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

// vec_dot16, whose pairs stay in their lanes.
RAVELIN_INLINE Vec vec_pair16(Vec sum, Vec a, Vec b)
{
    return vec_dot16(sum, a, b);
}

#endif
