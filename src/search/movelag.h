// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how much more than our own thought a move costs on the clock. The GUI's
// clock at our next move tells what it charged for the last one: pipes, a busy machine, a slow GUI.
// How late we were ourselves in ending a search counts as well, and how long the machine let us
// wait in the middle of one: the next time that may be at its end. The SearchShared owns it; the
// main worker alone touches it, or whoever has the search idle.
#ifndef RAVELIN_SEARCH_MOVELAG_H
#define RAVELIN_SEARCH_MOVELAG_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/types.h"
#include "search/limits.h"

typedef struct MoveLag {
    bool has_forecast;   // forecast_ms counts, for `side`
    Colour side;         // who moved
    int64_t forecast_ms; // the side's clock at its next move, if nothing but thought is charged
    int64_t late_ms;     // by which the last move overstepped its own hard limit, >= 0
    int64_t seen_ms;     // when this search last looked at the clock, ms from its start
    int64_t usual_ms;    // a move's lag as it mostly is, >= 0
    int64_t worst_ms;    // the largest lately; an old one fades, >= 0
} MoveLag;

// The next clock is not to be compared: another game, or a search that was not on our clock. What
// was learnt stays.
void movelag_forget(MoveLag *lag);

// A search for `us` begins with the GUI's clocks: they are compared with the forecast. A clock that
// holds more than forecast (a time control was reached, another game) or far less tells nothing.
void movelag_begin(MoveLag *lag, const SearchLimits *limits, Colour us);

// The search looks at the clock, `elapsed_ms` after its start, as it does many times a millisecond
// on a machine that lets it run: a longer pause is a wait for the processor.
void movelag_tick(MoveLag *lag, int64_t elapsed_ms);

// The search that began with `limits` has answered, `spent_ms` after its clock started and
// `late_ms` (0 if not at all) after its hard limit.
void movelag_end(MoveLag *lag, const SearchLimits *limits, Colour us, int64_t spent_ms,
                 int64_t late_ms);

#endif
