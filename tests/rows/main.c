// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every row of the NNUE table that this machine can run against the scalar one.
//
// nnue_rows [LEVEL...]   fails also if the machine lacks one of these levels (isa.h), so that a run
//                        under an emulator proves what it was started for
#include <stdio.h>
#include <stdlib.h>

#include "kernels/isa.h"
#include "tests/rows/levels.h"
#include "tests/rows/rows.h"

int main(int argc, char **argv)
{
    const uint32_t flags = isa_detect();
    fprintf(stderr, "nnue rows: this machine is %s\n", isa_name(flags));
    if (!levels_are_here(flags, argc - 1, argv + 1))
        return EXIT_FAILURE;
    int count;
    const NnueRow *rows = nnue_rows(&count);
    int usable = 0;
    for (int i = 0; i < count; i++)
        usable += (rows[i].needed & ~flags) == 0;
    return rows_check(flags, 0, 0x5eed0002) == usable ? EXIT_SUCCESS : EXIT_FAILURE;
}
