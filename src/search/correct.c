// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/correct.h"

#include "position/position.h"
#include "search/params.h"

static int16_t *pawn_correction(Worker *worker, const Board *board)
{
    return &worker->history.pawn_correction[board->side_to_move][board->pawn_key % CORRECTION_SIZE];
}

void correct_set_evals(Worker *worker, int ply, const TtEntry *known)
{
    Frame *frame = worker_frame(worker, ply);
    if (position_in_check(&frame->board)) {
        frame->raw_eval = frame->static_eval = SCORE_NONE;
        return;
    }
    frame->raw_eval = known->eval != SCORE_NONE ? known->eval : worker_evaluate(worker, ply);
    Score eval = frame->raw_eval;
    // A lead that nothing irreversible follows is worth less and less.
    const int clock = frame->board.halfmove_clock < 100 ? frame->board.halfmove_clock : 100;
    eval = eval * (EVAL_CLOCK_SCALE - clock) / EVAL_CLOCK_SCALE;
    eval += *pawn_correction(worker, &frame->board) / CORRECTION_UNITS_PER_CP;
    frame->static_eval = eval > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                         : eval < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                                  : eval;
}

void correct_store_eval(Worker *worker, int ply, Score score, Bound bound)
{
    const TtEntry entry = {
        .move = MOVE_NONE,
        .score = score,
        .eval = worker_frame(worker, ply)->raw_eval,
        .depth = 0,
        .bound = bound,
    };
    worker_store(worker, ply, &entry);
}

void correct_learn(Worker *worker, const Node *node, Bound bound)
{
    const Frame *frame = worker_frame(worker, node->ply);
    const Score error = node->best_score - frame->static_eval;
    if (frame->static_eval == SCORE_NONE || score_is_mate(node->best_score) ||
        (node->best_move != MOVE_NONE && !move_is_quiet(&frame->board, node->best_move)) ||
        (error > 0 ? (bound & BOUND_LOWER) == 0 : (bound & BOUND_UPPER) == 0))
        return;
    int bonus = error * node->depth * CORRECTION_GAIN;
    if (bonus > CORRECTION_BONUS_MAX)
        bonus = CORRECTION_BONUS_MAX;
    if (bonus < -CORRECTION_BONUS_MAX)
        bonus = -CORRECTION_BONUS_MAX;
    history_update(pawn_correction(worker, &frame->board), bonus);
}

Score correct_refine(Score eval, const TtEntry *known)
{
    if (known->bound == BOUND_NONE || score_is_mate(known->score))
        return eval;
    const Bound needed = known->score > eval ? BOUND_LOWER : BOUND_UPPER;
    return (known->bound & needed) != 0 ? known->score : eval;
}

bool correct_is_improving(Worker *worker, int ply)
{
    const Score now = worker_frame(worker, ply)->static_eval;
    Score before = worker_frame(worker, ply - 2)->static_eval;
    if (before == SCORE_NONE)
        before = worker_frame(worker, ply - 4)->static_eval;
    return now != SCORE_NONE && (before == SCORE_NONE || now > before);
}
