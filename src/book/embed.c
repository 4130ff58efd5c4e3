// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/embed.h"

#include <stdio.h>

// Written by gen_embed.
extern const char ravelin_book_begin[];
extern const char ravelin_book_end[];

Text book_embedded_text(void)
{
    // Both names stand in one piece of data, which the assembler laid out.
    // cppcheck-suppress comparePointers
    return (Text){ravelin_book_begin, (size_t)(ravelin_book_end - ravelin_book_begin)};
}

Status book_load_embedded(Book *book, const BookNotes *notes, ErrorText *error)
{
    return book_load_text(book, book_embedded_text(), "embedded", notes, error);
}

const char *book_default_path(void)
{
    return RAVELIN_BOOK_PATH;
}

Status book_load_default(Book *book, const char *path, const BookNotes *notes, ErrorText *error)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return book_load_embedded(book, notes, error);
    (void)fclose(file);
    return book_load_file(book, path, notes, error);
}
