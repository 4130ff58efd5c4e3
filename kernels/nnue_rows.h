// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the fill functions of the rows in kernels/nnue.c, which live in the
// objects of their instruction sets: one for any width, and one for each usual width. No state, any
// thread.
#ifndef RAVELIN_KERNELS_NNUE_ROWS_H
#define RAVELIN_KERNELS_NNUE_ROWS_H

#include "kernels/nnue.h"

// Override the entries that the row has; only to be called where the machine has its instructions.
void nnue_fill_sse41(NnueKernels *kernels);
void nnue_fill_sse41_512(NnueKernels *kernels);
void nnue_fill_sse41_768(NnueKernels *kernels);
void nnue_fill_sse41_1024(NnueKernels *kernels);
void nnue_fill_avx2(NnueKernels *kernels);
void nnue_fill_avx2_512(NnueKernels *kernels);
void nnue_fill_avx2_768(NnueKernels *kernels);
void nnue_fill_avx2_1024(NnueKernels *kernels);
void nnue_fill_avxvnni(NnueKernels *kernels);
void nnue_fill_avxvnni_512(NnueKernels *kernels);
void nnue_fill_avxvnni_768(NnueKernels *kernels);
void nnue_fill_avxvnni_1024(NnueKernels *kernels);
void nnue_fill_avx512(NnueKernels *kernels);
void nnue_fill_avx512_512(NnueKernels *kernels);
void nnue_fill_avx512_768(NnueKernels *kernels);
void nnue_fill_avx512_1024(NnueKernels *kernels);
void nnue_fill_avx512vnni(NnueKernels *kernels);
void nnue_fill_avx512vnni_512(NnueKernels *kernels);
void nnue_fill_avx512vnni_768(NnueKernels *kernels);
void nnue_fill_avx512vnni_1024(NnueKernels *kernels);
void nnue_fill_neon(NnueKernels *kernels);
void nnue_fill_neon_512(NnueKernels *kernels);
void nnue_fill_neon_768(NnueKernels *kernels);
void nnue_fill_neon_1024(NnueKernels *kernels);
void nnue_fill_neondot(NnueKernels *kernels);
void nnue_fill_neondot_512(NnueKernels *kernels);
void nnue_fill_neondot_768(NnueKernels *kernels);
void nnue_fill_neondot_1024(NnueKernels *kernels);

#endif
