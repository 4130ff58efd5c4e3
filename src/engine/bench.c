// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/bench.h"

#include "base/clock.h"
#include "base/thread.h"
#include "position/fen.h"

// Openings, middle games and endings of all kinds, from games of Ravelin against itself, and a few
// that perft made known for their special moves. Never reorder or edit: every signature would
// change.
static const char *const POSITIONS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
};

enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

int bench_position_count(void)
{
    return POSITION_COUNT;
}

// What the search thread hands over when it has ended.
typedef struct Verdict {
    Mutex mutex;
    Condition changed;
    bool is_there;
    Move best;
} Verdict;

static void on_info(void *context, const SearchInfo *info)
{
    (void)context;
    (void)info;
}

static void on_best_move(void *context, Move best, Move ponder)
{
    (void)ponder;
    Verdict *const verdict = context;
    mutex_lock(&verdict->mutex);
    verdict->best = best;
    verdict->is_there = true;
    condition_wake_all(&verdict->changed);
    mutex_unlock(&verdict->mutex);
}

// A signal handler can set a flag but wake no condition, so the flag is looked at this often.
static const int64_t STOP_POLL_NS = 20000000;

static void wait_for_verdict(Verdict *verdict, Engine *engine, const atomic_bool *stop)
{
    mutex_lock(&verdict->mutex);
    while (!verdict->is_there && !atomic_load(stop))
        condition_wait_until(&verdict->changed, &verdict->mutex, clock_now_ns() + STOP_POLL_NS);
    mutex_unlock(&verdict->mutex);
    search_stop(engine_search(engine));
    search_wait(engine_search(engine));
}

static Status run_position(Engine *engine, const Bench *bench, int index, Verdict *verdict,
                           BenchResult *result)
{
    ErrorText message;
    Board board;
    const Status status = fen_parse(POSITIONS[index], false, &board, &message);
    if (status != STATUS_OK)
        return status;
    SearchLimits limits = search_limits_none();
    limits.depth = bench->depth;
    limits.start_ns = clock_now_ns();
    verdict->is_there = false;
    engine_set_position(engine, &board, NULL, 0);
    engine_go(engine, &limits);
    wait_for_verdict(verdict, engine, bench->stop);
    const BenchPosition position = {
        .number = index + 1,
        .fen = POSITIONS[index],
        .best = verdict->best,
        .nodes = search_nodes(engine_search(engine)),
    };
    result->nodes += position.nodes;
    if (bench->on_position != NULL && !atomic_load(bench->stop))
        bench->on_position(bench->context, &position);
    return STATUS_OK;
}

Status bench_run(Engine *engine, const Bench *bench, const SearchEvents *events,
                 BenchResult *result, ErrorText *error)
{
    *result = (BenchResult){0};
    if (bench->depth < 1 || bench->depth > MAX_PLY)
        return status_fail(error, STATUS_BAD_INPUT, "bench: the depth must be 1 to %d", MAX_PLY);
    const int hash_mib = engine_hash_mib(engine);
    const int threads = search_thread_count(engine_search(engine));
    Status status = engine_set_hash(engine, BENCH_HASH_MIB, error);
    if (status == STATUS_OK)
        status = engine_set_threads(engine, 1, error);
    engine_new_game(engine);

    Verdict verdict = {.best = MOVE_NONE};
    mutex_init(&verdict.mutex);
    condition_init(&verdict.changed);
    const SearchEvents own = {&verdict, on_info, on_best_move};
    search_set_events(engine_search(engine), &own);
    const int64_t start_ns = clock_now_ns();
    for (int i = 0; i < POSITION_COUNT && status == STATUS_OK && !atomic_load(bench->stop); i++)
        status = run_position(engine, bench, i, &verdict, result);
    result->time_ns = clock_now_ns() - start_ns;
    search_set_events(engine_search(engine), events);
    condition_destroy(&verdict.changed);
    mutex_destroy(&verdict.mutex);

    const Status hash_status = engine_set_hash(engine, hash_mib, error);
    const Status threads_status = engine_set_threads(engine, threads, error);
    engine_new_game(engine);
    return status != STATUS_OK ? status : hash_status != STATUS_OK ? hash_status : threads_status;
}
