// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "base/endian.h"
#include "base/rng.h"
#include "record/sink.h"
#include "tools/data/source.h"

enum { PATH_BYTES = 4096, SPLIT_PARTS_MAX = 256 };

static int score_at(const RecordGame *game, int ply)
{
    return (int16_t)read_le16(game->bytes + VIRIFORMAT_START_BYTES + 4 * (size_t)ply + 2);
}

static bool is_chess960(const Board *start)
{
    static const uint8_t usual[CASTLING_RIGHT_COUNT] = {SQ_H1, SQ_A1, SQ_H8, SQ_A8};
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        const Square king = start->king_square[right / 2];
        if (start->castling_rook[right] != NO_SQUARE &&
            (start->castling_rook[right] != usual[right] || square_file(king) != 4))
            return true;
    }
    return false;
}

// True if the last score says clearly that the side which lost, or drew, wins.
static bool is_contradicted(const SourceGame *game, int64_t threshold)
{
    const int last = score_at(game->game, game->game->plies - 1);
    return (last >= threshold && game->white_result != 2) ||
           (last <= -threshold && game->white_result != 0);
}

static bool is_kept(const SourceGame *game, const GameRules *rules, Rng *rng)
{
    const int64_t chance = rng_below(rng, 1000);
    const int plies = game->game->plies;
    if (plies < rules->least_plies || plies > rules->most_plies ||
        abs(score_at(game->game, 0)) > rules->most_start_score || chance >= rules->keep_permille)
        return false;
    if (rules->contradiction > 0 && is_contradicted(game, rules->contradiction))
        return false;
    return rules->chess960 == CHESS960_KEEP ||
           is_chess960(game->start) == (rules->chess960 == CHESS960_ONLY);
}

static Status write_game(Sink *sink, const RecordGame *game, GameTotals *totals, ErrorText *error)
{
    totals->games_written++;
    totals->positions_written += (uint64_t)game->plies;
    return sink_write(sink, game->bytes, game->count, error);
}

// Ends the source's part of the totals.
static void note_source(GameSource *source, GameTotals *totals)
{
    totals->damaged_files = source->damaged;
    if (source->overlong != 0)
        fprintf(stderr, "ravelin-data: %llu games of more than %d plies left out\n",
                (unsigned long long)source->overlong, RECORD_GAME_PLIES_MAX);
    gamesource_close(source);
}

// What decides whether a game is written, with what it needs to know.
typedef struct GameTest {
    Status (*decide)(void *context, const SourceGame *game, bool *keeps, ErrorText *error);
    void *context;
} GameTest;

// Writes those games of all files that the test keeps.
static Status pass_games(const ArgumentList *files, const char *out, const GameTest *test,
                         GameTotals *totals, ErrorText *error)
{
    Sink *sink = NULL;
    Status status = sink_open(out, true, &sink, error);
    if (status != STATUS_OK)
        return status;
    GameSource source;
    gamesource_open(&source, files);
    SourceGame game;
    while (status == STATUS_OK && gamesource_next_game(&source, &game)) {
        bool keeps = false;
        totals->games_read++;
        status = test->decide(test->context, &game, &keeps, error);
        if (status == STATUS_OK && keeps)
            status = write_game(sink, game.game, totals, error);
    }
    note_source(&source, totals);
    const Status closed = sink_close(sink, status == STATUS_OK, error);
    return status == STATUS_OK ? closed : status;
}

typedef struct FilterState {
    const GameRules *rules;
    Rng rng;
} FilterState;

static Status decide_by_rules(void *context, const SourceGame *game, bool *keeps, ErrorText *error)
{
    (void)error;
    FilterState *const state = context;
    *keeps = is_kept(game, state->rules, &state->rng);
    return STATUS_OK;
}

Status games_filter(const ArgumentList *files, const GameRules *rules, const char *out,
                    GameTotals *totals, ErrorText *error)
{
    FilterState state = {rules, rng_seeded(rules->seed)};
    const GameTest test = {decide_by_rules, &state};
    return pass_games(files, out, &test, totals, error);
}

// All games in one block.
typedef struct Store {
    uint8_t *bytes;
    size_t used, room;
    size_t *offsets; // of `count` games
    size_t count, offset_room;
} Store;

static void *grow(void *block, size_t *room, size_t wanted, size_t item)
{
    if (wanted <= *room)
        return block;
    const size_t larger = wanted < 1024 ? 1024 : wanted + wanted / 2;
    void *result = realloc(block, larger * item);
    if (result != NULL)
        *room = larger;
    return result;
}

