// SPDX-License-Identifier: GPL-3.0-or-later
// Files of every kind, several of them, broken ones, and what is said of bad lines.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/support.h"
#include "position/fen.h"
#include "position/notation.h"

static size_t entries_of(Book *book, int file)
{
    return book_file_entries(book, file);
}

static void assert_says(const SupportNotes *notes, int index, const char *wanted)
{
    cr_assert_lt(index, notes->count);
    cr_assert_neq(strstr(notes->texts[index], wanted), NULL, "'%s' holds no '%s'",
                  notes->texts[index], wanted);
}

// Bad lines are left out with file and line; the others count.
Test(load, openings_of_all_shapes)
{
    static const char TEXT[] =
        "\xef\xbb\xbf"
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6\r\n"
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 hmvc 0; fmvn 3; id \"x; y\";\r\n"
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3   \r\n"
        "\r\n"
        "# a comment line\r\n"
        "e2e4 e7e5   \r\n"
        "e2e5\r\n"
        "8/8/8/8/8/8/8/8 w - -\r\n"
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;";
    char path[SUPPORT_PATH_BYTES];
    support_write_file(TEXT, sizeof TEXT - 1, ".epd", path);
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    ErrorText error = {""};
    cr_assert_eq(book_load_file(book, path, &notes, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(kept.count, 2);
    char where[SUPPORT_PATH_BYTES + 32];
    snprintf(where, sizeof where, "%s:7: line left out:", path);
    assert_says(&kept, 0, where);
    assert_says(&kept, 0, "e2e5");
    snprintf(where, sizeof where, "%s:8: line left out:", path);
    assert_says(&kept, 1, where);
    cr_assert_eq(entries_of(book, 0), 3, "e2e4, e7e5, and the best move of the last line");
    BookMoves moves;
    const Board board =
        support_board("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
    book_find(book, 0, &board, &moves);
    cr_assert_eq(moves.playable_count, 1);
    book_destroy(book);
    remove(path);
}

Test(load, many_bad_lines_are_counted)
{
    static const char TEXT[] = "e2e4\na\nb\nc\nd\ne\n";
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    cr_assert_eq(book_load_text(book, text_of(TEXT), "text", &notes, NULL), STATUS_OK);
    cr_assert_eq(kept.count, BOOK_NOTES_MAX + 1);
    assert_says(&kept, 0, "text:2: line left out: ");
    assert_says(&kept, 2, "text:4: line left out: ");
    assert_says(&kept, 3, "2 more faults");
    book_destroy(book);
}

Test(load, kinds_are_told_apart)
{
    static const char PGN[] = "\r\n[Event \"x\"]\r\n\r\n1. e4 e5 *\r\n";
    static const char *const ENDINGS[] = {".pgn", ".PGN", ".txt", ""};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++) {
        char path[SUPPORT_PATH_BYTES];
        support_write_file(PGN, sizeof PGN - 1, ENDINGS[i], path);
        Book *const book = book_create();
        ErrorText error = {""};
        cr_assert_eq(book_load_file(book, path, NULL, &error), STATUS_OK, "%s", error.text);
        cr_assert_eq(entries_of(book, 0), 2);
        book_destroy(book);
        remove(path);
    }
}

Test(load, broken_files_are_refused_and_nothing_is_lost)
{
    Book *const book = book_create();
    cr_assert_eq(book_load_text(book, text_of("e2e4\n"), "good", NULL, NULL), STATUS_OK);
    static const char *const CASES[][3] = {
        {"", ".bin", "no whole number"},
        {"truncated", ".bin", "no whole number"},
        {"zzzzzzzzzzzzzzzzaaaaaaaaaaaaaaaa", ".bin", "out of order"},
        {"", ".txt", "no move of it"},
        {"# nothing\n", ".txt", "no move of it"},
        {"e2e5\n", ".txt", "no move of it"},
        {"", ".pgn", "no move of it"},
        {"[Event \"x\"]\n\n*\n", ".pgn", "no move of it"},
        {"[Event \"x\"]\n\n1. e5 *\n", ".pgn", "no move of it"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char path[SUPPORT_PATH_BYTES];
        support_write_file(CASES[i][0], strlen(CASES[i][0]), CASES[i][1], path);
        ErrorText error = {""};
        cr_assert_eq(book_load_file(book, path, NULL, &error), STATUS_BAD_INPUT, "case %zu", i);
        cr_assert_neq(strstr(error.text, CASES[i][2]), NULL, "case %zu: %s", i, error.text);
        cr_assert_neq(strstr(error.text, path), NULL, "case %zu: %s", i, error.text);
        remove(path);
    }
    ErrorText error = {""};
    cr_assert_eq(book_load_file(book, "/no/such/book.txt", NULL, &error), STATUS_IO);
    cr_assert_neq(strstr(error.text, "/no/such/book.txt"), NULL, "%s", error.text);
    cr_assert_eq(book_load_file(book, "/no/such/book.bin", NULL, &error), STATUS_IO);
    cr_assert_eq(book_load_file(book, "/tmp", NULL, &error), STATUS_IO, "a folder");
    cr_assert_eq(book_file_count(book), 1);
    cr_assert_eq(entries_of(book, 0), 1);
    book_destroy(book);
}

Test(load, several_files)
{
    char first[SUPPORT_PATH_BYTES], second[SUPPORT_PATH_BYTES], list[4 * SUPPORT_PATH_BYTES];
    support_write_file("e2e4\n", 5, ".txt", first);
    support_write_file("1. d4 *\n", 8, ":x.pgn", second);
    Book *book = book_create();
    ErrorText error = {""};
    // The whole list is one path, separator and all.
    cr_assert_eq(book_load_list(book, text_of(second), NULL, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(book_file_count(book), 1);
    cr_assert_str_eq(book_file_name(book, 0), second);
    book_destroy(book);
    remove(second);
    support_write_file("1. d4 *\n", 8, ".pgn", second);
    book = book_create();
    snprintf(list, sizeof list, ":%s::%s:", first, second);
    cr_assert_eq(book_load_list(book, text_of(list), NULL, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(book_file_count(book), 2);
    cr_assert_str_eq(book_file_name(book, 0), first);
    cr_assert_str_eq(book_file_name(book, 1), second);
    book_destroy(book);
    book = book_create();
    snprintf(list, sizeof list, "%s:/no/such/file", first);
    cr_assert_eq(book_load_list(book, text_of(list), NULL, &error), STATUS_IO);
    cr_assert_neq(strstr(error.text, "/no/such/file"), NULL, "%s", error.text);
    cr_assert_eq(book_load_list(book, text_of("::"), NULL, &error), STATUS_BAD_INPUT);
    cr_assert_eq(book_load_list(book, text_of(""), NULL, &error), STATUS_BAD_INPUT);
    book_destroy(book);
    remove(first);
    remove(second);
}

// A PGN that serves as a book: games up to a length and up to a fault.
Test(load, games_as_a_book)
{
    static const char PGN[] = "1. e4 e5 2. Nf3 *\n1. e4 c5 2. Zz9 *\n1. e4 -- 2. d4 *\n";
    char path[SUPPORT_PATH_BYTES];
    support_write_file(PGN, sizeof PGN - 1, ".pgn", path);
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    cr_assert_eq(book_load_file(book, path, &notes, NULL), STATUS_OK);
    cr_assert_eq(kept.count, 1);
    assert_says(&kept, 0, ":2: game 2 ends here: 'Zz9' is no move");
    const Board start = support_after("");
    BookMoves moves;
    book_find(book, 0, &start, &moves);
    cr_assert_eq(moves.count, 1);
    cr_assert_eq(moves.moves[0].weight, 3, "the game counts up to its fault");
    book_destroy(book);
    remove(path);
}

Test(load, the_reference_book)
{
    const char *const shared = getenv("RAVELIN_SHARED");
    char path[512];
    snprintf(path, sizeof path, "%s/data/books/performance.bin", shared != NULL ? shared : "");
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        cr_skip("no reference data beside the checkout");
    fclose(file);
    Book *const book = book_create();
    ErrorText error = {""};
    cr_assert_eq(book_load_file(book, path, NULL, &error), STATUS_OK, "%s", error.text);
    const Board start = support_after("");
    BookMoves moves;
    book_find(book, 0, &start, &moves);
    cr_assert_gt(moves.playable_count, 2);
    book_destroy(book);
}
