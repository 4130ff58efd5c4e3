// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of thinking for very many clocks, and when they count as spent.
#include <criterion/criterion.h>

#include "search/timeman.h"

static const int64_t CLOCKS_MS[] = {INT64_MIN,
                                    INT64_MIN + 1,
                                    -2147483648LL,
                                    -50,
                                    -1,
                                    0,
                                    1,
                                    2,
                                    3,
                                    5,
                                    10,
                                    19,
                                    20,
                                    21,
                                    50,
                                    99,
                                    100,
                                    300,
                                    1000,
                                    5000,
                                    5001,
                                    10000,
                                    60000,
                                    180000,
                                    3600000,
                                    86400000,
                                    999999999,
                                    1 << 30,
                                    1LL << 40,
                                    INT64_MAX - 1,
                                    INT64_MAX};
static const int64_t INCREMENTS_MS[] = {0, 1, 10, 100, 1000, 5000, 60000, 99999999999, INT64_MAX};
static const int MOVES_TO_GO[] = {0, 1, 2, 5, 20, 40, 1000, INT32_MAX};
static const int OVERHEADS_MS[] = {0, 1, 20, 100, 1000, 5000};

enum {
    CLOCK_COUNT = sizeof CLOCKS_MS / sizeof CLOCKS_MS[0],
    INCREMENT_COUNT = sizeof INCREMENTS_MS / sizeof INCREMENTS_MS[0],
    MOVES_COUNT = sizeof MOVES_TO_GO / sizeof MOVES_TO_GO[0],
    OVERHEAD_COUNT = sizeof OVERHEADS_MS / sizeof OVERHEADS_MS[0],
    ROW_COUNT = CLOCK_COUNT * INCREMENT_COUNT * MOVES_COUNT * OVERHEAD_COUNT,
};

// One of all combinations; the side not to move has a clock that must not matter.
typedef struct Row {
    SearchLimits limits;
    Colour us;
    int overhead_ms;
} Row;

static Row row_of(int number)
{
    Row row = {.limits = search_limits_none(), .us = number % 2};
    const Colour us = row.us;
    row.limits.has_clock = true;
    row.limits.time_ms[us] = CLOCKS_MS[number % CLOCK_COUNT];
    row.limits.time_ms[us ^ 1] = 7777;
    number /= CLOCK_COUNT;
    row.limits.increment_ms[us] = INCREMENTS_MS[number % INCREMENT_COUNT];
    row.limits.increment_ms[us ^ 1] = 77;
    number /= INCREMENT_COUNT;
    row.limits.moves_to_go = MOVES_TO_GO[number % MOVES_COUNT];
    row.overhead_ms = OVERHEADS_MS[number / MOVES_COUNT];
    return row;
}

// Milliseconds that may be used at the very most: the clock less the overhead, and at least one.
static int64_t usable_ms(const Row *row)
{
    const int64_t clock = row->limits.time_ms[row->us];
    return clock <= row->overhead_ms + 1 ? 1 : clock - row->overhead_ms;
}

static TimeManager start(const SearchLimits *limits, Colour us, int overhead_ms)
{
    const TimeCosts costs = {.move_ms = overhead_ms};
    return timeman_start(limits, us, &costs);
}

Test(timeman, soft_hard_and_clock_in_this_order)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        const Row row = row_of(i);
        const TimeManager time = start(&row.limits, row.us, row.overhead_ms);
        cr_assert(time.has_soft && time.has_hard);
        cr_assert(1 <= time.soft_ms && time.soft_ms <= time.hard_ms &&
                      time.hard_ms <= usable_ms(&row),
                  "clock %lld, increment %lld, %d moves, overhead %d: %lld and %lld of %lld",
                  (long long)row.limits.time_ms[row.us], (long long)row.limits.increment_ms[row.us],
                  row.limits.moves_to_go, row.overhead_ms, (long long)time.soft_ms,
                  (long long)time.hard_ms, (long long)usable_ms(&row));
    }
}

