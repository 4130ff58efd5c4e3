// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a finished node teaches the histories of its worker.
#ifndef RAVELIN_SEARCH_LEARN_H
#define RAVELIN_SEARCH_LEARN_H

#include "search/worker.h"

// Moves searched at a node before one refuted; more than fit say nothing new.
enum { TRIED_MOVES_MAX = 64 };
typedef struct TriedMoves {
    int quiet_count;
    int capture_count;
    Move quiets[TRIED_MOVES_MAX];
    Move captures[TRIED_MOVES_MAX]; // and promotions
} TriedMoves;

// Notes a move; beyond TRIED_MOVES_MAX of its kind it is passed over.
RAVELIN_INLINE void tried_moves_add(TriedMoves *tried, Move move, bool quiet)
{
    int *count = quiet ? &tried->quiet_count : &tried->capture_count;
    Move *moves = quiet ? tried->quiets : tried->captures;
    if (*count < TRIED_MOVES_MAX)
        moves[(*count)++] = move;
}

// Learns from the move that refuted the node of `ply` at `depth` plies, and from those in `tried`
// that did not.
void learn_refutation(Worker *worker, int ply, int depth, Move best, const TriedMoves *tried);

#endif
