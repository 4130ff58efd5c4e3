// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE entries that VNNI makes faster than plain AVX-512; the others stay as they are.
#include "kernels/vec_avx512vnni.h"

#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

static int32_t nnue_output_avx512vnni(const int16_t *us, const int16_t *them,
                                      const int16_t *weights, int width)
{
    return tmpl_output(us, them, weights, width);
}

void nnue_fill_avx512vnni(NnueKernels *kernels)
{
    kernels->output = nnue_output_avx512vnni;
}
