// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/core.h"

#include "kernels/isa.h"
#include "search/root.h"

#ifdef RAVELIN_CORE_AVX2
void root_iterate_avx2(Worker *worker); // root_iterate as gen_core.py names it
#endif

static const CoreRow ROWS[] = {
    {"scalar", ISA_SCALAR, root_iterate},
#ifdef RAVELIN_CORE_AVX2
    {"avx2", ISA_AVX2, root_iterate_avx2},
#endif
};

const CoreRow *core_rows(int *count)
{
    *count = (int)(sizeof ROWS / sizeof ROWS[0]);
    return ROWS;
}

const CoreRow *core_row_for(uint32_t isa_flags)
{
    int count;
    const CoreRow *const rows = core_rows(&count);
    int chosen = 0;
    for (int i = 1; i < count; i++)
        if ((rows[i].needed & ~isa_flags) == 0)
            chosen = i;
    return &rows[chosen];
}
