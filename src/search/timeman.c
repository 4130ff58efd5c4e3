// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/timeman.h"

static int64_t clamp64(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// Clock values beyond this (about 12 days) mean "plenty"; it keeps every product below in range.
static const int64_t CLOCK_MAX_MS = 1000000000;

// What may be used up at the very most: the clock less what the move costs. What was measured takes
// nine tenths of the rest at most, or one long hiccup would make an engine of no thought.
static int64_t usable_ms(int64_t clock, const TimeCosts *costs)
{
    const int64_t rest = clamp64(clock - costs->move_ms, 1, CLOCK_MAX_MS);
    return rest - clamp64(costs->worst_ms, 0, 9 * rest / 10);
}

TimeManager timeman_start(const SearchLimits *limits, Colour us, const TimeCosts *costs)
{
    TimeManager time = {0};
    if (limits->move_time_ms >= 0) {
        time.has_hard = true;
        time.hard_ms = limits->move_time_ms > 0 ? limits->move_time_ms : 1;
    }
    if (!limits->has_clock)
        return time;

    const int64_t clock = clamp64(limits->time_ms[us], 0, CLOCK_MAX_MS);
    const int64_t increment = clamp64(limits->increment_ms[us], 0, CLOCK_MAX_MS);
    const int64_t usable = usable_ms(clock, costs);
    int64_t soft;
    int64_t hard;
    if (limits->moves_to_go > 0) {
        // Ethereal's shares of the time to the next control.
        const int64_t moves = limits->moves_to_go;
        soft = 18 * usable / (10 * (moves + 5)) + increment;
        hard = 10 * usable / (moves + 10) + increment;
    } else {
        // Berserk's: a share of what fifty moves would have, a bounded part of the clock.
        const int64_t horizon =
            clamp64(usable + 50 * increment - 49 * costs->move_ms, 0, 51 * CLOCK_MAX_MS);
        soft = clamp64(575 * horizon / 10000, 0, 42 * usable / 100);
        // With less left than fifty moves cost, live on a small share.
        if (soft < usable / 50)
            soft = usable / 50;
        // A quarter is never touched: it is what a busy machine may take unannounced.
        hard = clamp64(59 * soft / 10, 0, 3 * usable / 4);
    }
    // A move that the opponent's time pays in part may take more (Stockfish).
    if (costs->is_pondered)
        soft += soft / 4;
    if (time.has_hard && time.hard_ms < hard)
        hard = time.hard_ms;
    time.hard_ms = clamp64(hard, 1, usable);
    time.has_hard = true;
    time.soft_ms = clamp64(soft, 1, time.hard_ms);
    time.has_soft = true;
    return time;
}

bool timeman_is_spent(const TimeManager *time, int64_t elapsed_ms, const TimeSignals *signals)
{
    if (!time->has_soft)
        return time->has_hard && elapsed_ms >= time->hard_ms;
    // Factors in permille. Stability and node share as in Berserk, the score's as in Ethereal.
    const int64_t stable = signals->stable_iterations < 10 ? signals->stable_iterations : 10;
    const int64_t stability = 1310 - 53 * stable;
    const int64_t trend = clamp64(1000 + 10 * (int64_t)signals->score_drop_cp, 750, 1250);
    const int64_t effort =
        clamp64(450 + 2270 * (1000 - (int64_t)signals->best_share_permille) / 1000, 560, 2720);
    const int64_t budget = time->soft_ms * stability / 1000 * trend / 1000 * effort / 1000;
    return elapsed_ms >= clamp64(budget, 1, time->hard_ms);
}
