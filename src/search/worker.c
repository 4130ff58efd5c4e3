// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/worker.h"

#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "chess/zobrist.h"
#include "position/draws.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/position.h"

enum {
    // Nodes between two looks at the clock: well under a millisecond in a release build.
    POLL_INTERVAL_NODES = 512,
};

Worker *worker_create(SearchShared *shared, int index, const Network *network)
{
    Worker *worker = mem_alloc_aligned(sizeof *worker);
    if (worker == NULL)
        return NULL;
    memset(worker, 0, sizeof *worker);
    worker->accumulators =
        accumulators_create(network, &shared->kernels->nnue, WORKER_ACCUMULATOR_PLIES);
    if (worker->accumulators == NULL) {
        mem_free_aligned(worker);
        return NULL;
    }
    worker->shared = shared;
    worker->index = index;
    return worker;
}

void worker_destroy(Worker *worker)
{
    if (worker == NULL)
        return;
    accumulators_destroy(worker->accumulators);
    mem_free_aligned(worker);
}

static void prepare_root_moves(Worker *worker)
{
    const MoveList *moves = &worker->shared->root_moves;
    worker->root_count = moves->count;
    for (int i = 0; i < moves->count; i++) {
        RootMove *root = &worker->roots[i];
        root->move = moves->moves[i];
        root->score = root->previous_score = -SCORE_INFINITE;
        root->bound = BOUND_NONE;
        root->selective_depth = 0;
        root->nodes = 0;
        root->pv_length = 1;
        root->pv[0] = root->move;
    }
}

void worker_prepare(Worker *worker)
{
    const SearchShared *shared = worker->shared;
    worker->stopped = false;
    worker->polls_left = 0;
    worker->root_depth = worker->completed_depth = worker->selective_depth = 0;
    worker->reported_best = MOVE_NONE;
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    prepare_root_moves(worker);

    // search_set_position has cut the game to GAME_KEYS_MAX positions.
    const size_t count = shared->game_key_count;
    memcpy(worker->keys, shared->game_keys, count * sizeof worker->keys[0]);
    worker->key_root = (int)count;
    worker->keys[count] = shared->root.key;

    for (int ply = -FRAMES_BEFORE_ROOT; ply <= MAX_PLY + 1; ply++) {
        Frame *frame = worker_frame(worker, ply);
        frame->move = MOVE_NONE;
        frame->killers[0] = frame->killers[1] = MOVE_NONE;
        frame->static_eval = frame->raw_eval = SCORE_NONE;
        frame->excluded = MOVE_NONE;
        frame->double_extensions = 0;
        frame->continuation = &worker->history.continuation[NO_PIECE][0];
    }
    Frame *root = worker_frame(worker, 0);
    root->board = shared->root;
    root->plies_since_pass = HALFMOVE_CLOCK_MAX;
    accumulators_reset(worker->accumulators, &root->board);
}

// What making a real move and a pass have in common; the child's board is already there.
static void finish_make(Worker *worker, int ply)
{
    const Board *child = &worker_frame(worker, ply + 1)->board;
    worker->keys[worker->key_root + ply + 1] = child->key;
    // Single writer: a plain load and store, no locked instruction.
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + 1, memory_order_relaxed);
}

// The table's key of a position. Late in the fifty-move count the same men are worth something
// else, so clocks from 14 on, in steps of eight plies, get keys of their own (as in Stockfish).
static uint64_t table_key(const Board *board)
{
    const int clock = board->halfmove_clock;
    return clock < 14 ? board->key
                      : board->key ^ (uint64_t)(1 + (clock - 14) / 8) * 0x9e3779b97f4a7c15u;
}

// Starts loading the table's cluster of the child before the child is made: its key is known at
// once for a plain move or capture. Where castling rights, en passant or a promotion change more,
// or the clock is high, the guess misses, which costs nothing but the gain.
static void prefetch_child(const Worker *worker, const Board *board, Move move)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Piece moved = board->mailbox[from];
    uint64_t key =
        board->key ^ zobrist_side() ^ zobrist_piece(moved, from) ^ zobrist_piece(moved, to);
    if (board->mailbox[to] != NO_PIECE)
        key ^= zobrist_piece(board->mailbox[to], to);
    tt_prefetch(worker->shared->tt, key);
}

