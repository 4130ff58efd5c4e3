// SPDX-License-Identifier: GPL-3.0-or-later
// What a search must find out: mates and how far they are, draws by rule, the end of the game.
#include <criterion/criterion.h>
#include <string.h>

#include "position/fen.h"
#include "tests/search/harness.h"

enum { HASH_MIB = 8, CLEARLY_WON_CP = 300 };

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

Test(results, game_over_at_the_root)
{
    static const SearchLimits NONE = {.move_time_ms = -1};
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 4; i++) {
        SearchLimits limits = NONE;
        limits.depth = i % 2 == 0 ? 5 : 0;
        limits.has_clock = i % 2 == 1;
        limits.time_ms[WHITE] = limits.time_ms[BLACK] = 1000;
        search_set_multi_pv(harness.search, i < 2 ? 1 : 4);
        harness_position(&harness, FEN_START, "f2f3 e7e5 g2g4 d8h4");
        harness_search(&harness, limits);
        cr_assert_eq(harness.heard.score, score_mated_in(0));
        cr_assert_eq(harness.heard.infos, 1);
        harness_position(&harness, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
        harness_search(&harness, limits);
        cr_assert_eq(harness.heard.score, SCORE_DRAW);
        cr_assert_eq(harness.heard.infos, 1);
    }
    search_set_multi_pv(harness.search, 1);
    harness_position(&harness, FEN_START, "");
    harness_search(&harness, limits_depth(3));
    harness_destroy(&harness);
}

typedef struct Mate {
    const char *fen;
    int depth;
    int moves;        // as mate_in_moves wants it
    const char *best; // NULL where several do
} Mate;

static const Mate MATES[] = {
    {"k7/8/1K6/5R2/8/8/8/8 b - - 0 1", 12, -1, "a8b8"},
    {"1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", 12, 1, "f5f8"},
    {"k7/8/1K6/1R6/8/8/8/8 w - - 0 1", 12, 2, NULL},
    {"Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1", 12, -2, NULL},
    {"5Q2/8/8/4K2k/4P2P/3b4/8/6R1 b - - 0 1", 10, -2, NULL},
    {"8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", 6, 1, "g3h3"}, // with the hundredth ply
    {"5k2/8/8/8/8/8/6Q1/4R2K w - - 0 1", 10, 2, "g2b7"},
    {"8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1", 10, -2, NULL},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 4, 1, NULL},
    {"rnbqkbnr/ppppp2p/5p2/6p1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", 4, 1, "d1h5"},
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 6, 1, "d1d8"},
};

Test(results, mates_have_their_distance)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < (int)(sizeof MATES / sizeof MATES[0]); i++) {
        const Mate *mate = &MATES[i];
        harness_forget(&harness);
        harness_position(&harness, mate->fen, "");
        harness_search(&harness, limits_depth(mate->depth));
        cr_assert_eq(harness.heard.score, mate_in_moves(mate->moves), "%s: score %d", mate->fen,
                     harness.heard.score);
        cr_assert_eq(harness.heard.bound, BOUND_EXACT, "%s", mate->fen);
        if (mate->best != NULL)
            cr_assert_eq(harness.heard.best, harness_move(&harness, mate->best), "%s", mate->fen);
    }
    harness_destroy(&harness);
}

// Shallow searches may show a longer mate or none, never a shorter one.
Test(results, no_mate_is_promised_too_early)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < (int)(sizeof MATES / sizeof MATES[0]); i++) {
        harness_forget(&harness);
        harness_position(&harness, MATES[i].fen, "");
        for (int depth = 1; depth <= MATES[i].depth; depth++) {
            harness_search(&harness, limits_depth(depth));
            const Score score = harness.heard.score;
            if (MATES[i].moves > 0)
                cr_assert_leq(score, mate_in_moves(MATES[i].moves), "%s", MATES[i].fen);
            else
                cr_assert_geq(score, mate_in_moves(MATES[i].moves), "%s", MATES[i].fen);
        }
    }
    harness_destroy(&harness);
}

