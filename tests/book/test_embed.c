// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped book: the installed file, and the copy in the binary where it is missing.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/embed.h"
#include "book/support.h"

Test(embed, the_copy_is_the_file)
{
    char path[512];
    const char *const source = getenv("RAVELIN_SOURCE");
    snprintf(path, sizeof path, "%s/src/book/data/ravelin-book.txt", source != NULL ? source : ".");
    FILE *const file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    const Text text = book_embedded_text();
    char *const bytes = malloc(text.length + 1);
    cr_assert_not_null(bytes);
    cr_assert_eq(fread(bytes, 1, text.length + 1, file), text.length);
    cr_assert_eq(memcmp(bytes, text.data, text.length), 0);
    free(bytes);
    fclose(file);
}

Test(embed, every_line_of_it_is_read)
{
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    ErrorText error = {""};
    cr_assert_eq(book_load_embedded(book, &notes, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(kept.count, 0, "%s", kept.texts[0]);
    const Board start = support_after(""), after = support_after("e2e4");
    BookMoves moves;
    cr_assert_eq(book_find_answer(book, &start, &moves), 0);
    cr_assert_geq(moves.playable_count, 3, "several first moves");
    cr_assert_eq(book_find_answer(book, &after, &moves), 0);
    book_destroy(book);
}

static Status load_default(const char *path, ErrorText *error, char name[SUPPORT_PATH_BYTES])
{
    Book *const book = book_create();
    const Status status = book_load_default(book, path, NULL, error);
    cr_assert_eq(book_file_count(book), status == STATUS_OK);
    if (status == STATUS_OK)
        snprintf(name, SUPPORT_PATH_BYTES, "%s", book_file_name(book, 0));
    book_destroy(book);
    return status;
}

Test(embed, a_missing_default_falls_back_and_a_broken_one_does_not)
{
    ErrorText error = {""};
    char name[SUPPORT_PATH_BYTES], path[SUPPORT_PATH_BYTES];
    cr_assert_eq(load_default("/no/such/folder/book.txt", &error, name), STATUS_OK);
    cr_assert_str_eq(name, "embedded");
    support_write_file("e2e4\n", 5, ".txt", path);
    cr_assert_eq(load_default(path, &error, name), STATUS_OK);
    cr_assert_str_eq(name, path);
    remove(path);
    support_write_file("e2e5\n", 5, ".txt", path);
    cr_assert_eq(load_default(path, &error, name), STATUS_BAD_INPUT);
    cr_assert_neq(strstr(error.text, path), NULL, "%s", error.text);
    remove(path);
    cr_assert_eq(strncmp(book_default_path(), "/", 1), 0, "an absolute path of the installation");
}
