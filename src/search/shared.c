// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/shared.h"

#include "base/clock.h"
#include "search/worker.h"

uint64_t shared_nodes(const SearchShared *shared)
{
    uint64_t nodes = 0;
    for (int i = 0; i < shared->worker_count; i++)
        nodes += worker_nodes(shared->workers[i]);
    return nodes;
}

uint64_t shared_tb_hits(const SearchShared *shared)
{
    uint64_t hits = shared->root_tb_hits;
    for (int i = 0; i < shared->worker_count; i++)
        hits += worker_tb_hits(shared->workers[i]);
    return hits;
}

int64_t shared_elapsed_ms(const SearchShared *shared)
{
    const int64_t start = atomic_load_explicit(&shared->clock_start_ns, memory_order_relaxed);
    const int64_t elapsed = (clock_now_ns() - start) / 1000000;
    return elapsed > 0 ? elapsed : 0;
}

int64_t shared_spent_ms(const SearchShared *shared)
{
    const int rate = shared->node_clock.nodes_per_ms;
    if (rate == 0)
        return shared_elapsed_ms(shared);
    const uint64_t start = atomic_load_explicit(&shared->clock_start_nodes, memory_order_relaxed);
    return (int64_t)((shared_nodes(shared) - start) / (uint64_t)rate);
}