Test(timeman, the_other_clock_does_not_matter)
{
    for (int i = 0; i < ROW_COUNT; i += 7) {
        Row row = row_of(i);
        const TimeManager time = start(&row.limits, row.us, row.overhead_ms);
        row.limits.time_ms[row.us ^ 1] = -1;
        row.limits.increment_ms[row.us ^ 1] = 0;
        const TimeManager other = start(&row.limits, row.us, row.overhead_ms);
        cr_assert(time.soft_ms == other.soft_ms && time.hard_ms == other.hard_ms);
    }
}

// What was measured is never spent, as long as it leaves a tenth; without moves to go a quarter of
// the rest stays as well.
Test(timeman, lag_is_kept_back)
{
    static const int64_t LAGS_MS[] = {0, 1, 7, 100, 650, 3000};
    for (int i = 0; i < ROW_COUNT; i += 3) {
        const Row row = row_of(i);
        int64_t last_ms = INT64_MAX;
        for (int k = 0; k < 6; k++) {
            const TimeCosts costs = {.move_ms = row.overhead_ms, .worst_ms = LAGS_MS[k]};
            const TimeManager time = timeman_start(&row.limits, row.us, &costs);
            // Twelve days are plenty, and products of more would not fit.
            const int64_t all = usable_ms(&row);
            const int64_t usable = all < 1000000000 ? all : 1000000000;
            const int64_t kept = LAGS_MS[k] < 9 * usable / 10 ? LAGS_MS[k] : 9 * usable / 10;
            const int64_t most =
                row.limits.moves_to_go > 0 ? usable - kept : 3 * (usable - kept) / 4;
            cr_assert(1 <= time.soft_ms && time.soft_ms <= time.hard_ms);
            cr_assert(time.hard_ms <= (most > 1 ? most : 1) && time.hard_ms <= last_ms,
                      "row %d, lag %lld: %lld of %lld", i, (long long)LAGS_MS[k],
                      (long long)time.hard_ms, (long long)usable);
            last_ms = time.hard_ms;
        }
    }
}

// Thinking on the opponent's time lengthens a move, and never beyond the hard limit.
Test(timeman, pondering_lengthens)
{
    int longer = 0;
    for (int i = 0; i < ROW_COUNT; i += 3) {
        const Row row = row_of(i);
        const TimeCosts costs = {.move_ms = row.overhead_ms, .is_pondered = true};
        const TimeManager alone = start(&row.limits, row.us, row.overhead_ms);
        const TimeManager time = timeman_start(&row.limits, row.us, &costs);
        cr_assert_eq(time.hard_ms, alone.hard_ms);
        cr_assert(time.soft_ms >= alone.soft_ms && time.soft_ms <= time.hard_ms);
        longer += time.soft_ms > alone.soft_ms;
    }
    cr_assert_gt(longer, 0);
}

// A longer clock never gives less.
Test(timeman, limits_grow_with_the_clock)
{
    for (int i = 0; i < ROW_COUNT; i += CLOCK_COUNT) {
        TimeManager last = {.soft_ms = 0};
        for (int k = 0; k < CLOCK_COUNT; k++) {
            Row row = row_of(i + k);
            row.us = WHITE;
            row.limits.time_ms[WHITE] = CLOCKS_MS[k];
            row.limits.increment_ms[WHITE] = INCREMENTS_MS[i / CLOCK_COUNT % INCREMENT_COUNT];
            const TimeManager time = start(&row.limits, WHITE, row.overhead_ms);
            cr_assert(time.soft_ms >= last.soft_ms && time.hard_ms >= last.hard_ms, "row %d",
                      i + k);
            last = time;
        }
    }
}

Test(timeman, no_clock_no_limit)
{
    const SearchLimits none = search_limits_none();
    const TimeManager time = start(&none, WHITE, 20);
    cr_assert_not(time.has_soft || time.has_hard);
    const TimeSignals signals = {0};
    cr_assert_not(timeman_is_spent(&time, INT64_MAX, &signals));
}

