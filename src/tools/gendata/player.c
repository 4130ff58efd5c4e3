// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/player.h"

#include <stdlib.h>

#include "search/search.h"
#include "tt/tt.h"

typedef struct OwnPlayer {
    Player base; // first, so that a Player is found back as what it is
    Tt tt;
    Search *search;
    uint64_t hard_factor;
    Move best;
} OwnPlayer;

static void take_best_move(void *context, Move best, Move ponder)
{
    (void)ponder;
    ((OwnPlayer *)context)->best = best;
}

static Status begin_game(Player *player, ErrorText *error)
{
    (void)error;
    OwnPlayer *own = (OwnPlayer *)player;
    tt_clear(&own->tt);
    search_new_game(own->search);
    return STATUS_OK;
}

static Status judge(Player *player, const GameLine *line, uint64_t nodes, Judgement *judgement,
                    ErrorText *error)
{
    (void)error;
    OwnPlayer *own = (OwnPlayer *)player;
    search_set_position(own->search, line->board, line->keys, line->plies);
    SearchLimits limits = search_limits_none();
    limits.soft_nodes = nodes;
    limits.nodes = nodes * own->hard_factor;
    search_start(own->search, &limits);
    search_wait(own->search);
    judgement->move = own->best;
    judgement->score = search_last_score(own->search);
    return STATUS_OK;
}

static void destroy(Player *player)
{
    OwnPlayer *own = (OwnPlayer *)player;
    search_destroy(own->search);
    tt_free(&own->tt);
    free(own);
}

Status player_create(const Kernels *kernels, const Network *network, int hash_mib, int hard_factor,
                     Player **player, ErrorText *error)
{
    OwnPlayer *own = calloc(1, sizeof *own);
    if (own == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for a player");
    own->base = (Player){begin_game, judge, destroy};
    own->hard_factor = (uint64_t)hard_factor;
    const Status status = tt_resize(&own->tt, (uint64_t)hash_mib, error);
    if (status == STATUS_OK)
        own->search = search_create(kernels, network, &own->tt, error);
    if (own->search == NULL) {
        destroy(&own->base);
        return status == STATUS_OK ? STATUS_NO_MEMORY : status;
    }
    // No on_info: its hash figure alone would cost a tenth of so short a search.
    const SearchEvents events = {.context = own, .on_best_move = take_best_move};
    search_set_events(own->search, &events);
    *player = &own->base;
    return STATUS_OK;
}
