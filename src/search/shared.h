// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what all threads of a search share. The Search owns it. Everything but the
// atomics is written while no worker runs and only read while they do.
#ifndef RAVELIN_SEARCH_SHARED_H
#define RAVELIN_SEARCH_SHARED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/movelag.h"
#include "search/nodeclock.h"
#include "search/search.h"
#include "search/timeman.h"
#include "syzygy/syzygy.h"

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
    bool ponders; // the GUI lets us think on the opponent's time
    NodeClock node_clock;
    MoveLag lag;
    Syzygy *syzygy; // NULL: no endgame tables
    TableSettings table_settings;
    Skill skill;
    int16_t reductions[REDUCTION_TABLE_SIZE][REDUCTION_TABLE_SIZE]; // [depth][move], 1/1024 ply

    // One search
    Board root;
    const uint64_t *game_keys; // of the positions before the root, oldest first
    size_t game_key_count;
    SearchLimits limits;
    MoveList root_moves;                // legal moves to search
    int root_ranks[MOVE_LIST_CAPACITY]; // of the root moves, by the endgame tables; else all zero
    bool root_is_ranked;                // the tables know all root moves
    uint64_t root_tb_hits;              // answers that this took
    int table_men;                      // the tree asks about at most so many men; 0: never
    TimeManager time;

    atomic_bool stop;               // workers end
    atomic_bool released;           // the GUI said stop: the best move may be told
    atomic_bool pondering;          // limits do not count yet
    _Atomic int64_t clock_start_ns; // limits count from here
    _Atomic uint64_t clock_start_nodes;

    struct Worker **workers;
    int worker_count;
} SearchShared;

// Nodes of all workers.
uint64_t shared_nodes(const SearchShared *shared);

// Answers of the endgame tables, of all workers and at the root.
uint64_t shared_tb_hits(const SearchShared *shared);

// Milliseconds since limits count, >= 0.
int64_t shared_elapsed_ms(const SearchShared *shared);

// The same as limits count it: in real time, or in nodes where the node clock is set.
int64_t shared_spent_ms(const SearchShared *shared);

#endif
