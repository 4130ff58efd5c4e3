// SPDX-License-Identifier: GPL-3.0-or-later
// Text books: openings in coordinates, and positions with moves.
#include "books.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Book *const book = book_create();
    FUZZ_CHECK(book != NULL);
    ErrorText error = {""};
    const Status status = book_load_text(book, fuzz_text(data, size), "fuzz", &BOOKS_NOTES, &error);
    FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
    FUZZ_CHECK(book_file_count(book) == (status == STATUS_OK));
    books_check(book);
    book_destroy(book);
    return 0;
}
