// SPDX-License-Identifier: GPL-3.0-or-later
// Start, stop, wait and ponderhit: who may answer when, and that each search answers once.
#include <criterion/criterion.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "position/fen.h"
#include "tests/search/harness.h"

enum { HASH_MIB = 4, LOOK_MS = 60 };

#define ONE_MOVE "k7/8/1K6/8/8/8/8/7R b - - 0 1"
#define MATE_IN_ONE "1k6/8/1K6/5R2/8/8/8/8 w - - 0 1"
#define MATED "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
#define STALEMATED "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static const char *const POSITIONS[] = {FEN_START, ONE_MOVE,   MATE_IN_ONE,
                                        MATED,     STALEMATED, KIWIPETE};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

// The search has not answered, and does not while we look.
static void assert_waits(Harness *harness)
{
    pause_ms(LOOK_MS);
    cr_assert_eq(harness_best_count(harness), 0, "answered without being asked");
    cr_assert(search_is_running(harness->search));
}

Test(control, infinite_waits_for_stop)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    for (int i = 0; i < POSITION_COUNT; i++) {
        harness_position(&harness, POSITIONS[i], "");
        harness_start(&harness, limits);
        assert_waits(&harness);
        search_ponderhit(harness.search);
        assert_waits(&harness);
        search_stop(harness.search);
        harness_wait(&harness);
    }
    harness_destroy(&harness);
}

Test(control, infinite_with_a_depth_waits_too)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = limits_depth(2);
    limits.infinite = true;
    harness_start(&harness, limits);
    assert_waits(&harness);
    search_stop(harness.search);
    harness_wait(&harness);
    harness_destroy(&harness);
}

static SearchLimits ponder_limits(int kind)
{
    SearchLimits limits = search_limits_none();
    limits.ponder = true;
    switch (kind) {
    case 0:
        limits.has_clock = true;
        limits.time_ms[WHITE] = limits.time_ms[BLACK] = 100;
        break;
    case 1: limits.depth = 3; break;
    case 2: limits.move_time_ms = 10; break;
    case 3: limits.nodes = 100; break;
    default: limits.mate = 1; break;
    }
    return limits;
}

// With every kind of limit, ended by ponderhit (the limit being reached sooner or later) and by
// stop. A mate that is not there is left to stop.
Test(control, pondering_waits_for_ponderhit_or_stop)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < POSITION_COUNT; i++) {
        harness_position(&harness, POSITIONS[i], "");
        for (int kind = 0; kind < 5; kind++) {
            harness_start(&harness, ponder_limits(kind));
            assert_waits(&harness);
            if ((kind + i) % 2 == 0)
                search_ponderhit(harness.search);
            if ((kind + i) % 2 == 1 || kind == 4)
                search_stop(harness.search);
            harness_wait(&harness);
        }
    }
    harness_destroy(&harness);
}

// What was pondered is a gift: the time of the move counts from ponderhit.
Test(control, ponderhit_starts_the_clock)
{
    enum { MOVE_TIME_MS = 250 };
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, KIWIPETE, "");
    SearchLimits limits = ponder_limits(2);
    limits.move_time_ms = MOVE_TIME_MS;
    harness_start(&harness, limits);
    pause_ms(MOVE_TIME_MS + LOOK_MS);
    const int64_t hit_ns = clock_now_ns();
    search_ponderhit(harness.search);
    harness_wait(&harness);
    cr_assert_geq((clock_now_ns() - hit_ns) / 1000000, MOVE_TIME_MS);
    harness_destroy(&harness);
}

Test(control, a_pondered_infinite_search_waits_for_stop)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = ponder_limits(1);
    limits.infinite = true;
    harness_start(&harness, limits);
    assert_waits(&harness);
    search_ponderhit(harness.search);
    assert_waits(&harness);
    search_stop(harness.search);
    harness_wait(&harness);
    harness_destroy(&harness);
}

Test(control, idle_commands_do_nothing)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    search_wait(harness.search);
    search_stop(harness.search);
    search_ponderhit(harness.search);
    cr_assert_not(search_is_running(harness.search));
    cr_assert_eq(harness_best_count(&harness), 0);
    for (int i = 0; i < 20; i++) {
        harness_search(&harness, limits_depth(3));
        cr_assert_eq(harness.heard.depth, 3, "an earlier stop cut this search short");
        search_stop(harness.search);
        search_stop(harness.search);
        search_ponderhit(harness.search);
        search_wait(harness.search);
        cr_assert_eq(harness_best_count(&harness), 1);
    }
    harness_destroy(&harness);
}

Test(control, stopped_at_any_moment)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    for (int i = 0; i < 120; i++) {
        harness_position(&harness, POSITIONS[i % POSITION_COUNT], "");
        harness_start(&harness, limits);
        if (i % 3 == 1)
            pause_ms(i % 7);
        for (int again = i % 2; again >= 0; again--)
            search_stop(harness.search);
        harness_wait(&harness);
    }
    harness_destroy(&harness);
}

static void stop_soon(void *context)
{
    pause_ms(5);
    search_stop(context);
}

