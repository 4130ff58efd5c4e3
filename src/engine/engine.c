// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "kernels/shadow.h"
#include "nnue/embed.h"
#include "position/fen.h"

struct Engine {
    Kernels kernels;
    Tuner tuner;
    char *tune_folder; // NULL: nothing is remembered
    bool tunes;
    bool isa_is_named; // a level was asked for, so its rows are not measured
    Network *network;
    Tt tt;
    Search *search;
    Book *book; // NULL without one
    Syzygy *syzygy;
    TableSettings table_settings;
    Board board;
    int hash_mib; // of the table in force
};

static void finish_search(Engine *engine)
{
    search_stop(engine->search);
    search_wait(engine->search);
}

// Takes `wanted` MiB, or the largest half, quarter, ... of `fallback` that can be had. Without
// memory for any it is 0 MiB: the table's small reserve.
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
    return status_fail(error, status, "no memory for %d MiB of hash nor for less", wanted);
}

// Adds what a step says, if it says something, to what is said already.
static void add_note(ErrorText *notes, const ErrorText *note)
{
    const size_t used = strlen(notes->text);
    if (note->text[0] != '\0')
        snprintf(notes->text + used, sizeof notes->text - used, "%s%s", used > 0 ? "; " : "",
                 note->text);
}

// Puts the rows that suit the net into the table. Only while no search runs.
static void fit_kernels(Engine *engine, ErrorText *note)
{
    kernels_fit_net(&engine->kernels, engine->network->shape.width);
    tuner_run(&engine->tuner, &engine->kernels, &engine->network->shape,
              engine->tunes && !engine->isa_is_named, engine->tune_folder, note);
#ifdef RAVELIN_SHADOW
    shadow_install(&engine->kernels);
#endif
}

static bool is_level(const char *isa)
{
    return isa != NULL && strcmp(isa, ISA_NAME_BEST) != 0;
}

// The first net that is there: the one at `path` (NULL: none is named), the built-in one, none. One
// that is there and cannot be used is a failure, so that nobody plays with another than they think.
static Status load_first_net(const char *path, Network **network, ErrorText *notes)
{
    ErrorText note = {""};
    Status status = STATUS_NOT_FOUND;
    if (path != NULL && path[0] != '\0') {
        ErrorText reason = {""};
        status = network_load(path, network, &reason);
        if (status != STATUS_OK)
            status_fail(&note, status, "RAVELIN_EVALFILE is %.80s: %.140s", path, reason.text);
        add_note(notes, &note);
    }
    if (status == STATUS_NOT_FOUND) {
        note.text[0] = '\0';
        status = network_load_embedded(network, &note);
        add_note(notes, &note);
    }
    return status == STATUS_NOT_FOUND ? network_make_blank(network, NULL) : status;
}

// Endgame tables: none yet, and how those to come are used. False without memory.
static bool prepare_tables(Engine *engine)
{
    engine->syzygy = syzygy_create();
    engine->table_settings = (TableSettings){
        .probe_depth = ENGINE_TABLE_PROBE_DEPTH_DEFAULT,
        .probe_limit = ENGINE_TABLE_PROBE_LIMIT_MAX,
        .use_fifty_moves = true,
    };
    search_set_syzygy(engine->search, engine->syzygy);
    search_set_table_settings(engine->search, &engine->table_settings);
    return engine->syzygy != NULL;
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
    engine->tunes = config->tunes;
    engine->isa_is_named = is_level(config->isa);
    // Without memory for its name the folder is not used.
    engine->tune_folder = config->tune_folder != NULL ? strdup(config->tune_folder) : NULL;
    // A level that is not to be had leaves the best one, and the reason in the text.
    ErrorText note = {""};
    (void)kernels_init(&engine->kernels, config->isa, &note);
    add_note(text, &note);
    if (load_first_net(config->net_path, &engine->network, text) != STATUS_OK) {
        engine_destroy(engine);
        return NULL;
    }
    note.text[0] = '\0';
    fit_kernels(engine, &note);
    add_note(text, &note);
    note.text[0] = '\0';
    (void)allocate_hash(engine, config->hash_mib, config->hash_mib / 2, &note);
    add_note(text, &note);
    if (engine->hash_mib == 0) {
        engine_destroy(engine);
        return NULL;
    }
    note.text[0] = '\0';
    engine->search = search_create(&engine->kernels, engine->network, &engine->tt, &note);
    if (engine->search != NULL)
        (void)search_set_threads(engine->search, config->threads, &note);
    add_note(text, &note);
    if (engine->search == NULL) {
        engine_destroy(engine);
        return NULL;
    }
    if (!prepare_tables(engine)) {
        status_fail(text, STATUS_NO_MEMORY, "no memory for the endgame tables");
        engine_destroy(engine);
        return NULL;
    }
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
    syzygy_destroy(engine->syzygy);
    tt_free(&engine->tt);
    network_destroy(engine->network);
    free(engine->tune_folder);
    book_destroy(engine->book);
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
    return allocate_hash(engine, mib, engine->hash_mib > 0 ? engine->hash_mib : mib / 2, error);
}

int engine_hash_mib(const Engine *engine)
{
    return engine->hash_mib;
}

void engine_clear_hash(Engine *engine)
{
    finish_search(engine);
    tt_clear_with(&engine->tt, search_thread_count(engine->search));
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
    fit_kernels(engine, NULL);
    // What the old net judged, and by how much it was wrong, is worth nothing to the new one.
    tt_clear_with(&engine->tt, search_thread_count(engine->search));
    search_new_game(engine->search);
    return STATUS_OK;
}

Status engine_set_isa(Engine *engine, const char *isa, ErrorText *error)
{
    finish_search(engine);
    const Status status = kernels_init(&engine->kernels, isa, error);
    engine->isa_is_named = is_level(isa) && status == STATUS_OK;
    fit_kernels(engine, NULL);
    return status;
}

const Tuner *engine_tuner(const Engine *engine)
{
    return &engine->tuner;
}

const Book *engine_book(const Engine *engine)
{
    return engine->book;
}

void engine_set_book(Engine *engine, Book *book)
{
    book_destroy(engine->book);
    engine->book = book;
}

Status engine_load_tables(Engine *engine, const char *path, SyzygyTold *told, void *context,
                          ErrorText *error)
{
    finish_search(engine);
    return syzygy_load(engine->syzygy, path, told, context, error);
}

Syzygy *engine_syzygy(Engine *engine)
{
    return engine->syzygy;
}

void engine_set_table_settings(Engine *engine, const TableSettings *settings)
{
    finish_search(engine);
    if (settings->use_fifty_moves != engine->table_settings.use_fifty_moves)
        tt_clear_with(&engine->tt, search_thread_count(engine->search));
    engine->table_settings = *settings;
    search_set_table_settings(engine->search, settings);
}

TableSettings engine_table_settings(const Engine *engine)
{
    return engine->table_settings;
}

void engine_new_game(Engine *engine)
{
    finish_search(engine);
    tt_clear_with(&engine->tt, search_thread_count(engine->search));
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
