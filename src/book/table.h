// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the entries of one book, sorted by position. All formats are kept under
// Polyglot's keys and in its move codes, so that each position has one name. The caller owns the
// table; once finished it is only read, by any thread.
#ifndef RAVELIN_BOOK_TABLE_H
#define RAVELIN_BOOK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct BookEntry {
    uint64_t key;    // of the position
    uint32_t weight; // how often the move was seen, or Polyglot's weight; 0 is never played
    uint16_t move;   // Polyglot's code
    bool is_marked;  // `?`: never played
} BookEntry;

typedef struct BookTable {
    BookEntry *entries;
    size_t count;
    size_t capacity;
} BookTable;

// Adds an entry; a zeroed BookTable is an empty one.
Status book_table_add(BookTable *table, const BookEntry *entry, ErrorText *error);

// Sorts by key and code and makes one entry of equal ones: weights are added (up to 2^32 - 1), and
// it is marked if any was.
void book_table_finish(BookTable *table);

// The entries of a position in a finished table: their number, and the first of them.
size_t book_table_find(const BookTable *table, uint64_t key, const BookEntry **first);

// Frees the entries and leaves an empty table; one that is all zeros is allowed.
void book_table_free(BookTable *table);

#endif
