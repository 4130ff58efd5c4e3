// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: how much less deep late moves are searched (extend.h has what is deeper).
// Pure functions over the shared table, any thread.
#ifndef RAVELIN_SEARCH_REDUCE_H
#define RAVELIN_SEARCH_REDUCE_H

#include "search/worker.h"

// Fills the table of late move reductions: base + slope * ln(depth) * ln(move), in 1/1024 ply.
// Whole numbers throughout, so every compiler makes the same table.
void reduce_fill_table(int16_t table[REDUCTION_TABLE_SIZE][REDUCTION_TABLE_SIZE]);

// One move of a node that may be reduced.
typedef struct LateMove {
    int depth;  // of the node, plies
    int number; // moves tried before it in the node
    NodeKind kind;
    bool quiet;
    bool gives_check;
    bool improving;
    bool was_pv;       // the node was once on a principal variation
    bool hash_capture; // the hash move is a capture or a promotion
    bool killer;       // one of the two killers
    int history;       // order_quiet_history of a quiet move
} LateMove;

// Plies by which the first search of a late move is less deep, >= 0 and at most depth - 2.
int reduce_late_move(const SearchShared *shared, const LateMove *late);

#endif
