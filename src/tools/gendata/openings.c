// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "position/fen.h"

enum {
    ROUND = 256,     // draws judged between two looks at what they gave
    BARREN_MAX = 40, // rounds in a row without one position more: the band cannot be met
    PATH_BYTES = 4096,
};

typedef struct Draw {
    Board board;
    Score score;
    bool is_kept;
} Draw;

typedef struct Helper {
    struct Openings *run;
    Thread thread;
    Player *player;
    Status status;
    ErrorText error;
} Helper;

typedef struct Openings {
    const Settings *settings;
    int band_least_cp;
    const atomic_bool *is_stopped;
    uint64_t first; // number of the round's first draw
    atomic_int next;
    Draw *draws;
    Helper *helpers;
    uint64_t *keys; // of the positions written, open addressing, 0 is free
    size_t key_room;
    int64_t written;
    FILE *file;
} Openings;

// Judges draws of the round until none is left. What a draw gives follows from its number alone:
// the player forgets everything before each.
static void helper_main(void *context)
{
    Helper *helper = context;
    Openings *run = helper->run;
    const Settings *settings = run->settings;
    const PlayContext play = {.kernels = settings->kernels,
                              .starts = &settings->starts,
                              .rules = &settings->rules,
                              .is_stopped = run->is_stopped};
    for (int i = atomic_fetch_add(&run->next, 1); i < ROUND && !atomic_load(run->is_stopped);
         i = atomic_fetch_add(&run->next, 1)) {
        Draw *draw = &run->draws[i];
        Rng rng = settings_rng(settings, 0, run->first + (uint64_t)i);
        helper->status = helper->player->begin_game(helper->player, &helper->error);
        if (helper->status == STATUS_OK)
            helper->status = play_draw_start(&play, helper->player, &rng, &draw->board,
                                             &draw->score, &draw->is_kept, &helper->error);
        if (helper->status != STATUS_OK)
            return;
    }
}

static bool add_key(Openings *run, uint64_t key)
{
    const uint64_t wanted = key != 0 ? key : 1;
    size_t slot = (size_t)(wanted % run->key_room);
    while (run->keys[slot] != 0) {
        if (run->keys[slot] == wanted)
            return false;
        slot = (slot + 1) % run->key_room;
    }
    run->keys[slot] = wanted;
    return true;
}

static void write_draws(Openings *run)
{
    for (int i = 0; i < ROUND && run->written < run->settings->count; i++) {
        const Draw *draw = &run->draws[i];
        if (!draw->is_kept || abs(draw->score) < run->band_least_cp ||
            !add_key(run, draw->board.key))
            continue;
        char fen[FEN_BYTES];
        fen_write(&draw->board, false, fen);
        // The first four fields of a FEN are those of an EPD.
        size_t length = strlen(fen);
        for (int field = 0; field < 2; field++)
            while (fen[--length] != ' ')
                ;
        fprintf(run->file, "%.*s hmvc %d; fmvn %d; ce %d;\n", (int)length, fen,
                draw->board.halfmove_clock, draw->board.fullmove_number, draw->score);
        run->written++;
    }
}

// Judges one round with all helpers.
static Status judge_round(Openings *run, ErrorText *error)
{
    memset(run->draws, 0, ROUND * sizeof *run->draws);
    atomic_store(&run->next, 0);
    Status status = STATUS_OK;
    int started = 0;
    while (started < run->settings->threads && status == STATUS_OK) {
        Helper *helper = &run->helpers[started];
        status = thread_start(&helper->thread, helper_main, helper, error);
        started += status == STATUS_OK;
    }
    for (int i = 0; i < started; i++) {
        thread_join(&run->helpers[i].thread);
        if (status == STATUS_OK && run->helpers[i].status != STATUS_OK) {
            status = run->helpers[i].status;
            *error = run->helpers[i].error;
        }
    }
    run->first += ROUND;
    return status;
}

static Status fill_file(Openings *run, ErrorText *error)
{
    const Settings *settings = run->settings;
    int64_t next_ms = clock_now_ms() + (int64_t)(settings->report_seconds * 1000.0);
    int barren = 0;
    while (run->written < settings->count) {
        const int64_t before = run->written;
        const Status status = judge_round(run, error);
        if (status != STATUS_OK)
            return status;
        if (atomic_load(run->is_stopped))
            return status_fail(error, STATUS_SYSTEM, "stopped; no file was written");
        write_draws(run);
        if (ferror(run->file) != 0)
            return status_fail(error, STATUS_IO, "%s: %s", settings->out, strerror(errno));
        barren = run->written == before ? barren + 1 : 0;
        if (barren == BARREN_MAX)
            return status_fail(error, STATUS_BAD_INPUT,
                               "no new position within the band in %d draws: widen it",
                               BARREN_MAX * ROUND);
        if (clock_now_ms() >= next_ms) {
            printf("%lld of %lld positions, %llu drawn\n", (long long)run->written,
                   (long long)settings->count, (unsigned long long)run->first);
            fflush(stdout);
            next_ms = clock_now_ms() + (int64_t)(settings->report_seconds * 1000.0);
        }
    }
    return STATUS_OK;
}

static Status write_file(Openings *run, ErrorText *error)
{
    char temporary[PATH_BYTES];
    const char *path = run->settings->out;
    const int length = snprintf(temporary, sizeof temporary, "%s.tmp", path);
    if (length < 0 || length >= PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", path);
    run->file = fopen(temporary, "w");
    if (run->file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", temporary, strerror(errno));
    Status status = fill_file(run, error);
    if ((fclose(run->file) != 0 || (status == STATUS_OK && rename(temporary, path) != 0)) &&
        status == STATUS_OK)
        status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    if (status != STATUS_OK)
        (void)remove(temporary);
    else
        printf("%s: %lld positions, %llu drawn\n", path, (long long)run->written,
               (unsigned long long)run->first);
    return status;
}

Status openings_run(const Settings *settings, int band_least_cp, const atomic_bool *is_stopped,
                    ErrorText *error)
{
    const size_t threads = (size_t)settings->threads;
    Openings run = {.settings = settings, .band_least_cp = band_least_cp, .is_stopped = is_stopped};
    run.key_room = 2 * (size_t)settings->count + 1;
    run.keys = calloc(run.key_room, sizeof *run.keys);
    run.draws = calloc(ROUND, sizeof *run.draws);
    run.helpers = calloc(threads, sizeof *run.helpers);
    Status status = STATUS_OK;
    if (run.keys == NULL || run.draws == NULL || run.helpers == NULL)
        status = status_fail(error, STATUS_NO_MEMORY, "no memory for the openings");
    for (size_t i = 0; i < threads && status == STATUS_OK; i++) {
        run.helpers[i].run = &run;
        status = settings_make_player(settings, &run.helpers[i].player, error);
    }
    if (status == STATUS_OK)
        status = write_file(&run, error);
    for (size_t i = 0; run.helpers != NULL && i < threads; i++) {
        if (run.helpers[i].player != NULL)
            run.helpers[i].player->destroy(run.helpers[i].player);
    }
    free(run.helpers);
    free(run.draws);
    free(run.keys);
    return status;
}
