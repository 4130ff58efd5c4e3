// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/position.h"
#include "search/correct.h"
#include "search/node.h"
#include "search/order.h"
#include "search/params.h"

// The moves of a quiescence node; false if the search was stopped.
static bool search_captures(Worker *worker, Node *node, Move hash_move)
{
    Picker picker;
    picker_init(&picker, hash_move, true);
    for (Move move; (move = picker_next(&picker, worker, node->ply)) != MOVE_NONE;) {
        worker_make(worker, node->ply, move);
        const Window window = {-node->window.beta, -node->window.alpha};
        const Score score = -qsearch(worker, node->ply + 1, window, node->kind);
        worker_unmake(worker);
        if (worker->stopped)
            return false;
        if (score <= node->best_score)
            continue;
        node->best_score = score;
        if (score > node->window.alpha) {
            node->best_move = move;
            node->window.alpha = score;
            if (node->kind == NODE_PV)
                worker_extend_pv(worker, node->ply, move);
            if (score >= node->window.beta)
                return true;
        }
    }
    return true;
}

Score qsearch(Worker *worker, int ply, Window window, NodeKind kind)
{
    worker_enter_node(worker, ply);
    if (worker_must_stop(worker) || worker_is_draw(worker, ply))
        return SCORE_DRAW;
    Frame *frame = worker_frame(worker, ply);
    const bool in_check = position_in_check(&frame->board);
    if (ply >= MAX_PLY - 1)
        return in_check ? SCORE_DRAW : worker_evaluate(worker, ply);
    if (worker_repetition_closes(worker, ply, &window))
        return window.alpha;
    correct_look_up(worker, ply);
    const TtEntry known = worker_probe(worker, ply);
    if (kind != NODE_PV && entry_decides(&known, window) &&
        frame->board.halfmove_clock < TT_CUTOFF_MAX_CLOCK)
        return known.score;

    Node node;
    node_begin(&node, ply, 0, window, kind);
    node.best_score = score_mated_in(ply);
    correct_set_evals(worker, ply, &known);
    if (!in_check) {
        // Stand pat: whoever moves may decline every capture.
        node.best_score = correct_refine(frame->static_eval, &known);
        if (node.best_score >= window.beta) {
            if (known.bound == BOUND_NONE)
                correct_store_eval(worker, ply, node.best_score, BOUND_LOWER);
            return node.best_score;
        }
        if (node.best_score > node.window.alpha)
            node.window.alpha = node.best_score;
    }
    const bool hash_move_fits =
        known.move != MOVE_NONE && (in_check || !move_is_quiet(&frame->board, known.move));
    if (!search_captures(worker, &node, hash_move_fits ? known.move : MOVE_NONE))
        return SCORE_DRAW;
    const TtEntry entry = {
        .move = node.best_move,
        .score = node.best_score,
        .eval = frame->raw_eval,
        .depth = 0,
        .bound = node.best_score >= window.beta ? BOUND_LOWER : BOUND_UPPER,
        .is_pv = kind == NODE_PV || known.is_pv,
    };
    worker_store(worker, ply, &entry);
    return node.best_score;
}
