// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the fill functions of the rows in kernels/movegen.c, each of which lives
// in the object of its instruction set. No state, any thread.
#ifndef RAVELIN_KERNELS_MOVEGEN_ROWS_H
#define RAVELIN_KERNELS_MOVEGEN_ROWS_H

#include "kernels/movegen.h"

// Override the entries that the row has; only to be called where the machine has its instructions.
void movegen_fill_sse41(MovegenKernels *kernels);
void movegen_fill_avx2(MovegenKernels *kernels);
void movegen_fill_pext(MovegenKernels *kernels);
void movegen_fill_avx512vnni(MovegenKernels *kernels);
void movegen_fill_neon(MovegenKernels *kernels);

#endif
