// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/nodeclock.h"

// Clocks beyond this (about 12 days) mean "plenty"; it keeps every product below in range.
static const int64_t CLOCK_MAX_MS = 1000000000;

static int64_t to_nodes(const NodeClock *clock, int64_t ms)
{
    const int64_t held = ms < 0 ? 0 : ms > CLOCK_MAX_MS ? CLOCK_MAX_MS : ms;
    return held * clock->nodes_per_ms;
}

void nodeclock_set(NodeClock *clock, int nodes_per_ms)
{
    *clock = (NodeClock){.nodes_per_ms = nodes_per_ms};
}

void nodeclock_close(NodeClock *clock)
{
    clock->is_open = false;
}

void nodeclock_begin(NodeClock *clock, SearchLimits *limits, Colour us)
{
    if (clock->nodes_per_ms == 0 || !limits->has_clock)
        return;
    if (!clock->is_open || limits->moves_to_go > clock->moves_to_go)
        clock->nodes = to_nodes(clock, limits->time_ms[us]);
    clock->is_open = true;
    clock->moves_to_go = limits->moves_to_go;
    clock->increment = to_nodes(clock, limits->increment_ms[us]);
    limits->time_ms[us] = clock->nodes / clock->nodes_per_ms;
}

void nodeclock_pay(NodeClock *clock, const SearchLimits *limits, uint64_t nodes)
{
    if (clock->nodes_per_ms == 0 || !limits->has_clock)
        return;
    const int64_t left = clock->nodes + clock->increment - (int64_t)nodes;
    clock->nodes = left > 0 ? left : 0;
}
