// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the pool of search threads. The main worker (index 0) waits for a start,
// wakes the others, deepens with them, collects what they found and reports the best move; all of
// them sleep in between. Only search.c, which owns the Search, looks inside.
#ifndef RAVELIN_SEARCH_POOL_H
#define RAVELIN_SEARCH_POOL_H

#include "base/numa.h"
#include "base/status.h"
#include "base/thread.h"
#include "search/worker.h"

struct Search {
    SearchShared shared;
    uint64_t game_keys[GAME_KEYS_MAX];  // behind shared.game_keys
    Score last_score;                   // of the last best move
    Thread threads[SEARCH_THREADS_MAX]; // of the workers
    NumaMap numa;
    bool is_spread; // helpers are placed on the memory nodes

    Mutex lock; // guards all below
    Condition changed;
    bool running;           // a search was started and its best move is not reported yet
    bool quit;              // the main thread ends
    unsigned helpers_round; // counts searches: a helper runs once for each new number
    int helpers_busy;
};

// Makes worker number worker_count and its thread, which waits. The first is the main worker.
// Only while no search runs. STATUS_NO_MEMORY, or what thread_start says, changes nothing.
Status pool_add_worker(Search *search, ErrorText *error);

// Ends the last worker and its thread. Only while no search runs.
void pool_remove_worker(Search *search);

#endif
