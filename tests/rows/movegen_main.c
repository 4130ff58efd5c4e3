// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every row of the move generation table that this machine can run against the scalar one.
//
// movegen_rows [LEVEL...]   fails also if the machine lacks one of these levels (isa.h), so that a
//                           run under an emulator proves what it was started for
#include <stdio.h>
#include <stdlib.h>

#include "kernels/isa.h"
#include "tests/rows/levels.h"
#include "tests/rows/movegen_check.h"

enum { POSITIONS = 50000 }; // of each kind: some seconds under an emulator

int main(int argc, char **argv)
{
    const uint32_t flags = isa_detect();
    fprintf(stderr, "movegen rows: this machine is %s\n", isa_name(flags));
    if (!levels_are_here(flags, argc - 1, argv + 1))
        return EXIT_FAILURE;
    const int ran = movegen_rows_check(flags, POSITIONS, 0x5eed0004);
    return ran == movegen_rows_usable(flags) ? EXIT_SUCCESS : EXIT_FAILURE;
}
