// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: everything an engine is made of, owned in one place: kernel tables, net,
// transposition table, search, and the position to search. One thread uses it; search callbacks
// come from the search's thread. Nothing here prints or exits.
#ifndef RAVELIN_ENGINE_ENGINE_H
#define RAVELIN_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "kernels/kernels.h"
#include "nnue/network.h"
#include "search/search.h"

enum {
    ENGINE_HASH_DEFAULT_MIB = 64,
    ENGINE_MOVE_OVERHEAD_DEFAULT_MS = 20,
    ENGINE_MOVE_OVERHEAD_MAX_MS = 5000,
    // Largest Hash that the address space can hold, MiB.
    ENGINE_HASH_MAX_MIB = sizeof(void *) > 4 ? 33554432 : 1024,
};

typedef struct EngineConfig {
    const char *isa; // level of the kernels, NULL = best
    int hash_mib;    // transposition table
    int threads;
} EngineConfig;

typedef struct Engine Engine;

// Makes an engine in the initial position with the built-in net. NULL with the reason on failure.
// Where something less than asked for was had (an ISA name that is unknown or that the machine
// lacks, less memory or fewer threads) the engine is made all the same and `error` says so; it is
// empty otherwise.
Engine *engine_create(const EngineConfig *config, ErrorText *error);
void engine_destroy(Engine *engine);

const Kernels *engine_kernels(const Engine *engine);
const Network *engine_network(const Engine *engine);
// The position that `go` searches.
const Board *engine_board(const Engine *engine);
// For events, Move Overhead, stop, ponderhit and wait.
Search *engine_search(Engine *engine);

// The setters below end a running search first (its best move is reported).

// Resizes the table. On failure the old size is allocated anew, or a smaller one, with the contents
// lost: engine_hash_mib tells the size in force, `error` says it in words.
Status engine_set_hash(Engine *engine, int mib, ErrorText *error);
int engine_hash_mib(const Engine *engine);
void engine_clear_hash(Engine *engine);
Status engine_set_threads(Engine *engine, int count, ErrorText *error);

// Loads a net file; NULL or "" is the built-in net. What was learnt with the old one is forgotten.
// On failure the net in play stays, and so does what was learnt.
Status engine_load_net(Engine *engine, const char *path, ErrorText *error);

// Clears the table and everything learnt.
void engine_new_game(Engine *engine);

// Sets the game: the position to search and the keys of the positions before it in the game, oldest
// first, without its own (`count` may be 0).
void engine_set_position(Engine *engine, const Board *board, const uint64_t *keys, size_t count);

// `go`: starts a search on the current position and returns.
void engine_go(Engine *engine, const SearchLimits *limits);

#endif
