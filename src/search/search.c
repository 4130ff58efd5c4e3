// SPDX-License-Identifier: GPL-3.0-or-later
// The pool of search threads. The main worker (index 0) waits for a start, wakes the others,
// deepens with them, collects what they found and reports the best move; all of them sleep in
// between.
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/position.h"
#include "search/reduce.h"
#include "search/root.h"
#include "search/vote.h"
#include "search/worker.h"

struct Search {
    SearchShared shared;
    uint64_t game_keys[GAME_KEYS_MAX]; // behind shared.game_keys

    Mutex lock; // guards all below
    Condition changed;
    bool running;           // a search was started and its best move is not reported yet
    bool quit;              // the main thread ends
    unsigned helpers_round; // counts searches: a helper runs once for each new number
    int helpers_busy;
};

static bool must_wait_for_gui(const SearchShared *shared)
{
    return !atomic_load(&shared->released) &&
           (shared->limits.infinite || atomic_load(&shared->pondering));
}

// A reply to ponder on: from the line, else from the table.
static Move ponder_move(Worker *worker, const RootMove *root)
{
    if (root->pv_length > 1)
        return root->pv[1];
    worker_make(worker, 0, root->move);
    const Move reply = worker_is_draw(worker, 1) ? MOVE_NONE : worker_probe(worker, 1).move;
    worker_unmake(worker);
    return reply;
}

static void start_helpers(Search *search)
{
    mutex_lock(&search->lock);
    search->helpers_busy = search->shared.worker_count - 1;
    search->helpers_round++;
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
}

static void join_helpers(Search *search)
{
    mutex_lock(&search->lock);
    while (search->helpers_busy > 0)
        condition_wait(&search->changed, &search->lock);
    mutex_unlock(&search->lock);
}

// Sleeps until stop or ponderhit where the protocol forbids an answer before.
static void wait_for_gui(Search *search)
{
    mutex_lock(&search->lock);
    while (must_wait_for_gui(&search->shared) && !search->quit)
        condition_wait(&search->changed, &search->lock);
    mutex_unlock(&search->lock);
}

// A root without moves: mate or stalemate, said once.
static void report_game_over(const SearchShared *shared)
{
    if (shared->events.on_info == NULL)
        return;
    const SearchInfo info = {
        .depth = 0,
        .multi_pv = 1,
        .score = position_in_check(&shared->root) ? score_mated_in(0) : SCORE_DRAW,
        .bound = BOUND_EXACT,
        .time_ms = shared_elapsed_ms(shared),
    };
    shared->events.on_info(shared->events.context, &info);
}

// The best move of a search that has moves, with a last report if the last one did not show it.
static void search_and_report(Search *search)
{
    SearchShared *shared = &search->shared;
    Worker *main_worker = shared->workers[0];
    start_helpers(search);
    root_iterate(main_worker);
    atomic_store(&shared->stop, true);
    join_helpers(search);
    wait_for_gui(search);

    Worker *winner = shared->multi_pv == 1 ? vote_winner(shared) : main_worker;
    RootMove *best = &winner->roots[0];
    if (best->score == -SCORE_INFINITE && best->previous_score == -SCORE_INFINITE) {
        // Stopped before anything was proved: the evaluation stands in for a score.
        const Score eval = worker_frame(winner, 0)->static_eval;
        best->previous_score = eval == SCORE_NONE ? SCORE_DRAW : eval;
    }
    if (best->move != main_worker->reported_best)
        root_report(winner, winner->root_depth, 0);
    const Move ponder = ponder_move(winner, best);
    shared->events.on_best_move(shared->events.context, best->move, ponder);
}

static void run_main(Search *search)
{
    SearchShared *shared = &search->shared;
    tt_new_search(shared->tt);
    shared->time =
        timeman_start(&shared->limits, shared->root.side_to_move, shared->move_overhead_ms);
    if (shared->root_moves.count > 0) {
        search_and_report(search);
        return;
    }
    report_game_over(shared);
    wait_for_gui(search);
    shared->events.on_best_move(shared->events.context, MOVE_NONE, MOVE_NONE);
}

// Holds the lock except while it searches.
static void main_loop(Search *search)
{
    mutex_lock(&search->lock);
    for (;;) {
        while (!search->running && !search->quit)
            condition_wait(&search->changed, &search->lock);
        if (!search->running)
            break;
        mutex_unlock(&search->lock);
        run_main(search);
        mutex_lock(&search->lock);
        search->running = false;
        condition_wake_all(&search->changed);
    }
    mutex_unlock(&search->lock);
}

static void helper_loop(Search *search, Worker *worker)
{
    mutex_lock(&search->lock);
    for (;;) {
        while (worker->round_seen == search->helpers_round && !worker->retire)
            condition_wait(&search->changed, &search->lock);
        if (worker->retire)
            break;
        worker->round_seen = search->helpers_round;
        mutex_unlock(&search->lock);
        root_iterate(worker);
        mutex_lock(&search->lock);
        search->helpers_busy--;
        condition_wake_all(&search->changed);
    }
    mutex_unlock(&search->lock);
}

static void thread_main(void *context)
{
    Worker *worker = context;
    if (worker->index == 0)
        main_loop(worker->search);
    else
        helper_loop(worker->search, worker);
}

// Makes worker number worker_count and its thread.
static Status add_worker(Search *search, ErrorText *error)
{
    SearchShared *shared = &search->shared;
    const int index = shared->worker_count;
    Worker *worker = worker_create(shared, index, shared->network);
    if (worker == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for search thread %d", index + 1);
    worker->search = search;
    worker->round_seen = search->helpers_round;
    const Status started = thread_start(&worker->thread, thread_main, worker, error);
    if (started != STATUS_OK) {
        worker_destroy(worker);
        return started;
    }
    shared->workers[shared->worker_count++] = worker;
    return STATUS_OK;
}

// Ends the last helper.
static void remove_worker(Search *search)
{
    Worker *worker = search->shared.workers[--search->shared.worker_count];
    mutex_lock(&search->lock);
    worker->retire = true;
    search->quit = search->quit || worker->index == 0;
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
    thread_join(&worker->thread);
    worker_destroy(worker);
}

Search *search_create(const Kernels *kernels, const Network *network, Tt *tt, ErrorText *error)
{
    Search *search = calloc(1, sizeof *search);
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
    reduce_fill_table(shared->reductions);
    mutex_init(&search->lock);
    condition_init(&search->changed);
    if (add_worker(search, error) != STATUS_OK) {
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
        remove_worker(search);
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
    while (search->shared.worker_count > count)
        remove_worker(search);
    while (search->shared.worker_count < count) {
        const Status added = add_worker(search, error);
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

void search_set_move_overhead(Search *search, int overhead_ms)
{
    search->shared.move_overhead_ms = overhead_ms;
}

void search_new_game(Search *search)
{
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

uint64_t search_nodes(const Search *search)
{
    return shared_nodes(&search->shared);
}
