// SPDX-License-Identifier: GPL-3.0-or-later
// The exchange against a slow one that makes every capture on a mailbox.
#include <criterion/criterion.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "position/see.h"
#include "support/positions.h"
#include "tests/position/slow.h"

enum { SEED = 11, WALK_POSITIONS = 6000, SCATTER_POSITIONS = 6000, TREE_DEPTH = 2 };

typedef struct Tally {
    Kernels kernels;
    int moves;
    int winning;
    int losing;
} Tally;

static void assert_move(Tally *tally, const Board *board, Move move)
{
    static const int OFFSETS[] = {-951, -320, -100, -10, -1, 0, 1, 10, 100, 320, 951};
    const int exact = slow_see(board, move);
    char fen[FEN_BYTES];
    char text[UCI_MOVE_BYTES];
    for (int i = 0; i < (int)(sizeof OFFSETS / sizeof OFFSETS[0]); i++) {
        const int threshold = exact + OFFSETS[i];
        if (see_at_least(board, move, threshold) == (exact >= threshold))
            continue;
        fen_write(board, true, fen);
        notation_write_uci(move, true, text);
        cr_assert_fail("%s: %s is worth %d, said otherwise for %d", fen, text, exact, threshold);
    }
    cr_assert_eq(see_at_least(board, move, 0), exact >= 0);
    tally->moves++;
    tally->winning += exact > 0;
    tally->losing += exact < 0;
}

static void assert_all_moves(void *context, const Board *board)
{
    Tally *tally = context;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++)
        assert_move(tally, board, list.moves[i]);
}

static void assert_tree(Tally *tally, const Board *board, int depth)
{
    assert_all_moves(tally, board);
    if (depth == 0)
        return;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        assert_tree(tally, &child, depth - 1);
    }
}

static Tally new_tally(void)
{
    Tally tally = {.moves = 0};
    cr_assert_eq(kernels_init(&tally.kernels, NULL, NULL), STATUS_OK);
    return tally;
}

// Positions with long exchanges, batteries, promotions and en passant.
static const char *const TREE_ROOTS[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3rr1k1/pb1n1p1p/1p1qpnp1/2pp4/3PP3/2PBBN2/PPQN1PPP/3RR1K1 w - - 0 1",
    "1q2r1k1/3r1ppp/8/4p3/4R3/8/4RPPP/1Q2B1K1 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
};

Test(see, equals_the_slow_one_in_trees)
{
    Tally tally = new_tally();
    for (int i = 0; i < (int)(sizeof TREE_ROOTS / sizeof TREE_ROOTS[0]); i++) {
        Board board;
        cr_assert_eq(fen_parse(TREE_ROOTS[i], false, &board, NULL), STATUS_OK, "%s", TREE_ROOTS[i]);
        assert_tree(&tally, &board, TREE_DEPTH);
    }
    cr_assert_gt(tally.moves, 100000);
    cr_assert_gt(tally.winning, 1000);
    cr_assert_gt(tally.losing, 10000);
}

Test(see, equals_the_slow_one_in_games)
{
    Tally tally = new_tally();
    positions_walk(SEED, WALK_POSITIONS, assert_all_moves, &tally);
    cr_assert_gt(tally.winning, 1000);
    cr_assert_gt(tally.losing, 10000);
}

Test(see, equals_the_slow_one_on_scattered_men)
{
    Tally tally = new_tally();
    positions_scatter(SEED, SCATTER_POSITIONS, assert_all_moves, &tally);
    cr_assert_gt(tally.winning, 1000);
    cr_assert_gt(tally.losing, 10000);
}

typedef struct Known {
    const char *fen;
    const char *move;
    int worth;
} Known;

// Worked out by hand; pawn 100, knight 320, bishop 330, rook 500, queen 950.
static const Known KNOWN[] = {
    {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
    {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100},
    {"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0},
    {"3k4/8/8/3p4/8/8/4Q3/4K3 w - - 0 1", "e2e4", -950},
    {"3k4/3r4/8/8/8/8/3Q4/3K4 w - - 0 1", "d2d7", -450}, // the king takes back
    {"3k4/3r4/8/8/8/8/3Q4/3RK3 w - - 0 1", "d2d7", 500}, // the rook behind forbids it
    {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 850},
    {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100}, // promotes and is taken
    {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 1350},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
    {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
};

Test(see, known_exchanges)
{
    for (int i = 0; i < (int)(sizeof KNOWN / sizeof KNOWN[0]); i++) {
        const Known *known = &KNOWN[i];
        Board board;
        cr_assert_eq(fen_parse(known->fen, false, &board, NULL), STATUS_OK, "%s", known->fen);
        const Move move = notation_parse_uci(&board, known->move, (int)strlen(known->move));
        cr_assert_neq(move, MOVE_NONE, "%s %s", known->fen, known->move);
        cr_assert(see_at_least(&board, move, known->worth), "%s %s", known->fen, known->move);
        cr_assert_not(see_at_least(&board, move, known->worth + 1), "%s %s", known->fen,
                      known->move);
        cr_assert_eq(slow_see(&board, move), known->worth, "%s %s", known->fen, known->move);
    }
}
