// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the state of one search thread. A Worker is owned by the Search and
// touched by its own thread only, except the counters, which others read. Memory: about 3.7 MiB
// a worker plus the accumulators. Its thread makes it, so that the memory lies near that thread.
#ifndef RAVELIN_SEARCH_WORKER_H
#define RAVELIN_SEARCH_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/thread.h"
#include "nnue/accumulator.h"
#include "nnue/evaluate.h"
#include "position/position.h"
#include "search/diagnose.h"
#include "search/history.h"
#include "search/search.h"
#include "search/shared.h"

// Alpha-beta window, alpha < beta.
typedef struct Window {
    Score alpha;
    Score beta;
} Window;

// What is expected of a node: an exact score, a fail high, or a fail low of all moves.
typedef enum NodeKind { NODE_PV, NODE_CUT, NODE_ALL } NodeKind;

// The counters that know something of a position's error (search/correct.h).
typedef struct Corrections {
    int16_t *keyed[CORRECTION_KEY_COUNT];
    int16_t *moves;
} Corrections;

// One ply of the line being searched. `move` is the move made from this frame's board.
typedef struct Frame {
    Board board;
    Move move;
    Move killers[2];
    Move excluded;                // not to be searched: the singular test of the hash move
    Score raw_eval;               // of the net, SCORE_NONE in check
    Score static_eval;            // raw_eval corrected by what searches found, SCORE_NONE in check
    int double_extensions;        // given on the line up to here
    int plies_since_pass;         // plies that repetition may look back over
    PieceToHistory *continuation; // replies to `move`
    Corrections corrections;      // of the board; see correct_look_up
    bool has_threats;             // threats counts
    Attacks threats;              // what the side not to move attacks; worker_threats
} Frame;

