// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: all kernel tables in one struct. The engine owns it, fills it once before
// any thread starts, and hands `const Kernels *` down. There is no global table.
#ifndef RAVELIN_KERNELS_KERNELS_H
#define RAVELIN_KERNELS_KERNELS_H

#include <stdint.h>

#include "base/status.h"
#include "kernels/movegen.h"
#include "kernels/nnue.h"

typedef struct Kernels {
    const char *isa;    // name of the level in use, a string constant
    uint32_t isa_flags; // IsaFlag bits that rows were chosen by
    MovegenKernels movegen;
    NnueKernels nnue;
} Kernels;

// Fills every entry for the level `isa_name_or_null` (see isa_limit in kernels/isa.h), or for the
// best of this machine if it is NULL. STATUS_BAD_INPUT for a name that is unknown or that the
// machine lacks: the table is then filled for the best usable level all the same, which
// the text names.
Status kernels_init(Kernels *kernels, const char *isa_name_or_null, ErrorText *error);

// Puts the rows made for nets of this width (0: those for any width, as after kernels_init) into
// the NNUE table. Until the next call it must not be used with nets of another width. Only while
// no thread uses the table.
void kernels_fit_net(Kernels *kernels, int width);

#endif
