// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rows/levels.h"

#include <stdio.h>

#include "kernels/isa.h"

bool levels_are_here(uint32_t flags, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        uint32_t limited;
        ErrorText error;
        if (isa_limit(flags, names[i], &limited, &error) != STATUS_OK) {
            fprintf(stderr, "%s\n", error.text);
            return false;
        }
    }
    return true;
}
