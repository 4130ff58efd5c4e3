// SPDX-License-Identifier: GPL-3.0-or-later
// EPD and FEN lines: positions, operations, and what is no clock.
#include <criterion/criterion.h>
#include <string.h>

#include "book/epd.h"
#include "book/support.h"
#include "position/generate.h"
#include "position/notation.h"

static Board read_line(const char *line, Text *rest)
{
    Board board;
    ErrorText message = {""};
    cr_assert_eq(epd_read(text_of(line), &board, rest, &message), STATUS_OK, "%s: %s", line,
                 message.text);
    return board;
}

static int count_moves(const Board *board)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    return generate_count(&kernels, board);
}

#define OPENING "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq "

Test(epd, en_passant_with_and_without_operations)
{
    static const char *const LINES[] = {
        OPENING "e6",
        OPENING "e6 hmvc 0; fmvn 3; id \"x; y\";",
    };
    for (size_t i = 0; i < 2; i++) {
        Text rest;
        const Board board = read_line(LINES[i], &rest);
        cr_assert_eq(count_moves(&board), 31, "%s", LINES[i]);
        cr_assert_neq(notation_parse_uci(&board, "d5e6", 4), MOVE_NONE);
    }
    Text rest;
    const Board without = read_line(OPENING "- 0 3", &rest);
    cr_assert_eq(count_moves(&without), 30);
    cr_assert_eq(notation_parse_uci(&without, "d5e6", 4), MOVE_NONE);
    cr_assert_eq(without.fullmove_number, 3);
}

Test(epd, only_some_operations_are_clocks)
{
    Text rest;
    Board board = read_line(OPENING "- hmvc 7; fmvn 12;", &rest);
    cr_assert_eq(board.halfmove_clock, 7);
    cr_assert_eq(board.fullmove_number, 12);
    board = read_line(OPENING "- fmvn 12; c0 \"hmvc 9;\"; acd 30; ce 55;", &rest);
    cr_assert_eq(board.halfmove_clock, 0);
    cr_assert_eq(board.fullmove_number, 12);
    board = read_line(OPENING "- bm e4; dm 3;", &rest);
    cr_assert_eq(board.halfmove_clock, 0);
    cr_assert_eq(board.fullmove_number, 1);
    board = read_line(OPENING "- 4 9", &rest);
    cr_assert_eq(board.halfmove_clock, 4);
    cr_assert_eq(board.fullmove_number, 9);
    cr_assert_eq(text_trim(rest).length, 0);
}

Test(epd, operations_end_outside_quotes)
{
    Text rest = text_of(" hmvc 0; id \"x; y\"; ;; bm e4 Nf3 ;pv");
    Text opcode, operands;
    cr_assert(epd_next_operation(&rest, &opcode, &operands));
    cr_assert(text_equals(opcode, "hmvc") && text_equals(operands, "0"));
    cr_assert(epd_next_operation(&rest, &opcode, &operands));
    cr_assert(text_equals(opcode, "id") && text_equals(operands, "\"x; y\""));
    cr_assert(epd_next_operation(&rest, &opcode, &operands));
    cr_assert(text_equals(opcode, "bm") && text_equals(operands, "e4 Nf3"));
    cr_assert(epd_next_operation(&rest, &opcode, &operands));
    cr_assert(text_equals(opcode, "pv") && operands.length == 0);
    cr_assert_not(epd_next_operation(&rest, &opcode, &operands));
    // A quote that is never closed ends with the line.
    rest = text_of("id \"x; y");
    cr_assert(epd_next_operation(&rest, &opcode, &operands));
    cr_assert(text_equals(operands, "\"x; y"));
    cr_assert_not(epd_next_operation(&rest, &opcode, &operands));
}

Test(epd, bad_positions_keep_what_was_there)
{
    static const char *const LINES[] = {
        "",
        "8/8/8/8/8/8/8/8 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq -",
        "e2e4",
        "99999999999999999999999999999999999999999999999999999999999999999999999999999999999999/8",
    };
    const Board before = support_after("e2e4");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        Board board = before;
        Text rest = {NULL, 0};
        ErrorText message = {""};
        cr_assert_eq(epd_read(text_of(LINES[i]), &board, &rest, &message), STATUS_BAD_INPUT, "%s",
                     LINES[i]);
        cr_assert_neq(message.text[0], '\0', "%s", LINES[i]);
        cr_assert_eq(memcmp(&board, &before, sizeof board), 0, "%s", LINES[i]);
        cr_assert_eq(rest.data, NULL);
    }
}

Test(epd, a_nul_ends_no_field)
{
    static const char LINE[] = "4k3/8/8/8/8/8/8/4K2R\0/8 w K - bm Rh8+;";
    Board board;
    ErrorText message;
    Text rest = {"kept", 4};
    cr_assert_eq(epd_read((Text){LINE, sizeof LINE - 1}, &board, &rest, &message),
                 STATUS_BAD_INPUT);
    cr_assert_str_neq(message.text, "");
    cr_assert(text_equals(rest, "kept"));
}
