// SPDX-License-Identifier: GPL-3.0-or-later
#include <immintrin.h>

#include "tools/train/tile_rows.h"

typedef __m256 Vec;
enum { VEC_LANES = 8 };

RAVELIN_INLINE Vec vec_load(const float *in)
{
    return _mm256_load_ps(in);
}
RAVELIN_INLINE void vec_store(float *out, Vec x)
{
    _mm256_store_ps(out, x);
}
RAVELIN_INLINE Vec vec_set(float x)
{
    return _mm256_set1_ps(x);
}
RAVELIN_INLINE Vec vec_add(Vec x, Vec y)
{
    return _mm256_add_ps(x, y);
}
RAVELIN_INLINE Vec vec_mul(Vec x, Vec y)
{
    return _mm256_mul_ps(x, y);
}
RAVELIN_INLINE Vec vec_fma(Vec x, Vec y, Vec z)
{
    return _mm256_fmadd_ps(x, y, z);
}
RAVELIN_INLINE Vec vec_min(Vec x, Vec y)
{
    return _mm256_min_ps(x, y);
}
RAVELIN_INLINE Vec vec_max(Vec x, Vec y)
{
    return _mm256_max_ps(x, y);
}
RAVELIN_INLINE Vec vec_sqrt(Vec x)
{
    return _mm256_sqrt_ps(x);
}
RAVELIN_INLINE Vec vec_div(Vec x, Vec y)
{
    return _mm256_div_ps(x, y);
}

RAVELIN_INLINE float vec_sum(Vec x)
{
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

RAVELIN_INLINE Vec vec_keep_below_one(Vec x, Vec y)
{
    return _mm256_and_ps(_mm256_cmp_ps(x, _mm256_set1_ps(1.0F), _CMP_LT_OQ), y);
}

RAVELIN_INLINE Vec vec_keep_inside(Vec x, Vec y)
{
    return _mm256_and_ps(_mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ),
                         vec_keep_below_one(x, y));
}

#include "tools/train/tile_tmpl.h"

#include "tools/train/pair_tmpl.h"

const TileKernels tile_kernels_avx2 = {"avx2",        forward,        backward,
                                       forward_pairs, backward_pairs, adamw};
