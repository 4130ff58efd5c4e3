// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "position/generate.h"
#include "position/legality.h"
#include "search/pool.h"
#include "search/reduce.h"
#include "search/tunables.h"

Search *search_create(const Kernels *kernels, const Network *network, Tt *tt, ErrorText *error)
{
    Search *search = calloc(1, sizeof *search);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is what is wanted
    struct Worker **workers = calloc(SEARCH_THREADS_MAX, sizeof *workers);
    if (search == NULL || workers == NULL) {
        free(search);
        free(workers);
        status_fail(error, STATUS_NO_MEMORY, "no memory for the search");
        return NULL;
    }
    SearchShared *shared = &search->shared;
    shared->kernels = kernels;
    shared->network = network;
    shared->tt = tt;
    shared->multi_pv = 1;
    shared->workers = workers;
    shared->game_keys = search->game_keys;
    search->numa = numa_read_map();
    reduce_fill_table(shared->reductions);
    mutex_init(&search->lock);
    condition_init(&search->changed);
    if (pool_add_worker(search, error) != STATUS_OK) {
        search_destroy(search);
        return NULL;
    }
    return search;
}

void search_destroy(Search *search)
{
    if (search == NULL)
        return;
    search_stop(search);
    search_wait(search);
    while (search->shared.worker_count > 0)
        pool_remove_worker(search);
    condition_destroy(&search->changed);
    mutex_destroy(&search->lock);
    free(search->shared.workers);
    free(search);
}

void search_set_events(Search *search, const SearchEvents *events)
{
    search->shared.events = *events;
}

Status search_set_network(Search *search, const Network *network, ErrorText *error)
{
    SearchShared *shared = &search->shared;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *worker = shared->workers[i];
        worker->next_accumulators =
            accumulators_create(network, &shared->kernels->nnue, WORKER_ACCUMULATOR_PLIES);
        if (worker->next_accumulators == NULL) {
            for (int k = 0; k < i; k++) {
                accumulators_destroy(shared->workers[k]->next_accumulators);
                shared->workers[k]->next_accumulators = NULL;
            }
            return status_fail(error, STATUS_NO_MEMORY, "no memory for the net's accumulators");
        }
    }
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *worker = shared->workers[i];
        accumulators_destroy(worker->accumulators);
        worker->accumulators = worker->next_accumulators;
        worker->next_accumulators = NULL;
    }
    shared->network = network;
    return STATUS_OK;
}

Status search_set_threads(Search *search, int count, ErrorText *error)
{
    assert(count >= 1 && count <= SEARCH_THREADS_MAX);
    const bool is_spread = numa_is_spread(&search->numa, count);
    while (is_spread != search->is_spread && search->shared.worker_count > 1)
        pool_remove_worker(search);
    search->is_spread = is_spread;
    while (search->shared.worker_count > count)
        pool_remove_worker(search);
    while (search->shared.worker_count < count) {
        const Status added = pool_add_worker(search, error);
        if (added != STATUS_OK)
            return added;
    }
    return STATUS_OK;
}

int search_thread_count(const Search *search)
{
    return search->shared.worker_count;
}

void search_set_multi_pv(Search *search, int count)
{
    search->shared.multi_pv = count;
}

int search_multi_pv(const Search *search)
{
    return search->shared.multi_pv;
}

void search_set_move_overhead(Search *search, int overhead_ms)
{
    search->shared.move_overhead_ms = overhead_ms;
}

void search_set_ponder(Search *search, bool ponders)
{
    search->shared.ponders = ponders;
}

void search_set_syzygy(Search *search, Syzygy *syzygy)
{
    search->shared.syzygy = syzygy;
}

void search_set_table_settings(Search *search, const TableSettings *settings)
{
    search->shared.table_settings = *settings;
}

void search_set_skill(Search *search, const Skill *skill)
{
    search->shared.skill = *skill;
}

void search_set_tunable(Search *search, int index, int value)
{
    tunables_set(index, value);
    reduce_fill_table(search->shared.reductions);
}

