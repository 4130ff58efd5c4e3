// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: everything an engine is made of, owned in one place: kernel tables, net,
// transposition table, search, book, and the position to search. One thread uses it; search
// callbacks come from the search's thread. Nothing here prints or exits.
#ifndef RAVELIN_ENGINE_ENGINE_H
#define RAVELIN_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "book/book.h"
#include "chess/board.h"
#include "engine/tuner.h"
#include "kernels/kernels.h"
#include "nnue/network.h"
#include "search/search.h"
#include "syzygy/syzygy.h"

enum {
    ENGINE_HASH_DEFAULT_MIB = 64,
    ENGINE_MOVE_OVERHEAD_DEFAULT_MS = 20,
    ENGINE_MOVE_OVERHEAD_MAX_MS = 5000,
    ENGINE_TABLE_PROBE_DEPTH_DEFAULT = 1,
    ENGINE_TABLE_PROBE_DEPTH_MAX = 100,
    ENGINE_TABLE_PROBE_LIMIT_MAX = 7, // men; also the default
    // Largest Hash that the address space can hold, MiB.
    ENGINE_HASH_MAX_MIB = sizeof(void *) > 4 ? 33554432 : 1024,
};

typedef struct EngineConfig {
    const char *isa;      // level of the kernels, NULL = best
    const char *net_path; // net to use in place of the built-in one if it is there; NULL = none
    int hash_mib;         // transposition table
    int threads;
    bool tunes;              // measure which rows are fastest, unless `isa` names a level
    const char *tune_folder; // where that is remembered; NULL = nowhere
} EngineConfig;

typedef struct Engine Engine;

// Makes an engine in the initial position. NULL with the reason on failure; a net that is there and
// cannot be used is one. A net that is named and not there is said, and the built-in one taken;
// without any net the engine lives with a blank one, and engine_network()->is_blank says so.
// Where something less than asked for was had (an ISA name that is unknown or that the machine
// lacks, less memory or fewer threads) the engine is made all the same and `error` says so; it is
// empty otherwise.
Engine *engine_create(const EngineConfig *config, ErrorText *error);
void engine_destroy(Engine *engine);

// The kernels and the net in use; the engine owns them. A loaded net takes the place of the other.
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

// Chooses the kernels anew, as `isa` of EngineConfig does. Where that level is not to be had the
// best usable one is taken and the error says so.
Status engine_set_isa(Engine *engine, const char *isa, ErrorText *error);

// Which row serves each entry of the kernels, and why.
const Tuner *engine_tuner(const Engine *engine);

// The book to play from, which the engine owns; NULL without one. Setting it frees the one before.
const Book *engine_book(const Engine *engine);
void engine_set_book(Engine *engine, Book *book);

// Takes the endgame tables in the folders of `path` (see syzygy_load; "" for none), which tells a
// user what was found. On failure there are none.
Status engine_load_tables(Engine *engine, const char *path, SyzygyTold *told, void *context,
                          ErrorText *error);
// What is known of them, for `d`; to be asked only while no search runs.
Syzygy *engine_syzygy(Engine *engine);

// How they are used. What was learnt under another fifty-move rule is forgotten.
void engine_set_table_settings(Engine *engine, const TableSettings *settings);
TableSettings engine_table_settings(const Engine *engine);

// Clears the table and everything learnt.
void engine_new_game(Engine *engine);

// Sets the game: the position to search and the keys of the positions before it in the game, oldest
// first, without its own (`count` may be 0).
void engine_set_position(Engine *engine, const Board *board, const uint64_t *keys, size_t count);

// `go`: starts a search on the current position and returns.
void engine_go(Engine *engine, const SearchLimits *limits);

#endif
