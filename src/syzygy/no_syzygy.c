// SPDX-License-Identifier: GPL-3.0-or-later
// In place of syzygy.c in a build without libfathom.
#include <stdlib.h>
#include <string.h>

#include "syzygy/syzygy.h"

struct Syzygy {
    char unused; // C has no empty structures
};

bool syzygy_is_supported(void)
{
    return false;
}

Syzygy *syzygy_create(void)
{
    return calloc(1, sizeof(Syzygy));
}

void syzygy_destroy(Syzygy *syzygy)
{
    free(syzygy);
}

Status syzygy_load(Syzygy *syzygy, const char *path, SyzygyTold *told, void *context,
                   ErrorText *error)
{
    (void)syzygy;
    (void)told;
    (void)context;
    if (path[0] == '\0')
        return STATUS_OK;
    return status_fail(error, STATUS_BAD_INPUT,
                       "this build has no tablebases (libfathom was not there)");
}

int syzygy_largest(const Syzygy *syzygy)
{
    (void)syzygy;
    return 0;
}

bool syzygy_probe_wdl(const Syzygy *syzygy, const Board *board, Wdl *out)
{
    (void)syzygy;
    (void)board;
    (void)out;
    return false;
}

TableRanking syzygy_rank_moves(Syzygy *syzygy, const Board *board, bool has_repeated,
                               bool use_fifty_moves, const MoveList *moves,
                               int ranks[MOVE_LIST_CAPACITY])
{
    (void)syzygy;
    (void)board;
    (void)has_repeated;
    (void)use_fifty_moves;
    memset(ranks, 0, (size_t)moves->count * sizeof ranks[0]);
    return RANKED_NOT;
}

bool syzygy_answer(Syzygy *syzygy, const Board *board, const MoveList *moves, TableAnswer *out)
{
    (void)syzygy;
    (void)board;
    (void)moves;
    (void)out;
    return false;
}