void search_set_nodes_per_ms(Search *search, int nodes_per_ms)
{
    nodeclock_set(&search->shared.node_clock, nodes_per_ms);
}

void search_sum_diagnostics(const Search *search, DiagnoseCounts *sum)
{
    *sum = (DiagnoseCounts){0};
    for (int i = 0; i < search->shared.worker_count; i++)
        diagnose_sum(&search->shared.workers[i]->diagnostics, sum);
}

void search_clear_diagnostics(Search *search)
{
    for (int i = 0; i < search->shared.worker_count; i++)
        diagnose_clear(&search->shared.workers[i]->diagnostics);
}

void search_new_game(Search *search)
{
    nodeclock_close(&search->shared.node_clock);
    movelag_forget(&search->shared.lag);
    for (int i = 0; i < search->shared.worker_count; i++)
        history_clear(&search->shared.workers[i]->history);
}

void search_set_position(Search *search, const Board *root, const uint64_t *keys, size_t count)
{
    search->shared.root = *root;
    // No more is looked at than the workers keep.
    const size_t kept = count < GAME_KEYS_MAX ? count : GAME_KEYS_MAX;
    if (kept != 0)
        memcpy(search->game_keys, keys + (count - kept), kept * sizeof *keys);
    search->shared.game_key_count = kept;
}

// The legal moves of the root, or those of them that searchmoves names.
static void choose_root_moves(SearchShared *shared)
{
    MoveList *moves = &shared->root_moves;
    *moves = shared->limits.search_moves;
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        if (legality_check(&shared->root, moves->moves[i]))
            moves->moves[kept++] = moves->moves[i];
    }
    moves->count = kept;
    if (kept == 0)
        generate_moves(shared->kernels, &shared->root, moves);
}

void search_start(Search *search, const SearchLimits *limits)
{
    search_wait(search);
    SearchShared *shared = &search->shared;
    shared->limits = *limits;
    choose_root_moves(shared);
    atomic_store(&shared->stop, false);
    atomic_store(&shared->released, false);
    atomic_store(&shared->pondering, limits->ponder);
    atomic_store(&shared->clock_start_ns, limits->start_ns);
    atomic_store(&shared->clock_start_nodes, 0);
    for (int i = 0; i < shared->worker_count; i++)
        worker_prepare(shared->workers[i]);
    mutex_lock(&search->lock);
    search->running = true;
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
}

void search_stop(Search *search)
{
    mutex_lock(&search->lock);
    atomic_store(&search->shared.released, true);
    atomic_store(&search->shared.stop, true);
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
}

void search_ponderhit(Search *search)
{
    mutex_lock(&search->lock);
    if (atomic_load(&search->shared.pondering)) {
        atomic_store(&search->shared.clock_start_ns, clock_now_ns());
        atomic_store(&search->shared.clock_start_nodes, shared_nodes(&search->shared));
        atomic_store(&search->shared.pondering, false);
        condition_wake_all(&search->changed);
    }
    mutex_unlock(&search->lock);
}

void search_wait(Search *search)
{
    mutex_lock(&search->lock);
    while (search->running)
        condition_wait(&search->changed, &search->lock);
    mutex_unlock(&search->lock);
}

bool search_is_running(Search *search)
{
    mutex_lock(&search->lock);
    const bool running = search->running;
    mutex_unlock(&search->lock);
    return running;
}

Score search_last_score(const Search *search)
{
    return search->last_score;
}

uint64_t search_nodes(const Search *search)
{
    return shared_nodes(&search->shared);
}

AccumulatorCounts search_accumulator_counts(const Search *search)
{
    AccumulatorCounts sum = {0};
    for (int i = 0; i < search->shared.worker_count; i++) {
        const AccumulatorCounts counts =
            accumulators_counts(search->shared.workers[i]->accumulators);
        sum.known += counts.known;
        sum.carried += counts.carried;
        sum.refreshed += counts.refreshed;
        sum.moves += counts.moves;
    }
    return sum;
}
