// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the evaluations of a node: the net's, the same corrected by what earlier
// searches found (correction history), and what they say about the trend.
#ifndef RAVELIN_SEARCH_CORRECT_H
#define RAVELIN_SEARCH_CORRECT_H

#include "search/node.h"

// Finds the correction counters of the position of `ply` and begins to load them: first thing at a
// node that will be evaluated or learnt from.
void correct_look_up(Worker *worker, int ply);

// Sets raw_eval and static_eval of the frame of `ply`. `known` is the table's entry, which may know
// the net's evaluation already. Both are SCORE_NONE in check.
void correct_set_evals(Worker *worker, int ply, const TtEntry *known);

// Stores the net's evaluation of a position that the table did not know, with a score and what it
// bounds (BOUND_NONE: nothing), so that the next visit need not ask the net.
void correct_store_eval(Worker *worker, int ply, Score score, Bound bound);

// Correction history: remembers the evaluation's error at a finished node under its pawns.
void correct_learn(Worker *worker, const Node *node, Bound bound);

// The evaluation, or the table's score where its bound makes that the better estimate.
Score correct_refine(Score eval, const TtEntry *known);

// True if our evaluation went up since our last turn (or the one before, if that was in check), or
// if there is nothing to compare with.
bool correct_is_improving(Worker *worker, int ply);

#endif
