// SPDX-License-Identifier: GPL-3.0-or-later
// What a search may use: depth, nodes, time, a mate, some moves of the root.
// Upper bounds of time are generous: a busy machine must not fail them.
#include <criterion/criterion.h>
#include <string.h>

#include "base/clock.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "tests/search/harness.h"

enum {
    HASH_MIB = 4,
    NODES_MAY_EXCEED = 64, // a few nodes on the way out, and the move to ponder on
    PATIENCE_MS = 20000,   // "at once", even so
};

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define EXPLOSION "1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 0 1"

static int64_t now_ms(void)
{
    return clock_now_ns() / 1000000;
}

Test(limits, depth_is_exact)
{
    static const char *const FENS[] = {FEN_START, KIWIPETE, "k7/8/1K6/8/8/8/8/7R b - - 0 1"};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 3; i++) {
        harness_position(&harness, FENS[i], "");
        for (int depth = 1; depth <= 6; depth++) {
            harness_search(&harness, limits_depth(depth));
            cr_assert_eq(harness.heard.depth, depth, "%s: %d", FENS[i], harness.heard.depth);
        }
    }
    harness_destroy(&harness);
}

// A mate on the board lets every depth end fast, so the deepest can be asked for, and more.
Test(limits, depth_beyond_the_deepest)
{
    static const int DEPTHS[] = {MAX_PLY - 2, MAX_PLY, 100000, INT32_MAX};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", "");
    for (int i = 0; i < 4; i++) {
        harness_search(&harness, limits_depth(DEPTHS[i]));
        cr_assert_leq(harness.heard.depth, MAX_PLY);
        cr_assert_eq(harness.heard.score, mate_in_moves(1));
    }
    harness_destroy(&harness);
}

Test(limits, nodes_are_hardly_exceeded)
{
    static const uint64_t LIMITS[] = {1, 2, 10, 100, 511, 512, 513, 1000, 4321, 30000};
    static const char *const FENS[] = {FEN_START, KIWIPETE, EXPLOSION};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 3; i++) {
        harness_position(&harness, FENS[i], "");
        for (int k = 0; k < 10; k++) {
            harness_search(&harness, limits_nodes(LIMITS[k]));
            const uint64_t nodes = search_nodes(harness.search);
            cr_assert_leq(nodes, LIMITS[k] + NODES_MAY_EXCEED, "%s: %llu nodes for %llu", FENS[i],
                          (unsigned long long)nodes, (unsigned long long)LIMITS[k]);
            cr_assert_geq(nodes + 1, LIMITS[k], "%s: %llu nodes for %llu", FENS[i],
                          (unsigned long long)nodes, (unsigned long long)LIMITS[k]);
        }
    }
    harness_destroy(&harness);
}

Test(limits, a_huge_node_limit_waits_for_stop)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_start(&harness, limits_nodes(UINT64_MAX));
    pause_ms(50);
    cr_assert(search_is_running(harness.search));
    search_stop(harness.search);
    harness_wait(&harness);
    harness_destroy(&harness);
}

Test(limits, stop_and_clock_are_seen_inside_captures)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, EXPLOSION, "");
    SearchLimits limits = limits_depth(1);
    const int64_t start_ms = now_ms();
    harness_start(&harness, limits);
    pause_ms(20);
    search_stop(harness.search);
    harness_wait(&harness);
    limits = search_limits_none();
    limits.move_time_ms = 50;
    harness_search(&harness, limits);
    cr_assert_lt(now_ms() - start_ms, PATIENCE_MS);
    harness_destroy(&harness);
}

Test(limits, move_time_is_used_up)
{
    static const int TIMES_MS[] = {0, 1, 20, 100, 300};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 5; i++) {
        SearchLimits limits = search_limits_none();
        limits.move_time_ms = TIMES_MS[i];
        const int64_t start_ns = clock_now_ns();
        harness_search(&harness, limits);
        const int64_t spent_ns = clock_now_ns() - start_ns;
        cr_assert_geq(spent_ns / 1000000, TIMES_MS[i], "ended early");
        cr_assert_lt(spent_ns / 1000000, TIMES_MS[i] + PATIENCE_MS);
    }
    harness_destroy(&harness);
}

