// SPDX-License-Identifier: GPL-3.0-or-later
// The net of the binary judges a position and its colour flip exactly alike. That the flip is one
// is shown by flips written by hand, by flipping twice, and by counting moves.
#include <criterion/criterion.h>
#include <string.h>

#include "kernels/kernels.h"
#include "nnue/embed.h"
#include "nnue/evaluate.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/perft.h"
#include "position/position.h"

// A position, and its flip where it was written by hand: ranks from the other side, colours and
// side to move exchanged, files as they were.
typedef struct Flip {
    const char *fen;
    const char *flipped; // NULL where only the code flips
} Flip;

static const Flip FLIPS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
    {"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     "rnbqkb1r/pppp1ppp/5n2/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 1 2"},
    {"rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 3",
     "rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR b KQkq e3 0 3"},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 0 1",
     "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b Qk - 0 1"},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 7 40", "5n1n/4kPPP/8/8/8/8/pppK4/N1N5 w - - 7 40"},
    {"nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1",
     "nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB b GCgc - 0 1"},
    {"4k3/8/8/8/8/8/8/R1R1K1RR w HC - 0 1", "r1r1k1rr/8/8/8/8/8/8/4K3 b hc - 0 1"},
    {"8/8/1k6/8/8/5Q2/8/6K1 b - - 12 80", "6k1/8/5q2/8/8/1K6/8/8 w - - 12 80"},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", NULL},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", NULL},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", NULL},
    {"r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9", NULL},
    {"2kr3r/ppp2ppp/2n5/3q4/3P4/2P2N2/P4PPP/R1BQ1RK1 w - - 0 14", NULL},
    {"8/pp3k2/2p2p2/3p4/3P1P2/1PP3K1/P7/8 w - - 0 40", NULL},
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", NULL},
    {"8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", NULL},
    {"k7/8/8/8/8/8/8/K6R b - - 0 1", NULL},
    {"7k/8/8/3b4/8/2N5/8/K7 w - - 5 90", NULL},
    {"1q2r1k1/3r1ppp/8/4p3/4R3/8/4RPPP/1Q2B1K1 w - - 0 30", NULL},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", NULL},
    {"8/P1P5/8/1k6/6K1/8/5p1p/8 w - - 0 1", NULL},
    {"3r1rk1/p1q2pbp/1np1p1p1/4P3/2PPNPb1/1P3N2/1B2Q1PP/3R1RK1 b - - 2 20", NULL},
    {"2r2b2/5p2/5k2/p1r1pP2/P2pB3/1P3P2/K1P3R1/7R w - - 23 93", NULL},
};

enum { FLIP_COUNT = sizeof FLIPS / sizeof FLIPS[0], HAND_WRITTEN = 9, PERFT_DEPTH = 3 };

static_assert(FLIP_COUNT == 24, "as many as were promised");

static Board parse(const char *fen)
{
    Board board;
    ErrorText error;
    cr_assert_eq(fen_parse(fen, true, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}

static Board flip(const Board *board)
{
    Board out = {.side_to_move = board->side_to_move ^ 1,
                 .en_passant = NO_SQUARE,
                 .halfmove_clock = board->halfmove_clock,
                 .fullmove_number = board->fullmove_number};
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        out.mailbox[square_flip_rank(sq)] =
            (uint8_t)(pc == NO_PIECE ? NO_PIECE : pc ^ BLACK_PIECE_BIT);
    }
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        const Square rook = board->castling_rook[right];
        out.castling_rook[right ^ 2] =
            (uint8_t)(rook == NO_SQUARE ? NO_SQUARE : square_flip_rank(rook));
    }
    if (board->en_passant != NO_SQUARE)
        out.en_passant = (uint8_t)square_flip_rank(board->en_passant);
    ErrorText error = {""};
    cr_assert_eq(position_complete(&out, &error), STATUS_OK, "%s", error.text);
    return out;
}

static void assert_same_board(const Board *a, const Board *b)
{
    char first[FEN_BYTES];
    char second[FEN_BYTES];
    fen_write(a, true, first);
    fen_write(b, true, second);
    cr_assert_str_eq(first, second);
    cr_assert(a->key == b->key && a->checkers == b->checkers);
}

Test(nnue_symmetry, the_flip_is_the_one_written_by_hand)
{
    int compared = 0;
    for (int i = 0; i < FLIP_COUNT; i++) {
        if (FLIPS[i].flipped == NULL)
            continue;
        const Board board = parse(FLIPS[i].fen);
        const Board written = parse(FLIPS[i].flipped);
        const Board flipped = flip(&board);
        assert_same_board(&flipped, &written);
        const Board back = flip(&written);
        assert_same_board(&back, &board);
        compared++;
    }
    cr_assert_eq(compared, HAND_WRITTEN);
}

Test(nnue_symmetry, flipped_twice_is_the_same)
{
    for (int i = 0; i < FLIP_COUNT; i++) {
        const Board board = parse(FLIPS[i].fen);
        const Board once = flip(&board);
        const Board twice = flip(&once);
        assert_same_board(&twice, &board);
        cr_assert_neq(once.key, board.key, "%s", FLIPS[i].fen);
    }
}

Test(nnue_symmetry, the_flip_has_as_many_moves)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    for (int i = 0; i < FLIP_COUNT; i++) {
        const Board board = parse(FLIPS[i].fen);
        const Board flipped = flip(&board);
        for (int depth = 1; depth <= PERFT_DEPTH; depth++)
            cr_assert_eq(perft_count(&kernels, &board, depth, PERFT_BULK),
                         perft_count(&kernels, &flipped, depth, PERFT_BULK), "%s", FLIPS[i].fen);
    }
}

Test(nnue_symmetry, the_built_in_net_judges_both_alike)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Network *net = NULL;
    ErrorText error = {""};
    cr_assert_eq(network_load_embedded(&net, &error), STATUS_OK, "%s", error.text);
    int different = 0;
    int last = 0;
    for (int i = 0; i < FLIP_COUNT; i++) {
        const Board board = parse(FLIPS[i].fen);
        const Board flipped = flip(&board);
        const int raw = nnue_raw_output(net, &kernels.nnue, &board);
        cr_assert_eq(raw, nnue_raw_output(net, &kernels.nnue, &flipped), "%s", FLIPS[i].fen);
        cr_assert_eq(nnue_evaluate_fresh(net, &kernels.nnue, &board),
                     nnue_evaluate_fresh(net, &kernels.nnue, &flipped), "%s", FLIPS[i].fen);
        different += raw != last;
        last = raw;
    }
    cr_assert_gt(different, FLIP_COUNT / 2, "a net that says one thing only proves nothing");
    network_destroy(net);
}
