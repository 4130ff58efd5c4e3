// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: machines whose memory belongs to several groups of processors (NUMA). Says
// which node a thread should run on and puts it there, so that what it touches first lies near it.
// Works with libnuma where the build has it (-Dnuma=enabled); without it, and where somebody else
// has already chosen our processors, there is one node and nothing is moved. Any thread.
#ifndef RAVELIN_BASE_NUMA_H
#define RAVELIN_BASE_NUMA_H

#include <stdbool.h>

enum { NUMA_NODES_MAX = 128 };

// The nodes of a machine, in the system's numbering.
typedef struct NumaMap {
    int node_count;                 // 1..NUMA_NODES_MAX
    int processors[NUMA_NODES_MAX]; // of each node; 0 for a node that is memory only
} NumaMap;

// The map of this machine.
NumaMap numa_read_map(void);

// True if a group of so many threads should be spread over the nodes: it does not fit on one.
// Smaller groups are better left to the system, which also sees what else runs.
bool numa_is_spread(const NumaMap *map, int threads);

// The node for thread number `index` (>= 0) of a group: threads go where they are fewest for each
// processor, to the lowest node among equals. 0 where no node has a processor.
int numa_choose_node(const NumaMap *map, int index);

// Keeps the calling thread on the processors of its node; nothing happens where there is one node
// or the system refuses.
void numa_place_thread(const NumaMap *map, int index);

#endif
