// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation with POPCNT, which makes counting cheap.
#include "kernels/sliders_magic.h"

#include "kernels/list_chunks.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_sse41(MovegenKernels *kernels)
{
    fill_all(kernels);
}
