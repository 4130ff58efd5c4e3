// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: rules that give up a node or a move without searching it, one function a
// rule. Measured gains are in EXPERIMENTS.md. Pure functions, any thread.
#ifndef RAVELIN_SEARCH_PRUNE_H
#define RAVELIN_SEARCH_PRUNE_H

#include "search/worker.h"

// Reverse futility: an evaluation that beats beta by more than a margin a ply will hardly fall
// below it. Not in check, not for windows of mates and table wins.
bool prune_reverse_futility(int depth, Score eval, Score beta, bool improving);

// Null move: if passing still fails high at less depth, a real move will too. True if the node at
// `ply` qualifies: the side to move has more than pawns (zugzwang), and the last move was no pass.
bool prune_null_move_allowed(Worker *worker, int ply, int depth, Score eval, Score beta);

// Depth of the search after the pass; may be zero or less.
int prune_null_move_depth(int depth, Score eval, Score beta);

// Late move pruning: near the leaves, quiets after the first few are not tried at all. `tried`
// counts the moves tried before.
bool prune_late_quiets(int depth, int tried, bool improving);

// Futility: a quiet move that would have to gain more than a margin over the evaluation to reach
// alpha is left. `reduced_depth` is what it would be searched with.
bool prune_futile_quiet(int reduced_depth, Score eval, Score alpha);

// History pruning: quiets that failed often are left near the leaves.
bool prune_by_history(int reduced_depth, int history);

// Exchange pruning: near the leaves a move that loses too much in the exchange is left. True if
// `move` of `board` loses more than a capture (or promotion) may at `depth`, or than a quiet may at
// the depth it would be searched with.
bool prune_losing_capture(const Board *board, Move move, int depth);
bool prune_losing_quiet(const Board *board, Move move, int depth, int reduced_depth);

#endif
