// SPDX-License-Identifier: GPL-3.0-or-later
#include <immintrin.h>

#include "tools/train/tile_rows.h"

typedef __m512 Vec;
enum { VEC_LANES = 16 };

RAVELIN_INLINE Vec vec_load(const float *in)
{
    return _mm512_load_ps(in);
}
RAVELIN_INLINE void vec_store(float *out, Vec x)
{
    _mm512_store_ps(out, x);
}
RAVELIN_INLINE Vec vec_set(float x)
{
    return _mm512_set1_ps(x);
}
RAVELIN_INLINE Vec vec_add(Vec x, Vec y)
{
    return _mm512_add_ps(x, y);
}
RAVELIN_INLINE Vec vec_mul(Vec x, Vec y)
{
    return _mm512_mul_ps(x, y);
}
RAVELIN_INLINE Vec vec_fma(Vec x, Vec y, Vec z)
{
    return _mm512_fmadd_ps(x, y, z);
}
RAVELIN_INLINE Vec vec_min(Vec x, Vec y)
{
    return _mm512_min_ps(x, y);
}
RAVELIN_INLINE Vec vec_max(Vec x, Vec y)
{
    return _mm512_max_ps(x, y);
}
RAVELIN_INLINE Vec vec_sqrt(Vec x)
{
    return _mm512_sqrt_ps(x);
}
RAVELIN_INLINE Vec vec_div(Vec x, Vec y)
{
    return _mm512_div_ps(x, y);
}
RAVELIN_INLINE float vec_sum(Vec x)
{
    return _mm512_reduce_add_ps(x);
}

RAVELIN_INLINE Vec vec_keep_below_one(Vec x, Vec y)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(x, _mm512_set1_ps(1.0F), _CMP_LT_OQ), y);
}

RAVELIN_INLINE Vec vec_keep_inside(Vec x, Vec y)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_GT_OQ),
                               vec_keep_below_one(x, y));
}

#include "tools/train/tile_tmpl.h"

#include "tools/train/pair_tmpl.h"

const TileKernels tile_kernels_avx512 = {"avx512",      forward,        backward,
                                         forward_pairs, backward_pairs, adamw};
