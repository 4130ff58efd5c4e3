// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how long to think. The soft limit says when no further iteration is worth
// it, the hard limit when to stop in the middle of one. Pure functions over plain data.
#ifndef RAVELIN_SEARCH_TIMEMAN_H
#define RAVELIN_SEARCH_TIMEMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/types.h"
#include "search/limits.h"

typedef struct TimeManager {
    bool has_soft;   // soft_ms counts
    bool has_hard;   // hard_ms counts
    int64_t soft_ms; // >= 1
    int64_t hard_ms; // soft_ms <= hard_ms <= clock, >= 1
} TimeManager;

// What the finished iterations say about how settled the best move is.
typedef struct TimeSignals {
    int stable_iterations;   // iterations since the best move last changed
    int score_drop_cp;       // score three iterations ago minus score now
    int best_share_permille; // share of the root's nodes spent on the best move
} TimeSignals;

// What a move costs beyond thought, all >= 0.
typedef struct TimeCosts {
    int64_t move_ms;  // what every move is taken to cost: 0..5000, as the option Move Overhead
    int64_t worst_ms; // what this one may cost on top, by what was measured
    bool is_pondered; // the GUI lets us think on the opponent's time as well
} TimeCosts;

// The limits for `us`.
TimeManager timeman_start(const SearchLimits *limits, Colour us, const TimeCosts *costs);

// True if another iteration should not begin after `elapsed_ms`.
bool timeman_is_spent(const TimeManager *time, int64_t elapsed_ms, const TimeSignals *signals);

#endif
