// SPDX-License-Identifier: GPL-3.0-or-later
// The reference of the movegen table, for every machine. It is itself tested against a naive
// generator and published counts (tests/kernels, tests/position).
#include "kernels/sliders_magic.h"

#include "kernels/list_plain.h"

#include "kernels/movegen_tmpl.h"

void movegen_fill_scalar(MovegenKernels *kernels)
{
    fill_all(kernels);
}
