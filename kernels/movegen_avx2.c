// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation with BMI and POPCNT but without PEXT, for machines on which that is slow.
#include "kernels/sliders_magic.h"

#include "kernels/list_chunks.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_avx2(MovegenKernels *kernels)
{
    fill_all(kernels);
}
