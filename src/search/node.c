// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/node.h"

#include "position/position.h"
#include "search/order.h"
#include "search/params.h"
#include "search/prune.h"
#include "search/reduce.h"

// What the move loop of one node keeps.
typedef struct Node {
    int ply;
    int depth;
    NodeKind kind;
    Window window;
    Score best_score;
    Move best_move;
    int tried_count;  // moves searched
    TriedMoves tried; // those that did not refute
} Node;

// Moves every counter that a quiet move of `ply` has.
static void learn_quiet(Worker *worker, int ply, Move move, int bonus)
{
    const Board *board = &worker_frame(worker, ply)->board;
    const Piece moved = board->mailbox[move_from(move)];
    history_update(history_butterfly(&worker->history, board->side_to_move, move), bonus);
    for (int i = 0; i < CONTINUATION_COUNT; i++) {
        const Frame *earlier = worker_frame(worker, ply - CONTINUATION_PLIES[i]);
        history_update(&(*earlier->continuation)[moved][move_to(move)], bonus);
    }
}

static void remember_refutation(Worker *worker, int ply, Move best)
{
    Frame *frame = worker_frame(worker, ply);
    const Frame *previous = worker_frame(worker, ply - 1);
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    if (ply > 0 && previous->move != MOVE_NULL) {
        const Piece moved = previous->board.mailbox[move_from(previous->move)];
        worker->history.countermove[moved][move_to(previous->move)] = best;
    }
}

// Sets everything but the lists of tried moves, of which only the counts matter.
static void node_begin(Node *node, int ply, int depth, Window window, NodeKind kind)
{
    node->ply = ply;
    node->depth = depth;
    node->kind = kind;
    node->window = window;
    node->best_score = -SCORE_INFINITE;
    node->best_move = MOVE_NONE;
    node->tried_count = 0;
    node->tried.quiet_count = node->tried.capture_count = 0;
}

