// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation with BMI and POPCNT but without PEXT, for machines on which that is slow.
#include "kernels/sliders_magic.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_avx2(MovegenKernels *kernels)
{
    kernels->all = generate_all;
    kernels->captures = generate_captures;
    kernels->quiets = generate_quiets;
    kernels->count = count_all;
}