// Two plies before the limit only the capture still wins; the table must not carry the mate of the
// same men with a fresh clock over, nor the draw back.
Test(results, two_plies_before_the_fifty_move_limit)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int round = 0; round < 3; round++) {
        harness_position(&harness, "k7/8/K7/8/8/7b/Q7/n7 w - - 98 1", "");
        harness_search(&harness, limits_depth(12));
        cr_assert_eq(harness.heard.best, harness_move(&harness, "a2a1"), "round %d", round);
        cr_assert_gt(harness.heard.score, CLEARLY_WON_CP);
        cr_assert_neq(harness.heard.score, mate_in_moves(2));
        harness_position(&harness, "k7/8/K7/8/8/7b/Q7/n7 w - - 0 1", "");
        harness_search(&harness, limits_depth(10));
        cr_assert_eq(harness.heard.score, mate_in_moves(2), "round %d: score %d", round,
                     harness.heard.score);
    }
    harness_destroy(&harness);
}

// The clock of 76 leaves no time for the mate that is there.
Test(results, no_mate_behind_the_fifty_move_limit)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40", "");
    harness_search(&harness, limits_nodes(300000));
    cr_assert_not(harness.heard.saw_mate);
    harness_destroy(&harness);
}

Test(results, the_third_repetition_is_avoided_by_who_wins)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "8/8/8/8/8/8/p7/2k4K b - - 0 1",
                     "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1");
    harness_search(&harness, limits_depth(14));
    cr_assert_eq(harness.heard.best, harness_move(&harness, "a1b2"));
    cr_assert_gt(harness.heard.score, CLEARLY_WON_CP);
    harness_destroy(&harness);
}

// White is a rook down, about to be mated, and checks for ever: e8, h5, e8, ...
Test(results, perpetual_check_is_a_draw)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", "");
    harness_search(&harness, limits_depth(10));
    cr_assert_eq(harness.heard.score, SCORE_DRAW, "score %d", harness.heard.score);
    cr_assert_eq(harness.heard.best, harness_move(&harness, "h5e8"));
    harness_destroy(&harness);
}

Test(results, dead_positions_are_draws)
{
    static const char *const FENS[] = {
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",    "4k3/8/8/8/8/8/8/4KN2 b - - 0 1",
        "8/8/8/3k4/8/8/8/3K4 w - - 0 1",     "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "8/8/8/8/8/1k6/8/K2R4 w - - 99 150", // any quiet move ends it, and no mate is there
    };
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 5; i++) {
        harness_position(&harness, FENS[i], "");
        harness_search(&harness, limits_depth(6));
        cr_assert_eq(harness.heard.score, SCORE_DRAW, "%s: %d", FENS[i], harness.heard.score);
    }
    harness_destroy(&harness);
}

Test(results, the_score_is_that_of_the_side_to_move)
{
    Harness harness;
    harness_init(&harness, HASH_MIB);
    harness_position(&harness, "4k3/8/8/8/8/8/8/3QK3 b - - 0 1", "");
    harness_search(&harness, limits_depth(8));
    cr_assert_lt(harness.heard.score, -CLEARLY_WON_CP);
    harness_position(&harness, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "");
    harness_search(&harness, limits_depth(8));
    cr_assert_gt(harness.heard.score, CLEARLY_WON_CP);
    harness_destroy(&harness);
}

// Many games of both kinds of chess; the listener replays each line that it hears.
Test(results, every_line_is_playable)
{
    static const char *const FENS[] = {
        FEN_START,
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1",
        "nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8",
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 3",
        "8/8/8/8/8/5k2/5p2/5K2 b - - 90 120",
    };
    Harness harness;
    harness_init(&harness, HASH_MIB);
    for (int i = 0; i < 9; i++) {
        search_set_multi_pv(harness.search, 1 + i % 3);
        harness_position(&harness, FENS[i], "");
        harness_search(&harness, limits_depth(9));
        // Once more over a table that knows it all.
        harness_search(&harness, limits_depth(9));
    }
    harness_destroy(&harness);
}
