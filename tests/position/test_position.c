// SPDX-License-Identifier: GPL-3.0-or-later
// Making moves: every field of the child against the rules played on a mailbox and against a board
// completed from its men alone.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "support/naive.h"
#include "support/positions.h"
#include "tests/position/slow.h"

enum { SEED = 5, WALK_POSITIONS = 12000, SCATTER_POSITIONS = 4000, ATTACK_POSITIONS = 400 };

typedef struct Tally {
    Kernels kernels;
    int moves;
    int kinds[4]; // by MoveKind
    int en_passant_squares;
    int double_steps;
    int rights_lost;
} Tally;

// The square passed by a double step, or NO_SQUARE.
static Square passed_square(const Board *parent, Move move)
{
    const bool is_pawn = piece_type(parent->mailbox[move_from(move)]) == PAWN;
    const bool is_double = abs(move_to(move) - move_from(move)) == 16;
    return is_pawn && is_double ? (move_from(move) + move_to(move)) / 2 : NO_SQUARE;
}

// True if the naive generator finds a capture on the en-passant square `target`.
static bool en_passant_exists(const Board *board, Square target)
{
    Board asked = *board;
    asked.en_passant = (uint8_t)target;
    MoveList list;
    naive_generate(&asked, &list);
    for (int i = 0; i < list.count; i++) {
        if (move_kind(list.moves[i]) == MOVE_EN_PASSANT)
            return true;
    }
    return false;
}

// Drops from `board` the castling rights that `move` ended: of who castled, and where king or rook
// no longer stand on their squares.
static void drop_rights(const Board *parent, Move move, Board *board)
{
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        const Colour colour = right / 2;
        const Square rook = parent->castling_rook[right];
        const bool castled = colour == parent->side_to_move && move_kind(move) == MOVE_CASTLING;
        if (rook == NO_SQUARE || castled || board->mailbox[rook] != piece_make(colour, ROOK) ||
            board->mailbox[parent->king_square[colour]] != piece_make(colour, KING))
            board->castling_rook[right] = NO_SQUARE;
    }
}

// The board after `move` from the rules alone.
static Board rebuilt(const Board *parent, Move move)
{
    Board board;
    memset(&board, 0xa5, sizeof board);
    slow_apply(parent, move, board.mailbox);
    board.side_to_move = !parent->side_to_move;
    memcpy(board.castling_rook, parent->castling_rook, sizeof board.castling_rook);
    drop_rights(parent, move, &board);
    board.en_passant = (uint8_t)passed_square(parent, move);
    const bool is_pawn = piece_type(parent->mailbox[move_from(move)]) == PAWN;
    const bool is_capture =
        move_kind(move) != MOVE_CASTLING && parent->mailbox[move_to(move)] != NO_PIECE;
    const int clock = is_pawn || is_capture ? 0 : parent->halfmove_clock + 1;
    board.halfmove_clock = (uint16_t)(clock < HALFMOVE_CLOCK_MAX ? clock : HALFMOVE_CLOCK_MAX);
    board.fullmove_number = (uint16_t)(parent->fullmove_number + parent->side_to_move);
    ErrorText error = {""};
    cr_assert_eq(position_complete(&board, &error), STATUS_OK, "%s", error.text);
    return board;
}

static void assert_child(Tally *tally, const Board *parent, Move move)
{
    Board child;
    position_apply_move(parent, move, &child);
    const Board expected = rebuilt(parent, move);
    char fen[FEN_BYTES];
    if (!slow_boards_equal(&child, &expected)) {
        char text[UCI_MOVE_BYTES];
        fen_write(parent, true, fen);
        notation_write_uci(move, true, text);
        cr_assert_fail("%s: %s", fen, text);
    }
    const Square passed = passed_square(parent, move);
    if (passed != NO_SQUARE) {
        fen_write(parent, true, fen);
        cr_assert_eq(child.en_passant != NO_SQUARE, en_passant_exists(&child, passed), "%s: %04x",
                     fen, move);
        tally->double_steps++;
    } else {
        cr_assert_eq(child.en_passant, NO_SQUARE);
    }
    tally->moves++;
    tally->kinds[move_kind(move)]++;
    tally->en_passant_squares += child.en_passant != NO_SQUARE;
    tally->rights_lost += child.castling_rights != parent->castling_rights;
}

