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

void worker_take_root_moves(Worker *worker)
{
    const MoveList *moves = &worker->shared->root_moves;
    const Skill *skill = &worker->shared->skill;
    Rng rng = rng_seeded((uint64_t)clock_now_ns());
    worker->root_count = moves->count;
    for (int i = 0; i < moves->count; i++) {
        RootMove *root = &worker->roots[i];
        root->move = moves->moves[i];
        root->offset_cp = skill->is_limited ? skill_draw_offset(skill, &rng) : 0;
        root->score = root->previous_score = -SCORE_INFINITE;
        root->bound = BOUND_NONE;
        root->table_rank = worker->shared->root_ranks[i];
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
    worker->first_null_ply = 0;
    worker->root_depth = worker->completed_depth = worker->selective_depth = 0;
    worker->reported_best = MOVE_NONE;
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&worker->tb_hits, 0, memory_order_relaxed);

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
        frame->has_threats = false;
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
    Frame *child = worker_frame(worker, ply + 1);
    child->has_threats = false;
    child->double_extensions = worker_frame(worker, ply)->double_extensions;
    worker->keys[worker->key_root + ply + 1] = child->board.key;
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

// The key of the child is known at once for a plain move or capture. Where castling rights, en
// passant or a promotion change more, or the clock is high, the guess misses, which costs nothing
// but the gain.
void worker_prefetch(const Worker *worker, const Board *board, Move move)
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

// True if so many nodes were searched; if they are near, the next look comes in time.
static bool nodes_reached(Worker *worker, uint64_t limit)
{
    const uint64_t nodes = shared_nodes(worker->shared);
    if (nodes >= limit)
        return true;
    if (limit - nodes < (uint64_t)worker->polls_left)
        worker->polls_left = (int)(limit - nodes);
    return false;
}

// The main worker's look at the limits; says when to look again.
static bool limits_reached(Worker *worker)
{
    SearchShared *shared = worker->shared;
    worker->polls_left = POLL_INTERVAL_NODES;
    // A weak player grows no stronger by pondering, so this limit always counts.
    if (shared->skill.is_limited && nodes_reached(worker, shared->skill.nodes))
        return true;
    if (atomic_load_explicit(&shared->pondering, memory_order_relaxed))
        return false;
    if (shared->limits.nodes != 0 && nodes_reached(worker, shared->limits.nodes))
        return true;
    if (!shared->time.has_hard)
        return false;
    const int64_t spent_ms = shared_spent_ms(shared);
    if (shared->node_clock.nodes_per_ms == 0)
        movelag_tick(&shared->lag, spent_ms);
    return spent_ms >= shared->time.hard_ms;
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

// Plies that repetition may look back over.
static int repetition_reach(const Frame *frame)
{
    const int clock = frame->board.halfmove_clock;
    return clock < frame->plies_since_pass ? clock : frame->plies_since_pass;
}

bool worker_is_draw(Worker *worker, int ply)
{
    const Frame *frame = worker_frame(worker, ply);
    const Board *board = &frame->board;
    if (draws_insufficient_material(board))
        return true;
    if (draws_fifty_moves(board))
        return !position_in_check(board) || generate_count(worker->shared->kernels, board) > 0;
    return draws_repetition(worker->keys, worker->key_root + ply + 1, repetition_reach(frame), ply);
}

bool worker_repetition_closes(const Worker *worker, int ply, Window *window)
{
    const Frame *frame = &worker->frames[ply + FRAMES_BEFORE_ROOT];
    if (window->alpha >= SCORE_DRAW ||
        !draws_repetition_is_near(&frame->board, worker->keys, worker->key_root + ply + 1,
                                  repetition_reach(frame), ply))
        return false;
    window->alpha = SCORE_DRAW;
    return window->alpha >= window->beta;
}

const Attacks *worker_threats(Worker *worker, int ply)
{
    Frame *frame = worker_frame(worker, ply);
    if (!frame->has_threats) {
        frame->threats = position_attacks_of(&frame->board, frame->board.side_to_move ^ 1);
        frame->has_threats = true;
    }
    return &frame->threats;
}

Score worker_evaluate(Worker *worker, int ply)
{
    return nnue_evaluate(worker->accumulators, &worker_frame(worker, ply)->board);
}

TtEntry worker_probe(Worker *worker, int ply)
{
    const Board *board = &worker_frame(worker, ply)->board;
    TtEntry entry;
    if (!tt_probe(worker->shared->tt, table_key(board), &entry)) {
        diagnose_probe(&worker->diagnostics, false, BOUND_NONE);
        return (TtEntry){.move = MOVE_NONE, .score = SCORE_NONE, .eval = SCORE_NONE, .depth = -1};
    }
    diagnose_probe(&worker->diagnostics, true, entry.bound);
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
