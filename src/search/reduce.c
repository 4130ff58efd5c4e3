// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/reduce.h"

#include "search/params.h"

// ln(n) * 1024 for n >= 1. The binary logarithm bit by bit: squaring a number in [1, 2) doubles its
// logarithm, and each carry past 2 is the next binary digit.
static int natural_log_1024(int n)
{
    int whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    uint64_t x = ((uint64_t)n << 30) >> whole; // in [1, 2), 30 bits of fraction
    uint64_t log2 = (uint64_t)whole << 16;
    for (int bit = 15; bit >= 0; bit--) {
        x = x * x >> 30;
        if (x >= (uint64_t)2 << 30) {
            x >>= 1;
            log2 |= (uint64_t)1 << bit;
        }
    }
    const uint64_t ln2_16_bits = 45426; // ln(2) * 65536
    return (int)(log2 * ln2_16_bits >> 22);
}

void reduce_fill_table(int16_t table[REDUCTION_TABLE_SIZE][REDUCTION_TABLE_SIZE])
{
    for (int depth = 0; depth < REDUCTION_TABLE_SIZE; depth++) {
        for (int move = 0; move < REDUCTION_TABLE_SIZE; move++) {
            const int product = depth == 0 || move == 0
                                    ? 0
                                    : natural_log_1024(depth) * natural_log_1024(move) / 1024;
            table[depth][move] = (int16_t)(LMR_BASE_1024 + product * LMR_SLOPE_1024 / 1024);
        }
    }
}

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

// Late move reductions: with good ordering the late moves rarely raise alpha, so they get a
// shallower look first.
int reduce_late_move(const SearchShared *shared, const LateMove *late)
{
    const int last = REDUCTION_TABLE_SIZE - 1;
    int reduction = shared->reductions[at_most(late->depth, last)][at_most(late->number, last)];
    if (!late->quiet)
        reduction /= LMR_CAPTURE_DIVISOR;
    else
        reduction -= late->history * LMR_PLY_1024 / LMR_HISTORY_PER_PLY;
    if (late->kind == NODE_PV)
        reduction -= LMR_PV_NODE_1024;
    if (late->kind == NODE_CUT)
        reduction += LMR_CUT_NODE_1024;
    if (late->killer || late->gives_check)
        reduction -= LMR_KILLER_OR_CHECK_1024;
    if (!late->improving)
        reduction += LMR_NOT_IMPROVING_1024;
    if (late->was_pv)
        reduction -= LMR_WAS_PV_1024;
    if (late->hash_capture && late->quiet)
        reduction += LMR_HASH_CAPTURE_1024;
    const int plies = reduction / LMR_PLY_1024;
    return plies < 0 ? 0 : at_most(plies, late->depth - 2);
}
