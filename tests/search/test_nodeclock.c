// SPDX-License-Identifier: GPL-3.0-or-later
// Time counted in nodes: what the account of a game holds after each move.
#include <criterion/criterion.h>

#include "search/nodeclock.h"

static SearchLimits clock_of(int64_t time_ms, int64_t increment_ms, int moves_to_go)
{
    SearchLimits limits = search_limits_none();
    limits.has_clock = true;
    limits.time_ms[WHITE] = limits.time_ms[BLACK] = time_ms;
    limits.increment_ms[WHITE] = limits.increment_ms[BLACK] = increment_ms;
    limits.moves_to_go = moves_to_go;
    return limits;
}

Test(nodeclock, is_off_without_a_rate_or_a_clock)
{
    NodeClock clock = {0};
    SearchLimits limits = clock_of(500, 10, 0);
    nodeclock_begin(&clock, &limits, WHITE);
    nodeclock_pay(&clock, &limits, 1000);
    cr_assert_eq(limits.time_ms[WHITE], 500);
    cr_assert(!clock.is_open);
    nodeclock_set(&clock, 10);
    limits.has_clock = false;
    nodeclock_begin(&clock, &limits, WHITE);
    cr_assert_eq(limits.time_ms[WHITE], 500);
    cr_assert(!clock.is_open);
}

Test(nodeclock, keeps_an_account_over_a_game)
{
    NodeClock clock;
    nodeclock_set(&clock, 10);
    SearchLimits limits = clock_of(500, 10, 0);
    nodeclock_begin(&clock, &limits, BLACK);
    cr_assert_eq(limits.time_ms[BLACK], 500);
    nodeclock_pay(&clock, &limits, 2100); // 5000 + 100 - 2100
    limits = clock_of(499, 10, 0);
    nodeclock_begin(&clock, &limits, BLACK);
    cr_assert_eq(limits.time_ms[BLACK], 300);
    cr_assert_eq(limits.time_ms[WHITE], 499, "the other side's clock is left alone");
    nodeclock_pay(&clock, &limits, 90000);
    limits = clock_of(499, 0, 0);
    nodeclock_begin(&clock, &limits, BLACK);
    cr_assert_eq(limits.time_ms[BLACK], 0, "an account is never overdrawn");
    nodeclock_close(&clock);
    limits = clock_of(400, 0, 0);
    nodeclock_begin(&clock, &limits, BLACK);
    cr_assert_eq(limits.time_ms[BLACK], 400, "a new game opens a new one");
}

Test(nodeclock, a_new_time_control_opens_a_new_account)
{
    NodeClock clock;
    nodeclock_set(&clock, 1);
    SearchLimits limits = clock_of(1000, 0, 2);
    nodeclock_begin(&clock, &limits, WHITE);
    nodeclock_pay(&clock, &limits, 400);
    limits = clock_of(1000, 0, 1);
    nodeclock_begin(&clock, &limits, WHITE);
    cr_assert_eq(limits.time_ms[WHITE], 600);
    nodeclock_pay(&clock, &limits, 500);
    limits = clock_of(1100, 0, 40);
    nodeclock_begin(&clock, &limits, WHITE);
    cr_assert_eq(limits.time_ms[WHITE], 1100);
}

Test(nodeclock, any_clock_fits)
{
    NodeClock clock;
    nodeclock_set(&clock, NODES_PER_MS_MAX);
    SearchLimits limits = clock_of(INT64_MAX, INT64_MAX, 0);
    nodeclock_begin(&clock, &limits, WHITE);
    cr_assert_gt(limits.time_ms[WHITE], 900000000);
    nodeclock_pay(&clock, &limits, 1);
    limits = clock_of(INT64_MIN, 0, 0);
    nodeclock_close(&clock);
    nodeclock_begin(&clock, &limits, WHITE);
    cr_assert_eq(limits.time_ms[WHITE], 0);
}
