// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the tree: principal variation search and quiescence. A search that was
// stopped (worker->stopped) returns a score that means nothing.
#ifndef RAVELIN_SEARCH_NODE_H
#define RAVELIN_SEARCH_NODE_H

#include "search/learn.h"
#include "search/worker.h"

// What one node keeps while its moves are searched.
typedef struct Node {
    int ply;
    int depth; // plies, after internal reductions
    NodeKind kind;
    Window window; // alpha rises
    Score best_score;
    Score ceiling;     // no score is better, by the endgame tables
    Move best_move;    // the last that raised alpha, or MOVE_NONE
    bool improving;    // see correct_is_improving
    bool was_pv;       // on a principal variation now or in an earlier iteration
    bool hash_capture; // the hash move is no quiet
    int tried_count;   // moves searched
    TriedMoves tried;  // those that did not refute
} Node;

// A move and what the rules ask of it.
typedef struct MoveFacts {
    Move move;
    bool quiet;
    int history; // order_quiet_history of a quiet
} MoveFacts;

// A node before its first move. The lists of tried moves stay as they are: only counts matter.
RAVELIN_INLINE void node_begin(Node *node, int ply, int depth, Window window, NodeKind kind)
{
    node->ply = ply;
    node->depth = depth;
    node->kind = kind;
    node->window = window;
    node->best_score = -SCORE_INFINITE;
    node->ceiling = SCORE_INFINITE;
    node->best_move = MOVE_NONE;
    node->tried_count = 0;
    node->tried.quiet_count = node->tried.capture_count = 0;
}

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
    Score best_score; // of the parent so far
    NodeKind kind;    // of the parent
} ChildSearch;
Score node_search_child(Worker *worker, int ply, Window window, const ChildSearch *child);

#endif
