// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/core.h"

#include <stdlib.h>

#include "base/rng.h"
#include "engine/bench.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"
#include "position/see.h"
#include "tt/tt.h"

enum { TABLE_MIB = 16, BOARDS = 24, CORE_ROWS = 4, CORE_SEED = 11 };

typedef struct Core {
    Tt tt;
    Rng rng;
    int64_t sink;
    Board boards[BOARDS];
    MoveList lists[BOARDS];
} Core;

static const char *const NAMES[CORE_ROWS] = {"tt.probe", "tt.store", "see.at_least",
                                             "position.apply_move"};

static void work(void *context, int row, int calls)
{
    Core *const core = context;
    TtEntry entry = {.depth = 5};
    Board child;
    for (int i = 0; i < calls; i++) {
        const uint64_t random = rng_next(&core->rng);
        const int b = (int)(random % BOARDS);
        const MoveList *const list = &core->lists[b];
        const Move move = list->moves[(random >> 32) % (uint64_t)list->count];
        switch (row) {
        case 0: core->sink += tt_probe(&core->tt, random, &entry); break;
        case 1: tt_store(&core->tt, random, &entry); break;
        case 2: core->sink += see_at_least(&core->boards[b], move, 0); break;
        default:
            position_apply_move(&core->boards[b], move, &child);
            core->sink += child.side_to_move;
        }
    }
}

Status core_measure(Results *results, const Kernels *kernels, int64_t run_ns, ErrorText *error)
{
    Core *const core = calloc(1, sizeof *core);
    if (core == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory");
    core->rng = rng_seeded(CORE_SEED);
    const Status status = tt_resize(&core->tt, TABLE_MIB, error);
    if (status != STATUS_OK) {
        free(core);
        return status;
    }
    for (int i = 0; i < BOARDS; i++) {
        (void)fen_parse(bench_position_fen(i), false, &core->boards[i], NULL);
        generate_moves(kernels, &core->boards[i], &core->lists[i]);
    }
    BenchTimes times[CORE_ROWS];
    bench_time_rows(work, core, CORE_ROWS, run_ns, times);
    for (int row = 0; row < CORE_ROWS && results->count < RESULTS_MAX; row++)
        results->items[results->count++] = (Result){
            .entry = NAMES[row],
            .row = "all machines",
            .times = times[row],
            .scalar_ratio = 1,
        };
    tt_free(&core->tt);
    free(core);
    return STATUS_OK;
}
