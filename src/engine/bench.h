// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the bench: fixed positions searched to a fixed depth from a fresh state.
// The sum of the nodes is the engine's signature: the same on every machine, compiler and kernel,
// and changed only by a change of the search, the evaluation or the net.
#ifndef RAVELIN_ENGINE_BENCH_H
#define RAVELIN_ENGINE_BENCH_H

#include <stdatomic.h>

#include "engine/engine.h"

enum {
    BENCH_DEPTH_DEFAULT = 11, // a few seconds
    BENCH_HASH_MIB = 16,
};

typedef struct BenchPosition {
    int number; // from 1
    const char *fen;
    Move best;
    uint64_t nodes;
} BenchPosition;

typedef struct Bench {
    int depth;               // plies, 1..MAX_PLY
    const atomic_bool *stop; // ends it early when it becomes true
    void *context;
    void (*on_position)(void *context, const BenchPosition *position); // after each; may be NULL
} Bench;

typedef struct BenchResult {
    uint64_t nodes; // sum over the positions
    int64_t time_ns;
} BenchResult;

// How many positions there are.
int bench_position_count(void);

// Their FENs, `index` counted from 0.
const char *bench_position_fen(int index);

// Writes `count` positions that a few random moves lead to from those of the bench, which are so
// few that a processor learns by heart what it does on them.
void bench_random_boards(const Kernels *kernels, uint64_t seed, Board *boards, int count);

// Runs the bench with the net in play, which belongs to the signature. The engine must be idle. It
// is given full strength, BENCH_HASH_MIB, one thread, one line, no endgame tables and our own
// events; at the end all but the first are put back, everything learnt is forgotten, and `events`
// are its events again.
// on_position is called on the calling thread. STATUS_BAD_INPUT for a depth out of range, other
// failures as of engine_set_hash; when stopped early STATUS_OK with the sums so far.
Status bench_run(Engine *engine, const Bench *bench, const SearchEvents *events,
                 BenchResult *result, ErrorText *error);

#endif
