// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: perft, the number of move sequences of a given length, which proves move
// generation and making moves against published counts. The caller owns everything; any thread.
#ifndef RAVELIN_POSITION_PERFT_H
#define RAVELIN_POSITION_PERFT_H

#include <stdatomic.h>
#include <stdint.h>

#include "chess/board.h"
#include "kernels/kernels.h"

enum { PERFT_DEPTH_MAX = 64, PERFT_CASE_DEPTHS = 6 };

typedef struct PerftTask {
    const Kernels *kernels;
    bool counts_in_bulk;     // take the last ply from the counting entry, instead of making it
    const atomic_bool *stop; // ends the count early when it becomes true
} PerftTask;

// The number of sequences of `depth` (0..PERFT_DEPTH_MAX) legal moves from `board`, modulo 2^64.
// Meaningless once *task->stop is true.
uint64_t perft_count(const PerftTask *task, const Board *board, int depth);

// A position with published counts; counts[i] belongs to depth i + 1, 0 ends them.
typedef struct PerftCase {
    const char *fen;
    bool chess960;
    uint64_t counts[PERFT_CASE_DEPTHS];
} PerftCase;

// The built-in table: positions and counts that the chess programming community publishes. Deep
// enough to meet every kind of move, small enough for a few seconds in all.
const PerftCase *perft_cases(int *count);

#endif
