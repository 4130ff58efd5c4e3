// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what all threads of a search share. The Search owns it. Everything but the
// atomics is written while no worker runs and only read while they do.
#ifndef RAVELIN_SEARCH_SHARED_H
#define RAVELIN_SEARCH_SHARED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"
#include "search/timeman.h"

// Depths and move numbers beyond the table's last row are treated like it.
enum { REDUCTION_TABLE_SIZE = 64 };

struct Worker;

typedef struct SearchShared {
    const Kernels *kernels;
    const Network *network;
    Tt *tt;
    SearchEvents events;
    int multi_pv;
    int move_overhead_ms;
    int16_t reductions[REDUCTION_TABLE_SIZE][REDUCTION_TABLE_SIZE]; // [depth][move], 1/1024 ply

    // One search
    Board root;
    const uint64_t *game_keys; // of the positions before the root, oldest first
    size_t game_key_count;
    SearchLimits limits;
    MoveList root_moves; // legal moves to search
    TimeManager time;

    atomic_bool stop;               // workers end
    atomic_bool released;           // the GUI said stop: the best move may be told
    atomic_bool pondering;          // limits do not count yet
    _Atomic int64_t clock_start_ns; // limits count from here

    struct Worker **workers;
    int worker_count;
} SearchShared;

// Nodes of all workers.
uint64_t shared_nodes(const SearchShared *shared);

// Milliseconds since limits count, >= 0.
int64_t shared_elapsed_ms(const SearchShared *shared);

#endif
