// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as text: every legal move there and back, every other text refused.
#include <criterion/criterion.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "support/positions.h"

enum { SEED = 3, WALK_POSITIONS = 6000, SCATTER_POSITIONS = 3000, ALL_TEXT_POSITIONS = 40 };

typedef struct Tally {
    Kernels kernels;
    int moves;
    int castlings;
    int promotions;
} Tally;

static Tally new_tally(void)
{
    Tally tally = {.moves = 0};
    cr_assert_eq(kernels_init(&tally.kernels, NULL, NULL), STATUS_OK);
    return tally;
}

static Board parse_board(const char *fen, bool chess960)
{
    Board board;
    ErrorText error;
    cr_assert_eq(fen_parse(fen, chess960, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}

static Move parse(const Board *board, const char *text)
{
    return notation_parse_uci(board, text, (int)strlen(text));
}

static void assert_there_and_back(void *context, const Board *board)
{
    Tally *tally = context;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        char text[UCI_MOVE_BYTES + 1] = {0};
        notation_write_uci(move, true, text);
        cr_assert_eq(parse(board, text), move, "%s", text);
        // A view, not a string: what follows is not read.
        const int length = (int)strlen(text);
        text[length] = 'q';
        cr_assert_eq(notation_parse_uci(board, text, length), move, "%s", text);
        if (move_kind(move) == MOVE_PROMOTION) {
            text[4] = (char)(text[4] - 'a' + 'A');
            cr_assert_eq(notation_parse_uci(board, text, 5), move, "%s", text);
            cr_assert_eq(notation_parse_uci(board, text, 4), MOVE_NONE, "%s without a man", text);
        } else {
            cr_assert_eq(notation_parse_uci(board, text, 5), MOVE_NONE, "%s promotes none", text);
        }
        // From the e-file castling has its second spelling.
        const bool is_castling = move_kind(move) == MOVE_CASTLING;
        if (!is_castling || square_file(move_from(move)) == 4) {
            notation_write_uci(move, false, text);
            cr_assert_eq(parse(board, text), move, "%s", text);
        }
        tally->moves++;
        tally->castlings += is_castling;
        tally->promotions += move_kind(move) == MOVE_PROMOTION;
    }
}

Test(notation, moves_there_and_back)
{
    Tally tally = new_tally();
    positions_walk(SEED, WALK_POSITIONS, assert_there_and_back, &tally);
    positions_scatter(SEED, SCATTER_POSITIONS, assert_there_and_back, &tally);
    cr_assert_gt(tally.moves, 100000);
    cr_assert_gt(tally.castlings, 100);
    cr_assert_gt(tally.promotions, 100);
}

// All texts of two squares and at most one letter: the moves read are the legal ones, no less and
// no more. (A king may name its castling twice.)
static void assert_all_texts(void *context, const Board *board)
{
    Tally *tally = context;
    static bool is_read[65536];
    memset(is_read, 0, sizeof is_read);
    char text[UCI_MOVE_BYTES] = {0};
    for (int code = 0; code < SQUARE_COUNT * SQUARE_COUNT; code++) {
        text[0] = (char)('a' + (code & 7));
        text[1] = (char)('1' + (code >> 3 & 7));
        text[2] = (char)('a' + (code >> 6 & 7));
        text[3] = (char)('1' + (code >> 9));
        is_read[notation_parse_uci(board, text, 4)] = true;
        for (text[4] = 'a'; text[4] <= 'z'; text[4]++) {
            const Move move = notation_parse_uci(board, text, 5);
            is_read[move] = true;
            cr_assert(move == MOVE_NONE || strchr("nbrq", text[4]) != NULL, "%s", text);
        }
    }
    is_read[MOVE_NONE] = false;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++) {
        cr_assert(is_read[list.moves[i]], "move %04x has no text", list.moves[i]);
        is_read[list.moves[i]] = false;
    }
    for (int code = 0; code < 65536; code++)
        cr_assert_not(is_read[code], "%04x is not legal", code);
}

Test(notation, all_texts_give_the_legal_moves)
{
    Tally tally = new_tally();
    positions_walk(SEED + 1, ALL_TEXT_POSITIONS, assert_all_texts, &tally);
    positions_scatter(SEED + 1, ALL_TEXT_POSITIONS, assert_all_texts, &tally);
}

