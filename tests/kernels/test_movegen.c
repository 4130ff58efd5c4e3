// SPDX-License-Identifier: GPL-3.0-or-later
// Move generation: the scalar row against a naive generator, every other row against scalar, in
// order, on positions of random games and scattered men.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "kernels/movegen.h"
#include "position/fen.h"
#include "position/position.h"
#include "support/naive.h"
#include "support/positions.h"
#include "tests/rows/movegen_check.h"

enum {
    SEED = 20261129,
    NAIVE_POSITIONS = 6000,  // of each kind
    COUNT_POSITIONS = 20000, // of each kind
    ROW_POSITIONS = 50000,   // of each kind
    GUARD_MOVES = 32,
    GUARD_VALUE = 0xa5a5,
};

// A list with guards behind it, which shows writing past its capacity.
typedef struct GuardedList {
    Move moves[MOVE_LIST_CAPACITY + GUARD_MOVES];
} GuardedList;

static void arm(GuardedList *list)
{
    for (int i = 0; i < MOVE_LIST_CAPACITY + GUARD_MOVES; ++i)
        list->moves[i] = GUARD_VALUE;
}

static void assert_guard(const GuardedList *list)
{
    for (int i = MOVE_LIST_CAPACITY; i < MOVE_LIST_CAPACITY + GUARD_MOVES; ++i)
        cr_assert_eq(list->moves[i], GUARD_VALUE);
}

static int compare_moves(const void *a, const void *b)
{
    return *(const Move *)a - *(const Move *)b;
}

static const char *fen_of(const Board *board)
{
    static char fen[FEN_BYTES];
    fen_write(board, true, fen);
    return fen;
}

typedef struct Seen {
    int positions, checks, double_checks, en_passants, castlings, promotions;
} Seen;

static void note(Seen *seen, const Board *board, const MoveList *list)
{
    seen->positions++;
    seen->checks += board->checkers != 0;
    seen->double_checks += bits_has_several(board->checkers);
    for (int i = 0; i < list->count; ++i) {
        seen->en_passants += move_kind(list->moves[i]) == MOVE_EN_PASSANT;
        seen->castlings += move_kind(list->moves[i]) == MOVE_CASTLING;
        seen->promotions += move_kind(list->moves[i]) == MOVE_PROMOTION;
    }
}

static void assert_equals_naive(void *context, const Board *board)
{
    MovegenKernels movegen;
    movegen_fill_scalar(&movegen);
    MoveList expected;
    naive_generate(board, &expected);
    note(context, board, &expected);

    GuardedList all;
    arm(&all);
    const int count = movegen.all(board, all.moves);
    qsort(all.moves, (size_t)count, sizeof all.moves[0], compare_moves);
    cr_assert_eq(count, expected.count, "%s: %d instead of %d", fen_of(board), count,
                 expected.count);
    cr_assert_eq(memcmp(all.moves, expected.moves, (size_t)count * sizeof(Move)), 0, "%s",
                 fen_of(board));
    cr_assert_eq(movegen.count(board), count, "%s", fen_of(board));
    assert_guard(&all);

    MoveList captures;
    MoveList quiets;
    captures.count = movegen.captures(board, captures.moves);
    quiets.count = movegen.quiets(board, quiets.moves);
    for (int i = 0; i < captures.count; ++i)
        cr_assert(naive_is_noisy(board, captures.moves[i]), "%s", fen_of(board));
    for (int i = 0; i < quiets.count; ++i)
        cr_assert_not(naive_is_noisy(board, quiets.moves[i]), "%s", fen_of(board));
    cr_assert_eq(captures.count + quiets.count, count, "%s", fen_of(board));
    memcpy(captures.moves + captures.count, quiets.moves, (size_t)quiets.count * sizeof(Move));
    qsort(captures.moves, (size_t)count, sizeof(Move), compare_moves);
    cr_assert_eq(memcmp(captures.moves, expected.moves, (size_t)count * sizeof(Move)), 0, "%s",
                 fen_of(board));
}

