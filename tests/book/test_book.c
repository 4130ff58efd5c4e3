// SPDX-License-Identifier: GPL-3.0-or-later
// The choice from a book: weights, marks, several files, depth, the best move only.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/polyglot.h"
#include "book/support.h"
#include "position/fen.h"
#include "position/notation.h"

static Book *new_book(void)
{
    Book *const book = book_create();
    cr_assert_not_null(book);
    return book;
}

static void add_text(Book *book, const char *text)
{
    ErrorText error = {""};
    cr_assert_eq(book_load_text(book, text_of(text), "text", NULL, &error), STATUS_OK, "%s",
                 error.text);
}

// Moves with their weights, a `!` behind those to play.
static void assert_finds(const Book *book, int file, const Board *board, const char *wanted)
{
    BookMoves moves;
    book_find(book, file, board, &moves);
    char found[512] = "";
    uint64_t weight = 0;
    for (int i = 0; i < moves.count; i++) {
        char move[UCI_MOVE_BYTES], word[32];
        notation_write_uci(moves.moves[i].move, false, move);
        snprintf(word, sizeof word, "%s%s%u", move, moves.moves[i].is_playable ? "!" : "?",
                 moves.moves[i].weight);
        strcat(found, word);
        strcat(found, " ");
        weight += moves.moves[i].is_playable ? moves.moves[i].weight : 0;
    }
    cr_assert_str_eq(found, wanted);
    cr_assert_eq(moves.weight, weight);
}

static const char *chosen(const Book *book, const Board *board, int depth, bool is_best, Rng *rng)
{
    static char text[UCI_MOVE_BYTES];
    const BookPolicy policy = {.depth_plies = depth, .is_best_only = is_best};
    notation_write_uci(book_choose(book, board, &policy, rng), false, text);
    return text;
}

Test(book, repeats_weigh)
{
    Book *const book = new_book();
    add_text(book, "e2e4 e7e5\ne2e4 c7c5\ne2e4 e7e5\nd2d4\n");
    const Board start = support_after("");
    const Board after = support_after("e2e4");
    assert_finds(book, 0, &start, "e2e4!3 d2d4!1 ");
    assert_finds(book, 0, &after, "e7e5!2 c7c5!1 ");
    Rng rng = rng_seeded(1);
    int fours = 0;
    enum { DRAWS = 4000 };
    for (int i = 0; i < DRAWS; i++)
        fours += strcmp(chosen(book, &start, 10, false, &rng), "e2e4") == 0;
    // Three quarters, within five standard deviations of 27.4.
    cr_assert_lt(abs(fours - DRAWS * 3 / 4), 137, "%d", fours);
    for (int i = 0; i < 100; i++)
        cr_assert_str_eq(chosen(book, &start, 10, true, &rng), "e2e4");
    book_destroy(book);
}

Test(book, marked_moves_are_replayed_and_never_played)
{
    Book *const book = new_book();
    add_text(book, "e2e4 f7f5? e4f5\ne2e4 e7e5\ne2e4 f7f5\ne2e4 f7f5\n");
    const Board after = support_after("e2e4");
    assert_finds(book, 0, &after, "e7e5!1 f7f5?3 ");
    Rng rng = rng_seeded(2);
    for (int i = 0; i < 1000; i++)
        cr_assert_str_eq(chosen(book, &after, 10, i % 2 == 0, &rng), "e7e5");
    // What answers the marked move is known.
    const Board reply = support_after("e2e4 f7f5");
    cr_assert_str_eq(chosen(book, &reply, 10, true, &rng), "e4f5");
    // Nothing but marked moves: no answer.
    Book *const only = new_book();
    add_text(only, "e2e4 f7f5? e4f5\n");
    cr_assert_str_eq(chosen(only, &after, 10, true, &rng), "0000");
    book_destroy(only);
    book_destroy(book);
}

