// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/nnue.h"

#include <stddef.h>

#include "kernels/isa.h"
#include "kernels/nnue_rows.h"

static const NnueRow ROWS[] = {
    {.name = "scalar", .needed = ISA_SCALAR, .fill = nnue_fill_scalar},
#if defined(__x86_64__)
    {.name = "avx2", .needed = ISA_AVX2, .fill = nnue_fill_avx2},
    {.name = "avx512", .needed = ISA_AVX512, .fill = nnue_fill_avx512},
    {.name = "avx512vnni", .needed = ISA_AVX512VNNI, .fill = nnue_fill_avx512vnni},
#endif
};

const NnueRow *nnue_rows(int *count)
{
    *count = (int)(sizeof ROWS / sizeof ROWS[0]);
    return ROWS;
}

void nnue_fill(NnueKernels *kernels, uint32_t isa_flags)
{
    int count;
    const NnueRow *row = nnue_rows(&count);
    for (int i = 0; i < count; i++) {
        if ((row[i].needed & ~isa_flags) == 0)
            row[i].fill(kernels);
    }
}
