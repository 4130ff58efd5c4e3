// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: from a position to a score by the net, in whole numbers (nnue/arch.h has
// the formula). Scores are centipawns from the view of the side to move. The result is the same on
// every machine, kernel row and compiler.
#ifndef RAVELIN_NNUE_EVALUATE_H
#define RAVELIN_NNUE_EVALUATE_H

#include "chess/board.h"
#include "chess/score.h"
#include "kernels/nnue.h"
#include "nnue/accumulator.h"
#include "nnue/network.h"

// Evaluates the top of the stack, of which `board` is the position; within +-SCORE_EVAL_MAX. Only
// the thread that owns the stack.
Score nnue_evaluate(Accumulators *accumulators, const Board *board);

// The same from nothing but the board, for commands and tests. Any thread.
Score nnue_evaluate_fresh(const Network *net, const NnueKernels *kernels, const Board *board);

// The output of the net for `board` in centipawns, before it is held within +-SCORE_EVAL_MAX. Any
// thread.
int nnue_raw_output(const Network *net, const NnueKernels *kernels, const Board *board);

#endif
