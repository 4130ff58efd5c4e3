// SPDX-License-Identifier: GPL-3.0-or-later
// The reference of the movegen table, for every machine. It is itself tested against a naive
// generator and published counts (tests/kernels, tests/position).
#include "kernels/sliders_magic.h"

#include "kernels/movegen_tmpl.h"

void movegen_fill_scalar(MovegenKernels *kernels)
{
    kernels->all = generate_all;
    kernels->captures = generate_captures;
    kernels->quiets = generate_quiets;
    kernels->count = count_all;
}
