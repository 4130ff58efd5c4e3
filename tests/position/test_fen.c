// SPDX-License-Identifier: GPL-3.0-or-later
// FEN: what is read, what is read around with a message, what is refused; and hostile text.
#include <criterion/criterion.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "support/positions.h"
#include "tests/position/slow.h"

enum { SEED = 1, WALK_POSITIONS = 20000, SCATTER_POSITIONS = 10000 };

static Kernels scalar_kernels(void)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, "scalar", NULL), STATUS_OK);
    return kernels;
}

static int count_moves(const Board *board)
{
    const Kernels kernels = scalar_kernels();
    return generate_count(&kernels, board);
}

// A FEN that is read: the legal moves, a piece of the message ("" = there is none), and what
// fen_write makes of the position.
typedef struct Reading {
    const char *fen;
    bool chess960;
    int moves;
    const char *message;
    const char *written;
} Reading;

static const Reading READINGS[] = {
    // Fields that are missing.
    {"4k3/8/8/8/8/8/4P3/4K3 w", false, 6, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/4P3/4K3 w -", false, 6, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", false, 6, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 7", false, 6, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1"},
    {"4k3/8/8/8/8/8/4P3/4K3", false, 6, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {"  4k3/8/8/8/8/8/4P3/4K3 \t b  - -   3 9  ", false, 5, "", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9"},
    // Castling rights that the board cannot have.
    {"r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1", false, 23, "'Q' ignored",
     "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w kq - 0 1"},
    {"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", false, 4, "'q' ignored",
     "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", false, 20, "'G' ignored",
     "4k3/8/8/8/8/8/8/4K1RR w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w HK - 0 1", false, 15, "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R w A - 0 1", true, 14, "'A' ignored", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
    // An en-passant square without a pawn that just advanced.
    {"rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1", false, 36, "'e6' ignored",
     "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq - 0 1"},
    {"4r3/5P1k/8/4Pp2/8/8/8/4K3 w - f6 0 29", false, 14, "'f6' ignored",
     "4r3/5P1k/8/4Pp2/8/8/8/4K3 w - - 0 29"},
    {"4k3/8/8/8/8/8/8/4K3 w - e4 0 1", false, 5, "'e4' ignored", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - z9 0 1", false, 5, "'z9' ignored", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e6e6 0 1", false, 5, "'e6e6' ignored",
     "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", false, 6, "'d6' ignored",
     "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"},
    // A square that is right but of no use: no legal capture, so nothing to say.
    {"k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", false, 7, "", "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1"},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false, 20, "",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6", false, 31, "",
     "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1"},
    // Clocks.
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 moves", false, 20, "", FEN_START},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 150 200", false, 15, "", "4k3/8/8/8/8/8/8/R3K3 w - - 150 200"},
    {"4k3/8/8/8/8/8/8/R3K3 w - - -5 -1", false, 15, "not a whole number",
     "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 99999999999 99999999999", false, 15, "",
     "4k3/8/8/8/8/8/8/R3K3 w - - 1000 60000"},
    {"4k3/8/8/8/8/8/8/R3K3 w - - x y", false, 15, "not a whole number",
     "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
    // X-FEN and Shredder-FEN.
    {"4k3/8/8/8/8/8/8/4K1RR w K - 0 1", true, 20, "", "4k3/8/8/8/8/8/8/4K1RR w H - 0 1"},
    {"4k3/8/8/8/8/8/8/4K1RR w H - 0 1", true, 20, "", "4k3/8/8/8/8/8/8/4K1RR w H - 0 1"},
    {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", true, 21, "", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"},
    {"nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w KQkq - 0 1", true, 20, "",
     "nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1"},
    {"nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1", true, 20, "",
     "nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1"},
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false, 16, "", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
    {"1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", true, 3, "", "1r2k3/8/8/8/8/8/8/RK6 w A - 0 1"},
    {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true, 5, "", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1"},
    {"nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8", true, 34, "",
     "nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b GDd - 1 8"},
};

Test(fen, readings)
{
    for (int i = 0; i < (int)(sizeof READINGS / sizeof READINGS[0]); i++) {
        const Reading *reading = &READINGS[i];
        Board board;
        ErrorText message = {"old"};
        cr_assert_eq(fen_parse(reading->fen, reading->chess960, &board, &message), STATUS_OK,
                     "%s: %s", reading->fen, message.text);
        cr_assert_eq(count_moves(&board), reading->moves, "%s: %d moves", reading->fen,
                     count_moves(&board));
        if (reading->message[0] == '\0')
            cr_assert_str_empty(message.text, "%s: %s", reading->fen, message.text);
        else
            cr_assert_not_null(strstr(message.text, reading->message), "%s: %s", reading->fen,
                               message.text);
        char written[FEN_BYTES];
        fen_write(&board, reading->chess960, written);
        cr_assert_str_eq(written, reading->written);
    }
}

// A FEN that is refused, and a piece of the reason.
typedef struct Refusal {
    const char *fen;
    const char *reason;
} Refusal;

static const Refusal REFUSALS[] = {
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move stands in check"},
    {"5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1", "not to move stands in check"},
    {"4kK2/8/8/8/8/8/8/8 w - - 0 1", "not to move stands in check"},
    {"rnbqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Black has 17 men"},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"},
    {"kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1",
     "White has 32 men"},
    {"4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1", "not to move stands in check"},
    {"", "not complete"},
    {"   ", "not complete"},
    {"8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"},
    {"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "first or last rank"},
    {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "first or last rank"},
    {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "not complete"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", "not complete"},
    {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "too many ranks"},
    {"4k3/8/7/8/8/8/8/4K3 w - - 0 1", "rank 6"},
    {"4k3/8/8/8/9/8/8/4K3 w - - 0 1", "'9' is no piece"},
    {"4k3/8/8/8/08/8/8/4K3 w - - 0 1", "'0' is no piece"},
    {"4k3/8/8/8/?7/8/8/4K3 w - - 0 1", "'?' is no piece"},
    {"4k3/8/8/8/X7/8/8/4K3 w - - 0 1", "'X' is no piece"},
    {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "too many ranks"},
    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "'W' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "'white' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 w Z - 0 1", "'Z' is no castling right"},
    {"4k3/8/8/8/8/8/8/4K3 w -- - 0 1", "'-' is no castling right"},
    {"startpos", "'s' is no piece"},
};

Test(fen, refusals_name_the_reason_and_leave_the_board)
{
    Board before;
    memset(&before, 0x5a, sizeof before);
    for (int i = 0; i < (int)(sizeof REFUSALS / sizeof REFUSALS[0]); i++) {
        const Refusal *refusal = &REFUSALS[i];
        for (int chess960 = 0; chess960 < 2; chess960++) {
            Board board;
            memcpy(&board, &before, sizeof board);
            ErrorText message = {""};
            cr_assert_eq(fen_parse(refusal->fen, chess960, &board, &message), STATUS_BAD_INPUT,
                         "%s", refusal->fen);
            cr_assert_not_null(strstr(message.text, refusal->reason), "%s: %s", refusal->fen,
                               message.text);
            cr_assert_eq(memcmp(&board, &before, sizeof board), 0, "%s", refusal->fen);
            cr_assert_eq(fen_parse(refusal->fen, chess960, &board, NULL), STATUS_BAD_INPUT);
        }
    }
}

static Board play(const char *fen, const char *const *moves, int count)
{
    Board board;
    cr_assert_eq(fen_parse(fen, false, &board, NULL), STATUS_OK, "%s", fen);
    for (int i = 0; i < count; i++) {
        const Move move = notation_parse_uci(&board, moves[i], 4);
        cr_assert_neq(move, MOVE_NONE, "%s", moves[i]);
        Board child;
        position_apply_move(&board, move, &child);
        board = child;
    }
    return board;
}

Test(fen, en_passant_takes_the_checking_pawn)
{
    static const char *const MOVES[] = {"h7h5"};
    const Board board = play("4r1k1/7p/p3pQp1/3p2P1/1p1P1RK1/2P5/7q/8 b - - 0 1", MOVES, 1);
    cr_assert(position_in_check(&board));
    cr_assert_eq(count_moves(&board), 2);
    cr_assert_neq(notation_parse_uci(&board, "g4f3", 4), MOVE_NONE);
    cr_assert_eq(notation_parse_uci(&board, "g5h6", 4), move_make_kind(38, 47, MOVE_EN_PASSANT));
}

Test(fen, a_piece_on_the_en_passant_square_takes_nothing)
{
    static const char *const MOVES[] = {"a2a3", "g8f6", "h2h3", "f6d5", "e2e4", "d5e3"};
    const Board board = play(FEN_START, MOVES, 6);
    char written[FEN_BYTES];
    fen_write(&board, false, written);
    cr_assert_str_eq(written, "rnbqkb1r/pppppppp/8/8/4P3/P3n2P/1PPP1PP1/RNBQKBNR w KQkq - 1 4");
    cr_assert_eq(count_moves(&board), 30);
    cr_assert_neq(notation_parse_uci(&board, "d2e3", 4), MOVE_NONE);
    cr_assert_neq(notation_parse_uci(&board, "f2e3", 4), MOVE_NONE);
}

Test(fen, x_fen_and_shredder_fen_say_the_same)
{
    static const char *const PAIRS[][2] = {
        {"4k3/8/8/8/8/8/8/R1R1K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w HA - 0 1"},
        {"4k3/8/8/8/8/8/8/R1R1K1RR w GQ - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w GA - 0 1"},
        {"4k3/8/8/8/8/8/8/R1R1K1RR w KC - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w HC - 0 1"},
        {"r1r1k1rr/8/8/8/8/8/8/4K3 b gc - 0 1", "r1r1k1rr/8/8/8/8/8/8/4K3 b gc - 0 1"},
        {"r1r1k1rr/8/8/8/8/8/8/4K3 b kq - 0 1", "r1r1k1rr/8/8/8/8/8/8/4K3 b ha - 0 1"},
    };
    for (int i = 0; i < (int)(sizeof PAIRS / sizeof PAIRS[0]); i++) {
        Board boards[2];
        char written[FEN_BYTES];
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(fen_parse(PAIRS[i][k], true, &boards[k], NULL), STATUS_OK);
            fen_write(&boards[k], false, written);
            cr_assert_str_eq(written, PAIRS[i][0]);
            fen_write(&boards[k], true, written);
            cr_assert_str_eq(written, PAIRS[i][1]);
        }
        cr_assert(slow_boards_equal(&boards[0], &boards[1]), "%s", PAIRS[i][0]);
    }
}

static void assert_reads_back(const char *fen, bool chess960, const Board *board)
{
    Board again;
    ErrorText message;
    cr_assert_eq(fen_parse(fen, chess960, &again, &message), STATUS_OK, "%s: %s", fen,
                 message.text);
    cr_assert_str_empty(message.text, "%s: %s", fen, message.text);
    cr_assert(slow_boards_equal(&again, board), "%s", fen);
}

// True if every right is one of standard chess.
static bool is_standard(const Board *board)
{
    static const Square ROOKS[CASTLING_RIGHT_COUNT] = {SQ_H1, SQ_A1, SQ_H8, SQ_A8};
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        if (board->castling_rook[right] != NO_SQUARE &&
            (board->castling_rook[right] != ROOKS[right] ||
             square_file(board->king_square[right / 2]) != 4))
            return false;
    }
    return true;
}

static void assert_round_trip(void *context, const Board *board)
{
    int *standard = context;
    char fen[FEN_BYTES];
    memset(fen, 'x', sizeof fen);
    fen_write(board, true, fen);
    cr_assert_lt(strnlen(fen, sizeof fen), sizeof fen);
    assert_reads_back(fen, true, board);
    if (is_standard(board))
        assert_reads_back(fen, false, board);
    fen_write(board, false, fen);
    assert_reads_back(fen, true, board);
    if (is_standard(board)) {
        assert_reads_back(fen, false, board);
        *standard += 1;
    }
}

Test(fen, round_trips)
{
    int standard = 0;
    positions_walk(SEED, WALK_POSITIONS, assert_round_trip, &standard);
    positions_scatter(SEED, SCATTER_POSITIONS, assert_round_trip, &standard);
    cr_assert_gt(standard, (WALK_POSITIONS + SCATTER_POSITIONS) / 4);
    cr_assert_lt(standard, WALK_POSITIONS + SCATTER_POSITIONS);
}

// The longest text: every square written on its own, all rights, an en-passant square, the largest
// counters.
Test(fen, the_longest_fen_fits)
{
    Board board;
    cr_assert_eq(fen_parse("r1r1k1r1/1p3p1p/n1n1b1b1/1q1pP1P1/P1P1P1P1/1N1B1Q1B/P1P5/R1R1K1R1 w "
                           "GCgc d6 1000 60000",
                           true, &board, NULL),
                 STATUS_OK);
    char fen[FEN_BYTES];
    fen_write(&board, true, fen);
    cr_assert_lt(strlen(fen), FEN_BYTES - 1);
    assert_reads_back(fen, true, &board);
}
