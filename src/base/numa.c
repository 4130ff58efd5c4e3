// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numa.h"

#if defined(RAVELIN_NUMA)
#include <numa.h>
#endif

static const NumaMap ONE_NODE = {.node_count = 1, .processors = {1}};

#if defined(RAVELIN_NUMA)
// Whether the process may use every processor that the system has: otherwise a user or a match
// runner has placed it, and knows better.
static bool is_free_to_move(void)
{
    struct bitmask *allowed = numa_allocate_cpumask();
    const bool is_known = numa_sched_getaffinity(0, allowed) >= 0;
    const bool is_free =
        is_known && numa_bitmask_weight(allowed) >= (unsigned)numa_num_configured_cpus();
    numa_free_cpumask(allowed);
    return is_free;
}

NumaMap numa_read_map(void)
{
    if (numa_available() < 0 || numa_max_node() < 1 || numa_max_node() >= NUMA_NODES_MAX ||
        !is_free_to_move())
        return ONE_NODE;
    NumaMap map = {.node_count = numa_max_node() + 1};
    struct bitmask *processors = numa_allocate_cpumask();
    for (int node = 0; node < map.node_count; node++) {
        if (numa_node_to_cpus(node, processors) == 0)
            map.processors[node] = (int)numa_bitmask_weight(processors);
    }
    numa_free_cpumask(processors);
    return map;
}

static void run_on_node(int node)
{
    (void)numa_run_on_node(node);
}
#else
NumaMap numa_read_map(void)
{
    return ONE_NODE;
}

static void run_on_node(int node)
{
    (void)node;
}
#endif

// True if a node with `threads` + 1 threads would be less crowded than another with as many more.
static bool is_roomier(const NumaMap *map, const int threads[], int node, int other)
{
    return (threads[node] + 1) * map->processors[other] <
           (threads[other] + 1) * map->processors[node];
}

bool numa_is_spread(const NumaMap *map, int threads)
{
    int largest = 0;
    for (int node = 0; node < map->node_count; node++)
        largest = map->processors[node] > largest ? map->processors[node] : largest;
    return map->node_count > 1 && threads > largest;
}

int numa_choose_node(const NumaMap *map, int index)
{
    int threads[NUMA_NODES_MAX] = {0};
    int chosen = 0;
    for (int i = 0; i <= index; i++) {
        chosen = 0;
        for (int node = 1; node < map->node_count; node++) {
            if (is_roomier(map, threads, node, chosen))
                chosen = node;
        }
        threads[chosen]++;
    }
    return chosen;
}

void numa_place_thread(const NumaMap *map, int index)
{
    if (map->node_count > 1)
        run_on_node(numa_choose_node(map, index));
}
