// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled in builds with -Dtune=true only.
#include "search/tunables.h"

#include <assert.h>

#include "search/params.h"

#include "search/param_rows.h" // ROWS and param_values, written from params.txt

int tunables_count(void)
{
    return PARAM_COUNT;
}

const Tunable *tunables_row(int index)
{
    assert(index >= 0 && index < PARAM_COUNT);
    return &ROWS[index];
}

void tunables_set(int index, int value)
{
    assert(value >= tunables_row(index)->smallest && value <= tunables_row(index)->largest);
    param_values[index] = value;
}
