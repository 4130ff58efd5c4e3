// SPDX-License-Identifier: GPL-3.0-or-later
// Polyglot books. The first byte of the input says whether the keys are mended so that the file
// passes: each becomes that of a known position, named by the last byte of its entry, and they are
// put in order.
#include <stdlib.h>
#include <string.h>

#include "book/polyglot.h"
#include "books.h"
#include "fuzz.h"

enum { MENDS_KEYS = 1, KEY_BYTES = 8 };

static int compare_entries(const void *left, const void *right)
{
    return memcmp(left, right, KEY_BYTES);
}

static void mend_keys(uint8_t *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t *const entry = entries + i * POLYGLOT_ENTRY_BYTES;
        const int index = entry[POLYGLOT_ENTRY_BYTES - 1] % BOOKS_POSITIONS;
        const uint64_t key = polyglot_key(books_position(index));
        for (int byte = 0; byte < KEY_BYTES; byte++)
            entry[byte] = (uint8_t)(key >> (56 - 8 * byte));
    }
    qsort(entries, count, POLYGLOT_ENTRY_BYTES, compare_entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const size_t bytes = size - 1;
    uint8_t *const file = malloc(bytes + 1);
    Book *const book = book_create();
    FUZZ_CHECK(file != NULL && book != NULL);
    memcpy(file, data + 1, bytes);
    const bool mends = (data[0] & MENDS_KEYS) != 0;
    if (mends)
        mend_keys(file, bytes / POLYGLOT_ENTRY_BYTES);
    ErrorText error = {""};
    const char *const path = fuzz_write_file("fuzz.bin", file, bytes);
    const Status status = book_load_file(book, path, &BOOKS_NOTES, &error);
    FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
    // Ordered keys and whole entries are all that the format asks for.
    if (mends && bytes > 0 && bytes % POLYGLOT_ENTRY_BYTES == 0)
        FUZZ_CHECK(status == STATUS_OK);
    books_check(book);
    book_destroy(book);
    free(file);
    return 0;
}
