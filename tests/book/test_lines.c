// SPDX-License-Identifier: GPL-3.0-or-later
// The text format, line by line.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "book/lines.h"
#include "book/support.h"
#include "position/notation.h"

static BookLine line;

static void read_good(const char *text)
{
    ErrorText error = {""};
    cr_assert_eq(book_line_read(text_of(text), &line, &error), STATUS_OK, "%s: %s", text,
                 error.text);
}

static void assert_moves(const char *text, const char *wanted)
{
    read_good(text);
    char found[512] = "";
    for (int i = 0; i < line.count; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(line.moves[i].move, false, move);
        strcat(found, move);
        strcat(found, line.moves[i].is_marked ? "? " : " ");
    }
    cr_assert_str_eq(found, wanted, "%s", text);
}

Test(lines, moves_numbers_comments_marks)
{
    assert_moves("e2e4 e7e5", "e2e4 e7e5 ");
    assert_moves("1. e2e4 e7e5 2. g1f3", "e2e4 e7e5 g1f3 ");
    assert_moves("1.e2e4 e7e5 2.g1f3 2...b8c6 17", "e2e4 e7e5 g1f3 b8c6 ");
    assert_moves("\te2e4   e7e5 # the rest d2d4", "e2e4 e7e5 ");
    assert_moves("e2e4#e7e5", "e2e4 ");
    assert_moves("e2e4 f7f5? e4f5", "e2e4 f7f5? e4f5 ");
    assert_moves("e2e4? e7e5?", "e2e4? e7e5? ");
    assert_moves("", "");
    assert_moves("   ", "");
    assert_moves("# e2e5 is not read", "");
    assert_moves("1. 2. 3", "");
    // Both spellings of castling, and en passant.
    assert_moves("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 ");
    assert_moves("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 ");
    assert_moves("e2e4 a7a6 e4e5 d7d5 e5d6?", "e2e4 a7a6 e4e5 d7d5 e5d6? ");
}

Test(lines, other_positions)
{
    assert_moves("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q e8e7", "a7a8q e8e7 ");
    cr_assert(line.has_position && !line.is_alternatives);
    assert_moves("4k3/P7/8/8/8/8/8/4K3 w - - bm a8=Q Kd2; am a8=N; id \"a # b\"; # bm e9",
                 "a7a8q e1d2 a7a8n? ");
    cr_assert(line.has_position && line.is_alternatives);
    assert_moves("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;", "e2e4 ");
    // A position alone is an opening without a move to play.
    assert_moves("rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6", "");
    cr_assert(line.has_position);
}

Test(lines, bad_lines_say_why)
{
    static const char *const LINES[][2] = {
        {"e2e5", "move 1, 'e2e5', is not legal"},
        {"e2e4 e7e5 e4e5", "move 3, 'e4e5', is not legal"},
        {"e4 e5", "move 1, 'e4', is not legal"},
        {"e2e4!", "'e2e4!'"},
        {"e2e4?\?", "'e2e4?\?'"},
        {"?", "'?'"},
        {"e2e4 1-0", "'1-0'"},
        {"4k3/8/8/8/8/8/8/8 w - - moves e1e2", "king"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - bm a8;", "'a8' is not legal"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - moves a7a8", "'a7a8', is not legal"},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        ErrorText error = {""};
        cr_assert_eq(book_line_read(text_of(LINES[i][0]), &line, &error), STATUS_BAD_INPUT, "%s",
                     LINES[i][0]);
        cr_assert_neq(strstr(error.text, LINES[i][1]), NULL, "%s: %s", LINES[i][0], error.text);
    }
}

Test(lines, more_moves_than_a_line_holds)
{
    enum { CYCLES = BOOK_LINE_PLIES_MAX / 4 + 1 };
    static const char CYCLE[] = "g1f3 g8f6 f3g1 f6g8 ";
    static char text[CYCLES * sizeof CYCLE];
    for (int i = 0; i < CYCLES; i++)
        memcpy(text + (size_t)i * (sizeof CYCLE - 1), CYCLE, sizeof CYCLE);
    ErrorText error = {""};
    cr_assert_eq(book_line_read(text_of(text), &line, &error), STATUS_BAD_INPUT);
    cr_assert_neq(strstr(error.text, "more than 1024 moves"), NULL, "%s", error.text);
}

Test(lines, entries_of_a_line)
{
    read_good("e2e4 e7e5? g1f3");
    BookTable table = {0};
    cr_assert_eq(book_line_add(&line, &table, NULL), STATUS_OK);
    cr_assert_eq(book_line_add(&line, &table, NULL), STATUS_OK);
    cr_assert_eq(table.count, 6);
    book_table_finish(&table);
    cr_assert_eq(table.count, 3);
    int marked = 0;
    for (size_t i = 0; i < table.count; i++) {
        cr_assert_eq(table.entries[i].weight, 2);
        marked += table.entries[i].is_marked;
    }
    cr_assert_eq(marked, 1);
    book_table_free(&table);
}
