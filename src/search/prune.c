// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/prune.h"

#include "search/params.h"

bool prune_reverse_futility(int depth, Score eval, Score beta)
{
    return depth <= RFP_MAX_DEPTH && !score_is_mate(beta) && eval < SCORE_EVAL_MAX &&
           eval - RFP_MARGIN_CP * depth >= beta;
}

bool prune_null_move_allowed(Worker *worker, int ply, int depth, Score eval, Score beta)
{
    const Board *board = &worker_frame(worker, ply)->board;
    return depth >= NMP_MIN_DEPTH && eval >= beta && beta > -SCORE_MATE_BOUND &&
           worker_frame(worker, ply - 1)->move != MOVE_NULL &&
           board_non_pawns(board, board->side_to_move) != 0;
}

int prune_null_move_depth(int depth, Score eval, Score beta)
{
    const int surplus = (eval - beta) / NMP_EVAL_STEP_CP;
    return depth - NMP_BASE - depth / NMP_DEPTH_DIVISOR -
           (surplus < NMP_EVAL_MAX ? surplus : NMP_EVAL_MAX);
}

bool prune_late_quiets(int depth, int tried)
{
    return depth <= LMP_MAX_DEPTH && tried >= LMP_BASE + depth * depth;
}
