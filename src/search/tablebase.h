// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what the search asks of the endgame tables: once for the moves of the
// root, by the search's main thread before any other runs, then win, draw or loss in the tree, by
// all threads.
#ifndef RAVELIN_SEARCH_TABLEBASE_H
#define RAVELIN_SEARCH_TABLEBASE_H

#include "search/worker.h"

// Ranks the root moves, best first, and decides whether the tree asks the tables: not once DTZ has
// ranked the root, where all that is left to do is to make progress, nor where the root is no win.
// The workers must be idle; they take the moves over afterwards (worker_take_root_moves).
void tablebase_rank_root(SearchShared *shared);

// The score to show for a root move: what the tables say, unless the search has found a mate that
// agrees.
Score tablebase_shown_score(const SearchShared *shared, const RootMove *root, Score score);

// What the tables leave of a node's scores.
typedef struct TableBounds {
    Score floor;   // -SCORE_INFINITE without a win
    Score ceiling; // SCORE_INFINITE without a loss
} TableBounds;

// True if the tables settle the node of `ply` (> 0), which is about to be searched to `depth` plies
// within the window: `*score` is its result, and is remembered. Otherwise `*bounds` says what they
// know.
bool tablebase_settles(Worker *worker, int ply, int depth, Window window, TableBounds *bounds,
                       Score *score);

#endif
