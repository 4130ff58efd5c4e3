// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/nnue.h"

#include <stddef.h>

#include "kernels/isa.h"
#include "kernels/nnue_rows.h"

// The rows of a level stand together, the one for any width first. 0 in the third place is that.
static const NnueRow ROWS[] = {
    {"scalar", ISA_SCALAR, 0, nnue_fill_scalar},
#if defined(__x86_64__)
    {"sse41", ISA_SSE41, 0, nnue_fill_sse41},
    {"sse41/512", ISA_SSE41, 512, nnue_fill_sse41_512},
    {"sse41/768", ISA_SSE41, 768, nnue_fill_sse41_768},
    {"sse41/1024", ISA_SSE41, 1024, nnue_fill_sse41_1024},
    {"avx2", ISA_AVX2, 0, nnue_fill_avx2},
    {"avx2/512", ISA_AVX2, 512, nnue_fill_avx2_512},
    {"avx2/768", ISA_AVX2, 768, nnue_fill_avx2_768},
    {"avx2/1024", ISA_AVX2, 1024, nnue_fill_avx2_1024},
    {"avxvnni", ISA_AVXVNNI, 0, nnue_fill_avxvnni},
    {"avxvnni/512", ISA_AVXVNNI, 512, nnue_fill_avxvnni_512},
    {"avxvnni/768", ISA_AVXVNNI, 768, nnue_fill_avxvnni_768},
    {"avxvnni/1024", ISA_AVXVNNI, 1024, nnue_fill_avxvnni_1024},
    {"avx512", ISA_AVX512, 0, nnue_fill_avx512},
    {"avx512/512", ISA_AVX512, 512, nnue_fill_avx512_512},
    {"avx512/768", ISA_AVX512, 768, nnue_fill_avx512_768},
    {"avx512/1024", ISA_AVX512, 1024, nnue_fill_avx512_1024},
    {"avx512vnni", ISA_AVX512VNNI, 0, nnue_fill_avx512vnni},
    {"avx512vnni/512", ISA_AVX512VNNI, 512, nnue_fill_avx512vnni_512},
    {"avx512vnni/768", ISA_AVX512VNNI, 768, nnue_fill_avx512vnni_768},
    {"avx512vnni/1024", ISA_AVX512VNNI, 1024, nnue_fill_avx512vnni_1024},
#elif defined(__AARCH64EL__)
    {"neon", ISA_NEON, 0, nnue_fill_neon},
    {"neon/512", ISA_NEON, 512, nnue_fill_neon_512},
    {"neon/768", ISA_NEON, 768, nnue_fill_neon_768},
    {"neon/1024", ISA_NEON, 1024, nnue_fill_neon_1024},
    {"neondot", ISA_NEONDOT, 0, nnue_fill_neondot},
    {"neondot/512", ISA_NEONDOT, 512, nnue_fill_neondot_512},
    {"neondot/768", ISA_NEONDOT, 768, nnue_fill_neondot_768},
    {"neondot/1024", ISA_NEONDOT, 1024, nnue_fill_neondot_1024},
#endif
};

const NnueRow *nnue_rows(int *count)
{
    *count = (int)(sizeof ROWS / sizeof ROWS[0]);
    return ROWS;
}

bool nnue_row_fits(const NnueRow *row, uint32_t isa_flags, int width)
{
    return (row->needed & ~isa_flags) == 0 && (row->width == 0 || row->width == width);
}

void nnue_fill(NnueKernels *kernels, uint32_t isa_flags, int width)
{
    int count;
    const NnueRow *rows = nnue_rows(&count);
    for (int i = 0; i < count; i++) {
        if (nnue_row_fits(&rows[i], isa_flags, width))
            rows[i].fill(kernels);
    }
}
