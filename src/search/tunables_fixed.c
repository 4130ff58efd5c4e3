// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled in normal builds: the parameters are constants.
#include "search/tunables.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

int tunables_count(void)
{
    return 0;
}

const Tunable *tunables_row(int index)
{
    (void)index;
    assert(false && "there is no row");
    return NULL;
}

void tunables_set(int index, int value)
{
    (void)index;
    (void)value;
    assert(false && "there is no row");
}