static void assert_pass(const Board *parent)
{
    if (position_in_check(parent))
        return;
    Board child;
    position_apply_null(parent, &child);
    Board expected = *parent;
    expected.side_to_move ^= 1;
    expected.en_passant = NO_SQUARE;
    expected.halfmove_clock = (uint16_t)(parent->halfmove_clock + 1);
    expected.fullmove_number = (uint16_t)(parent->fullmove_number + parent->side_to_move);
    cr_assert_eq(position_complete(&expected, NULL), STATUS_OK);
    cr_assert(slow_boards_equal(&child, &expected));
}

static void assert_children(void *context, const Board *board)
{
    Tally *tally = context;
    const Board before = *board;
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    for (int i = 0; i < list.count; i++)
        assert_child(tally, board, list.moves[i]);
    assert_pass(board);
    cr_assert(slow_boards_equal(board, &before), "the parent was changed");
}

static Tally new_tally(void)
{
    Tally tally = {.moves = 0};
    cr_assert_eq(kernels_init(&tally.kernels, NULL, NULL), STATUS_OK);
    return tally;
}

static void assert_every_kind_was_met(const Tally *tally)
{
    fprintf(stderr, "%d moves, %d en passant, %d castlings, %d promotions, %d squares, %d rights\n",
            tally->moves, tally->kinds[MOVE_EN_PASSANT], tally->kinds[MOVE_CASTLING],
            tally->kinds[MOVE_PROMOTION], tally->en_passant_squares, tally->rights_lost);
    cr_assert_gt(tally->moves, 40000);
    cr_assert_gt(tally->kinds[MOVE_EN_PASSANT], 15);
    cr_assert_gt(tally->kinds[MOVE_CASTLING], 100);
    cr_assert_gt(tally->kinds[MOVE_PROMOTION], 100);
    cr_assert_gt(tally->en_passant_squares, 40);
    cr_assert_gt(tally->double_steps, 10 * tally->kinds[MOVE_EN_PASSANT]);
    cr_assert_gt(tally->rights_lost, 500);
}

Test(position, children_in_games_equal_the_rules)
{
    Tally tally = new_tally();
    positions_walk(SEED, WALK_POSITIONS, assert_children, &tally);
    assert_every_kind_was_met(&tally);
}

Test(position, children_of_scattered_men_equal_the_rules)
{
    Tally tally = new_tally();
    positions_scatter(SEED, SCATTER_POSITIONS, assert_children, &tally);
    assert_every_kind_was_met(&tally);
}

// Whether a double step leaves an en-passant square behind.
typedef struct DoubleStep {
    const char *fen;
    const char *move;
    bool leaves_square;
} DoubleStep;

