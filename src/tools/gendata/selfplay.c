// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"

enum { PATH_BYTES = 4096, POLL_NS = 100000000 };

struct Run;

// One thread's part. The counters are written by it and read by the reporting thread.
typedef struct Maker {
    struct Run *run;
    int index;
    Thread thread;
    bool is_started;
    Archive *archive;
    Player *player;
    RecordGame game;
    atomic_ullong games; // in the file, also those of earlier runs
    atomic_ullong positions;
    atomic_ullong rejected;
} Maker;

typedef struct Run {
    const Settings *settings;
    atomic_bool *is_stopped;
    Maker *makers;
    Mutex lock; // guards the rest
    Condition changed;
    int busy;
    Status status; // the first failure
    ErrorText error;
} Run;

// Sums over the makers.
typedef struct Totals {
    uint64_t games, positions, rejected;
} Totals;

static Totals sum_up(const Run *run)
{
    Totals totals = {0};
    for (int i = 0; i < run->settings->threads; i++) {
        totals.games += atomic_load(&run->makers[i].games);
        totals.positions += atomic_load(&run->makers[i].positions);
        totals.rejected += atomic_load(&run->makers[i].rejected);
    }
    return totals;
}

static void note_failure(Run *run, Status status, const ErrorText *error)
{
    mutex_lock(&run->lock);
    if (run->status == STATUS_OK) {
        run->status = status;
        run->error = *error;
    }
    mutex_unlock(&run->lock);
    atomic_store(run->is_stopped, true);
}

// True if a maker has its share of what is wanted.
static bool has_enough(const Maker *maker)
{
    const Settings *settings = maker->run->settings;
    const bool by_games = settings->games != 0;
    const uint64_t wanted = (uint64_t)(by_games ? settings->games : settings->positions);
    const uint64_t threads = (uint64_t)settings->threads;
    const uint64_t index = (uint64_t)maker->index;
    const uint64_t share = wanted / threads + (index < wanted % threads);
    return (by_games ? atomic_load(&maker->games) : atomic_load(&maker->positions)) >= share;
}

static Status make_game(Maker *maker, bool *is_finished, ErrorText *error)
{
    Run *run = maker->run;
    const PlayContext context = {run->settings->kernels, &run->settings->starts,
                                 &run->settings->rules, run->settings->tables, run->is_stopped};
    Rng rng = settings_rng(run->settings, maker->index, atomic_load(&maker->games));
    PlayOutcome outcome;
    Status status = play_game(&context, maker->player, &rng, &maker->game, &outcome, error);
    atomic_fetch_add(&maker->rejected, outcome.rejected_starts);
    *is_finished = status == STATUS_OK && outcome.is_finished;
    if (*is_finished)
        status = archive_add(maker->archive, &maker->game, error);
    const ArchiveCounts counts = archive_counts(maker->archive);
    atomic_store(&maker->games, counts.games);
    atomic_store(&maker->positions, counts.positions);
    return status;
}

static void maker_main(void *context)
{
    Maker *maker = context;
    Run *run = maker->run;
    ErrorText error;
    bool is_finished = true;
    while (is_finished && !has_enough(maker) && !atomic_load(run->is_stopped)) {
        const Status status = make_game(maker, &is_finished, &error);
        if (status != STATUS_OK) {
            note_failure(run, status, &error);
            break;
        }
    }
    mutex_lock(&run->lock);
    run->busy--;
    condition_wake_all(&run->changed);
    mutex_unlock(&run->lock);
}

// Opens a maker's file and starts its player.
static Status prepare(Run *run, int index, ErrorText *error)
{
    const Settings *settings = run->settings;
    Maker *maker = &run->makers[index];
    maker->run = run;
    maker->index = index;
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%s-%d-%d.vbin.zst", settings->out,
                                settings->name, settings->shard, index);
    if (length < 0 || length >= PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", settings->out);
    char header[ARCHIVE_HEADER_BYTES_MAX];
    Status status = settings_header(settings, index, header, error);
    if (status == STATUS_OK)
        status = archive_open(path, header, &maker->archive, error);
    if (status != STATUS_OK)
        return status;
    const ArchiveCounts counts = archive_counts(maker->archive);
    atomic_store(&maker->games, counts.games);
    atomic_store(&maker->positions, counts.positions);
    if (counts.games != 0)
        printf("%s: going on after %llu games\n", path, (unsigned long long)counts.games);
    if (counts.cut_bytes != 0)
        printf("%s: at byte %llu: half a frame cut off; its games are in the journal\n", path,
               (unsigned long long)counts.bytes);
    return settings_make_player(settings, &maker->player, error);
}