Test(book, the_first_file_that_knows_answers)
{
    Book *const book = new_book();
    add_text(book, "e2e4 e7e5\n");
    add_text(book, "d2d4 d7d5\nd2d4 d7d5\ne2e4 c7c5\n");
    cr_assert_eq(book_file_count(book), 2);
    cr_assert_str_eq(book_file_name(book, 1), "text");
    cr_assert_eq(book_file_entries(book, 1), 4);
    Rng rng = rng_seeded(3);
    const Board start = support_after(""), other = support_after("d2d4");
    for (int i = 0; i < 100; i++)
        cr_assert_str_eq(chosen(book, &start, 10, false, &rng), "e2e4");
    cr_assert_str_eq(chosen(book, &other, 10, false, &rng), "d7d5");
    BookMoves moves;
    cr_assert_eq(book_find_answer(book, &other, &moves), 1);
    cr_assert_eq(book_find_answer(book, &start, &moves), 0);
    // A mark in any file forbids the move in all, and the next file is asked.
    add_text(book, "e2e4?\n");
    assert_finds(book, 0, &start, "e2e4?1 ");
    cr_assert_eq(book_find_answer(book, &start, &moves), 1);
    for (int i = 0; i < 100; i++)
        cr_assert_str_eq(chosen(book, &start, 10, false, &rng), "d2d4");
    book_destroy(book);
}

Test(book, depth_counts_plies_of_the_game)
{
    Book *const book = new_book();
    add_text(book, "e2e4 e7e5 g1f3 b8c6\n");
    Rng rng = rng_seeded(4);
    const Board start = support_after(""), second = support_after("e2e4 e7e5");
    cr_assert_eq(book_ply(&start), 0);
    cr_assert_eq(book_ply(&second), 2);
    cr_assert_str_eq(chosen(book, &start, 0, true, &rng), "0000");
    cr_assert_str_eq(chosen(book, &start, 1, true, &rng), "e2e4");
    cr_assert_str_eq(chosen(book, &second, 2, true, &rng), "0000");
    cr_assert_str_eq(chosen(book, &second, 3, true, &rng), "g1f3");
    book_destroy(book);
}

// Weight 0 of a Polyglot book is never played; entries of one move are added.
Test(book, polyglot_weights)
{
    static const uint8_t BYTES[] = {
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0xdb, 0x00, 0x00, 0, 0, 0, 0, // d2d4
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0xff, 0xff, 0, 0, 0, 0, // e2e4
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0x00, 0x01, 0, 0, 0, 0,
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x0f, 0xff, 0x00, 0x09, 0, 0, 0, 0, // h8h8
    };
    char path[SUPPORT_PATH_BYTES];
    support_write_file(BYTES, sizeof BYTES, ".bin", path);
    Book *const book = new_book();
    ErrorText error = {""};
    cr_assert_eq(book_load_file(book, path, NULL, &error), STATUS_OK, "%s", error.text);
    remove(path);
    const Board start = support_after("");
    assert_finds(book, 0, &start, "e2e4!65536 d2d4?0 ");
    Rng rng = rng_seeded(5);
    for (int i = 0; i < 100; i++)
        cr_assert_str_eq(chosen(book, &start, 10, false, &rng), "e2e4");
    book_destroy(book);
}

// A book move is always legal: an entry that meets a false key is no move.
Test(book, only_legal_moves)
{
    BookTable table = {0};
    const Board start = support_after("");
    for (int code = 0; code < 65536; code++) {
        const BookEntry entry = {.key = polyglot_key(&start), .weight = 1, .move = (uint16_t)code};
        cr_assert_eq(book_table_add(&table, &entry, NULL), STATUS_OK);
    }
    book_table_finish(&table);
    Book *const book = new_book();
    cr_assert_eq(book_add_file(book, "all codes", &table, NULL), STATUS_OK);
    BookMoves moves;
    book_find(book, 0, &start, &moves);
    cr_assert_eq(moves.count, 20);
    cr_assert_eq(moves.playable_count, 20);
    book_destroy(book);
}