Test(movegen, scalar_equals_naive_in_games)
{
    Seen seen = {0};
    positions_walk(SEED, NAIVE_POSITIONS, assert_equals_naive, &seen);
    cr_assert_eq(seen.positions, NAIVE_POSITIONS);
    cr_assert(seen.checks > 100 && seen.castlings > 100 && seen.promotions > 100,
              "seed %d is poor: %d checks, %d castlings, %d promotions", SEED, seen.checks,
              seen.castlings, seen.promotions);
}

Test(movegen, scalar_equals_naive_on_scattered_men)
{
    Seen seen = {0};
    positions_scatter(SEED, NAIVE_POSITIONS, assert_equals_naive, &seen);
    cr_assert_eq(seen.positions, NAIVE_POSITIONS);
    cr_assert(seen.checks > 500 && seen.double_checks > 50 && seen.en_passants > 20 &&
                  seen.castlings > 20 && seen.promotions > 500,
              "seed %d is poor: %d checks, %d double, %d en passant, %d castlings, %d promotions",
              SEED, seen.checks, seen.double_checks, seen.en_passants, seen.castlings,
              seen.promotions);
}

// Two pawns could take the same one, and one of them is pinned on its file or on a diagonal: a
// board has an en-passant square only where somebody may go there, so random ones hardly show this.
Test(movegen, one_of_two_en_passant_captures)
{
    static const char *const FENS[] = {
        "3r4/8/8/3PpP2/8/8/8/3K3k w - e6 0 1", "5r2/8/8/3PpP2/8/8/8/k4K2 w - e6 0 1",
        "b7/8/8/3PpP2/8/8/6K1/k7 w - e6 0 1",  "3k4/8/8/8/3pPp2/8/8/K2R4 b - e3 0 1",
        "8/6k1/8/8/3pPp2/8/8/B6K b - e3 0 1",
    };
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; ++i) {
        Seen seen = {0};
        Board board;
        cr_assert_eq(fen_parse(FENS[i], false, &board, NULL), STATUS_OK, "%s", FENS[i]);
        assert_equals_naive(&seen, &board);
        cr_assert_eq(seen.en_passants, 1, "%s", FENS[i]);
    }
}

// The same by making every move and listing every reply: lists and position_apply_move share no
// code with the counting entries.
static void assert_counts_equal_lists(void *context, const Board *board)
{
    int *const positions = context;
    MovegenKernels movegen;
    movegen_fill_scalar(&movegen);
    Move moves[MOVE_LIST_CAPACITY];
    Move replies[MOVE_LIST_CAPACITY];
    const int count = movegen.all(board, moves);
    int pairs = 0;
    for (int i = 0; i < count; ++i) {
        Board child;
        position_apply_move(board, moves[i], &child);
        const int reply_count = movegen.all(&child, replies);
        cr_assert_eq(movegen.count(&child), reply_count, "%s", fen_of(&child));
        pairs += reply_count;
    }
    const int found = movegen.count_two(board);
    cr_assert_eq(found, pairs, "%s: %d instead of %d", fen_of(board), found, pairs);
    ++*positions;
}

Test(movegen, counts_equal_lists)
{
    int positions = 0;
    positions_walk(SEED + 3, COUNT_POSITIONS, assert_counts_equal_lists, &positions);
    positions_scatter(SEED + 4, COUNT_POSITIONS, assert_counts_equal_lists, &positions);
    cr_assert_eq(positions, 2 * COUNT_POSITIONS);
}

Test(movegen, hard_positions)
{
    int positions = 0;
    Seen seen = {0};
    const int count = positions_hard(assert_counts_equal_lists, &positions);
    cr_assert_eq(positions, count);
    positions_hard(assert_equals_naive, &seen);
    cr_assert_eq(seen.positions, count);
    cr_assert(seen.double_checks >= 4 && seen.en_passants >= 4);
}

Test(movegen, rows_equal_scalar_in_order)
{
    const uint32_t flags = isa_detect();
    cr_assert_eq(movegen_rows_check(flags, ROW_POSITIONS, SEED + 1), movegen_rows_usable(flags));
}
