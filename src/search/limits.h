// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a `go` command asked. Plain data, owned by who fills it.
#ifndef RAVELIN_SEARCH_LIMITS_H
#define RAVELIN_SEARCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/move.h"
#include "chess/types.h"

typedef struct SearchLimits {
    int64_t start_ns;                   // when the command was read, on clock_now_ns()'s clock
    bool has_clock;                     // time_ms and increment_ms count
    int64_t time_ms[COLOUR_COUNT];      // left on the clock; may be zero or negative
    int64_t increment_ms[COLOUR_COUNT]; // per move, >= 0
    int moves_to_go;                    // moves until the next time control, 0 = none given
    int64_t move_time_ms;               // exactly this long; -1 = not given
    int depth;                          // plies, 0 = no limit
    int mate;                           // stop at a mate in this many moves, 0 = not asked
    uint64_t nodes;                     // 0 = no limit
    uint64_t soft_nodes;                // no further iteration after so many, 0 = no limit
    bool infinite;                      // no best move before stop
    bool ponder;                        // no best move before stop or ponderhit
    MoveList search_moves;              // only these (legal) moves at the root; count 0 = all
} SearchLimits;

// Limits that end only by `stop`.
RAVELIN_INLINE SearchLimits search_limits_none(void)
{
    return (SearchLimits){.move_time_ms = -1};
}

#endif