static Status store_add(Store *store, const RecordGame *game, ErrorText *error)
{
    void *bytes = grow(store->bytes, &store->room, store->used + game->count, 1);
    if (bytes != NULL)
        store->bytes = bytes;
    void *offsets =
        grow(store->offsets, &store->offset_room, store->count + 1, sizeof *store->offsets);
    if (offsets != NULL)
        store->offsets = offsets;
    if (bytes == NULL || offsets == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for %zu games", store->count + 1);
    memcpy(store->bytes + store->used, game->bytes, game->count);
    store->offsets[store->count++] = store->used;
    store->used += game->count;
    return STATUS_OK;
}

static Status store_write(const Store *store, const size_t *order, const char *out,
                          GameTotals *totals, ErrorText *error)
{
    Sink *sink = NULL;
    Status status = sink_open(out, true, &sink, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < store->count && status == STATUS_OK; i++) {
        const size_t game = order[i];
        const size_t end = game + 1 < store->count ? store->offsets[game + 1] : store->used;
        // `order` holds 0..count-1, which the analyser cannot see.
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
        const size_t bytes = end - store->offsets[game];
        totals->games_written++;
        totals->positions_written += (bytes - VIRIFORMAT_START_BYTES) / VIRIFORMAT_PAIR_BYTES - 1;
        status = sink_write(sink, store->bytes + store->offsets[game], bytes, error);
    }
    const Status closed = sink_close(sink, status == STATUS_OK, error);
    return status == STATUS_OK ? closed : status;
}

// A random order of 0..count-1.
static size_t *make_order(size_t count, uint64_t seed)
{
    size_t *order = malloc((count + 1) * sizeof *order);
    if (order == NULL)
        return NULL;
    Rng rng = rng_seeded(seed);
    for (size_t i = 0; i < count; i++) {
        const size_t other = rng_below(&rng, (uint32_t)(i + 1)); // Fisher-Yates, built up
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

Status games_shuffle(const ArgumentList *files, uint64_t seed, const char *out, GameTotals *totals,
                     ErrorText *error)
{
    Store store = {0};
    GameSource source;
    gamesource_open(&source, files);
    SourceGame game;
    Status status = STATUS_OK;
    while (status == STATUS_OK && gamesource_next_game(&source, &game)) {
        totals->games_read++;
        status = store_add(&store, game.game, error);
    }
    note_source(&source, totals);
    size_t *order = status == STATUS_OK ? make_order(store.count, seed) : NULL;
    if (status == STATUS_OK && order == NULL)
        status = status_fail(error, STATUS_NO_MEMORY, "no memory for %zu games", store.count);
    if (status == STATUS_OK)
        status = store_write(&store, order, out, totals, error);
    free(order);
    free(store.bytes);
    free(store.offsets);
    return status;
}

// Start and moves in 64 bits: what an equal game has too. The chance that two different games of
// a million share it is below one in ten million.
static uint64_t game_key(const RecordGame *game)
{
    uint64_t key = crc64_update(0, game->bytes, 28); // without score and result
    for (int ply = 0; ply < game->plies; ply++)
        key = crc64_update(key, game->bytes + VIRIFORMAT_START_BYTES + 4 * (size_t)ply, 2);
    return key != 0 ? key : 1;
}

// A set of keys, open addressing; 0 is free.
typedef struct KeySet {
    uint64_t *slots;
    size_t room, count;
} KeySet;

static bool put_key(KeySet *set, uint64_t key)
{
    size_t slot = (size_t)(key % set->room);
    for (; set->slots[slot] != 0; slot = (slot + 1) % set->room) {
        if (set->slots[slot] == key)
            return false;
    }
    set->slots[slot] = key;
    set->count++;
    return true;
}

// Adds a key; `*is_new` tells whether it was not there.
static Status key_set_add(KeySet *set, uint64_t key, bool *is_new, ErrorText *error)
{
    if (2 * (set->count + 1) > set->room) {
        KeySet larger = {.room = set->room == 0 ? 4096 : 2 * set->room};
        larger.slots = calloc(larger.room, sizeof *larger.slots);
        if (larger.slots == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "no memory for %zu games", set->count);
        for (size_t i = 0; i < set->room; i++) {
            if (set->slots[i] != 0)
                (void)put_key(&larger, set->slots[i]);
        }
        free(set->slots);
        *set = larger;
    }
    *is_new = put_key(set, key);
    return STATUS_OK;
}

static Status decide_by_key(void *context, const SourceGame *game, bool *keeps, ErrorText *error)
{
    return key_set_add(context, game_key(game->game), keeps, error);
}

Status games_dedupe(const ArgumentList *files, const char *out, GameTotals *totals,
                    ErrorText *error)
{
    KeySet seen = {0};
    const GameTest test = {decide_by_key, &seen};
    const Status status = pass_games(files, out, &test, totals, error);
    free(seen.slots);
    return status;
}

static Status open_parts(Sink **sinks, const char *prefix, int parts, ErrorText *error)
{
    for (int i = 0; i < parts; i++) {
        char path[PATH_BYTES];
        const int length = snprintf(path, sizeof path, "%s-%d.vbin.zst", prefix, i);
        if (length < 0 || length >= PATH_BYTES)
            return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", prefix);
        const Status status = sink_open(path, true, &sinks[i], error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

Status games_split(const ArgumentList *files, const char *prefix, int parts, int64_t every,
                   GameTotals *totals, ErrorText *error)
{
    if (parts > SPLIT_PARTS_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "more than %d parts", SPLIT_PARTS_MAX);
    Sink *sinks[SPLIT_PARTS_MAX] = {NULL};
    const int count = every > 0 ? 2 : parts;
    Status status = open_parts(sinks, prefix, count, error);
    GameSource source;
    gamesource_open(&source, files);
    SourceGame game;
    while (status == STATUS_OK && gamesource_next_game(&source, &game)) {
        const uint64_t number = totals->games_read++;
        const uint64_t part =
            every > 0 ? number % (uint64_t)every == (uint64_t)every - 1 : number % (uint64_t)count;
        status = write_game(sinks[part], game.game, totals, error);
    }
    note_source(&source, totals);
    for (int i = 0; i < count; i++) {
        if (sinks[i] == NULL)
            continue;
        ErrorText reason;
        const Status closed = sink_close(sinks[i], status == STATUS_OK, &reason);
        if (status == STATUS_OK && closed != STATUS_OK) {
            status = closed;
            *error = reason;
        }
    }
    return status;
}
