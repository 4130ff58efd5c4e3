// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/movelag.h"

// More than this between forecast and clock is not lag but another clock.
static const int64_t LAG_BELIEVED_MS = 3000;

// The usual lag takes a quarter of what is new each time. A thirty-second of the worst is forgotten
// each move, so that one hiccup costs some dozens of moves a little time and not a game.
enum { USUAL_SHARE = 4, WORST_FADING = 32 };

static void take_sample(MoveLag *lag, int64_t lag_ms)
{
    lag->usual_ms += (lag_ms - lag->usual_ms) / USUAL_SHARE;
    lag->worst_ms -= (lag->worst_ms + WORST_FADING - 1) / WORST_FADING;
    if (lag->worst_ms < lag_ms)
        lag->worst_ms = lag_ms;
}

void movelag_forget(MoveLag *lag)
{
    lag->has_forecast = false;
}

void movelag_begin(MoveLag *lag, const SearchLimits *limits, Colour us)
{
    const bool is_forecast = lag->has_forecast && limits->has_clock && lag->side == us;
    lag->has_forecast = false;
    lag->seen_ms = 0;
    if (!is_forecast || limits->time_ms[us] > lag->forecast_ms ||
        limits->time_ms[us] < lag->forecast_ms - LAG_BELIEVED_MS)
        return;
    take_sample(lag, lag->forecast_ms - limits->time_ms[us] + lag->late_ms);
}

void movelag_tick(MoveLag *lag, int64_t elapsed_ms)
{
    // Time goes back where pondering ends and the clock starts anew.
    const int64_t pause_ms = elapsed_ms - lag->seen_ms;
    lag->seen_ms = elapsed_ms;
    if (lag->worst_ms < pause_ms)
        lag->worst_ms = pause_ms < LAG_BELIEVED_MS ? pause_ms : LAG_BELIEVED_MS;
}

void movelag_end(MoveLag *lag, const SearchLimits *limits, Colour us, int64_t spent_ms,
                 int64_t late_ms)
{
    // Clocks beyond this (about 12 days) mean "plenty"; sums of them stay in range.
    const int64_t clock_max_ms = 1000000000;
    const int64_t increment = limits->increment_ms[us];
    lag->has_forecast = limits->has_clock && limits->time_ms[us] >= 0 &&
                        limits->time_ms[us] <= clock_max_ms && increment >= 0 &&
                        increment <= clock_max_ms;
    lag->side = us;
    lag->forecast_ms = lag->has_forecast ? limits->time_ms[us] + increment - spent_ms : 0;
    lag->late_ms = late_ms < LAG_BELIEVED_MS ? late_ms : LAG_BELIEVED_MS;
    if (lag->worst_ms < lag->late_ms)
        lag->worst_ms = lag->late_ms;
}