Test(notation, texts_that_are_no_moves)
{
    static const char *const TEXTS[] = {
        "",     "e",    "e2",   "e2e",  "e2e4 ", " e2e4", "e2-e4", "e2e4q", "e2e5",
        "E2E4", "e2E4", "e9e4", "i2i4", "e0e4",  "a1a1",  "0000",  "b1b1",  "e7e5",
        "e1g1", "e1h1", "e1e1", "O-O",  "0-0-0", "(none", "Nf3",   "e3e4",  "e2e4e5"};
    const Board board = parse_board(FEN_START, false);
    for (int i = 0; i < (int)(sizeof TEXTS / sizeof TEXTS[0]); i++)
        cr_assert_eq(parse(&board, TEXTS[i]), MOVE_NONE, "'%s'", TEXTS[i]);
    cr_assert_eq(notation_parse_uci(&board, "e2\0e4", 5), MOVE_NONE);
    cr_assert_eq(notation_parse_uci(&board, "\xff\xfe\xfd\xfc", 4), MOVE_NONE);
}

Test(notation, no_move_is_four_zeros)
{
    char text[UCI_MOVE_BYTES];
    notation_write_uci(MOVE_NONE, false, text);
    cr_assert_str_eq(text, "0000");
    notation_write_uci(MOVE_NULL, true, text);
    cr_assert_str_eq(text, "0000");
}

Test(notation, castling_has_two_spellings)
{
    const Board board = parse_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false);
    const Move king_side = move_make_kind(SQ_E1, SQ_H1, MOVE_CASTLING);
    const Move queen_side = move_make_kind(SQ_E1, SQ_A1, MOVE_CASTLING);
    cr_assert_eq(parse(&board, "e1g1"), king_side);
    cr_assert_eq(parse(&board, "e1h1"), king_side);
    cr_assert_eq(parse(&board, "e1c1"), queen_side);
    cr_assert_eq(parse(&board, "e1a1"), queen_side);
    cr_assert_eq(parse(&board, "e1b1"), MOVE_NONE);
    cr_assert_eq(parse(&board, "e1f1"), move_make(SQ_E1, SQ_F1));
    cr_assert_eq(parse(&board, "h1g1"), move_make(SQ_H1, SQ_G1));
    char text[UCI_MOVE_BYTES];
    notation_write_uci(king_side, false, text);
    cr_assert_str_eq(text, "e1g1");
    notation_write_uci(king_side, true, text);
    cr_assert_str_eq(text, "e1h1");
    notation_write_uci(queen_side, false, text);
    cr_assert_str_eq(text, "e1c1");
    notation_write_uci(queen_side, true, text);
    cr_assert_str_eq(text, "e1a1");

    // Without the right the same squares are an illegal step.
    const Board bare = parse_board("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", false);
    cr_assert_eq(parse(&bare, "e1g1"), MOVE_NONE);
    cr_assert_eq(parse(&bare, "e1h1"), MOVE_NONE);
    // A queen that goes two squares along the rank does not castle.
    const Board queen = parse_board("3k4/8/8/8/8/8/K7/4Q2R w - - 0 1", false);
    cr_assert_eq(parse(&queen, "e1g1"), move_make(SQ_E1, SQ_G1));
}

// The king of Chess960 may reach its goal by a step: then the target square is that step.
Test(notation, chess960_steps_and_castlings)
{
    const Board board = parse_board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", true);
    cr_assert_eq(parse(&board, "f1g1"), move_make_kind(SQ_F1, SQ_G1, MOVE_CASTLING));
    const Board apart = parse_board("4k3/8/8/8/8/8/8/5K1R w H - 0 1", true);
    cr_assert_eq(parse(&apart, "f1g1"), move_make(SQ_F1, SQ_G1));
    cr_assert_eq(parse(&apart, "f1h1"), move_make_kind(SQ_F1, SQ_H1, MOVE_CASTLING));
    const Board black =
        parse_board("nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8", true);
    cr_assert_eq(parse(&black, "e8d8"), move_make_kind(SQ_E8, SQ_D8, MOVE_CASTLING));
}
