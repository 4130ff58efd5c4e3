// SPDX-License-Identifier: GPL-3.0-or-later
// Moves in algebraic notation: every legal move there and back in all spellings, and refusals.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "position/san.h"
#include "support/positions.h"

enum { SEED = 11, WALK_POSITIONS = 3000, SCATTER_POSITIONS = 1500, JUNK_TEXTS = 200000 };

typedef struct Tally {
    Kernels kernels;
    int moves;
    int castlings;
    int promotions;
    int en_passants;
    int mates;
} Tally;

static Board parse_board(const char *fen, bool chess960)
{
    Board board;
    ErrorText error;
    cr_assert_eq(fen_parse(fen, chess960, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}

static void assert_reads(const Board *board, const char *text, Move wanted)
{
    Move move = MOVE_NONE;
    ErrorText error = {""};
    cr_assert_eq(san_parse(board, text_of(text), &move, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(move, wanted, "%s", text);
}

static void assert_refuses(const Board *board, const char *text, const char *reason)
{
    Move move = MOVE_NULL;
    ErrorText error = {""};
    cr_assert_eq(san_parse(board, text_of(text), &move, &error), STATUS_BAD_INPUT, "%s", text);
    cr_assert_eq(move, MOVE_NULL, "%s: the move is untouched", text);
    cr_assert_neq(strstr(error.text, reason), NULL, "%s: '%s' holds no '%s'", text, error.text,
                  reason);
}

// The same move with its whole origin, with and without a hyphen, and with marks that are wrong.
static void assert_long_spellings(const Board *board, Move move)
{
    if (move_kind(move) == MOVE_CASTLING)
        return;
    char uci[UCI_MOVE_BYTES];
    notation_write_uci(move, true, uci);
    const char *const letter =
        (const char *[]){"", "N", "B", "R", "Q", "K"}[piece_type(board->mailbox[move_from(move)])];
    char text[SAN_TEXT_BYTES_MAX];
    snprintf(text, sizeof text, "%s%.2s-%.2s%s%s", letter, uci, uci + 2, uci[4] != '\0' ? "=" : "",
             uci + 4);
    assert_reads(board, text, move);
    snprintf(text, sizeof text, "%s%.2sx%.2s%s#!?", letter, uci, uci + 2, uci + 4);
    assert_reads(board, text, move);
    assert_reads(board, uci, move);
}

static void assert_there_and_back(void *context, const Board *board)
{
    Tally *tally = context;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        char text[SAN_MOVE_BYTES];
        san_write(&tally->kernels, board, move, text);
        assert_reads(board, text, move);
        assert_long_spellings(board, move);
        // No two moves are written alike.
        for (int j = 0; j < i; j++) {
            char other[SAN_MOVE_BYTES];
            san_write(&tally->kernels, board, list.moves[j], other);
            cr_assert_str_neq(text, other);
        }
        tally->moves++;
        tally->castlings += move_kind(move) == MOVE_CASTLING;
        tally->promotions += move_kind(move) == MOVE_PROMOTION;
        tally->en_passants += move_kind(move) == MOVE_EN_PASSANT;
        tally->mates += text[strlen(text) - 1] == '#';
    }
}

Test(san, every_legal_move_there_and_back)
{
    Tally tally = {.moves = 0};
    cr_assert_eq(kernels_init(&tally.kernels, NULL, NULL), STATUS_OK);
    positions_walk(SEED, WALK_POSITIONS, assert_there_and_back, &tally);
    positions_scatter(SEED, SCATTER_POSITIONS, assert_there_and_back, &tally);
    cr_assert_gt(tally.moves, 50000);
    cr_assert_gt(tally.castlings, 100);
    cr_assert_gt(tally.promotions, 100);
    cr_assert_gt(tally.en_passants, 10);
    cr_assert_gt(tally.mates, 10);
}

// One position and what a move of it is called.
typedef struct Written {
    const char *fen;
    const char *uci;
    const char *san;
} Written;

Test(san, the_standard_form)
{
    static const Written CASES[] = {
        {FEN_START, "g1f3", "Nf3"},
        {FEN_START, "e2e4", "e4"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
        {"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"},
        // Origin: the file if it is enough, then the rank, then both.
        {"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"},
        {"2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        // A pinned man does not count.
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
        {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"},
        {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q+"},
        {"8/8/8/3pP3/8/8/8/K6k w - d6 0 1", "e5d6", "exd6"},
        {"k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"},
    };
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Board board = parse_board(CASES[i].fen, false);
        const Move move = notation_parse_uci(&board, CASES[i].uci, (int)strlen(CASES[i].uci));
        cr_assert_neq(move, MOVE_NONE, "%s %s", CASES[i].fen, CASES[i].uci);
        char text[SAN_MOVE_BYTES];
        san_write(&kernels, &board, move, text);
        cr_assert_str_eq(text, CASES[i].san);
    }
}

Test(san, spellings_of_castling)
{
    const Board board = parse_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false);
    const Move king_side = move_make_kind(SQ_E1, SQ_H1, MOVE_CASTLING);
    const Move queen_side = move_make_kind(SQ_E1, SQ_A1, MOVE_CASTLING);
    assert_reads(&board, "O-O", king_side);
    assert_reads(&board, "0-0", king_side);
    assert_reads(&board, "o-o+", king_side);
    assert_reads(&board, "e1g1", king_side);
    assert_reads(&board, "O-O-O", queen_side);
    assert_reads(&board, "0-0-0!?", queen_side);
    assert_reads(&board, "e1c1", queen_side);
    const Board without = parse_board("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", false);
    assert_refuses(&without, "O-O", "not legal");
    const Board fischer = parse_board("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", true);
    assert_reads(&fischer, "O-O", move_make_kind(SQ_D1, SQ_G1, MOVE_CASTLING));
    assert_reads(&fischer, "O-O-O", move_make_kind(SQ_D1, 1, MOVE_CASTLING));
}

Test(san, spellings_of_promotion)
{
    const Board board = parse_board("8/P6k/8/8/8/8/8/K7 w - - 0 1", false);
    const Move queen = move_make_promotion(48, SQ_A8, QUEEN);
    static const char *const SPELLINGS[] = {"a8=Q+", "a8Q",     "a8(Q)", "a8=q",  "a7a8Q",
                                            "a8=Q#", "a7-a8=Q", "a8/Q",  "Pa8=Q", "a7a8q"};
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof SPELLINGS[0]; i++)
        assert_reads(&board, SPELLINGS[i], queen);
    assert_reads(&board, "a8=N", move_make_promotion(48, SQ_A8, KNIGHT));
    assert_refuses(&board, "a8", "not legal");
    assert_refuses(&board, "a8=K", "no move");
    assert_refuses(&board, "a8=P", "no move");
    assert_refuses(&board, "a8(Q", "no move");
    assert_refuses(&board, "a8)", "no move");
    assert_refuses(&board, "Ka2=Q", "not legal");
}

Test(san, other_spellings)
{
    const Board board = parse_board("4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", false);
    const Move capture = move_make_kind(36, 43, MOVE_EN_PASSANT);
    assert_reads(&board, "exd6", capture);
    assert_reads(&board, "exd6e.p.", capture);
    assert_reads(&board, "exd6ep+", capture);
    assert_reads(&board, "ed6", capture);
    assert_reads(&board, "e5xd6", capture);
    assert_reads(&board, "e:d6", capture);
    assert_refuses(&board, "d6", "not legal"); // a pawn that takes tells its file
    const Board knights = parse_board("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false);
    assert_refuses(&knights, "Nd2", "any of 2");
    assert_reads(&knights, "Nbd2", move_make(1, 11));
    assert_reads(&knights, "Nb1d2", move_make(1, 11));
    assert_refuses(&knights, "Rd2", "not legal");
}

Test(san, texts_that_are_no_moves)
{
    const Board board = parse_board(FEN_START, false);
    static const char *const TEXTS[] = {
        "",    "e",   "4",    "N",      "x",  "+",   "?!",
        "e9",  "i4",  "Nf",   "e2e4e5", "--", "Z0",  "O-O-O-O",
        "O-",  "-O-", "e.p.", "ep",     "=Q", "(Q)", "Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3Nf3",
        "nf3", "1-0",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        assert_refuses(&board, TEXTS[i], "no move");
    Move move = MOVE_NONE;
    cr_assert_eq(san_parse(&board, (Text){"e4\0", 3}, &move, NULL), STATUS_BAD_INPUT);
    cr_assert_eq(san_parse(&board, (Text){NULL, 0}, &move, NULL), STATUS_BAD_INPUT);
}

// Whatever is read is legal; nothing crashes.
Test(san, junk)
{
    static const char LETTERS[] = "abcdefgh12345678NBRQKPOo0x:-=()/+#!?qep. \xff";
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    const Board board =
        parse_board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false);
    Rng rng = rng_seeded(SEED);
    int read = 0;
    for (int i = 0; i < JUNK_TEXTS; i++) {
        char text[8];
        const size_t length = rng_below(&rng, sizeof text);
        for (size_t c = 0; c < length; c++)
            text[c] = LETTERS[rng_below(&rng, sizeof LETTERS)];
        Move move = MOVE_NONE;
        if (san_parse(&board, (Text){text, length}, &move, NULL) != STATUS_OK)
            continue;
        cr_assert(generate_contains(&kernels, &board, move), "%.*s", (int)length, text);
        read++;
    }
    cr_assert_gt(read, 10);
}
