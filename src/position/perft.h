// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: counting the leaves of the move tree, the test of move generation and of
// making moves. Pure functions over what the caller owns; any thread.
#ifndef RAVELIN_POSITION_PERFT_H
#define RAVELIN_POSITION_PERFT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"
#include "kernels/kernels.h"

// Deeper trees than this do not end in a lifetime.
enum { PERFT_DEPTH_MAX = 64 };

// PERFT_BULK counts the moves of the last ply but one without making them; PERFT_EACH makes every
// move, so that every leaf has been a position.
typedef enum PerftMode { PERFT_BULK, PERFT_EACH } PerftMode;

// The number of move sequences of `depth` plies (0..PERFT_DEPTH_MAX) from `board`; 1 at depth 0.
uint64_t perft_count(const Kernels *kernels, const Board *board, int depth, PerftMode mode);

// Told each root move with the leaves behind it. Returning false ends the count.
typedef bool PerftReport(void *context, Move move, uint64_t nodes);

// The same as perft_count, telling `report` each root move in the generator's order as soon as it
// is counted. Returns the sum of what was told. At depth 0 nothing is told and the result is 1.
uint64_t perft_split(const Kernels *kernels, const Board *board, int depth, PerftReport *report,
                     void *context);

// Published counts that are part of the program. The counts are from the Chess Programming Wiki
// ("Perft Results", "Chess960 Perft Results") and from well-known trap collections; those of our
// own positions come from two generators that agree (ours and the naive one of the tests).
typedef struct PerftCase {
    const char *name; // what the position is a test of
    const char *fen;
    bool is_chess960;
    int depth;
    uint64_t nodes;
} PerftCase;

// The table and its length.
const PerftCase *perft_cases(int *count);

// Told each case of the table with the count that was found. Returning false ends the run.
typedef bool PerftCaseReport(void *context, const PerftCase *perft_case, uint64_t found);

// Runs the table and returns the number of cases whose count was wrong, 0 if all is well.
int perft_run_cases(const Kernels *kernels, PerftCaseReport *report, void *context);

#endif
