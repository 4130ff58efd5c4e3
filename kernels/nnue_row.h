// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the entries of nnue_tmpl.h under the names of one row. The source of
// a level includes it once for each of its rows, and says each time which they are:
//
//   ROW_WIDTH     the only width of the row, a constant that unrolls the loops; 0 takes any width
//   ROW_ADD1SUB1, ROW_ADD1SUB2, ROW_ADD2SUB2, ROW_REFRESH, ROW_OUTPUT, ROW_EVAL_ADD1SUB1,
//   ROW_EVAL_ADD1SUB2, ROW_LAYERS
//                 the names of the entries, as a profile shows them
//   ROW_FILL      the name of the function that puts them into a table
//
// Names are given whole, never glued together, so that a search for one finds where it is made.
// No guard: it is meant to be included again and takes its words back at the end.
static void ROW_ADD1SUB1(int16_t *out, const int16_t *in, const int16_t *added,
                         const int16_t *removed, int width)
{
    tmpl_add1sub1(out, in, added, removed, tmpl_width(ROW_WIDTH, width));
}

static void ROW_ADD1SUB2(int16_t *out, const int16_t *in, const int16_t *added,
                         const int16_t *removed_a, const int16_t *removed_b, int width)
{
    tmpl_add1sub2(out, in, added, removed_a, removed_b, tmpl_width(ROW_WIDTH, width));
}

static void ROW_ADD2SUB2(int16_t *out, const int16_t *in, const int16_t *added_a,
                         const int16_t *added_b, const int16_t *removed_a, const int16_t *removed_b,
                         int width)
{
    tmpl_add2sub2(out, in, added_a, added_b, removed_a, removed_b, tmpl_width(ROW_WIDTH, width));
}

static void ROW_REFRESH(int16_t *kept, int16_t *out, const int16_t *columns,
                        const NnueChanges *changes, int width)
{
    tmpl_refresh(kept, out, columns, changes, tmpl_width(ROW_WIDTH, width));
}

#include "kernels/nnue_row_dot.h"

#undef ROW_ADD1SUB1
#undef ROW_ADD1SUB2
#undef ROW_ADD2SUB2
#undef ROW_REFRESH
