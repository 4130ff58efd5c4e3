// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE table: every row against the scalar one (tests/rows/rows.h), the scalar one against
// numbers worked out by hand, and which rows end up in a table.
#include <criterion/criterion.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "kernels/nnue.h"
#include "tests/rows/rows.h"

Test(nnue_kernels, every_row_equals_scalar)
{
    const uint32_t flags = isa_detect();
    int count;
    const NnueRow *rows = nnue_rows(&count);
    int usable = 0;
    for (int i = 0; i < count; i++)
        usable += (rows[i].needed & ~flags) == 0;
    const int ran = rows_check(flags, 0, 0x5eed0001);
    cr_assert_eq(ran, usable);
    cr_assert_geq(ran, 1);
}

// The reference itself on numbers worked out by hand.
Test(nnue_kernels, scalar_by_hand)
{
    NnueKernels scalar;
    nnue_fill_scalar(&scalar);
    alignas(64) int16_t in[64] = {10, -5, INT16_MAX, 300};
    alignas(64) int16_t added[64] = {5, -5, 1, 0};
    alignas(64) int16_t removed[64] = {1, 1, 0, -20};
    alignas(64) int16_t other[64] = {2, 2, 2, 2};
    alignas(64) int16_t out[64];
    scalar.add1sub1(out, in, added, removed, 64);
    cr_assert_eq(out[0], 14);
    cr_assert_eq(out[1], -11);
    cr_assert_eq(out[2], INT16_MIN);
    cr_assert_eq(out[3], 320);
    scalar.add1sub2(out, in, added, removed, other, 64);
    cr_assert_eq(out[0], 12);
    scalar.add2sub2(out, in, added, other, removed, removed, 64);
    cr_assert_eq(out[0], 15);
    cr_assert_eq(out[3], 342);

    alignas(64) int16_t weights[128] = {3, 100, 1, -2};
    weights[64] = -1;
    weights[67] = 127;
    // us: 10^2*3 + 0*100 + 255^2*1 + 255^2*-2, them (removed): 1*-1 + 0*127
    cr_assert_eq(scalar.output(in, removed, weights, 64), 300 - 65025 - 1);

    alignas(64) int16_t out_too[64];
    NnueStep steps[2] = {{out, in, added, {removed, other}}, {out_too, removed, other, {in, in}}};
    // us becomes {14, -11, -32768, 320}, them {-7, 8, -32765, -318}
    cr_assert_eq(scalar.eval_add1sub1(steps, weights, 64), 14 * 14 * 3 - 2 * 65025);
    cr_assert_eq(out[3], 320);
    cr_assert_eq(out_too[0], 1 + 2 - 10);
    cr_assert_eq(out_too[1], 1 + 2 + 5);
    // us becomes {12, -13, 32766, 318}; them, with `in` taken twice, {-17, 13, 4, -618}
    cr_assert_eq(scalar.eval_add1sub2(steps, weights, 64), 12 * 12 * 3 + 65025 - 2 * 65025);
    cr_assert_eq(out_too[0], 1 + 2 - 20);
}

Test(nnue_kernels, rows_start_with_scalar_and_fill_everything)
{
    int count;
    const NnueRow *rows = nnue_rows(&count);
    cr_assert_geq(count, 1);
    cr_assert_str_eq(rows[0].name, "scalar");
    cr_assert_eq(rows[0].needed, 0);
    NnueKernels kernels;
    memset(&kernels, 0, sizeof kernels);
    nnue_fill(&kernels, 0, 512);
    NnueKernels scalar;
    nnue_fill_scalar(&scalar);
    cr_assert_eq(memcmp(&kernels, &scalar, sizeof kernels), 0);
}

// A row for one width serves that width alone, and goes before the row for any width.
Test(nnue_kernels, the_width_picks_the_row)
{
    const uint32_t flags = isa_detect();
    int count;
    const NnueRow *rows = nnue_rows(&count);
    static const int widths[] = {512, 768, 1024, 64, 0};
    for (int w = 0; w < 5; w++) {
        NnueKernels wanted;
        NnueKernels kernels;
        nnue_fill_scalar(&wanted);
        for (int i = 0; i < count; i++) {
            const bool fits = (rows[i].needed & ~flags) == 0 &&
                              (rows[i].width == 0 || (w < 3 && rows[i].width == widths[w]));
            cr_assert_eq(nnue_row_fits(&rows[i], flags, widths[w]), fits, "%s", rows[i].name);
            if (fits)
                rows[i].fill(&wanted);
        }
        nnue_fill(&kernels, flags, widths[w]);
        cr_assert_eq(memcmp(&kernels, &wanted, sizeof kernels), 0);
    }
    for (int i = 0; i < count; i++) {
        const char *slash = strchr(rows[i].name, '/');
        cr_assert_eq(slash != NULL, rows[i].width != 0, "%s", rows[i].name);
        cr_assert_eq(slash != NULL ? strtol(slash + 1, NULL, 10) : 0, rows[i].width, "%s",
                     rows[i].name);
    }
}
