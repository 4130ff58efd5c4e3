// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/table.h"

#include <stdlib.h>

Status book_table_add(BookTable *table, const BookEntry *entry, ErrorText *error)
{
    if (table->count == table->capacity) {
        const size_t capacity = table->capacity == 0 ? 1024 : 2 * table->capacity;
        BookEntry *const entries = capacity <= SIZE_MAX / sizeof *entries
                                       ? realloc(table->entries, capacity * sizeof *entries)
                                       : NULL;
        if (entries == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "out of memory for a book");
        table->entries = entries;
        table->capacity = capacity;
    }
    table->entries[table->count++] = *entry;
    return STATUS_OK;
}

static int compare_entries(const void *a, const void *b)
{
    const BookEntry *const left = a, *const right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return (left->move > right->move) - (left->move < right->move);
}

void book_table_finish(BookTable *table)
{
    if (table->count == 0)
        return;
    qsort(table->entries, table->count, sizeof *table->entries, compare_entries);
    size_t last = 0;
    for (size_t i = 1; i < table->count; i++) {
        BookEntry *const kept = &table->entries[last];
        const BookEntry *const next = &table->entries[i];
        if (compare_entries(kept, next) != 0) {
            table->entries[++last] = *next;
            continue;
        }
        kept->weight =
            next->weight > UINT32_MAX - kept->weight ? UINT32_MAX : kept->weight + next->weight;
        kept->is_marked |= next->is_marked;
    }
    table->count = last + 1;
}

size_t book_table_find(const BookTable *table, uint64_t key, const BookEntry **first)
{
    size_t low = 0, high = table->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (table->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    size_t count = 0;
    while (low + count < table->count && table->entries[low + count].key == key)
        count++;
    *first = count > 0 ? &table->entries[low] : NULL;
    return count;
}

void book_table_free(BookTable *table)
{
    free(table->entries);
    *table = (BookTable){0};
}
