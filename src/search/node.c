// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/node.h"

#include "position/legality.h"
#include "position/position.h"
#include "search/correct.h"
#include "search/early.h"
#include "search/extend.h"
#include "search/learn.h"
#include "search/order.h"
#include "search/params.h"
#include "search/prune.h"
#include "search/reduce.h"
#include "search/tablebase.h"

Score node_search_child(Worker *worker, int ply, Window window, const ChildSearch *child)
{
    const Window full = {-window.beta, -window.alpha};
    const Window null = {-window.alpha - 1, -window.alpha};
    int depth = child->new_depth;
    if (child->first && child->kind == NODE_PV)
        return -node_search(worker, ply + 1, depth, full, NODE_PV);
    // The children of a cut node are expected to fail low, all others to refute.
    const NodeKind expected = child->kind == NODE_CUT ? NODE_ALL : NODE_CUT;
    Score score;
    if (child->reduction > 0) {
        score = -node_search(worker, ply + 1, depth - child->reduction, null, NODE_CUT);
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_LMR, score <= window.alpha);
        if (score > window.alpha && !worker->stopped) {
            // What came out far above the best so far deserves a deeper look, what came out
            // barely above it a shallower one.
            depth += score > child->best_score + DEEPER_MARGIN_CP + 2 * depth;
            depth -= score < child->best_score + child->new_depth;
            if (depth > child->new_depth - child->reduction)
                score = -node_search(worker, ply + 1, depth, null, expected);
        }
    } else {
        score = -node_search(worker, ply + 1, depth, null, child->first ? expected : NODE_CUT);
    }
    if (child->kind == NODE_PV)
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_PVS, score <= window.alpha);
    if (score > window.alpha && child->kind == NODE_PV && !worker->stopped)
        score = -node_search(worker, ply + 1, depth, full, NODE_PV);
    return score;
}

// Makes, searches and unmakes one move. `extension` is in plies.
static Score search_move(Worker *worker, Node *node, const MoveFacts *facts, int extension)
{
    const int ply = node->ply;
    Frame *frame = worker_frame(worker, ply);
    worker_make(worker, ply, facts->move);
    Frame *next = worker_frame(worker, ply + 1);
    next->double_extensions += extension >= 2;
    const bool gives_check = position_in_check(&next->board);

    ChildSearch child = {.new_depth = node->depth - 1 + extension,
                         .first = node->tried_count == 0,
                         .kind = node->kind,
                         .best_score = node->best_score};
    // Check extension: a forced reply costs no depth.
    if (gives_check && extension == 0 && ply < EXTENSION_PLY_FACTOR * worker->root_depth)
        child.new_depth++;
    if (node->tried_count >= LMR_MIN_MOVE && node->depth >= LMR_MIN_DEPTH) {
        const LateMove late = {
            .depth = node->depth,
            .number = node->tried_count,
            .kind = node->kind,
            .quiet = facts->quiet,
            .gives_check = gives_check,
            .improving = node->improving,
            .was_pv = node->was_pv,
            .hash_capture = node->hash_capture,
            .killer = facts->move == frame->killers[0] || facts->move == frame->killers[1],
            .history = facts->history,
        };
        child.reduction = reduce_late_move(worker->shared, &late);
    }
    const Score score = node_search_child(worker, ply, node->window, &child);
    worker_unmake(worker);
    return score;
}

typedef enum Verdict { SEARCH_MOVE, SKIP_MOVE, SKIP_QUIETS } Verdict;