// A move of the root with what the last iterations found.
typedef struct RootMove {
    Move move;
    int offset_cp;        // the scores here are bent by this much (search/skill.h)
    Score score;          // of this iteration; -SCORE_INFINITE if it did not become best
    Score previous_score; // of the iteration before
    Bound bound;          // of `score`
    int table_rank;       // by the endgame tables, 0 without; lines of higher rank come first
    int selective_depth;
    uint64_t nodes; // spent below this move in this search
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

// Frames before the root that give the root's line neutral predecessors.
enum { FRAMES_BEFORE_ROOT = 6 };

// Moves that may be pushed on a worker's accumulators.
enum { WORKER_ACCUMULATOR_PLIES = MAX_PLY + 2 };

// Repetition looks at no more of the game than this many positions.
enum { GAME_KEYS_MAX = 1024 };

typedef struct Worker {
    SearchShared *shared;
    int index; // 0 is the main worker
    Accumulators *accumulators;
    Accumulators *next_accumulators; // only while another net is taken over

    // The pool's part, guarded by its lock.
    Search *search;
    unsigned round_seen; // last search that this helper took part in
    bool retire;         // the thread ends

    bool stopped;        // this search is over for this worker
    int polls_left;      // nodes until the clock is looked at again
    int root_depth;      // of the running iteration
    int first_null_ply;  // no passes before it: one is being verified; else 0
    int completed_depth; // of the last whole iteration
    int selective_depth; // deepest ply of the running root move + 1
    Move reported_best;  // first move of the last line reported

    int root_count;
    RootMove roots[MOVE_LIST_CAPACITY];
    int key_root; // index of the root's key in `keys`
    uint64_t keys[GAME_KEYS_MAX + MAX_PLY + 2];
    Frame frames[FRAMES_BEFORE_ROOT + MAX_PLY + 2];
    int pv_lengths[MAX_PLY + 2];
    Move pvs[MAX_PLY + 2][MAX_PLY + 2]; // triangular: line from each ply on
    History history;
    Diagnostics diagnostics;

    // Written by this worker, read by others; alone on its cache line.
    _Alignas(RAVELIN_CACHE_LINE) _Atomic uint64_t nodes;
    _Atomic uint64_t tb_hits; // answers of the endgame tables
    char padding[RAVELIN_CACHE_LINE - 2 * sizeof(uint64_t)];
} Worker;

// Frame of a ply, counted from the root; down to -FRAMES_BEFORE_ROOT.
RAVELIN_INLINE Frame *worker_frame(Worker *worker, int ply)
{
    return &worker->frames[ply + FRAMES_BEFORE_ROOT];
}

// The man that made `frame->move`; NO_PIECE where none was made: a pass, or before the root.
RAVELIN_INLINE Piece frame_moved_man(const Frame *frame)
{
    return frame->move == MOVE_NONE || frame->move == MOVE_NULL
               ? NO_PIECE
               : (Piece)frame->board.mailbox[move_from(frame->move)];
}

// Nodes of this thread so far. Any thread.
RAVELIN_INLINE uint64_t worker_nodes(const Worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

// Answers that this thread had from the endgame tables so far. Any thread.
RAVELIN_INLINE uint64_t worker_tb_hits(const Worker *worker)
{
    return atomic_load_explicit(&worker->tb_hits, memory_order_relaxed);
}

// Makes a worker for `network`; NULL when memory is short. Threads are the pool's business.
Worker *worker_create(SearchShared *shared, int index, const Network *network);
void worker_destroy(Worker *worker);

// Takes over root position and game keys from the shared state and resets what belongs to one
// search.
void worker_prepare(Worker *worker);

// Takes over the root moves with their ranks. The worker's thread must not be searching.
void worker_take_root_moves(Worker *worker);

// Starts loading the table cluster of the position after `move`, while it is not yet certain that
// the move will be made: an exchange or a legality test then hides the way to memory.
void worker_prefetch(const Worker *worker, const Board *board, Move move);

// Makes `move` on the board of `ply`: the next frame's board, key and accumulator delta are set,
// and the node is counted. worker_unmake takes the accumulator delta back.
void worker_make(Worker *worker, int ply, Move move);
void worker_make_null(Worker *worker, int ply);
void worker_unmake(Worker *worker);

// Begins a node: its line is empty, and the depth reached is noted.
void worker_enter_node(Worker *worker, int ply);

// The line of `ply` becomes `move` followed by the line of the next ply.
void worker_extend_pv(Worker *worker, int ply, Move move);

// True if the search is over: someone said stop, or the main worker found a limit reached. Called
// at every node; reads the clock only now and then.
bool worker_must_stop(Worker *worker);

// True if the position of `ply` (> 0) is a draw by rule: material, fifty moves (mate on the
// hundredth ply is mate), repetition.
bool worker_is_draw(Worker *worker, int ply);

// Who can repeat a position of this line need not lose: a draw is the least. True if that leaves
// nothing of the window; the score is then its alpha.
bool worker_repetition_closes(const Worker *worker, int ply, Window *window);

// The squares that the side not to move attacks, found when first asked for.
const Attacks *worker_threats(Worker *worker, int ply);

// Static evaluation of the position of `ply`, centipawns for the side to move.
Score worker_evaluate(Worker *worker, int ply);

// What the table knows about the position of `ply`: the entry with the score counted from the root,
// and only a move that is legal. Depth -1 and BOUND_NONE if nothing is known.
TtEntry worker_probe(Worker *worker, int ply);

// Stores a result of the position of `ply`; `entry->score` counts from the root.
void worker_store(Worker *worker, int ply, const TtEntry *entry);

// True if a table entry proves that the score is on the right side of the window.
RAVELIN_INLINE bool entry_decides(const TtEntry *entry, Window window)
{
    return (entry->score >= window.beta
                ? (entry->bound & BOUND_LOWER) != 0
                : entry->score <= window.alpha && (entry->bound & BOUND_UPPER) != 0) ||
           entry->bound == BOUND_EXACT;
}

#endif
