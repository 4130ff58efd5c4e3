// SPDX-License-Identifier: GPL-3.0-or-later
// The copies of the search core: which runs where. That all search the same nodes is seen by the
// signature under each level.
#include <criterion/criterion.h>

#include "kernels/isa.h"
#include "search/core.h"

// The last copy whose needs are met, and none whose needs are not, for every set of levels.
Test(core, a_copy_that_fits)
{
    int count;
    const CoreRow *const rows = core_rows(&count);
    cr_assert_geq(count, 1);
    cr_assert_str_eq(rows[0].name, "scalar");
    cr_assert_eq(rows[0].needed, 0);
    for (uint32_t flags = 0; flags < 2 * ISA_QUIRK_SLOW_PEXT; ++flags) {
        const CoreRow *const row = core_row_for(flags);
        cr_assert_eq(row->needed & ~flags, 0, "%s for %x", row->name, flags);
        for (const CoreRow *later = row + 1; later < rows + count; ++later)
            cr_assert_neq(later->needed & ~flags, 0, "%s for %x", row->name, flags);
    }
}

// Each is code of its own: a name that the generator missed would make two of them one.
Test(core, copies_differ)
{
    int count;
    const CoreRow *const rows = core_rows(&count);
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            cr_assert(rows[i].iterate != rows[j].iterate);
            cr_assert_str_neq(rows[i].name, rows[j].name);
        }
}
