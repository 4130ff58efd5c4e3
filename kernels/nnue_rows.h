// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the fill functions of the rows in kernels/nnue.c, each of which lives in
// the object of its instruction set. No state, any thread.
#ifndef RAVELIN_KERNELS_NNUE_ROWS_H
#define RAVELIN_KERNELS_NNUE_ROWS_H

#include "kernels/nnue.h"

// Override the entries that the row has; only to be called where the machine has its instructions.
void nnue_fill_avx2(NnueKernels *kernels);
void nnue_fill_avx512(NnueKernels *kernels);
void nnue_fill_avx512vnni(NnueKernels *kernels);

#endif