Test(control, stop_may_come_from_any_thread)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    for (int i = 0; i < 20; i++) {
        harness_start(&harness, limits);
        Thread thread;
        cr_assert_eq(thread_start(&thread, stop_soon, harness.search, NULL), STATUS_OK);
        harness_wait(&harness);
        thread_join(&thread);
    }
    harness_destroy(&harness);
}

Test(control, destroyed_while_it_searches)
{
    for (int i = 0; i < 10; i++) {
        Harness harness;
        harness_init(&harness, HASH_MIB);
        SearchLimits limits = search_limits_none();
        limits.infinite = i % 2 == 0;
        limits.ponder = i % 2 == 1;
        harness_position(&harness, POSITIONS[i % POSITION_COUNT], "");
        harness_start(&harness, limits);
        pause_ms(i);
        harness_destroy(&harness);
        cr_assert_eq(atomic_load(&harness.heard.bests), 1);
    }
    search_destroy(NULL);
}

Test(control, any_number_of_threads)
{
    static const int COUNTS[] = {2, 4, 1, 3, 8, 2};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    cr_assert_eq(search_thread_count(harness.search), 1);
    for (int i = 0; i < 6; i++) {
        ErrorText error = {""};
        cr_assert_eq(search_set_threads(harness.search, COUNTS[i], &error), STATUS_OK, "%s",
                     error.text);
        cr_assert_eq(search_thread_count(harness.search), COUNTS[i]);
        for (int k = 0; k < POSITION_COUNT; k++) {
            harness_position(&harness, POSITIONS[k], "");
            harness_search(&harness, limits_depth(4));
        }
        SearchLimits limits = search_limits_none();
        limits.infinite = true;
        harness_start(&harness, limits);
        search_stop(harness.search);
        harness_wait(&harness);
    }
    harness_destroy(&harness);
}

// What one search gave, for comparison.
typedef struct Outcome {
    uint64_t nodes;
    Move best;
    Score score;
    int pv_length;
    Move pv[MAX_PLY];
} Outcome;

static Outcome outcome_of(Harness *harness, int depth)
{
    harness_search(harness, limits_depth(depth));
    const Heard *heard = &harness->heard;
    Outcome outcome = {.nodes = search_nodes(harness->search),
                       .best = heard->best,
                       .score = heard->score,
                       .pv_length = heard->pv_length};
    memcpy(outcome.pv, heard->pv, sizeof outcome.pv);
    return outcome;
}

static void assert_same(const Outcome *a, const Outcome *b, const char *fen)
{
    cr_assert_eq(a->nodes, b->nodes, "%s: %llu and %llu nodes", fen, (unsigned long long)a->nodes,
                 (unsigned long long)b->nodes);
    cr_assert(a->best == b->best && a->score == b->score, "%s", fen);
    cr_assert(a->pv_length == b->pv_length && memcmp(a->pv, b->pv, sizeof a->pv) == 0, "%s", fen);
}

// One thread from a fresh state gives one result: after other searches, in a second object, and
// after the table was resized there and back.
Test(control, the_same_search_twice)
{
    static const char *const FENS[] = {FEN_START, KIWIPETE, MATE_IN_ONE,
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    Harness first;
    harness_init(&first, HASH_MIB);
    for (int i = 0; i < 4; i++) {
        Harness second;
        harness_init(&second, HASH_MIB);
        harness_position(&second, FENS[i], "");
        const Outcome fresh = outcome_of(&second, 7);
        harness_forget(&second);
        const Outcome again = outcome_of(&second, 7);
        cr_assert_eq(tt_resize(&second.tt, 2 * HASH_MIB, NULL), STATUS_OK);
        (void)outcome_of(&second, 7);
        cr_assert_eq(tt_resize(&second.tt, HASH_MIB, NULL), STATUS_OK);
        harness_forget(&second);
        const Outcome resized = outcome_of(&second, 7);
        harness_destroy(&second);

        harness_forget(&first);
        harness_position(&first, FENS[i], "");
        const Outcome other = outcome_of(&first, 7);
        assert_same(&fresh, &again, FENS[i]);
        assert_same(&fresh, &resized, FENS[i]);
        assert_same(&fresh, &other, FENS[i]);
    }
    harness_destroy(&first);
}

Test(control, several_lines)
{
    static const char *const FENS[] = {
        "r1bqkb1r/ppp2ppp/5n2/nB1Pp1N1/8/8/PPPP1PPP/RNBQK2R b KQkq - 2 6", FEN_START, ONE_MOVE,
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", MATED};
    static const int COUNTS[] = {3, 10, SEARCH_MULTI_PV_MAX};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 5; i++) {
        harness_position(&harness, FENS[i], "");
        const int moves = harness.kernels.movegen.count(&harness.root);
        for (int k = 0; k < 3; k++) {
            search_set_multi_pv(harness.search, COUNTS[k]);
            harness_search(&harness, limits_depth(i == 3 ? 1 : 4));
            const Heard *heard = &harness.heard;
            cr_assert_eq(heard->ranks, moves < COUNTS[k] ? moves : COUNTS[k], "%s: %d", FENS[i],
                         heard->ranks);
            for (int a = 0; a < heard->ranks; a++) {
                for (int b = 0; b < a; b++)
                    cr_assert_neq(heard->rank_moves[a], heard->rank_moves[b], "%s", FENS[i]);
            }
        }
    }
    harness_destroy(&harness);
}
