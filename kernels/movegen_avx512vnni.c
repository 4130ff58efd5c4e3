// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation with PEXT lookups and lists by VBMI2's byte compression. Every processor with
// VBMI2 has a fast PEXT.
#include "kernels/pext.h"

#include "kernels/list_vbmi2.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_avx512vnni(MovegenKernels *kernels)
{
    fill_all(kernels);
}
