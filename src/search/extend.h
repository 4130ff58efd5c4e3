// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: singular extensions: a hash move that is much better than all others is
// searched deeper. (T. Anantharaman, M. Campbell, F. Hsu: "Singular extensions", 1990; the form
// with a reduced search below the hash score is Stockfish's.)
#ifndef RAVELIN_SEARCH_EXTEND_H
#define RAVELIN_SEARCH_EXTEND_H

#include "search/node.h"

// True if the hash move of the node may be tested: deep enough, with a lower bound of about that
// depth to compare with.
bool extend_test_applies(Worker *worker, const Node *node, const TtEntry *known);

// The test: searches all moves but the hash move below its score. Plies to extend it by, negative
// to search it less deep. `*cut` becomes a score where the other moves alone refute (multicut).
int extend_hash_move(Worker *worker, Node *node, const TtEntry *known, Score *cut);

#endif
