// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/movegen.h"

#include "kernels/isa.h"
#include "kernels/movegen_rows.h"

static const MovegenRow ROWS[] = {
    {"scalar", ISA_SCALAR, 0, movegen_fill_scalar},
#if defined(__x86_64__)
    {"sse41", ISA_SSE41, 0, movegen_fill_sse41},
    {"avx2", ISA_AVX2, 0, movegen_fill_avx2},
    {"avx2+pext", ISA_AVX2, ISA_QUIRK_SLOW_PEXT, movegen_fill_pext},
    {"avx512vnni", ISA_AVX512VNNI, 0, movegen_fill_avx512vnni},
#elif defined(__AARCH64EL__)
    {"neon", ISA_NEON, 0, movegen_fill_neon},
#endif
};

const MovegenRow *movegen_rows(int *count)
{
    *count = (int)(sizeof ROWS / sizeof ROWS[0]);
    return ROWS;
}

void movegen_fill(MovegenKernels *kernels, uint32_t isa_flags)
{
    int count;
    const MovegenRow *rows = movegen_rows(&count);
    for (int i = 0; i < count; ++i)
        if ((rows[i].needed & ~isa_flags) == 0 && (rows[i].unwanted & isa_flags) == 0)
            rows[i].fill(kernels);
}
