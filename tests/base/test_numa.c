// SPDX-License-Identifier: GPL-3.0-or-later
// Placement on faked machines; the real one is only asked for something sensible.
#include <criterion/criterion.h>

#include "base/numa.h"

// Threads of a group on each node.
static void count_threads(const NumaMap *map, int group, int counts[NUMA_NODES_MAX])
{
    for (int node = 0; node < NUMA_NODES_MAX; node++)
        counts[node] = 0;
    for (int i = 0; i < group; i++) {
        const int node = numa_choose_node(map, i);
        cr_assert(node >= 0 && node < map->node_count);
        counts[node]++;
    }
}

Test(numa, equal_nodes_take_turns)
{
    const NumaMap map = {.node_count = 3, .processors = {4, 4, 4}};
    for (int i = 0; i < 40; i++)
        cr_assert_eq(numa_choose_node(&map, i), i % 3);
}

Test(numa, nodes_fill_by_their_processors)
{
    const NumaMap map = {.node_count = 4, .processors = {8, 2, 0, 6}};
    int counts[NUMA_NODES_MAX];
    for (int rounds = 1; rounds <= 4; rounds++) {
        count_threads(&map, 16 * rounds, counts);
        for (int node = 0; node < map.node_count; node++)
            cr_assert_eq(counts[node], map.processors[node] * rounds, "node %d", node);
    }
    // Never more than one thread beyond a fair share on the way.
    for (int group = 1; group < 64; group++) {
        count_threads(&map, group, counts);
        for (int node = 0; node < map.node_count; node++)
            cr_assert_leq(counts[node] * 16, map.processors[node] * group + 16, "%d threads",
                          group);
        cr_assert_eq(counts[2], 0, "memory without processors takes no thread");
    }
}

Test(numa, a_first_node_of_memory_only)
{
    const NumaMap map = {.node_count = 2, .processors = {0, 4}};
    for (int i = 0; i < 10; i++)
        cr_assert_eq(numa_choose_node(&map, i), 1);
}

Test(numa, one_node_or_none_with_processors)
{
    const NumaMap one = {.node_count = 1, .processors = {2}};
    const NumaMap none = {.node_count = 3, .processors = {0, 0, 0}};
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(numa_choose_node(&one, i), 0);
        cr_assert_eq(numa_choose_node(&none, i), 0);
    }
}

Test(numa, only_groups_that_no_node_holds_are_spread)
{
    const NumaMap one = {.node_count = 1, .processors = {2}};
    const NumaMap two = {.node_count = 2, .processors = {4, 6}};
    cr_assert_not(numa_is_spread(&one, 100));
    cr_assert_not(numa_is_spread(&two, 6));
    cr_assert(numa_is_spread(&two, 7));
}

Test(numa, this_machine)
{
    const NumaMap map = numa_read_map();
    cr_assert(map.node_count >= 1 && map.node_count <= NUMA_NODES_MAX);
    int processors = 0;
    for (int node = 0; node < map.node_count; node++)
        processors += map.processors[node];
    cr_assert_geq(processors, 1);
    numa_place_thread(&map, 3);
}
