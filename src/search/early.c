// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/early.h"

#include "position/position.h"
#include "position/see.h"
#include "search/correct.h"
#include "search/order.h"
#include "search/params.h"
#include "search/prune.h"

// In zugzwang a pass is the best move of all and proves nothing. Deep enough, where a wrong cut
// costs most and the check least, the node itself is searched to the same depth, without passes for
// the most part of it (Stockfish). True if it fails high as well.
static bool verify_null_move(Worker *worker, const Node *node, int depth)
{
    if (node->depth < NMP_VERIFY_MIN_DEPTH || worker->first_null_ply > 0)
        return true;
    worker->first_null_ply = node->ply + 3 * depth / 4;
    const Score beta = node->window.beta;
    const Score score = node_search(worker, node->ply, depth, (Window){beta - 1, beta}, NODE_ALL);
    worker->first_null_ply = 0;
    return score >= beta;
}

// Searches a pass; SCORE_NONE unless it fails high.
static Score try_null_move(Worker *worker, const Node *node, Score eval)
{
    const Score beta = node->window.beta;
    const int depth = prune_null_move_depth(node->depth, eval, beta);
    worker_make_null(worker, node->ply);
    const Score score = -node_search(worker, node->ply + 1, depth, (Window){-beta, -beta + 1},
                                     node->kind == NODE_CUT ? NODE_ALL : NODE_CUT);
    worker_unmake(worker);
    if (worker->stopped || score < beta || !verify_null_move(worker, node, depth) ||
        worker->stopped)
        return SCORE_NONE;
    // A mate or table win found after a pass is not proved.
    return score >= SCORE_TB_BOUND ? beta : score;
}

// Probcut: if a good capture beats beta by a margin at much less depth, the full search would too.
static Score try_probcut(Worker *worker, const Node *node, const TtEntry *known)
{
    const int ply = node->ply;
    const Frame *frame = worker_frame(worker, ply);
    const Score beta = node->window.beta + PROBCUT_MARGIN_CP;
    if (node->depth < PROBCUT_MIN_DEPTH || score_is_decided(node->window.beta) ||
        (known->depth > node->depth - PROBCUT_REDUCTION && known->score < beta))
        return SCORE_NONE;
    Picker picker;
    picker_init(&picker, node->hash_capture ? known->move : MOVE_NONE, true);
    for (Move move; (move = picker_next(&picker, worker, ply)) != MOVE_NONE;) {
        if (move == frame->excluded ||
            !see_at_least(&frame->board, move, beta - frame->static_eval))
            continue;
        worker_make(worker, ply, move);
        const Window window = {-beta, -beta + 1};
        Score score = -qsearch(worker, ply + 1, window, NODE_CUT);
        if (score >= beta && !worker->stopped)
            score = -node_search(worker, ply + 1, node->depth - PROBCUT_REDUCTION, window,
                                 node->kind == NODE_CUT ? NODE_ALL : NODE_CUT);
        worker_unmake(worker);
        if (worker->stopped)
            return SCORE_NONE;
        if (score >= beta) {
            const TtEntry entry = {.move = move,
                                   .score = score,
                                   .eval = frame->raw_eval,
                                   .depth = node->depth - PROBCUT_REDUCTION + 1,
                                   .bound = BOUND_LOWER,
                                   .is_pv = node->was_pv};
            worker_store(worker, ply, &entry);
            return score;
        }
    }
    return SCORE_NONE;
}

bool early_settles(Worker *worker, const Node *node, const TtEntry *known, Score *score)
{
    const Frame *frame = worker_frame(worker, node->ply);
    const Window window = node->window;
    if (frame->static_eval == SCORE_NONE || node->kind == NODE_PV || frame->excluded != MOVE_NONE)
        return false;
    const Score eval = correct_refine(frame->static_eval, known);
    const bool is_futile = prune_reverse_futility(node->depth, eval, window.beta, node->improving);
    if (node->depth <= RFP_MAX_DEPTH)
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_REVERSE_FUTILITY, is_futile);
    if (is_futile) {
        *score = window.beta + (eval - window.beta) / 2;
        return true;
    }
    if (prune_null_move_allowed(worker, node->ply, node->depth, eval, window.beta)) {
        *score = try_null_move(worker, node, eval);
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_NULL_MOVE, *score != SCORE_NONE);
        if (*score != SCORE_NONE || worker->stopped)
            return true;
    }
    *score = try_probcut(worker, node, known);
    return *score != SCORE_NONE || worker->stopped;
}
