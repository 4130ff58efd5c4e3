// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what may settle a node before its moves are tried one by one: reverse
// futility, null move, probcut. Their conditions and margins are in prune.h.
#ifndef RAVELIN_SEARCH_EARLY_H
#define RAVELIN_SEARCH_EARLY_H

#include "search/node.h"

// True if the node, which is not on the principal variation, is settled: `score` is its result (or
// means nothing, if the search was stopped).
bool early_settles(Worker *worker, const Node *node, const TtEntry *known, Score *score);

#endif
