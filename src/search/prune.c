// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/prune.h"

#include "position/see.h"
#include "search/params.h"

bool prune_reverse_futility(int depth, Score eval, Score beta, bool improving)
{
    const int margin = RFP_MARGIN_CP * (depth - improving);
    return depth <= RFP_MAX_DEPTH && !score_is_decided(beta) && eval < SCORE_EVAL_MAX &&
           eval - margin >= beta;
}

bool prune_null_move_allowed(Worker *worker, int ply, int depth, Score eval, Score beta)
{
    const Board *board = &worker_frame(worker, ply)->board;
    return depth >= NMP_MIN_DEPTH && ply >= worker->first_null_ply && eval >= beta &&
           beta > -SCORE_TB_BOUND && worker_frame(worker, ply - 1)->move != MOVE_NULL &&
           board_non_pawns(board, board->side_to_move) != 0;
}

int prune_null_move_depth(int depth, Score eval, Score beta)
{
    const int surplus = (eval - beta) / NMP_EVAL_STEP_CP;
    return depth - NMP_BASE - depth / NMP_DEPTH_DIVISOR -
           (surplus < NMP_EVAL_MAX ? surplus : NMP_EVAL_MAX);
}

bool prune_late_quiets(int depth, int tried, bool improving)
{
    return depth <= LMP_MAX_DEPTH && tried >= (LMP_BASE + depth * depth) / (improving ? 1 : 2);
}

bool prune_futile_quiet(int reduced_depth, Score eval, Score alpha)
{
    return reduced_depth <= FUTILITY_MAX_DEPTH && !score_is_decided(alpha) &&
           eval + FUTILITY_BASE_CP + FUTILITY_MARGIN_CP * reduced_depth <= alpha;
}

bool prune_by_history(int reduced_depth, int history)
{
    return reduced_depth <= HISTORY_PRUNE_MAX_DEPTH &&
           history < -HISTORY_PRUNE_PER_PLY * (reduced_depth + 1);
}

bool prune_losing_capture(const Board *board, Move move, int depth)
{
    return depth <= SEE_PRUNE_MAX_DEPTH &&
           !see_at_least(board, move, -SEE_PRUNE_CAPTURE_CP * depth);
}

bool prune_losing_quiet(const Board *board, Move move, int depth, int reduced_depth)
{
    return depth <= SEE_PRUNE_MAX_DEPTH &&
           !see_at_least(board, move, -SEE_PRUNE_QUIET_CP * reduced_depth * reduced_depth);
}