static void report(const Run *run, const Totals *first, int64_t begin_ms)
{
    const Settings *settings = run->settings;
    const Totals now = sum_up(run);
    const double seconds = (double)(clock_now_ms() - begin_ms) / 1000.0;
    const bool by_games = settings->games != 0;
    const double wanted = (double)(by_games ? settings->games : settings->positions);
    const double done = (double)(by_games ? now.games : now.positions);
    const double made = done - (double)(by_games ? first->games : first->positions);
    const double speed = (double)(now.positions - first->positions) / (seconds > 0 ? seconds : 1);
    const long long left =
        made > 0 && wanted > done ? (long long)((wanted - done) / made * seconds) : 0;
    printf("%5.1f %%  %llu positions  %llu games  %.0f positions/s  %llu starts rejected  "
           "%lld:%02lld:%02lld left\n",
           done < wanted ? 100.0 * done / wanted : 100.0, (unsigned long long)now.positions,
           (unsigned long long)now.games, speed, (unsigned long long)now.rejected, left / 3600,
           left / 60 % 60, left % 60);
    fflush(stdout);
}

// Reports until all makers are done. Wakes now and then, since a signal handler cannot wake it.
static void watch(Run *run)
{
    const Totals first = sum_up(run);
    const int64_t begin_ms = clock_now_ms();
    int64_t next_ms = begin_ms + (int64_t)(run->settings->report_seconds * 1000.0);
    mutex_lock(&run->lock);
    while (run->busy > 0) {
        (void)condition_wait_until(&run->changed, &run->lock, clock_now_ns() + POLL_NS);
        if (clock_now_ms() < next_ms)
            continue;
        mutex_unlock(&run->lock);
        report(run, &first, begin_ms);
        next_ms = clock_now_ms() + (int64_t)(run->settings->report_seconds * 1000.0);
        mutex_lock(&run->lock);
    }
    mutex_unlock(&run->lock);
    report(run, &first, begin_ms);
}

static void start_makers(Run *run)
{
    for (int i = 0; i < run->settings->threads; i++) {
        Maker *maker = &run->makers[i];
        mutex_lock(&run->lock);
        run->busy++;
        mutex_unlock(&run->lock);
        ErrorText error;
        const Status status = thread_start(&maker->thread, maker_main, maker, &error);
        maker->is_started = status == STATUS_OK;
        if (status == STATUS_OK)
            continue;
        note_failure(run, status, &error);
        mutex_lock(&run->lock);
        run->busy--;
        mutex_unlock(&run->lock);
        return;
    }
}

static void finish(Run *run)
{
    for (int i = 0; i < run->settings->threads; i++) {
        Maker *maker = &run->makers[i];
        if (maker->is_started)
            thread_join(&maker->thread);
        if (maker->player != NULL)
            maker->player->destroy(maker->player);
        ErrorText error;
        const Status status =
            maker->archive != NULL ? archive_close(maker->archive, &error) : STATUS_OK;
        if (status != STATUS_OK)
            note_failure(run, status, &error);
    }
}

Status selfplay_run(const Settings *settings, atomic_bool *is_stopped, ErrorText *error)
{
    Run run = {.settings = settings, .is_stopped = is_stopped};
    run.makers = calloc((size_t)settings->threads, sizeof *run.makers);
    if (run.makers == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for %d threads", settings->threads);
    mutex_init(&run.lock);
    condition_init(&run.changed);
    for (int i = 0; i < settings->threads && run.status == STATUS_OK; i++) {
        ErrorText reason;
        const Status status = prepare(&run, i, &reason);
        if (status != STATUS_OK)
            note_failure(&run, status, &reason);
    }
    if (run.status == STATUS_OK) {
        start_makers(&run);
        watch(&run);
    }
    finish(&run);
    condition_destroy(&run.changed);
    mutex_destroy(&run.lock);
    free(run.makers);
    if (run.status != STATUS_OK)
        *error = run.error;
    return run.status;
}
