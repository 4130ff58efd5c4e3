// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE entries for AVX-512: words and template, and the names that a profile shows.
#include "kernels/vec_avx512.h"

#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

static void nnue_add1sub1_avx512(int16_t *out, const int16_t *in, const int16_t *added,
                                 const int16_t *removed, int width)
{
    tmpl_add1sub1(out, in, added, removed, width);
}

static void nnue_add1sub2_avx512(int16_t *out, const int16_t *in, const int16_t *added,
                                 const int16_t *removed_a, const int16_t *removed_b, int width)
{
    tmpl_add1sub2(out, in, added, removed_a, removed_b, width);
}

static void nnue_add2sub2_avx512(int16_t *out, const int16_t *in, const int16_t *added_a,
                                 const int16_t *added_b, const int16_t *removed_a,
                                 const int16_t *removed_b, int width)
{
    tmpl_add2sub2(out, in, added_a, added_b, removed_a, removed_b, width);
}

static void nnue_refresh_avx512(int16_t *kept, int16_t *out, const int16_t *columns,
                                const NnueChanges *changes, int width)
{
    tmpl_refresh(kept, out, columns, changes, width);
}

static int32_t nnue_output_avx512(const int16_t *us, const int16_t *them, const int16_t *weights,
                                  int width)
{
    return tmpl_output(us, them, weights, width);
}

void nnue_fill_avx512(NnueKernels *kernels)
{
    kernels->add1sub1 = nnue_add1sub1_avx512;
    kernels->add1sub2 = nnue_add1sub2_avx512;
    kernels->add2sub2 = nnue_add2sub2_avx512;
    kernels->refresh = nnue_refresh_avx512;
    kernels->output = nnue_output_avx512;
}
