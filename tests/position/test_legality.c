// SPDX-License-Identifier: GPL-3.0-or-later
// Every 16-bit code against the generator, and every legal move's check against making it.
#include <criterion/criterion.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/position.h"
#include "support/naive.h"
#include "support/positions.h"

enum { SEED = 7, POSITIONS = 250, CHECK_POSITIONS = 10000, MOVE_CODES = 65536 };

typedef struct Tally {
    Kernels kernels;
    int positions;
    int legal;
    int checks;
    int castling_checks;
    int en_passant_checks;
} Tally;

static void assert_codes(void *context, const Board *board)
{
    Tally *tally = context;
    static bool is_legal[MOVE_CODES];
    memset(is_legal, 0, sizeof is_legal);
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; ++i)
        is_legal[list.moves[i]] = true;
    for (int code = 0; code < MOVE_CODES; ++code)
        if (legality_check(board, (Move)code) != is_legal[code]) {
            char fen[FEN_BYTES];
            fen_write(board, true, fen);
            cr_assert_fail("%s: code %04x is %slegal", fen, code, is_legal[code] ? "" : "not ");
        }
    tally->positions++;
    tally->legal += list.count;
}

Test(legality, all_codes_in_games)
{
    Tally tally = {0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    positions_walk(SEED, POSITIONS, assert_codes, &tally);
    cr_assert_eq(tally.positions, POSITIONS);
    cr_assert_gt(tally.legal, 10 * POSITIONS);
}

Test(legality, all_codes_on_scattered_men)
{
    Tally tally = {0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    positions_scatter(SEED, POSITIONS, assert_codes, &tally);
    cr_assert_eq(tally.positions, POSITIONS);
}

static void assert_checks(void *context, const Board *board)
{
    Tally *tally = context;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; ++i) {
        const Move move = list.moves[i];
        Board child;
        position_apply_move(board, move, &child);
        const bool gives_check = child.checkers != 0;
        if (move_gives_check(board, move) != gives_check ||
            naive_gives_check(board, move) != gives_check) {
            char fen[FEN_BYTES];
            fen_write(board, true, fen);
            cr_assert_fail("%s: move %04x: check is %d, said %d", fen, move, gives_check,
                           move_gives_check(board, move));
        }
        // A generated move passes, wherever it comes from.
        cr_assert(legality_check(board, move));
        tally->checks += gives_check;
        tally->castling_checks += gives_check && move_kind(move) == MOVE_CASTLING;
        tally->en_passant_checks += gives_check && move_kind(move) == MOVE_EN_PASSANT;
    }
    tally->positions++;
}

Test(legality, gives_check)
{
    Tally tally = {0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    positions_walk(SEED + 1, CHECK_POSITIONS, assert_checks, &tally);
    positions_scatter(SEED + 2, 5 * CHECK_POSITIONS, assert_checks, &tally);
    cr_assert_eq(tally.positions, 6 * CHECK_POSITIONS);
    cr_assert(tally.checks > 1000 && tally.castling_checks > 5 && tally.en_passant_checks > 5,
              "%d checks, %d by castling, %d by en passant", tally.checks, tally.castling_checks,
              tally.en_passant_checks);
}
