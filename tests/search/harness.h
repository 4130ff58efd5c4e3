// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a search with everything it needs, and a listener that notes what it says
// and checks each promise of search/search.h as it hears it: every line is legal from the root on,
// the numbers are in range, one best move comes and nothing after it.
// The test owns the Harness; the listener runs on the search's thread, so read `heard` only between
// harness_wait and the next start (harness_best_count any time).
#ifndef RAVELIN_TESTS_SEARCH_HARNESS_H
#define RAVELIN_TESTS_SEARCH_HARNESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "chess/board.h"
#include "search/search.h"

enum { FAULT_BYTES = 256 };

// What one search said.
typedef struct Heard {
    int infos;
    atomic_int bests; // best moves told, 1 in the end
    Move best;
    Move ponder;
    char fault[FAULT_BYTES]; // the first broken promise, empty if none

    // The last line of rank 1.
    int depth;
    Score score;
    Bound bound;
    int pv_length;
    Move pv[MAX_PLY];

    int ranks;                            // highest rank of the last depth
    Move rank_moves[SEARCH_MULTI_PV_MAX]; // first move of each
    bool saw_mate;                        // some line had the score of a mate
} Heard;

typedef struct Harness {
    Kernels kernels;
    Network *network;
    Tt tt;
    Search *search;
    Board root;
    Heard heard;
} Harness;

// A search with the built-in net, one thread, a table of `hash_mib` MiB, in the initial position.
void harness_init(Harness *harness, int hash_mib);
void harness_destroy(Harness *harness);

// Sets the position after `moves` (coordinates, blanks between; "" for none) from `fen`, which is
// read as Chess960 where it needs to be. The positions on the way are the game.
void harness_position(Harness *harness, const char *fen, const char *moves);

// Starts a search; limits count from now.
void harness_start(Harness *harness, SearchLimits limits);

// Waits for its end and asserts that nothing was wrong: one best move, legal (none where the root
// has none), no fault heard.
void harness_wait(Harness *harness);

// Start and wait.
void harness_search(Harness *harness, SearchLimits limits);

// Forgets everything learnt: table and histories.
void harness_forget(Harness *harness);

int harness_best_count(Harness *harness);

// The score of a mate given in `moves` moves, or suffered if negative.
Score mate_in_moves(int moves);

// A move of the root by its text; ends the test where it is illegal.
Move harness_move(const Harness *harness, const char *text);

SearchLimits limits_depth(int depth);
SearchLimits limits_nodes(uint64_t nodes);

// Does nothing for `ms` milliseconds.
void pause_ms(int ms);

#endif
