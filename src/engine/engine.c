// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/engine.h"

#include <stdlib.h>

#include "nnue/embed.h"
#include "position/fen.h"

struct Engine {
    Kernels kernels;
    Network *network;
    Tt tt;
    Search *search;
    Board board;
    int hash_mib; // of the table in force
};

static void finish_search(Engine *engine)
{
    search_stop(engine->search);
    search_wait(engine->search);
}

// Takes `wanted` MiB, or the largest half, quarter, ... of `fallback` that can be had.
static Status allocate_hash(Engine *engine, int wanted, int fallback, ErrorText *error)
{
    const Status status = tt_resize(&engine->tt, (uint64_t)wanted, error);
    if (status == STATUS_OK) {
        engine->hash_mib = wanted;
        return STATUS_OK;
    }
    for (int mib = fallback; mib >= 1; mib /= 2) {
        if (tt_resize(&engine->tt, (uint64_t)mib, NULL) == STATUS_OK) {
            engine->hash_mib = mib;
            return status_fail(error, status, "no memory for %d MiB of hash, using %d MiB", wanted,
                               mib);
        }
    }
    engine->hash_mib = 0;
    return status_fail(error, status, "no memory for any hash table");
}

Engine *engine_create(const EngineConfig *config, ErrorText *error)
{
    ErrorText scratch;
    ErrorText *const text = error != NULL ? error : &scratch;
    text->text[0] = '\0';
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) {
        status_fail(text, STATUS_NO_MEMORY, "no memory for the engine");
        return NULL;
    }
    // A level that is not to be had leaves the best one, and the reason in the text.
    (void)kernels_init(&engine->kernels, config->isa, text);
    if (network_load_embedded(&engine->network, text) != STATUS_OK) {
        engine_destroy(engine);
        return NULL;
    }
    (void)allocate_hash(engine, config->hash_mib, config->hash_mib / 2, text);
    if (engine->hash_mib == 0) {
        engine_destroy(engine);
        return NULL;
    }
    engine->search = search_create(&engine->kernels, engine->network, &engine->tt, text);
    if (engine->search == NULL) {
        engine_destroy(engine);
        return NULL;
    }
    (void)search_set_threads(engine->search, config->threads, text);
    search_set_move_overhead(engine->search, ENGINE_MOVE_OVERHEAD_DEFAULT_MS);
    (void)fen_parse(FEN_START, false, &engine->board, NULL);
    search_set_position(engine->search, &engine->board, NULL, 0);
    return engine;
}

void engine_destroy(Engine *engine)
{
    if (engine == NULL)
        return;
    search_destroy(engine->search);
    tt_free(&engine->tt);
    network_destroy(engine->network);
    free(engine);
}

const Kernels *engine_kernels(const Engine *engine)
{
    return &engine->kernels;
}

const Network *engine_network(const Engine *engine)
{
    return engine->network;
}

const Board *engine_board(const Engine *engine)
{
    return &engine->board;
}

Search *engine_search(Engine *engine)
{
    return engine->search;
}

Status engine_set_hash(Engine *engine, int mib, ErrorText *error)
{
    finish_search(engine);
    return allocate_hash(engine, mib, engine->hash_mib, error);
}

int engine_hash_mib(const Engine *engine)
{
    return engine->hash_mib;
}

void engine_clear_hash(Engine *engine)
{
    finish_search(engine);
    tt_clear(&engine->tt);
}

Status engine_set_threads(Engine *engine, int count, ErrorText *error)
{
    finish_search(engine);
    return search_set_threads(engine->search, count, error);
}

Status engine_load_net(Engine *engine, const char *path, ErrorText *error)
{
    finish_search(engine);
    Network *network;
    const bool built_in = path == NULL || path[0] == '\0';
    Status status =
        built_in ? network_load_embedded(&network, error) : network_load(path, &network, error);
    if (status != STATUS_OK)
        return status;
    status = search_set_network(engine->search, network, error);
    if (status != STATUS_OK) {
        network_destroy(network);
        return status;
    }
    network_destroy(engine->network);
    engine->network = network;
    // What the old net judged, and by how much it was wrong, is worth nothing to the new one.
    tt_clear(&engine->tt);
    search_new_game(engine->search);
    return STATUS_OK;
}

void engine_new_game(Engine *engine)
{
    finish_search(engine);
    tt_clear(&engine->tt);
    search_new_game(engine->search);
}

void engine_set_position(Engine *engine, const Board *board, const uint64_t *keys, size_t count)
{
    finish_search(engine);
    engine->board = *board;
    search_set_position(engine->search, board, keys, count);
}

void engine_go(Engine *engine, const SearchLimits *limits)
{
    finish_search(engine);
    search_start(engine->search, limits);
}
