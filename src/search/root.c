// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/root.h"

#include <string.h>

#include "position/position.h"
#include "search/correct.h"
#include "search/learn.h"
#include "search/node.h"
#include "search/order.h"
#include "search/params.h"
#include "search/reduce.h"
#include "search/tablebase.h"

enum {
    // Failed windows and the moves being searched are reported only after this long, so that short
    // searches stay readable.
    REPORT_DETAILS_AFTER_MS = 3000,
    TREND_ITERATIONS = 3,
};

// What iterative deepening remembers from one iteration to the next.
typedef struct Progress {
    Score scores[TREND_ITERATIONS]; // of the last iterations, newest first
    Move best;
    int stable_iterations;
} Progress;

void root_report(Worker *worker, int depth, int index)
{
    const SearchShared *shared = worker->shared;
    if (shared->events.on_info == NULL)
        return;
    const RootMove *root = &worker->roots[index];
    const bool proved = root->score != -SCORE_INFINITE;
    const Score score = skill_unbend(proved ? root->score : root->previous_score, root->offset_cp);
    const Score shown = tablebase_shown_score(shared, root, score);
    const int64_t elapsed_ms = shared_elapsed_ms(shared);
    const uint64_t nodes = shared_nodes(shared);
    const SearchInfo info = {
        .depth = depth,
        .selective_depth = root->selective_depth > depth ? root->selective_depth : depth,
        .multi_pv = index + 1,
        .score = shown,
        .bound = proved && shown == score ? root->bound : BOUND_EXACT,
        .time_ms = elapsed_ms,
        .nodes = nodes,
        .nps = nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1),
        .hash_permille = tt_permille_used(shared->tt),
        .tb_hits = shared_tb_hits(shared),
        .pv = root->pv,
        .pv_length = root->pv_length,
    };
    shared->events.on_info(shared->events.context, &info);
    if (index == 0)
        worker->reported_best = root->move;
}

// True if a root move stands before another: by the endgame tables, then by score.
static bool precedes(const RootMove *root, const RootMove *other)
{
    return root->table_rank != other->table_rank ? root->table_rank > other->table_rank
                                                 : root->score > other->score;
}

// Stable insertion sort of the roots from `first` on, best first; the order of equals is that of
// the iteration before.
static void sort_roots(Worker *worker, int first)
{
    for (int i = first + 1; i < worker->root_count; i++) {
        int place = i;
        while (place > first && precedes(&worker->roots[i], &worker->roots[place - 1]))
            place--;
        if (place == i)
            continue;
        const RootMove moved = worker->roots[i];
        memmove(&worker->roots[place + 1], &worker->roots[place],
                (size_t)(i - place) * sizeof moved);
        worker->roots[place] = moved;
    }
}

// Takes the line below `root` over from the triangular table.
static void take_pv(Worker *worker, RootMove *root)
{
    const int rest = worker->pv_lengths[1] < MAX_PLY - 1 ? worker->pv_lengths[1] : MAX_PLY - 1;
    root->pv[0] = root->move;
    memcpy(&root->pv[1], worker->pvs[1], (size_t)rest * sizeof(Move));
    root->pv_length = rest + 1;
    root->selective_depth = worker->selective_depth;
}

// The window for a root move in which the window for what is seen of it holds.
static Window unbend_window(Window window, int offset_cp)
{
    const Window own = {skill_unbend(window.alpha, offset_cp),
                        skill_unbend(window.beta, offset_cp)};
    // Where mates begin, which are not bent, the two may meet.
    return own.alpha < own.beta ? own : window;
}