static const DoubleStep DOUBLE_STEPS[] = {
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", true},
    {"4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2e4", false},   // nobody beside it
    {"4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4", false},   // no pawn beside it
    {"4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4", false},     // h4 is not beside a4
    {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", false},   // both pawns leave the rank
    {"8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4", false},   // the same from the other side
    {"8/8/8/8/k2p1p1R/8/4P3/4K3 w - - 0 1", "e2e4", true},  // a third pawn stays between
    {"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", false},  // pinned on the file
    {"3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4", true}, // one pinned, one free
    {"8/8/8/2k5/3p4/8/4PB2/4K3 w - - 0 1", "e2e4", true},   // pinned along the capture
    {"8/8/8/4k3/3p4/8/1B2P3/4K3 w - - 0 1", "e2e4", false}, // pinned across it
    {"8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4", true},    // takes the man that checks
    {"8/8/8/8/3p4/8/R3P2k/4K3 w - - 0 1", "e2e4", false},   // check uncovered on the rank
    {"8/8/8/7k/3p4/8/4P3/3BK3 w - - 0 1", "e2e4", false},   // check uncovered on a diagonal
    {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", true},    // Black's step
    {"4k3/3p4/8/4P2r/8/8/8/4K3 b - - 0 1", "d7d5", true},
    {"4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", false},
};

Test(position, en_passant_square_only_for_a_legal_capture)
{
    for (int i = 0; i < (int)(sizeof DOUBLE_STEPS / sizeof DOUBLE_STEPS[0]); i++) {
        const DoubleStep *step = &DOUBLE_STEPS[i];
        Board board;
        cr_assert_eq(fen_parse(step->fen, false, &board, NULL), STATUS_OK, "%s", step->fen);
        const Move move = notation_parse_uci(&board, step->move, 4);
        cr_assert_neq(move, MOVE_NONE, "%s", step->fen);
        Board child;
        position_apply_move(&board, move, &child);
        cr_assert_eq(child.en_passant != NO_SQUARE, step->leaves_square, "%s", step->fen);
        cr_assert_eq(en_passant_exists(&child, passed_square(&board, move)), step->leaves_square,
                     "%s", step->fen);
    }
}

// Transpositions have one key; what may be done next is part of it.
Test(position, keys_tell_positions_apart)
{
    static const char *const FENS[] = {
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",  "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/3p4/4P3/8/8/8/R3K2R w - - 0 1",    "r3k2r/8/8/3Pp3/8/8/8/R3K2R w - - 0 1",
    };
    enum { COUNT = sizeof FENS / sizeof FENS[0] };
    Board boards[COUNT];
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(fen_parse(FENS[i], false, &boards[i], NULL), STATUS_OK);
        for (int k = 0; k < i; k++)
            cr_assert_neq(boards[i].key, boards[k].key, "%d and %d", i, k);
    }
    cr_assert_eq(boards[0].pawn_key, boards[7].pawn_key);
    cr_assert_neq(boards[0].pawn_key, boards[8].pawn_key);
    cr_assert_neq(boards[0].pawn_key, boards[9].pawn_key);
    Board clocked;
    cr_assert_eq(fen_parse("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 30 60", false, &clocked, NULL),
                 STATUS_OK);
    cr_assert_eq(clocked.key, boards[7].key, "the clocks are no part of it");
}

Test(position, counters_stop_at_their_ends)
{
    Board board;
    cr_assert_eq(fen_parse("4k2r/8/8/8/8/8/8/R3K3 b - - 1000 60000", false, &board, NULL),
                 STATUS_OK);
    cr_assert_eq(board.halfmove_clock, HALFMOVE_CLOCK_MAX);
    cr_assert_eq(board.fullmove_number, FULLMOVE_NUMBER_MAX);
    Board child;
    position_apply_move(&board, notation_parse_uci(&board, "h8h7", 4), &child);
    cr_assert_eq(child.halfmove_clock, HALFMOVE_CLOCK_MAX);
    cr_assert_eq(child.fullmove_number, FULLMOVE_NUMBER_MAX);
    position_apply_null(&board, &child);
    cr_assert_eq(child.halfmove_clock, HALFMOVE_CLOCK_MAX);
    cr_assert_eq(child.fullmove_number, FULLMOVE_NUMBER_MAX);
}

static void assert_attackers(void *context, const Board *board)
{
    (void)context;
    Bitboard attacked[COLOUR_COUNT][PIECE_TYPE_COUNT] = {{0}, {0}}; // by men up to the type
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        Bitboard expected = 0;
        for (Square from = 0; from < SQUARE_COUNT; from++)
            expected |= slow_attacks(board->mailbox, from, sq) ? square_bb(from) : 0;
        cr_assert_eq(position_attackers_to(board, sq, board_occupied(board)), expected);
        for (int i = 0; i < COLOUR_COUNT * PIECE_TYPE_COUNT; i++) {
            const Colour colour = i / PIECE_TYPE_COUNT;
            Bitboard men = 0;
            for (PieceType type = PAWN; type <= i % PIECE_TYPE_COUNT; type++)
                men |= board_pieces(board, colour, type);
            attacked[colour][i % PIECE_TYPE_COUNT] |= (expected & men) != 0 ? square_bb(sq) : 0;
        }
    }
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        const Attacks attacks = position_attacks_of(board, colour);
        cr_assert_eq(attacks.by_pawns, attacked[colour][PAWN]);
        cr_assert_eq(attacks.by_minors, attacked[colour][BISHOP]);
        cr_assert_eq(attacks.by_rooks, attacked[colour][ROOK]);
        cr_assert_eq(attacks.by_all, attacked[colour][KING]);
    }
}

Test(position, attackers_equal_walked_rays)
{
    positions_walk(SEED + 1, ATTACK_POSITIONS, assert_attackers, NULL);
    positions_scatter(SEED + 1, ATTACK_POSITIONS, assert_attackers, NULL);
}
