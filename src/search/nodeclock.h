// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: time counted in nodes (the option nodestime), so that games do not depend
// on the speed of the machine. The SearchShared owns the account; touched while no search runs.
//
// A millisecond is a number of nodes. The first clock of a game, in nodes, opens an account; from
// then on the clock that the GUI sends is not believed any more, since it runs in real time: each
// move pays its nodes and earns its increment. After Stockfish's option of the same name.
#ifndef RAVELIN_SEARCH_NODECLOCK_H
#define RAVELIN_SEARCH_NODECLOCK_H

#include <stdint.h>

#include "chess/types.h"
#include "search/limits.h"

enum { NODES_PER_MS_MAX = 10000 };

typedef struct NodeClock {
    int nodes_per_ms;  // 0: time is time
    bool is_open;      // the account holds something
    int64_t nodes;     // left in the account, >= 0
    int moves_to_go;   // of the last search, to see a new time control begin
    int64_t increment; // of the search that runs, nodes
} NodeClock;

// Sets the rate, 0..NODES_PER_MS_MAX, and closes the account.
void nodeclock_set(NodeClock *clock, int nodes_per_ms);

// A new game: the account is closed.
void nodeclock_close(NodeClock *clock);

// Replaces the clock of `us` in `limits` by what the account holds. Nothing happens where time is
// time or no clock was given.
void nodeclock_begin(NodeClock *clock, SearchLimits *limits, Colour us);

// Pays for a search of that many nodes.
void nodeclock_pay(NodeClock *clock, const SearchLimits *limits, uint64_t nodes);

#endif