// Searches one root move and unmakes it.
static Score search_root_move(Worker *worker, RootMove *root, int depth, Window window, int number)
{
    const Board *board = &worker_frame(worker, 0)->board;
    const bool quiet = move_is_quiet(board, root->move);
    const int history = quiet ? order_quiet_history(worker, 0, root->move) : 0;
    const uint64_t nodes_before = worker_nodes(worker);
    const Window own = unbend_window(window, root->offset_cp);
    worker->selective_depth = 0;
    worker_make(worker, 0, root->move);
    const bool gives_check = position_in_check(&worker_frame(worker, 1)->board);
    ChildSearch child = {.new_depth = depth - 1 + gives_check,
                         .first = number == 0,
                         .kind = NODE_PV,
                         .best_score = own.alpha};
    if (number >= LMR_MIN_MOVE && depth >= LMR_MIN_DEPTH) {
        const LateMove late = {.depth = depth,
                               .number = number,
                               .kind = NODE_PV,
                               .quiet = quiet,
                               .gives_check = gives_check,
                               .improving = correct_is_improving(worker, 0),
                               .was_pv = true,
                               .history = history};
        child.reduction = reduce_late_move(worker->shared, &late);
    }
    worker->pv_lengths[1] = 0;
    const Score score = node_search_child(worker, 0, own, &child);
    worker_unmake(worker);
    root->nodes += worker_nodes(worker) - nodes_before;
    return skill_bend(score, root->offset_cp);
}

static void report_root_move(Worker *worker, int depth, int index)
{
    const SearchShared *shared = worker->shared;
    if (worker->index == 0 && shared->events.on_root_move != NULL &&
        shared_elapsed_ms(shared) >= REPORT_DETAILS_AFTER_MS)
        shared->events.on_root_move(shared->events.context, depth, worker->roots[index].move,
                                    index + 1);
}

// One search of the root moves from `first` on that the endgame tables rank alike, within the
// window.
static Score search_root(Worker *worker, int depth, Window window, int first)
{
    const Board *board = &worker_frame(worker, 0)->board;
    const Score alpha_before = window.alpha;
    Score best = -SCORE_INFINITE;
    TriedMoves tried;
    tried.quiet_count = tried.capture_count = 0;
    const int rank = worker->roots[first].table_rank;
    for (int i = first; i < worker->root_count && worker->roots[i].table_rank == rank; i++) {
        RootMove *root = &worker->roots[i];
        report_root_move(worker, depth, i);
        const Score score = search_root_move(worker, root, depth, window, i - first);
        if (worker->stopped)
            return best;
        if (i == first || score > window.alpha) {
            root->score = score;
            root->bound = score >= window.beta   ? BOUND_LOWER
                          : score > alpha_before ? BOUND_EXACT
                                                 : BOUND_UPPER;
            // A failed low line is empty below the move: keep the one that is known.
            if (score > window.alpha || root->pv_length <= 1)
                take_pv(worker, root);
        } else {
            root->score = -SCORE_INFINITE;
        }
        if (score > best)
            best = score;
        if (score > window.alpha)
            window.alpha = score;
        if (score >= window.beta) {
            learn_refutation(worker, 0, depth, root->move, &tried);
            break;
        }
        tried_moves_add(&tried, root->move, move_is_quiet(board, root->move));
    }
    return best;
}

static void store_root(Worker *worker, int depth, Score best)
{
    const RootMove *root = &worker->roots[0];
    const TtEntry entry = {.move = root->move,
                           .score = best,
                           .eval = worker_frame(worker, 0)->raw_eval,
                           .depth = depth,
                           .bound = root->bound,
                           .is_pv = true};
    worker_store(worker, 0, &entry);
}

