// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/bench.h"

#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"
#include "position/fen.h"
#include "position/position.h"

enum { RANDOM_PLIES = 9 };

// Openings, middle games and endings of all kinds, from games of Ravelin against itself, and a few
// that perft made known for their special moves. Never reorder or edit: every signature would
// change.
static const char *const POSITIONS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "2r2rk1/2qn1pb1/2npb2P/p1p1p3/PpP1P3/1P1PBN1p/2N2PB1/R1QR2K1 b - - 0 23",
    "r1b1qrk1/pp3pb1/2np1n1p/2p1p3/2P1P3/P1NP1N2/1PQ2PPP/R1B1KB1R w KQ - 1 12",
    "rnbqk2r/1p3pbp/6pn/p2pN3/3Pp3/PPP3P1/3N1P1P/R1BQKB1R b KQkq - 1 10",
    "rnbqk1nr/pp3p2/2p4p/3pb1pP/8/P1P1P1P1/1P3P2/RNBQKBNR b KQkq - 0 9",
    "r2qkb1r/ppp1pppp/7n/2np4/5B1P/3PP2R/PPP2PP1/RN1QKB2 b Qkq - 0 6",
    "rn1q1rk1/pb2bppp/2pp1n2/1p2p3/4P3/PPNP1NPP/1BP2P2/1R1QKB1R b K - 2 10",
    "r1bq1rk1/1pp2pp1/2n2n1p/p2p4/P2P4/1P2PN1P/R2N1PP1/3QKB1R b K - 0 12",
    "rnbqkbnr/1ppp2pp/p3pp2/4P3/2PP3P/8/PP3PP1/RNBQKBNR w KQkq - 0 6",
    "r1bq1rk1/ppp3b1/2n1p2p/6p1/2PP3n/P1N1B2P/1P2NPP1/R2QKB1R w KQ - 1 14",
    "r3k2r/pp2bppp/3p1n2/P1pPnb2/2P1p3/BP2P3/3N1PPP/R2NKB1R w KQkq - 3 15",
    "r1q1k1r1/1p1b1pbp/3p2p1/2p2p2/2RN1P2/P3P3/1B1P2PP/3Q1RK1 b q - 1 19",
    "4kbr1/q4p1p/4p1p1/1b1P1n2/p1N5/P5P1/1P3P1P/R1BQR1K1 w - - 1 22",
    "4k1r1/r1p4p/p6n/4pp2/1b1qBp2/2N4P/PPP1P2P/R2Q1R1K w - - 0 16",
    "1r3rk1/4pqbp/B4np1/2p5/2Q5/1Pp1P1P1/P1P2P1P/3RR2K b - - 0 21",
    "r1b1k3/1pq3b1/p1n1ppp1/3n3r/P2PN3/2B2N1P/1P2QPB1/1R2K1R1 w - - 7 19",
    "2r1r1k1/1p3pbp/4bn2/pqp1p3/4P3/4BPP1/1PPQ1NB1/2R1K1R1 w - - 0 21",
    "8/1pr3pk/p1r1Np1p/P2b1P2/1p5P/1Pb1P3/2R3P1/1BR3K1 b - - 6 44",
    "3rr1k1/1p3pb1/p1p4p/P2p1nN1/3Pn2P/4P1P1/1P3PB1/R1B2RK1 w - - 0 23",
    "r3k3/ppqbr2p/4pn2/3p1p2/3B1P2/5PnP/PPP3B1/2RQ1RK1 w q - 0 18",
    "r1b2rk1/5p1p/p1q1pbp1/P2p4/2n4P/2N3P1/RB1PPPB1/3K2R1 w - - 1 23",
    "r3k2r/1pp3p1/p1n4p/5B2/1P1b4/P1n5/2PP1PPP/R1B2RK1 w kq - 0 17",
    "3nr1k1/b1Qq2pp/4pn2/pp3P2/5B2/2P2B2/PP4PP/4RR1K b - - 0 25",
    "2r5/k4pp1/p2n1q2/Pp3P1p/1R1pP2P/3r1K2/1Q4P1/7R w - - 0 43",
    "6k1/p5b1/3p1p2/1P1P1R2/3rp3/P6P/2r1B3/6RK w - - 6 39",
    "5r1k/q2n1ppB/p1r1p3/8/p1p2P1P/2P5/2Q4P/RR3K2 w - - 0 25",
    "8/2p2r2/pp2Npkp/6p1/2P5/6N1/1P3PBP/2R3K1 b - - 2 30",
    "3Qbk2/5prp/3p4/1ppq1p1P/4PP2/8/3r1RP1/2R3K1 b - - 0 30",
    "8/1Q4pk/5p2/p3q3/4P3/P4Pp1/1PPR2Br/2K5 w - - 1 31",
    "r1r3k1/p3bpp1/8/1q2B2P/2p1Q3/P3P2P/5P2/R2R2K1 b - - 0 27",
    "5b1r/1Q2p1pp/pR6/B3k3/P7/2Nq4/5PPP/6K1 w - - 3 22",
    "2k2b1r/p3pp1p/2p5/7p/6P1/P3q3/8/1b1K4 b - - 0 30",
    "6r1/3Rbk1p/3p3p/p2qp3/r7/5N2/2K2PP1/8 w - - 1 33",
    "8/R5pk/1p5p/8/pr6/5K1P/P5P1/8 b - - 1 47",
    "8/3R4/6p1/4ppk1/4nn1p/7P/5P2/5K2 w - - 0 62",
    "6k1/R4p1p/8/4P3/2p5/4K1P1/1rr5/5R2 b - - 3 39",
    "3k4/R7/5p2/2p5/P4Np1/2P3P1/1n5K/r7 b - - 4 55",
    "7k/8/p7/8/2r3p1/2P3R1/8/5K2 w - - 0 39",
    "R7/8/2p5/P5p1/4b3/5k2/r7/3K4 b - - 2 62",
    "2k5/5p2/8/5q1p/1p5r/8/P4KP1/8 w - - 0 42",
    "8/8/5p2/2P5/6p1/3Nk1P1/8/5K2 w - - 1 79",
    "8/8/Q7/8/7N/1k5P/4R1PK/8 w - - 7 62",
    "8/4n3/8/8/2N5/1pK2k1p/7P/8 w - - 4 56",
    "6Q1/8/2R2Q2/8/4k3/8/5bK1/8 b - - 0 55",
    "8/8/7r/P1R1K3/8/3k4/8/8 w - - 1 79",
    "5Q2/7k/8/7P/6K1/8/8/8 w - - 1 73",
    "k7/4R3/P7/1K4P1/8/8/3n4/8 b - - 0 50",
};

enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

int bench_position_count(void)
{
    return POSITION_COUNT;
}

const char *bench_position_fen(int index)
{
    return POSITIONS[index];
}

void bench_random_boards(const Kernels *kernels, uint64_t seed, Board *boards, int count)
{
    Rng rng = rng_seeded(seed);
    const uint32_t positions = (uint32_t)bench_position_count();
    for (int made = 0; made < count;) {
        (void)fen_parse(POSITIONS[rng_below(&rng, positions)], false, &boards[made], NULL);
        Move moves[MOVE_LIST_CAPACITY];
        for (int ply = 0; ply < RANDOM_PLIES && made + 1 < count; ply++) {
            const int move_count = kernels->movegen.all(&boards[made], moves);
            if (move_count == 0)
                break;
            position_apply_move(&boards[made], moves[rng_below(&rng, (uint32_t)move_count)],
                                &boards[made + 1]);
            made++;
        }
        made++;
    }
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
    const int multi_pv = search_multi_pv(engine_search(engine));
    Status status = engine_set_hash(engine, BENCH_HASH_MIB, error);
    if (status == STATUS_OK)
        status = engine_set_threads(engine, 1, error);
    search_set_multi_pv(engine_search(engine), 1);
    search_set_syzygy(engine_search(engine), NULL);
    const Skill skill = skill_full();
    search_set_skill(engine_search(engine), &skill);
    engine_new_game(engine);

    Verdict verdict = {.best = MOVE_NONE};
    mutex_init(&verdict.mutex);
    condition_init(&verdict.changed);
    const SearchEvents own = {
        .context = &verdict, .on_info = on_info, .on_best_move = on_best_move};
    search_set_events(engine_search(engine), &own);
    const int64_t start_ns = clock_now_ns();
    for (int i = 0; i < POSITION_COUNT && status == STATUS_OK && !atomic_load(bench->stop); i++)
        status = run_position(engine, bench, i, &verdict, result);
    result->time_ns = clock_now_ns() - start_ns;
    search_set_events(engine_search(engine), events);
    condition_destroy(&verdict.changed);
    mutex_destroy(&verdict.mutex);

    search_set_multi_pv(engine_search(engine), multi_pv);
    search_set_syzygy(engine_search(engine), engine_syzygy(engine));
    const Status hash_status = engine_set_hash(engine, hash_mib, error);
    const Status threads_status = engine_set_threads(engine, threads, error);
    engine_new_game(engine);
    return status != STATUS_OK ? status : hash_status != STATUS_OK ? hash_status : threads_status;
}