// A time for the move is used to its end: no soft limit and no overhead.
Test(timeman, move_time_is_exact)
{
    static const int64_t TIMES_MS[] = {1, 2, 50, 1000, 99999999999, INT64_MAX};
    for (int i = 0; i < 6; i++) {
        SearchLimits limits = search_limits_none();
        limits.move_time_ms = TIMES_MS[i];
        const TimeManager time = start(&limits, BLACK, 5000);
        cr_assert(time.has_hard && !time.has_soft);
        cr_assert_eq(time.hard_ms, TIMES_MS[i]);
        const TimeSignals signals = {.stable_iterations = 100, .best_share_permille = 1000};
        cr_assert_not(timeman_is_spent(&time, TIMES_MS[i] - 1, &signals));
        cr_assert(timeman_is_spent(&time, TIMES_MS[i], &signals));
    }
    SearchLimits limits = search_limits_none();
    limits.move_time_ms = 0;
    cr_assert_eq(start(&limits, WHITE, 0).hard_ms, 1);
}

Test(timeman, the_shorter_of_clock_and_move_time)
{
    for (int i = 0; i < ROW_COUNT; i += 5) {
        Row row = row_of(i);
        const int64_t hard_ms = start(&row.limits, row.us, row.overhead_ms).hard_ms;
        row.limits.move_time_ms = 150;
        const TimeManager time = start(&row.limits, row.us, row.overhead_ms);
        cr_assert_eq(time.hard_ms, hard_ms < 150 ? hard_ms : 150);
    }
}

static const int64_t ELAPSED_MS[] = {0, 1, 2, 10, 100, 1000, 10000, 100000, INT64_MAX};

// Whatever the iterations say, nothing is spent before it began, all is spent at the hard limit,
// and what is spent stays spent.
Test(timeman, spent_once_and_for_all)
{
    static const TimeSignals SIGNALS[] = {
        {0, 0, 0},     {0, 0, 1000}, {100, 0, 1000},       {100, -30000, 1000},
        {0, 30000, 0}, {5, 50, 500}, {1000000, 40000, 17}, {3, -40000, 999},
    };
    for (int i = 0; i < ROW_COUNT; i += 3) {
        const Row row = row_of(i);
        const TimeManager time = start(&row.limits, row.us, row.overhead_ms);
        for (int k = 0; k < 8; k++) {
            cr_assert_not(timeman_is_spent(&time, 0, &SIGNALS[k]));
            cr_assert(timeman_is_spent(&time, time.hard_ms, &SIGNALS[k]), "row %d, signals %d", i,
                      k);
            bool was_spent = false;
            for (int e = 0; e < 9; e++) {
                const bool is_spent = timeman_is_spent(&time, ELAPSED_MS[e], &SIGNALS[k]);
                cr_assert(is_spent || !was_spent);
                was_spent = is_spent;
            }
        }
    }
}

static int64_t budget_ms(const TimeManager *time, TimeSignals signals)
{
    int64_t low = 0; // not spent
    int64_t high = time->hard_ms;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (timeman_is_spent(time, middle, &signals))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// A best move that stays, gets most of the nodes and does not lose score needs less time.
Test(timeman, settled_moves_need_less)
{
    SearchLimits limits = search_limits_none();
    limits.has_clock = true;
    limits.time_ms[WHITE] = 600000;
    const TimeManager time = start(&limits, WHITE, 20);
    for (int value = 0; value < 20; value++) {
        const TimeSignals middle = {5, 0, 600};
        TimeSignals less = middle;
        TimeSignals more = middle;
        less.stable_iterations = value;
        more.stable_iterations = value + 1;
        cr_assert_geq(budget_ms(&time, less), budget_ms(&time, more));
        less = more = middle;
        less.score_drop_cp = 10 * value - 100;
        more.score_drop_cp = less.score_drop_cp + 10;
        cr_assert_leq(budget_ms(&time, less), budget_ms(&time, more));
        less = more = middle;
        less.best_share_permille = 50 * value;
        more.best_share_permille = 50 * value + 50;
        cr_assert_geq(budget_ms(&time, less), budget_ms(&time, more));
    }
    cr_assert_gt(budget_ms(&time, (TimeSignals){0, 50, 200}),
                 2 * budget_ms(&time, (TimeSignals){10, -20, 900}));
}
