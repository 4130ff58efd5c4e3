// SPDX-License-Identifier: GPL-3.0-or-later
// Draws by material, by repetition and by the clock.
#include <criterion/criterion.h>

#include "base/rng.h"
#include "kernels/kernels.h"
#include "position/draws.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"

typedef struct Material {
    const char *fen;
    bool is_insufficient;
} Material;

static const Material MATERIAL[] = {
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
    {"4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", true},
    {"4k3/8/8/8/8/8/5P2/4K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false}, // a helped mate exists
    {"3nk3/8/8/8/8/8/8/4KN2 w - - 0 1", false}, // as it does here
    {"3bk3/8/8/8/8/8/8/4KN2 w - - 0 1", false}, // and here
    {"4k3/8/8/8/8/8/8/3NKB2 w - - 0 1", false},
    {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true}, // both on light squares
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true}, // both on dark squares
    {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false}, // the pair
    {"4k3/8/8/B7/8/B7/8/2B1K3 w - - 0 1", true}, // three, all on dark squares
    {"b3k3/8/b7/8/8/8/8/4KB2 w - - 0 1", true},  // three on light squares, of both sides
    {"b3k3/8/b7/8/8/8/8/2B1K3 w - - 0 1", false},
};

Test(draws, insufficient_material)
{
    for (int i = 0; i < (int)(sizeof MATERIAL / sizeof MATERIAL[0]); i++) {
        Board board;
        cr_assert_eq(fen_parse(MATERIAL[i].fen, false, &board, NULL), STATUS_OK, "%s",
                     MATERIAL[i].fen);
        cr_assert_eq(draws_insufficient_material(&board), MATERIAL[i].is_insufficient, "%s",
                     MATERIAL[i].fen);
    }
}

typedef struct History {
    const char *keys; // one letter a position, the current one last
    int clock;
    int ply;
    bool is_draw;
} History;

static const History HISTORIES[] = {
    {"a", 0, 0, false},
    {"abcd", 3, 0, false},
    {"abcda", 4, 0, false}, // once before, at the root itself, in the game
    {"abcda", 4, 4, false}, // the root is the earlier one: the rules want two
    {"abcda", 4, 3, false}, // before the root
    {"abcdefghiefgha", 50, 0, false},
    {"rabcda", 5, 5, true}, // once after the root is enough
    {"rrabcda", 6, 5, true},
    {"rabcda", 5, 4, false},
    {"abcdabcda", 8, 0, true},  // twice in the game
    {"abcdabcda", 8, 4, true},  // at the root and before it
    {"abcdabcda", 8, 2, true},  // twice before the root
    {"abcdabcda", 7, 0, false}, // the clock hides the first
    {"abcdabcda", 4, 0, false},
    {"abcdabcda", 3, 8, false}, // the clock hides both
    {"abcdabcda", 1000, 0, true},
    {"abcdefa", 6, 5, false}, // six back, one more than the search has
    {"abcdefa", 6, 7, true},
    {"abcde", 4, 4, false},
    {"aaaba", 4, 0, false},   // two back cannot be and is not looked at; four back counts once
    {"abababa", 6, 0, true},  // four and six back
    {"baaaaaa", 6, 0, false}, // odd distances are the other side's positions
};

Test(draws, repetition)
{
    for (int i = 0; i < (int)(sizeof HISTORIES / sizeof HISTORIES[0]); i++) {
        const History *history = &HISTORIES[i];
        uint64_t keys[32];
        int count = 0;
        for (; history->keys[count] != '\0'; count++)
            keys[count] = (uint64_t)history->keys[count] * 0x9e3779b97f4a7c15u;
        cr_assert_eq(draws_repetition(keys, count, history->clock, history->ply), history->is_draw,
                     "row %d: %s, clock %d, ply %d", i, history->keys, history->clock,
                     history->ply);
    }
}

// A real game: knights go out and back; the third occurrence is a draw, the second is none unless
// the search itself made it.
Test(draws, knights_go_out_and_back)
{
    static const char *const TOUR[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    uint64_t keys[16];
    Board board;
    cr_assert_eq(fen_parse(FEN_START, false, &board, NULL), STATUS_OK);
    keys[0] = board.key;
    for (int ply = 1; ply <= 8; ply++) {
        Board child;
        position_apply_move(&board, notation_parse_uci(&board, TOUR[(ply - 1) % 4], 4), &child);
        board = child;
        keys[ply] = board.key;
        cr_assert_eq(board.halfmove_clock, ply);
        cr_assert_eq(draws_repetition(keys, ply + 1, board.halfmove_clock, 0), ply == 8, "%d", ply);
        cr_assert_eq(draws_repetition(keys, ply + 1, board.halfmove_clock, ply), ply >= 5, "%d",
                     ply);
    }
}

// True if a legal move leads to a position of the search after its root.
static bool can_repeat_slowly(const Kernels *kernels, const Board *board, const uint64_t *keys,
                              int count, int ply)
{
    MoveList list;
    generate_moves(kernels, board, &list);
    const int current = count - 1;
    for (int i = 0; i < list.count; i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        for (int back = 3; back <= board->halfmove_clock && back < ply; back += 2) {
            if (keys[current - back] == child.key)
                return true;
        }
    }
    return false;
}

// Random games of few men, in which positions come back often; the root is each of the first plies.
Test(draws, a_near_repetition_is_a_legal_move)
{
    static const char *const STARTS[] = {
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/3k4/8/1q6/8/5B2/8/1NK5 b - - 0 1", "8/p1k2n2/8/8/3Q4/8/P7/2K1b3 w - - 0 1",
        "3rk3/8/8/8/3N4/8/8/3K4 w - - 0 1", // the knight is pinned
    };
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, "scalar", NULL), STATUS_OK);
    Rng rng = rng_seeded(2018);
    int answers[2] = {0, 0};
    for (int game = 0; game < 400; game++) {
        Board board;
        cr_assert_eq(fen_parse(STARTS[game % 5], false, &board, NULL), STATUS_OK);
        uint64_t keys[64];
        keys[0] = board.key;
        for (int count = 1; count < 64; count++) {
            const int root = game % 7;
            if (count - 1 >= root) {
                const int ply = count - 1 - root;
                const bool is_near =
                    draws_repetition_is_near(&board, keys, count, board.halfmove_clock, ply);
                cr_assert_eq(is_near, can_repeat_slowly(&kernels, &board, keys, count, ply),
                             "game %d, position %d", game, count);
                answers[is_near]++;
            }
            MoveList list;
            generate_moves(&kernels, &board, &list);
            if (list.count == 0)
                break;
            Board child;
            position_apply_move(&board, list.moves[rng_below(&rng, (uint32_t)list.count)], &child);
            board = child;
            keys[count] = board.key;
        }
    }
    cr_assert(answers[false] > 1000 && answers[true] > 1000, "%d no, %d yes", answers[false],
              answers[true]);
}

Test(draws, fifty_moves)
{
    Board board;
    cr_assert_eq(fen_parse("4k2r/8/8/8/8/8/8/R3K3 w Q - 98 80", false, &board, NULL), STATUS_OK);
    cr_assert_not(draws_fifty_moves(&board));
    static const char *const MOVES[] = {"e1c1", "h8h7", "c1b1"};
    for (int i = 0; i < 3; i++) {
        Board child;
        position_apply_move(&board, notation_parse_uci(&board, MOVES[i], 4), &child);
        board = child;
        cr_assert_eq(draws_fifty_moves(&board), i >= 1, "castling counts like any quiet move");
    }
}
