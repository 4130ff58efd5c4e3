// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that have fooled other engines, with their legal moves; through the front.
#include <criterion/criterion.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"

typedef struct CountCase {
    const char *fen;
    bool is_chess960;
    int count;
    int captures; // captures and promotions, or -1 where nobody counted
} CountCase;

static const CountCase CASES[] = {
    {FEN_START, false, 20, 0},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, 48, 8},
    {"4k3/8/8/8/8/8/4P3/4K3 w", false, 6, 0},
    {"2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1", false, 4, 0},
    // The right to castle that the board cannot have is not a move.
    {"r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1", false, 23, 0},
    // En passant: no pawn came by, the way was blocked, another man gives check.
    {"rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1", false, 36, -1},
    {"k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", false, 7, 0},
    {"rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6", false, 31, 1},
    {"rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", false, 30, 0},
    // En passant takes the checking pawn.
    {"4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6 0 2", false, 2, 1},
    // Castling in Chess960: the rook was the shield; which rook; b1 attacked; king in check.
    {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true, 5, 1},
    {"4k3/8/8/8/8/8/8/4K1RR w K - 0 1", true, 20, 0},
    {"4k3/8/8/8/8/8/8/4K1RR w H - 0 1", true, 20, 0},
    {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", true, 21, 0},
    {"nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w KQkq - 0 1", true, 20, 0},
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false, 16, 0},
    {"1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", true, 3, 0},
    {"nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8", true, 34, -1},
    {"nnkr1q1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB w KQ - 2 9", true, 31, -1},
    // Extremes.
    {"1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 0 1", false, 3, 3},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false, 218, -1},
    {"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", false, 218, -1},
    {"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", false, 0, 0},                               // stalemate
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", false, 0, 0}, // mate
};

Test(generate, counts)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    const int count = (int)(sizeof CASES / sizeof CASES[0]);
    for (int i = 0; i < count; ++i) {
        Board board;
        cr_assert_eq(fen_parse(CASES[i].fen, CASES[i].is_chess960, &board, NULL), STATUS_OK);
        MoveList all;
        MoveList captures;
        MoveList quiets;
        generate_moves(&kernels, &board, &all);
        generate_captures(&kernels, &board, &captures);
        generate_quiets(&kernels, &board, &quiets);
        cr_assert_eq(all.count, CASES[i].count, "%s: %d", CASES[i].fen, all.count);
        cr_assert_eq(generate_count(&kernels, &board), CASES[i].count, "%s", CASES[i].fen);
        cr_assert_eq(captures.count + quiets.count, all.count, "%s", CASES[i].fen);
        if (CASES[i].captures >= 0)
            cr_assert_eq(captures.count, CASES[i].captures, "%s: %d", CASES[i].fen, captures.count);
    }
}

Test(generate, contains)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Board board;
    cr_assert_eq(fen_parse("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false, &board, NULL), STATUS_OK);
    cr_assert(generate_contains(&kernels, &board, move_make_kind(SQ_E1, SQ_A1, MOVE_CASTLING)));
    cr_assert(generate_contains(&kernels, &board, move_make(SQ_E1, SQ_D1)));
    cr_assert_not(generate_contains(&kernels, &board, move_make(SQ_E1, SQ_C1)));
    cr_assert_not(generate_contains(&kernels, &board, MOVE_NONE));
    cr_assert_not(generate_contains(&kernels, &board, MOVE_NULL));
}
