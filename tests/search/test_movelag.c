// SPDX-License-Identifier: GPL-3.0-or-later
// What moves cost beyond thought, learnt from the GUI's clocks.
#include <criterion/criterion.h>

#include "search/movelag.h"

static SearchLimits clocks(int64_t white_ms, int64_t black_ms, int64_t increment_ms)
{
    SearchLimits limits = search_limits_none();
    limits.has_clock = true;
    limits.time_ms[WHITE] = white_ms;
    limits.time_ms[BLACK] = black_ms;
    limits.increment_ms[WHITE] = limits.increment_ms[BLACK] = increment_ms;
    return limits;
}

// A move of White that takes `spent_ms` and is charged `lag_ms` more, and the next clock.
static int64_t play(MoveLag *lag, int64_t clock_ms, int64_t spent_ms, int64_t lag_ms)
{
    const SearchLimits limits = clocks(clock_ms, 5, 100);
    movelag_begin(lag, &limits, WHITE);
    movelag_end(lag, &limits, WHITE, spent_ms, 0);
    return clock_ms + 100 - spent_ms - lag_ms;
}

Test(movelag, a_clock_that_keeps_its_word_shows_none)
{
    MoveLag lag = {0};
    int64_t clock_ms = 60000;
    for (int i = 0; i < 50; i++)
        clock_ms = play(&lag, clock_ms, 700, 0);
    cr_assert_eq(lag.usual_ms, 0);
    cr_assert_eq(lag.worst_ms, 0);
}

Test(movelag, what_each_move_costs_becomes_usual)
{
    MoveLag lag = {0};
    int64_t clock_ms = 60000;
    for (int i = 0; i < 40; i++)
        clock_ms = play(&lag, clock_ms, 300, 80);
    cr_assert(lag.usual_ms > 70 && lag.usual_ms <= 80, "%lld", (long long)lag.usual_ms);
    cr_assert_eq(lag.worst_ms, 80);
}

Test(movelag, one_hiccup_is_kept_and_fades)
{
    MoveLag lag = {0};
    int64_t clock_ms = play(&lag, 60000, 300, 900);
    clock_ms = play(&lag, clock_ms, 300, 0);
    cr_assert_eq(lag.worst_ms, 900);
    for (int i = 0; i < 10; i++)
        clock_ms = play(&lag, clock_ms, 300, 0);
    cr_assert(lag.worst_ms > 600 && lag.worst_ms < 900);
    for (int i = 0; i < 200; i++)
        clock_ms = play(&lag, clock_ms, 300, 0);
    cr_assert_eq(lag.worst_ms, 0);
}

// A new control, another game, the other side, no clock, a search that was not on our clock.
Test(movelag, other_clocks_teach_nothing)
{
    const SearchLimits first = clocks(10000, 10000, 0);
    const SearchLimits later[] = {clocks(70000, 9000, 0), clocks(1000, 9000, 0)};
    for (int i = 0; i < 2; i++) {
        MoveLag lag = {0};
        movelag_end(&lag, &first, WHITE, 1000, 0);
        movelag_begin(&lag, &later[i], WHITE);
        cr_assert_eq(lag.worst_ms, 0);
    }
    const SearchLimits lagging = clocks(8800, 8800, 0);
    MoveLag lag = {0};
    movelag_end(&lag, &first, WHITE, 1000, 0);
    movelag_begin(&lag, &lagging, BLACK);
    cr_assert_eq(lag.worst_ms, 0);
    movelag_end(&lag, &first, WHITE, 1000, 0);
    movelag_forget(&lag);
    movelag_begin(&lag, &lagging, WHITE);
    cr_assert_eq(lag.worst_ms, 0);
    const SearchLimits none = search_limits_none();
    movelag_end(&lag, &none, WHITE, 1000, 0);
    movelag_begin(&lag, &lagging, WHITE);
    cr_assert_eq(lag.worst_ms, 0);
    movelag_end(&lag, &first, WHITE, 1000, 0);
    movelag_begin(&lag, &lagging, WHITE);
    cr_assert_eq(lag.worst_ms, 200);
}

// Ending a search late counts at once, and again with what the GUI charged.
Test(movelag, own_lateness_counts)
{
    MoveLag lag = {0};
    const SearchLimits first = clocks(10000, 10000, 0);
    movelag_end(&lag, &first, WHITE, 1050, 50);
    cr_assert_eq(lag.worst_ms, 50);
    const SearchLimits second = clocks(8930, 10000, 0);
    movelag_begin(&lag, &second, WHITE);
    cr_assert_eq(lag.worst_ms, 70);
}

// A wait in the middle of a search counts as much as one at its end; short ones are none.
Test(movelag, waits_for_the_processor_count)
{
    MoveLag lag = {0};
    const SearchLimits limits = clocks(10000, 10000, 0);
    movelag_begin(&lag, &limits, WHITE);
    for (int64_t ms = 0; ms < 300; ms++)
        movelag_tick(&lag, ms);
    cr_assert_eq(lag.worst_ms, 1);
    movelag_tick(&lag, 420);
    movelag_tick(&lag, 421);
    cr_assert_eq(lag.worst_ms, 121);
    movelag_tick(&lag, 3); // a ponder hit: the clock starts anew
    cr_assert_eq(lag.worst_ms, 121);
    movelag_tick(&lag, 9999999);
    cr_assert_eq(lag.worst_ms, 3000);
    movelag_begin(&lag, &limits, WHITE);
    movelag_tick(&lag, 2);
    cr_assert_eq(lag.worst_ms, 3000);
}

Test(movelag, clocks_out_of_all_range)
{
    static const int64_t VALUES[] = {INT64_MIN, -1, 0, 1, 1000000001, INT64_MAX};
    MoveLag lag = {0};
    for (int i = 0; i < 216; i++) {
        const SearchLimits limits = clocks(VALUES[i % 6], 0, VALUES[i / 6 % 6]);
        const SearchLimits next = clocks(VALUES[i / 36], 0, 0);
        movelag_begin(&lag, &next, WHITE);
        movelag_end(&lag, &limits, WHITE, i * 1000, i == 3 ? INT64_MAX : 0);
        movelag_begin(&lag, &next, WHITE);
        cr_assert(lag.usual_ms >= 0 && lag.worst_ms >= 0 && lag.worst_ms <= 6000);
    }
}