// Whether a move is left without a search, or all quiets from here on. Nothing is left before one
// move was found that is not known to lose.
static Verdict judge_move(Worker *worker, const Node *node, const MoveFacts *facts)
{
    const Frame *frame = worker_frame(worker, node->ply);
    if (node->best_score <= -SCORE_TB_BOUND)
        return SEARCH_MOVE;
    if (!facts->quiet) {
        const bool loses = prune_losing_capture(&frame->board, facts->move, node->depth);
        if (node->depth <= SEE_PRUNE_MAX_DEPTH)
            diagnose_outcome(&worker->diagnostics, DIAGNOSE_SEE_CAPTURE, loses);
        return loses ? SKIP_MOVE : SEARCH_MOVE;
    }
    const LateMove late = {
        .depth = node->depth,
        .number = node->tried_count,
        .kind = node->kind,
        .quiet = true,
        .improving = node->improving,
        .history = facts->history,
    };
    const int reduction =
        node->depth >= LMR_MIN_DEPTH ? reduce_late_move(worker->shared, &late) : 0;
    const int reduced_depth = node->depth - 1 - reduction;
    const bool in_check = frame->static_eval == SCORE_NONE;
    if (!in_check && node->kind != NODE_PV) {
        const bool is_late = prune_late_quiets(node->depth, node->tried_count, node->improving);
        if (node->depth <= LMP_MAX_DEPTH)
            diagnose_outcome(&worker->diagnostics, DIAGNOSE_LMP, is_late);
        if (is_late)
            return SKIP_QUIETS;
        if (prune_by_history(reduced_depth, facts->history))
            return SKIP_MOVE;
        // A check may start what the evaluation does not see.
        if (prune_futile_quiet(reduced_depth, frame->static_eval, node->window.alpha) &&
            !move_gives_check(&frame->board, facts->move))
            return SKIP_MOVE;
    }
    const bool loses = prune_losing_quiet(&frame->board, facts->move, node->depth, reduced_depth);
    if (node->depth <= SEE_PRUNE_MAX_DEPTH)
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_SEE_QUIET, loses);
    return loses ? SKIP_MOVE : SEARCH_MOVE;
}

// Takes a move's score into the node; true if it refutes.
static bool take_score(Worker *worker, Node *node, Move move, Score score)
{
    node->tried_count++;
    if (score <= node->best_score)
        return false;
    node->best_score = score;
    if (score <= node->window.alpha)
        return false;
    node->best_move = move;
    node->window.alpha = score;
    if (node->kind == NODE_PV)
        worker_extend_pv(worker, node->ply, move);
    return score >= node->window.beta;
}

typedef enum LoopEnd {
    LOOP_DONE,     // the node has its score
    LOOP_MULTICUT, // the singular test showed that more than one move refutes
    LOOP_STOPPED,
} LoopEnd;

// Tries the moves in order until one refutes.
static LoopEnd search_moves(Worker *worker, Node *node, const TtEntry *known)
{
    const Frame *frame = worker_frame(worker, node->ply);
    const Board *board = &frame->board;
    Picker picker;
    picker_init(&picker, known->move, false);
    for (Move move; (move = picker_next(&picker, worker, node->ply)) != MOVE_NONE;) {
        if (move == frame->excluded)
            continue;
        const bool quiet = move_is_quiet(board, move);
        const MoveFacts facts = {
            .move = move,
            .quiet = quiet,
            .history = quiet ? order_quiet_history(worker, node->ply, move) : 0,
        };
        const Verdict verdict = judge_move(worker, node, &facts);
        if (verdict == SKIP_QUIETS)
            picker_skip_quiets(&picker);
        if (verdict != SEARCH_MOVE)
            continue;
        int extension = 0;
        if (move == known->move && extend_test_applies(worker, node, known)) {
            Score cut = SCORE_NONE;
            extension = extend_hash_move(worker, node, known, &cut);
            if (worker->stopped)
                return LOOP_STOPPED;
            if (cut != SCORE_NONE) {
                node->best_score = cut;
                return LOOP_MULTICUT;
            }
        }
        const Score score = search_move(worker, node, &facts, extension);
        if (worker->stopped)
            return LOOP_STOPPED;
        if (take_score(worker, node, move, score)) {
            diagnose_cutoff(&worker->diagnostics, node->tried_count);
            return LOOP_DONE;
        }
        tried_moves_add(&node->tried, move, quiet);
    }
    return LOOP_DONE;
}

// Mate distance pruning: no line through this node can be better than mating with the next move or
// worse than being mated now. True if nothing is left of the window.
static bool mate_distance_closes(Window *window, int ply)
{
    if (window->alpha < score_mated_in(ply))
        window->alpha = score_mated_in(ply);
    if (window->beta > score_mate_in(ply + 1))
        window->beta = score_mate_in(ply + 1);
    return window->alpha >= window->beta;
}

