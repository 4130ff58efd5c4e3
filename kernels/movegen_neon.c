// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation for arm64: lists without a branch for each move.
#include "kernels/sliders_magic.h"

#include "kernels/list_chunks.h"

#include "kernels/movegen_rows.h"
#include "kernels/movegen_tmpl.h"

void movegen_fill_neon(MovegenKernels *kernels)
{
    fill_all(kernels);
}