void worker_make(Worker *worker, int ply, Move move)
{
    Frame *frame = worker_frame(worker, ply);
    Frame *child = worker_frame(worker, ply + 1);
    prefetch_child(worker, &frame->board, move);
    position_apply_move(&frame->board, move, &child->board);
    const Piece moved = frame->board.mailbox[move_from(move)];
    frame->move = move;
    frame->continuation = &worker->history.continuation[moved][move_to(move)];
    child->plies_since_pass = frame->plies_since_pass + 1;
    accumulators_push(worker->accumulators, &frame->board, move, &child->board);
    finish_make(worker, ply);
}

void worker_make_null(Worker *worker, int ply)
{
    Frame *frame = worker_frame(worker, ply);
    Frame *child = worker_frame(worker, ply + 1);
    position_apply_null(&frame->board, &child->board);
    tt_prefetch(worker->shared->tt, table_key(&child->board));
    frame->move = MOVE_NULL;
    frame->continuation = &worker->history.continuation[NO_PIECE][0];
    child->plies_since_pass = 0;
    child->double_extensions = frame->double_extensions;
    accumulators_push_null(worker->accumulators, &child->board);
    finish_make(worker, ply);
}

void worker_unmake(Worker *worker)
{
    accumulators_pop(worker->accumulators);
}

void worker_enter_node(Worker *worker, int ply)
{
    worker->pv_lengths[ply] = 0;
    if (ply + 1 > worker->selective_depth)
        worker->selective_depth = ply + 1;
}

void worker_extend_pv(Worker *worker, int ply, Move move)
{
    const int rest = worker->pv_lengths[ply + 1];
    worker->pvs[ply][0] = move;
    memcpy(&worker->pvs[ply][1], worker->pvs[ply + 1], (size_t)rest * sizeof(Move));
    worker->pv_lengths[ply] = rest + 1;
}

// The main worker's look at the limits; says when to look again.
static bool limits_reached(Worker *worker)
{
    SearchShared *shared = worker->shared;
    worker->polls_left = POLL_INTERVAL_NODES;
    if (atomic_load_explicit(&shared->pondering, memory_order_relaxed))
        return false;
    const uint64_t limit = shared->limits.nodes;
    if (limit != 0) {
        const uint64_t nodes = shared_nodes(shared);
        if (nodes >= limit)
            return true;
        if (limit - nodes < POLL_INTERVAL_NODES)
            worker->polls_left = (int)(limit - nodes);
    }
    return shared->time.has_hard && shared_elapsed_ms(shared) >= shared->time.hard_ms;
}

bool worker_must_stop(Worker *worker)
{
    if (worker->stopped)
        return true;
    SearchShared *shared = worker->shared;
    if (worker->index == 0 && --worker->polls_left <= 0 && limits_reached(worker))
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    worker->stopped = atomic_load_explicit(&shared->stop, memory_order_relaxed);
    return worker->stopped;
}

bool worker_is_draw(Worker *worker, int ply)
{
    const Frame *frame = worker_frame(worker, ply);
    const Board *board = &frame->board;
    if (draws_insufficient_material(board))
        return true;
    if (draws_fifty_moves(board))
        return !position_in_check(board) || generate_count(worker->shared->kernels, board) > 0;
    const int reach = board->halfmove_clock < frame->plies_since_pass ? board->halfmove_clock
                                                                      : frame->plies_since_pass;
    return draws_repetition(worker->keys, worker->key_root + ply + 1, reach, ply);
}

Score worker_evaluate(Worker *worker, int ply)
{
    return nnue_evaluate(worker->accumulators, &worker_frame(worker, ply)->board);
}

TtEntry worker_probe(Worker *worker, int ply)
{
    const Board *board = &worker_frame(worker, ply)->board;
    TtEntry entry;
    if (!tt_probe(worker->shared->tt, table_key(board), &entry))
        return (TtEntry){.move = MOVE_NONE, .score = SCORE_NONE, .eval = SCORE_NONE, .depth = -1};
    entry.score = tt_score_from_stored(entry.score, ply, board->halfmove_clock);
    if (entry.move != MOVE_NONE && !legality_check(board, entry.move))
        entry.move = MOVE_NONE;
    return entry;
}

void worker_store(Worker *worker, int ply, const TtEntry *entry)
{
    TtEntry stored = *entry;
    stored.score = tt_score_to_stored(entry->score, ply);
    tt_store(worker->shared->tt, table_key(&worker_frame(worker, ply)->board), &stored);
}