// A table win that does not settle the node is the least that it is worth, a loss the most.
static void take_table_bounds(Node *node, const TableBounds *bounds)
{
    node->best_score = bounds->floor;
    node->ceiling = bounds->ceiling;
    if (node->window.alpha < bounds->floor)
        node->window.alpha = bounds->floor;
}

Score node_search(Worker *worker, int ply, int depth, Window window, NodeKind kind)
{
    if (depth <= 0)
        return qsearch(worker, ply, window, kind);

    // Step 1. Ends of the tree.
    worker_enter_node(worker, ply);
    if (worker_must_stop(worker) || worker_is_draw(worker, ply))
        return SCORE_DRAW;
    Frame *frame = worker_frame(worker, ply);
    const bool in_check = position_in_check(&frame->board);
    if (ply >= MAX_PLY - 1)
        return in_check ? SCORE_DRAW : worker_evaluate(worker, ply);
    if (mate_distance_closes(&window, ply) || worker_repetition_closes(worker, ply, &window))
        return window.alpha;

    // Step 2. What the table knows.
    const bool singular_test = frame->excluded != MOVE_NONE;
    correct_look_up(worker, ply);
    const TtEntry known = worker_probe(worker, ply);
    if (kind != NODE_PV && !singular_test && known.depth >= depth &&
        entry_decides(&known, window) && frame->board.halfmove_clock < TT_CUTOFF_MAX_CLOCK)
        return known.score;

    // Step 3. What the endgame tables know.
    TableBounds bounds = {-SCORE_INFINITE, SCORE_INFINITE};
    Score settled;
    if (!singular_test && tablebase_settles(worker, ply, depth, window, &bounds, &settled))
        return settled;

    // Step 4. Evaluation, and what it lets us give up.
    if (!singular_test) {
        correct_set_evals(worker, ply, &known);
        if (!in_check && known.depth < 0)
            correct_store_eval(worker, ply, frame->static_eval, BOUND_NONE);
    }
    worker_frame(worker, ply + 1)->killers[0] = worker_frame(worker, ply + 1)->killers[1] =
        MOVE_NONE;
    Node node;
    node_begin(&node, ply, depth, window, kind);
    take_table_bounds(&node, &bounds);
    node.improving = correct_is_improving(worker, ply);
    node.was_pv = kind == NODE_PV || known.is_pv;
    node.hash_capture = known.move != MOVE_NONE && !move_is_quiet(&frame->board, known.move);
    if (early_settles(worker, &node, &known, &settled))
        return settled;

    // Step 5. Internal iterative reduction: without a hash move the ordering is poor and the node
    // is likely not worth its depth.
    const bool is_reduced = depth >= IIR_MIN_DEPTH && known.move == MOVE_NONE && kind != NODE_ALL;
    node.depth -= is_reduced;

    // Step 6. The moves.
    const LoopEnd end = search_moves(worker, &node, &known);
    if (end != LOOP_DONE)
        return end == LOOP_MULTICUT ? node.best_score : SCORE_DRAW;
    if (node.tried_count == 0)
        return singular_test ? window.alpha : in_check ? score_mated_in(ply) : SCORE_DRAW;

    if (is_reduced)
        diagnose_outcome(&worker->diagnostics, DIAGNOSE_IIR, node.best_score <= window.alpha);

    // Step 7. Learn, and remember.
    if (node.best_score > node.ceiling)
        node.best_score = node.ceiling;
    if (node.best_score >= window.beta)
        learn_refutation(worker, ply, node.depth, node.best_move, &node.tried);
    if (singular_test)
        return node.best_score;
    const Bound bound = node.best_score >= window.beta   ? BOUND_LOWER
                        : node.best_score > window.alpha ? BOUND_EXACT
                                                         : BOUND_UPPER;
    correct_learn(worker, &node, bound);
    const TtEntry entry = {
        .move = node.best_move,
        .score = node.best_score,
        .eval = frame->raw_eval,
        .depth = node.depth,
        .bound = bound,
        .is_pv = node.was_pv,
    };
    worker_store(worker, ply, &entry);
    return node.best_score;
}
