// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the tree: principal variation search and quiescence. A search that was
// stopped (worker->stopped) returns a score that means nothing.
#ifndef RAVELIN_SEARCH_NODE_H
#define RAVELIN_SEARCH_NODE_H

#include "search/worker.h"

// The score of the position of `ply` (> 0) to `depth` plies within the window, fail-soft: outside
// the window it is a bound. NODE_PV nodes have an open window, the others a null window.
Score node_search(Worker *worker, int ply, int depth, Window window, NodeKind kind);

// The score once only captures, promotions and evasions are looked at.
Score qsearch(Worker *worker, int ply, Window window, NodeKind kind);

// Searches the move just made from `ply` (its child is at ply + 1) as the principal variation
// search does: full window for the first move, else a null window first, reduced by `reduction`
// plies. `new_depth` is the child's unreduced depth.
typedef struct ChildSearch {
    int new_depth;
    int reduction;
    bool first;
    NodeKind kind; // of the parent
} ChildSearch;
Score node_search_child(Worker *worker, int ply, Window window, const ChildSearch *child);

// Moves searched at a node before one refuted; more than fit say nothing new.
enum { TRIED_MOVES_MAX = 64 };
typedef struct TriedMoves {
    int quiet_count;
    int capture_count;
    Move quiets[TRIED_MOVES_MAX];
    Move captures[TRIED_MOVES_MAX]; // and promotions
} TriedMoves;

RAVELIN_INLINE void tried_moves_add(TriedMoves *tried, Move move, bool quiet)
{
    int *count = quiet ? &tried->quiet_count : &tried->capture_count;
    Move *moves = quiet ? tried->quiets : tried->captures;
    if (*count < TRIED_MOVES_MAX)
        moves[(*count)++] = move;
}

// Learns from the move that refuted the node at `ply`, and from those in `tried` that did not.
void node_learn(Worker *worker, int ply, int depth, Move best, const TriedMoves *tried);

#endif
