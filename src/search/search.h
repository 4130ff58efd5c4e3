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
#include "nnue/accumulator.h"
#include "nnue/network.h"
#include "search/diagnose.h"
#include "search/limits.h"
#include "search/skill.h"
#include "syzygy/syzygy.h"
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
    uint64_t tb_hits;    // answers of the endgame tables, all threads
    const Move *pv;      // at least one move unless the root has none
    int pv_length;
} SearchInfo;

typedef struct SearchEvents {
    void *context;
    void (*on_info)(void *context, const SearchInfo *info);
    // A root move is about to be searched, `number` from 1; only in searches of some seconds. May
    // be NULL.
    void (*on_root_move)(void *context, int depth, Move move, int number);
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

// Lines to report, 1..SEARCH_MULTI_PV_MAX.
void search_set_multi_pv(Search *search, int count);
int search_multi_pv(const Search *search);
void search_set_move_overhead(Search *search, int overhead_ms);

// Whether the GUI lets the engine think on the opponent's time (search/timeman.h).
void search_set_ponder(Search *search, bool ponders);

// How well to play (search/skill.h). A limited search runs on one thread.
void search_set_skill(Search *search, const Skill *skill);

// Counts time in nodes, this many a millisecond (search/nodeclock.h); 0 for real time.
void search_set_nodes_per_ms(Search *search, int nodes_per_ms);

// How the endgame tables are used.
typedef struct TableSettings {
    int probe_depth;      // plies that a node of the most men must have left to be asked about
    int probe_limit;      // men, 0: never
    bool use_fifty_moves; // wins that the fifty-move rule cuts off are draws
} TableSettings;

// The endgame tables to ask; NULL for none. They stay the owner's.
void search_set_syzygy(Search *search, Syzygy *syzygy);
void search_set_table_settings(Search *search, const TableSettings *settings);

// Sets the search parameter `index` of tunables.h to `value` (within its range) and makes anew what
// this search derived from the old value.
void search_set_tunable(Search *search, int index, int value);

// Sums of what the rules of all threads did since they were last cleared, in a build that counts
// (search/diagnose.h); zeros in others. search_clear_diagnostics needs an idle search.
void search_sum_diagnostics(const Search *search, DiagnoseCounts *sum);
void search_clear_diagnostics(Search *search);

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

// True from search_start until the best move has been reported. Any thread.
bool search_is_running(Search *search);

// Score of the best move that the last search told, for its side to move; SCORE_NONE where there
// was no move. Idle search only.
Score search_last_score(const Search *search);

// How the sums of the net were come by in the last search, all threads; only while idle.
AccumulatorCounts search_accumulator_counts(const Search *search);

// Nodes of the last or running search, all threads.
uint64_t search_nodes(const Search *search);

#endif
