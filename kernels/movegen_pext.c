// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation with PEXT lookups; built for the AVX2 level, which includes BMI2.
#include "kernels/pext.h"

#include "kernels/list_chunks.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_pext(MovegenKernels *kernels)
{
    fill_all(kernels);
}