static Score clamp_to_window(Score score)
{
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

// Aspiration: a window around the last score, widened on the side where it fails.
static void search_line(Worker *worker, int depth, int first)
{
    int delta = ASPIRATION_DELTA_CP;
    int saved_plies = 0;
    const Score previous = worker->roots[first].previous_score;
    Window window = {-SCORE_INFINITE, SCORE_INFINITE};
    if (depth >= ASPIRATION_MIN_DEPTH && !score_is_decided(previous)) {
        window.alpha = clamp_to_window(previous - delta);
        window.beta = clamp_to_window(previous + delta);
    }
    for (;;) {
        const int searched = depth - saved_plies > 1 ? depth - saved_plies : 1;
        const Score best = search_root(worker, searched, window, first);
        sort_roots(worker, first);
        if (worker->stopped)
            return;
        const bool fails_low = best <= window.alpha;
        const bool fails_high = best >= window.beta;
        if (!fails_low && !fails_high) {
            // What a weak player sees is not what the position is worth.
            if (first == 0 && !worker->shared->skill.is_limited)
                store_root(worker, searched, best);
            return;
        }
        if (worker->index == 0 && worker->shared->multi_pv == 1 &&
            shared_elapsed_ms(worker->shared) >= REPORT_DETAILS_AFTER_MS)
            root_report(worker, depth, first);
        if (fails_low) {
            saved_plies = 0;
            window.beta = (window.alpha + window.beta) / 2;
            window.alpha =
                delta > ASPIRATION_DELTA_MAX_CP ? -SCORE_INFINITE : clamp_to_window(best - delta);
        } else {
            // What beats the window is found again soon enough a ply shallower (Berserk).
            if (saved_plies < ASPIRATION_FAIL_HIGH_PLIES)
                saved_plies++;
            window.beta =
                delta > ASPIRATION_DELTA_MAX_CP ? SCORE_INFINITE : clamp_to_window(best + delta);
        }
        delta += delta / 2;
    }
}

// True if `go mate` is answered: the mate found is short enough, for either side.
static bool mate_is_found(const SearchShared *shared, Score score)
{
    const int wanted = shared->limits.mate;
    if (wanted == 0)
        return false;
    return score >= SCORE_MATE - (2 * wanted - 1) || score <= -SCORE_MATE + 2 * wanted;
}

static void note_progress(Worker *worker, Progress *progress)
{
    const RootMove *best = &worker->roots[0];
    progress->stable_iterations =
        best->move == progress->best ? progress->stable_iterations + 1 : 0;
    progress->best = best->move;
    memmove(&progress->scores[1], &progress->scores[0],
            (TREND_ITERATIONS - 1) * sizeof progress->scores[0]);
    progress->scores[0] = best->score;
}

// The main worker's decision after a whole iteration.
static bool is_enough(Worker *worker, Progress *progress)
{
    const SearchShared *shared = worker->shared;
    const RootMove *best = &worker->roots[0];
    const Score oldest = worker->completed_depth > TREND_ITERATIONS
                             ? progress->scores[TREND_ITERATIONS - 1]
                             : best->score;
    const Score drop = oldest - best->score;
    note_progress(worker, progress);
    if (mate_is_found(shared, best->score))
        return true;
    if (shared->limits.soft_nodes != 0 && shared_nodes(shared) >= shared->limits.soft_nodes)
        return true;
    if (!shared->time.has_soft || atomic_load(&shared->pondering))
        return false;
    // One legal move needs no thought, nor does a mate that deeper search cannot shorten.
    if (shared->root_moves.count == 1)
        return true;
    if (score_is_mate(best->score) &&
        worker->completed_depth > SCORE_MATE - (best->score > 0 ? best->score : -best->score) + 2)
        return true;
    const uint64_t nodes = worker_nodes(worker);
    const TimeSignals signals = {
        .stable_iterations = progress->stable_iterations,
        .score_drop_cp = score_is_decided(drop) ? 0 : drop,
        .best_share_permille = nodes == 0 ? 1000 : (int)(best->nodes * 1000 / nodes),
    };
    return timeman_is_spent(&shared->time, shared_spent_ms(shared), &signals);
}

static void begin_iteration(Worker *worker)
{
    for (int i = 0; i < worker->root_count; i++) {
        if (worker->roots[i].score != -SCORE_INFINITE)
            worker->roots[i].previous_score = worker->roots[i].score;
    }
}

void root_iterate(Worker *worker)
{
    const SearchShared *shared = worker->shared;
    const int depth_limit = shared->limits.depth > 0 && shared->limits.depth < MAX_PLY - 1
                                ? shared->limits.depth
                                : MAX_PLY - 1;
    const int lines = shared->multi_pv < worker->root_count ? shared->multi_pv : worker->root_count;
    Progress progress = {.best = MOVE_NONE};
    Frame *frame = worker_frame(worker, 0);
    frame->raw_eval = frame->static_eval =
        position_in_check(&frame->board) ? SCORE_NONE : worker_evaluate(worker, 0);
    for (int depth = 1; depth <= depth_limit; depth++) {
        worker->root_depth = depth;
        begin_iteration(worker);
        for (int line = 0; line < lines && !worker->stopped; line++)
            search_line(worker, depth, line);
        if (worker->stopped)
            return;
        sort_roots(worker, 0);
        worker->completed_depth = depth;
        if (worker->index != 0)
            continue;
        for (int line = 0; line < lines; line++)
            root_report(worker, depth, line);
        if (is_enough(worker, &progress))
            return;
    }
}
