// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the front of the search: start, stop, wait, and callbacks that say what it
// found. The engine owns the Search and calls it from one thread; callbacks come from the search's
// own main thread. What the search is given by pointer (kernels, net, table) stays the owner's and
// may change only while the search is idle.
#ifndef RAVELIN_SEARCH_SEARCH_H
#define RAVELIN_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/score.h"
#include "kernels/kernels.h"
#include "nnue/network.h"
#include "search/limits.h"
#include "tt/tt.h"

// One line of the search's progress. Pointers live only during the callback.
typedef struct SearchInfo {
    int depth;           // plies of the iteration
    int selective_depth; // deepest ply reached, counted from 1
    int multi_pv;        // rank of this line, from 1
    Score score;         // from the side to move at the root
    Bound bound;         // BOUND_EXACT, or the window was failed low (UPPER) or high (LOWER)
    int64_t time_ms;     // since the search's start, >= 0
    uint64_t nodes;      // of all threads
    uint64_t nps;        // nodes per second
    int hash_permille;   // share of the table used by this search
    const Move *pv;      // at least one move unless the root has none
    int pv_length;
} SearchInfo;

typedef struct SearchEvents {
    void *context;
    void (*on_info)(void *context, const SearchInfo *info);
    // Exactly once a search, as its last call. MOVE_NONE where there is no move.
    void (*on_best_move)(void *context, Move best, Move ponder);
} SearchEvents;

enum { SEARCH_THREADS_MAX = 1024, SEARCH_MULTI_PV_MAX = 256 };

typedef struct Search Search;

// Makes an idle search with one thread. NULL, with the reason, when memory or a thread cannot be
// had. `kernels`, `network` and `tt` must outlive it or be replaced.
Search *search_create(const Kernels *kernels, const Network *network, Tt *tt, ErrorText *error);

// Stops, waits and frees everything; NULL is allowed.
void search_destroy(Search *search);

// All setters need an idle search (search_stop and search_wait first).

void search_set_events(Search *search, const SearchEvents *events);

// Rebuilds what belongs to the net (accumulators) for another one. On failure the search keeps the
// old net.
Status search_set_network(Search *search, const Network *network, ErrorText *error);

// Sets the number of threads, 1..SEARCH_THREADS_MAX. On failure the threads that could be had stay,
// at least one; search_thread_count tells how many.
Status search_set_threads(Search *search, int count, ErrorText *error);
int search_thread_count(const Search *search);

void search_set_multi_pv(Search *search, int count);
void search_set_move_overhead(Search *search, int overhead_ms);

// Forgets all that was learnt from earlier searches, except the table, which is the owner's.
void search_new_game(Search *search);

// The position to search next. `keys` are the Zobrist keys of the game's earlier positions, oldest
// first, without the root's own (`count` may be 0).
void search_set_position(Search *search, const Board *root, const uint64_t *keys, size_t count);

// Starts searching and returns at once.
void search_start(Search *search, const SearchLimits *limits);

// Asks the search to end; its best move follows promptly. No effect when idle. Any thread.
void search_stop(Search *search);

// The move that was pondered on has been played: limits count from now. No effect when not
// pondering. Any thread.
void search_ponderhit(Search *search);

// Waits until the best move has been reported; returns at once when idle.
void search_wait(Search *search);

bool search_is_running(Search *search);

// Nodes of the last or running search, all threads.
uint64_t search_nodes(const Search *search);

#endif