// Whatever the clock says, the search ends by itself with a move.
Test(limits, any_clock_ends_the_search)
{
    static const int64_t CLOCKS_MS[] = {INT64_MIN, -2147483648LL, -50, 0, 1, 2, 20, 100};
    static const int64_t INCREMENTS_MS[] = {0, 10, 1000};
    static const int MOVES_TO_GO[] = {0, 1, 5, 40};
    static const int OVERHEADS_MS[] = {0, 20, 5000};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 8 * 3 * 4 * 3; i++) {
        search_set_move_overhead(harness.search, OVERHEADS_MS[i % 3]);
        SearchLimits limits = search_limits_none();
        limits.has_clock = true;
        limits.time_ms[WHITE] = CLOCKS_MS[i / 3 % 8];
        limits.increment_ms[WHITE] = INCREMENTS_MS[i / 24 % 3];
        limits.moves_to_go = MOVES_TO_GO[i / 72];
        const int64_t start_ms = now_ms();
        harness_search(&harness, limits);
        cr_assert_lt(now_ms() - start_ms, PATIENCE_MS, "row %d", i);
    }
    harness_destroy(&harness);
}

Test(limits, a_huge_clock_does_not_end_at_depth_one)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    SearchLimits limits = search_limits_none();
    limits.has_clock = true;
    limits.time_ms[WHITE] = limits.time_ms[BLACK] = INT64_MAX;
    limits.increment_ms[WHITE] = limits.increment_ms[BLACK] = INT64_MAX;
    harness_start(&harness, limits);
    pause_ms(100);
    cr_assert(search_is_running(harness.search));
    search_stop(harness.search);
    harness_wait(&harness);
    harness_destroy(&harness);
}

Test(limits, one_legal_move_needs_no_thought)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "k7/8/1K6/8/8/8/8/7R b - - 0 1", "");
    SearchLimits limits = search_limits_none();
    limits.has_clock = true;
    limits.time_ms[WHITE] = limits.time_ms[BLACK] = 3600000;
    const int64_t start_ms = now_ms();
    harness_search(&harness, limits);
    cr_assert_lt(now_ms() - start_ms, PATIENCE_MS);
    harness_destroy(&harness);
}

static void assert_obeys(Harness *harness, const MoveList *wanted, const MoveList *named)
{
    SearchLimits limits = limits_depth(3);
    limits.search_moves = *named;
    harness_search(harness, limits);
    for (int i = 0; i < wanted->count; i++) {
        if (wanted->moves[i] == harness->heard.best)
            return;
    }
    cr_assert_fail("%04x is not among the %d moves", harness->heard.best, wanted->count);
}

Test(limits, searchmoves_are_obeyed)
{
    static const char *const FENS[] = {FEN_START, KIWIPETE,
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 3; i++) {
        harness_position(&harness, FENS[i], "");
        MoveList all;
        generate_moves(&harness.kernels, &harness.root, &all);
        for (int k = 0; k < all.count; k++) {
            const MoveList one = {1, {all.moves[k]}};
            assert_obeys(&harness, &one, &one);
            const MoveList two = {2, {all.moves[k], all.moves[(k * 7 + 1) % all.count]}};
            assert_obeys(&harness, &two, &two);
        }
    }
    harness_destroy(&harness);
}

Test(limits, searchmoves_that_are_illegal_are_dropped)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    const Move illegal = move_make(SQ_E1, SQ_E8);
    const MoveList a3 = {1, {harness_move(&harness, "a2a3")}};
    const MoveList mixed = {3, {illegal, a3.moves[0], MOVE_NONE}};
    assert_obeys(&harness, &a3, &mixed);
    MoveList all;
    generate_moves(&harness.kernels, &harness.root, &all);
    const MoveList nothing = {2, {illegal, MOVE_NULL}};
    assert_obeys(&harness, &all, &nothing);
    harness_destroy(&harness);
}

static void assert_mate_search(Harness *harness, int mate, int found, const char *best_or_null)
{
    SearchLimits limits = search_limits_none();
    limits.mate = mate;
    harness_search(harness, limits);
    cr_assert_eq(harness->heard.score, mate_in_moves(found), "score %d", harness->heard.score);
    if (best_or_null != NULL)
        cr_assert_eq(harness->heard.best, harness_move(harness, best_or_null));
}

Test(limits, a_mate_that_is_found_ends_the_search)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "5k2/8/8/8/8/8/6Q1/4R2K w - - 0 1", "");
    assert_mate_search(&harness, 2, 2, "g2b7");
    harness_position(&harness, "8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1", "");
    assert_mate_search(&harness, 2, -2, NULL);
    harness_position(&harness, FEN_START, "");
    SearchLimits limits = search_limits_none();
    limits.mate = 1;
    limits.move_time_ms = 50;
    harness_search(&harness, limits);
    harness_destroy(&harness);
}
