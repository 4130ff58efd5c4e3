// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/pool.h"

#include "position/position.h"
#include "search/core.h"
#include "search/root.h"
#include "search/tablebase.h"
#include "search/vote.h"

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
    const bool is_alone = shared->skill.is_limited;
    if (!is_alone)
        start_helpers(search);
    core_row_for(shared->kernels->isa_flags)->iterate(main_worker);
    atomic_store(&shared->stop, true);
    join_helpers(search);
    nodeclock_pay(&shared->node_clock, &shared->limits, shared_nodes(shared));
    wait_for_gui(search);

    Worker *winner = shared->multi_pv == 1 && !is_alone ? vote_winner(shared) : main_worker;
    RootMove *best = &winner->roots[0];
    if (best->score == -SCORE_INFINITE && best->previous_score == -SCORE_INFINITE) {
        // Stopped before anything was proved: the evaluation stands in for a score.
        const Score eval = worker_frame(winner, 0)->static_eval;
        best->previous_score = eval == SCORE_NONE ? SCORE_DRAW : eval;
    }
    search->last_score = best->score != -SCORE_INFINITE ? best->score : best->previous_score;
    if (best->move != main_worker->reported_best)
        root_report(winner, winner->root_depth, 0);
    const Move ponder = ponder_move(winner, best);
    shared->events.on_best_move(shared->events.context, best->move, ponder);
}

// Deals out the time of the search that begins. A clock of nodes has no lag.
static void begin_time(SearchShared *shared)
{
    const Colour us = shared->root.side_to_move;
    const bool is_real = shared->node_clock.nodes_per_ms == 0;
    if (is_real)
        movelag_begin(&shared->lag, &shared->limits, us);
    nodeclock_begin(&shared->node_clock, &shared->limits, us);
    const int64_t usual_ms = is_real ? shared->lag.usual_ms : 0;
    const TimeCosts costs = {
        .move_ms =
            usual_ms > shared->move_overhead_ms ? usual_ms : (int64_t)shared->move_overhead_ms,
        .worst_ms = is_real ? shared->lag.worst_ms : 0,
        .is_pondered = shared->ponders,
    };
    shared->time = timeman_start(&shared->limits, us, &costs);
}

// The answer is written: what the GUI charges beyond this moment is lag.
static void end_time(SearchShared *shared)
{
    if (atomic_load(&shared->pondering) || shared->node_clock.nodes_per_ms != 0) {
        movelag_forget(&shared->lag);
        return;
    }
    const int64_t spent_ms = shared_elapsed_ms(shared);
    const bool is_late = shared->time.has_hard && spent_ms > shared->time.hard_ms;
    movelag_end(&shared->lag, &shared->limits, shared->root.side_to_move, spent_ms,
                is_late ? spent_ms - shared->time.hard_ms : 0);
}

static void run_main(Search *search)
{
    SearchShared *shared = &search->shared;
    tt_new_search(shared->tt);
    begin_time(shared);
    tablebase_rank_root(shared);
    for (int i = 0; i < shared->worker_count; i++)
        worker_take_root_moves(shared->workers[i]);
    if (shared->root_moves.count > 0) {
        search_and_report(search);
        end_time(shared);
        return;
    }
    search->last_score = SCORE_NONE;
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
        core_row_for(search->shared.kernels->isa_flags)->iterate(worker);
        mutex_lock(&search->lock);
        search->helpers_busy--;
        condition_wake_all(&search->changed);
    }
    mutex_unlock(&search->lock);
}

// What a new thread is told, and tells back; lives with whoever starts it until `is_done`.
typedef struct Birth {
    Search *search;
    int index;
    Worker *worker; // NULL when memory is short
    bool is_done;
} Birth;

// The thread makes its own worker, so that the memory is first touched where it will be used: on a
// machine of several memory nodes the system places it there.
static void thread_main(void *context)
{
    Birth *const birth = context;
    Search *const search = birth->search;
    // Not the first: it is there before anyone knows how many will follow.
    if (search->is_spread && birth->index > 0)
        numa_place_thread(&search->numa, birth->index);
    Worker *const worker = worker_create(&search->shared, birth->index, search->shared.network);
    mutex_lock(&search->lock);
    if (worker != NULL) {
        worker->search = search;
        worker->round_seen = search->helpers_round;
    }
    birth->worker = worker;
    birth->is_done = true;
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
    if (worker == NULL)
        return;
    if (worker->index == 0)
        main_loop(search);
    else
        helper_loop(search, worker);
}

Status pool_add_worker(Search *search, ErrorText *error)
{
    SearchShared *shared = &search->shared;
    const int index = shared->worker_count;
    Birth birth = {.search = search, .index = index};
    const Status started = thread_start(&search->threads[index], thread_main, &birth, error);
    if (started != STATUS_OK)
        return started;
    mutex_lock(&search->lock);
    while (!birth.is_done)
        condition_wait(&search->changed, &search->lock);
    mutex_unlock(&search->lock);
    if (birth.worker == NULL) {
        thread_join(&search->threads[index]);
        return status_fail(error, STATUS_NO_MEMORY, "no memory for search thread %d", index + 1);
    }
    shared->workers[shared->worker_count++] = birth.worker;
    return STATUS_OK;
}

void pool_remove_worker(Search *search)
{
    Worker *worker = search->shared.workers[--search->shared.worker_count];
    mutex_lock(&search->lock);
    worker->retire = true;
    search->quit = search->quit || worker->index == 0;
    condition_wake_all(&search->changed);
    mutex_unlock(&search->lock);
    thread_join(&search->threads[worker->index]);
    worker_destroy(worker);
}
