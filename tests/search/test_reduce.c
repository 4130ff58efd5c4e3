// SPDX-License-Identifier: GPL-3.0-or-later
// The table of reductions against logarithms taken from a table, and the bounds of what is made of
// it and of the histories.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/rng.h"
#include "search/history.h"
#include "search/params.h"
#include "search/reduce.h"

enum { SAMPLES = 200000 };

// ln(n) for n = 1..63.
static const double LN[REDUCTION_TABLE_SIZE] = {
    0,        0.000000, 0.693147, 1.098612, 1.386294, 1.609438, 1.791759, 1.945910,
    2.079442, 2.197225, 2.302585, 2.397895, 2.484907, 2.564949, 2.639057, 2.708050,
    2.772589, 2.833213, 2.890372, 2.944439, 2.995732, 3.044522, 3.091042, 3.135494,
    3.178054, 3.218876, 3.258097, 3.295837, 3.332205, 3.367296, 3.401197, 3.433987,
    3.465736, 3.496508, 3.526361, 3.555348, 3.583519, 3.610918, 3.637586, 3.663562,
    3.688879, 3.713572, 3.737670, 3.761200, 3.784190, 3.806662, 3.828641, 3.850148,
    3.871201, 3.891820, 3.912023, 3.931826, 3.951244, 3.970292, 3.988984, 4.007333,
    4.025352, 4.043051, 4.060443, 4.077537, 4.094345, 4.110874, 4.127134, 4.143135,
};

static int16_t table[REDUCTION_TABLE_SIZE][REDUCTION_TABLE_SIZE];

// Each logarithm is cut to 1/1024, which the other one, at most 4.15, and the slope enlarge.
Test(reduce, the_table_follows_the_logarithms)
{
    const double tolerance = 2 + 2 * 4.15 * LMR_SLOPE_1024 / 1024.0;
    reduce_fill_table(table);
    for (int depth = 1; depth < REDUCTION_TABLE_SIZE; depth++) {
        for (int move = 1; move < REDUCTION_TABLE_SIZE; move++) {
            const double exact = LMR_BASE_1024 + LN[depth] * LN[move] * LMR_SLOPE_1024;
            const double error = table[depth][move] - exact;
            cr_assert(error <= tolerance && error >= -tolerance, "[%d][%d]: %d, not %f", depth,
                      move, table[depth][move], exact);
        }
    }
}

Test(reduce, the_table_is_monotone_and_symmetric)
{
    reduce_fill_table(table);
    for (int depth = 0; depth < REDUCTION_TABLE_SIZE; depth++) {
        for (int move = 0; move < REDUCTION_TABLE_SIZE; move++) {
            cr_assert_eq(table[depth][move], table[move][depth]);
            cr_assert(depth == 0 || table[depth][move] >= table[depth - 1][move]);
            cr_assert(move == 0 || table[depth][move] >= table[depth][move - 1]);
            cr_assert_geq(table[depth][move], 0);
        }
    }
}

Test(reduce, never_negative_never_below_one_ply)
{
    SearchShared *shared = calloc(1, sizeof *shared);
    cr_assert_not_null(shared);
    reduce_fill_table(shared->reductions);
    Rng rng = rng_seeded(51);
    for (int i = 0; i < SAMPLES; i++) {
        const LateMove late = {
            .depth = LMR_MIN_DEPTH + (int)rng_below(&rng, MAX_PLY),
            .number = LMR_MIN_MOVE + (int)rng_below(&rng, 216),
            .kind = (NodeKind)rng_below(&rng, 3),
            .quiet = rng_below(&rng, 2) == 0,
            .gives_check = rng_below(&rng, 2) == 0,
            .killer = rng_below(&rng, 2) == 0,
            .history = (int)rng_below(&rng, 8 * HISTORY_LIMIT) - 4 * HISTORY_LIMIT,
        };
        const int plies = reduce_late_move(shared, &late);
        cr_assert(plies >= 0 && plies <= late.depth - 2, "%d of %d", plies, late.depth);
    }
    free(shared);
}

Test(reduce, better_history_is_reduced_less)
{
    SearchShared *shared = calloc(1, sizeof *shared);
    cr_assert_not_null(shared);
    reduce_fill_table(shared->reductions);
    for (int depth = LMR_MIN_DEPTH; depth < 40; depth++) {
        for (int number = LMR_MIN_MOVE; number < 60; number++) {
            LateMove late = {.depth = depth, .number = number, .kind = NODE_ALL, .quiet = true};
            int last = depth;
            for (late.history = -2 * HISTORY_LIMIT; late.history <= 2 * HISTORY_LIMIT;
                 late.history += 1000) {
                const int plies = reduce_late_move(shared, &late);
                cr_assert_leq(plies, last);
                last = plies;
            }
        }
    }
    free(shared);
}

// Gravity: no run of bonuses leaves the range, and each moves the counter its way or not at all.
Test(reduce, histories_stay_in_range)
{
    Rng rng = rng_seeded(52);
    int16_t counter = 0;
    for (int i = 0; i < SAMPLES; i++) {
        int bonus = (int)rng_below(&rng, 2 * HISTORY_LIMIT + 1) - HISTORY_LIMIT;
        if (i % 1000 < 500)
            bonus = i / 1000 % 2 == 0 ? HISTORY_LIMIT : -HISTORY_LIMIT;
        const int before = counter;
        history_update(&counter, bonus);
        cr_assert(counter >= -HISTORY_LIMIT && counter <= HISTORY_LIMIT);
        cr_assert(bonus >= 0 ? counter >= before : counter <= before, "%d by %d to %d", before,
                  bonus, counter);
    }
    int last = 0;
    for (int depth = 1; depth <= MAX_PLY; depth++) {
        const int bonus = history_bonus(depth);
        cr_assert(bonus > 0 && bonus <= HISTORY_LIMIT && bonus >= last, "depth %d", depth);
        last = bonus;
    }
}