void node_learn(Worker *worker, int ply, int depth, Move best, const TriedMoves *tried)
{
    const Board *board = &worker_frame(worker, ply)->board;
    const int bonus = history_bonus(depth);
    if (move_is_quiet(board, best)) {
        remember_refutation(worker, ply, best);
        learn_quiet(worker, ply, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            learn_quiet(worker, ply, tried->quiets[i], -bonus);
    } else {
        history_update(order_capture_history(worker, board, best), bonus);
    }
    for (int i = 0; i < tried->capture_count; i++)
        history_update(order_capture_history(worker, board, tried->captures[i]), -bonus);
}

Score node_search_child(Worker *worker, int ply, Window window, const ChildSearch *child)
{
    const Window full = {-window.beta, -window.alpha};
    const Window null = {-window.alpha - 1, -window.alpha};
    const int depth = child->new_depth;
    if (child->first && child->kind == NODE_PV)
        return -node_search(worker, ply + 1, depth, full, NODE_PV);
    // The children of a cut node are expected to fail low, all others to refute.
    Score score;
    if (child->first) {
        score = -node_search(worker, ply + 1, depth, null,
                             child->kind == NODE_CUT ? NODE_ALL : NODE_CUT);
    } else {
        score = -node_search(worker, ply + 1, depth - child->reduction, null, NODE_CUT);
        if (score > window.alpha && child->reduction > 0 && !worker->stopped)
            score = -node_search(worker, ply + 1, depth, null,
                                 child->kind == NODE_CUT ? NODE_ALL : NODE_CUT);
    }
    if (score > window.alpha && child->kind == NODE_PV && !worker->stopped)
        score = -node_search(worker, ply + 1, depth, full, NODE_PV);
    return score;
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
    if (worker->stopped || score < beta)
        return SCORE_NONE;
    // A mate found after a pass is not proved.
    return score >= SCORE_MATE_BOUND ? beta : score;
}

// A position in check has no static evaluation; elsewhere the table may know it.
static Score static_eval(Worker *worker, int ply, const TtEntry *known)
{
    if (position_in_check(&worker_frame(worker, ply)->board))
        return SCORE_NONE;
    return known->eval != SCORE_NONE ? known->eval : worker_evaluate(worker, ply);
}

// The table's score is a better estimate than the evaluation where its bound points that way.
static Score refined_eval(Score eval, const TtEntry *known)
{
    if (known->bound == BOUND_NONE || score_is_mate(known->score))
        return eval;
    const Bound needed = known->score > eval ? BOUND_LOWER : BOUND_UPPER;
    return (known->bound & needed) != 0 ? known->score : eval;
}

// Makes, searches and unmakes one move.
static Score search_move(Worker *worker, Node *node, Move move)
{
    const int ply = node->ply;
    const Frame *frame = worker_frame(worker, ply);
    const bool quiet = move_is_quiet(&frame->board, move);
    const int history = quiet ? order_quiet_history(worker, ply, move) : 0;
    worker_make(worker, ply, move);
    const bool gives_check = position_in_check(&worker_frame(worker, ply + 1)->board);

    ChildSearch child = {
        .new_depth = node->depth - 1, .first = node->tried_count == 0, .kind = node->kind};
    // Check extension: a forced reply costs no depth.
    if (gives_check && ply < CHECK_EXTENSION_PLY_FACTOR * worker->root_depth)
        child.new_depth++;
    if (node->tried_count >= LMR_MIN_MOVE && node->depth >= LMR_MIN_DEPTH) {
        const LateMove late = {
            .depth = node->depth,
            .number = node->tried_count,
            .kind = node->kind,
            .quiet = quiet,
            .gives_check = gives_check,
            .killer = move == frame->killers[0] || move == frame->killers[1],
            .history = history,
        };
        child.reduction = reduce_late_move(worker->shared, &late);
    }
    const Score score = node_search_child(worker, ply, node->window, &child);
    worker_unmake(worker);
    return score;
}

// Tries the moves in order until one refutes; false if the search was stopped.
static bool search_moves(Worker *worker, Node *node, Move hash_move)
{
    const Board *board = &worker_frame(worker, node->ply)->board;
    const bool in_check = position_in_check(board);
    Picker picker;
    picker_init(&picker, hash_move, false);
    for (Move move; (move = picker_next(&picker, worker, node->ply)) != MOVE_NONE;) {
        const bool quiet = move_is_quiet(board, move);
        if (quiet && !in_check && node->kind != NODE_PV && node->best_score > -SCORE_MATE_BOUND &&
            prune_late_quiets(node->depth, node->tried_count)) {
            picker_skip_quiets(&picker);
            continue;
        }
        const Score score = search_move(worker, node, move);
        if (worker->stopped)
            return false;
        node->tried_count++;
        if (score > node->best_score) {
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
        tried_moves_add(&node->tried, move, quiet);
    }
    return true;
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

// The steps before the move loop that may settle a node that is not on the principal variation:
// true if `score` is its result.
static bool settled_early(Worker *worker, const Node *node, const TtEntry *known, Score *score)
{
    Frame *frame = worker_frame(worker, node->ply);
    const Score beta = node->window.beta;
    if (frame->static_eval == SCORE_NONE || node->kind == NODE_PV)
        return false;
    const Score eval = refined_eval(frame->static_eval, known);
    if (prune_reverse_futility(node->depth, eval, beta)) {
        *score = beta + (eval - beta) / 2;
        return true;
    }
    if (prune_null_move_allowed(worker, node->ply, node->depth, eval, beta)) {
        *score = try_null_move(worker, node, eval);
        return *score != SCORE_NONE || worker->stopped;
    }
    return false;
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
    if (mate_distance_closes(&window, ply))
        return window.alpha;

    // Step 2. What the table knows.
    const TtEntry known = worker_probe(worker, ply);
    if (kind != NODE_PV && known.depth >= depth && entry_decides(&known, window) &&
        frame->board.halfmove_clock < TT_CUTOFF_MAX_CLOCK)
        return known.score;

    // Step 3. Evaluation, and what it lets us give up.
    frame->static_eval = static_eval(worker, ply, &known);
    worker_frame(worker, ply + 1)->killers[0] = worker_frame(worker, ply + 1)->killers[1] =
        MOVE_NONE;
    Node node;
    node_begin(&node, ply, depth, window, kind);
    Score settled;
    if (settled_early(worker, &node, &known, &settled))
        return settled;

    // Step 4. Internal iterative reduction: without a hash move the ordering is poor and the node
    // is likely not worth its depth.
    if (depth >= IIR_MIN_DEPTH && known.move == MOVE_NONE && kind != NODE_ALL)
        node.depth--;

    // Step 5. The moves.
    if (!search_moves(worker, &node, known.move))
        return SCORE_DRAW;
    if (node.tried_count == 0)
        return in_check ? score_mated_in(ply) : SCORE_DRAW;

    // Step 6. Learn, and remember.
    if (node.best_score >= window.beta)
        node_learn(worker, ply, node.depth, node.best_move, &node.tried);
    const TtEntry entry = {
        .move = node.best_move,
        .score = node.best_score,
        .eval = frame->static_eval,
        .depth = depth,
        .bound = node.best_score >= window.beta   ? BOUND_LOWER
                 : node.best_score > window.alpha ? BOUND_EXACT
                                                  : BOUND_UPPER,
        .is_pv = kind == NODE_PV,
    };
    worker_store(worker, ply, &entry);
    return node.best_score;
}

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
    const TtEntry known = worker_probe(worker, ply);
    if (kind != NODE_PV && entry_decides(&known, window) &&
        frame->board.halfmove_clock < TT_CUTOFF_MAX_CLOCK)
        return known.score;

    Node node;
    node_begin(&node, ply, 0, window, kind);
    node.best_score = score_mated_in(ply);
    frame->static_eval = static_eval(worker, ply, &known);
    if (!in_check) {
        // Stand pat: whoever moves may decline every capture.
        node.best_score = refined_eval(frame->static_eval, &known);
        if (node.best_score >= window.beta)
            return node.best_score;
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
        .eval = frame->static_eval,
        .depth = 0,
        .bound = node.best_score >= window.beta ? BOUND_LOWER : BOUND_UPPER,
        .is_pv = kind == NODE_PV,
    };
    worker_store(worker, ply, &entry);
    return node.best_score;
}
