// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/book.h"

#include <stdlib.h>
#include <string.h>

#include "book/polyglot.h"

typedef struct BookFile {
    char *name;
    BookTable table;
} BookFile;

struct Book {
    BookFile *files;
    int count;
};

Book *book_create(void)
{
    return calloc(1, sizeof(Book));
}

void book_destroy(Book *book)
{
    if (book == NULL)
        return;
    for (int i = 0; i < book->count; i++) {
        free(book->files[i].name);
        book_table_free(&book->files[i].table);
    }
    free(book->files);
    free(book);
}

Status book_add_file(Book *book, const char *name, BookTable *table, ErrorText *error)
{
    BookFile *const files = realloc(book->files, (size_t)(book->count + 1) * sizeof *book->files);
    if (files != NULL)
        book->files = files;
    const size_t bytes = strlen(name) + 1;
    char *const copy = malloc(bytes);
    if (files == NULL || copy == NULL) {
        free(copy);
        book_table_free(table);
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", name);
    }
    memcpy(copy, name, bytes);
    BookFile *const file = &files[book->count++];
    file->name = copy;
    file->table = *table;
    *table = (BookTable){0};
    return STATUS_OK;
}

int book_file_count(const Book *book)
{
    return book->count;
}

const char *book_file_name(const Book *book, int file)
{
    return book->files[file].name;
}

size_t book_file_entries(const Book *book, int file)
{
    return book->files[file].table.count;
}

// Adds an entry to the list, or to the weight of its move, which two keys of one position may have.
static void note_entry(const Board *board, const BookEntry *entry, BookMoves *out)
{
    const Move move = polyglot_decode_move(board, entry->move);
    if (move == MOVE_NONE)
        return; // another position with the same key, or a damaged file
    const bool is_playable = entry->weight > 0 && !entry->is_marked;
    for (int i = 0; i < out->count; i++) {
        BookMove *const known = &out->moves[i];
        if (known->move == move) {
            known->weight = entry->weight > UINT32_MAX - known->weight
                                ? UINT32_MAX
                                : known->weight + entry->weight;
            known->is_playable = known->is_playable && is_playable;
            return;
        }
    }
    if (out->count < BOOK_MOVES_MAX)
        out->moves[out->count++] = (BookMove){move, entry->weight, is_playable};
}

static bool is_marked_anywhere(const Book *book, const uint64_t *keys, int key_count,
                               const Board *board, Move move)
{
    for (int file = 0; file < book->count; file++) {
        for (int k = 0; k < key_count; k++) {
            const BookEntry *first;
            const size_t count = book_table_find(&book->files[file].table, keys[k], &first);
            for (size_t i = 0; i < count; i++) {
                if (first[i].is_marked && polyglot_decode_move(board, first[i].move) == move)
                    return true;
            }
        }
    }
    return false;
}

static int compare_moves(const void *a, const void *b)
{
    const BookMove *const left = a, *const right = b;
    if (left->is_playable != right->is_playable)
        return left->is_playable ? -1 : 1;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return (left->move > right->move) - (left->move < right->move);
}

void book_find(const Book *book, int file, const Board *board, BookMoves *out)
{
    uint64_t keys[POLYGLOT_KEYS_MAX];
    const int key_count = polyglot_keys(board, keys);
    out->count = 0;
    out->playable_count = 0;
    out->weight = 0;
    for (int k = 0; k < key_count; k++) {
        const BookEntry *first;
        const size_t count = book_table_find(&book->files[file].table, keys[k], &first);
        for (size_t i = 0; i < count; i++)
            note_entry(board, &first[i], out);
    }
    for (int i = 0; i < out->count; i++) {
        BookMove *const move = &out->moves[i];
        move->is_playable =
            move->is_playable && !is_marked_anywhere(book, keys, key_count, board, move->move);
        out->playable_count += move->is_playable;
        out->weight += move->is_playable ? move->weight : 0;
    }
    qsort(out->moves, (size_t)out->count, sizeof out->moves[0], compare_moves);
}

int book_find_answer(const Book *book, const Board *board, BookMoves *out)
{
    for (int file = 0; file < book->count; file++) {
        book_find(book, file, board, out);
        if (out->playable_count > 0)
            return file;
    }
    out->count = 0;
    return -1;
}

int book_ply(const Board *board)
{
    return 2 * (board->fullmove_number - 1) + (board->side_to_move == BLACK);
}

// The move at which the weights passed reach `ticket`, 0 being the first of the heaviest.
static Move move_at(const BookMoves *moves, uint64_t ticket)
{
    Move last = MOVE_NONE;
    for (int i = 0; i < moves->count; i++) {
        if (!moves->moves[i].is_playable)
            continue;
        last = moves->moves[i].move;
        if (ticket < moves->moves[i].weight)
            return last;
        ticket -= moves->moves[i].weight;
    }
    return last;
}

Move book_choose(const Book *book, const Board *board, const BookPolicy *policy, Rng *rng)
{
    BookMoves moves;
    if (book_ply(board) >= policy->depth_plies || book_find_answer(book, board, &moves) < 0)
        return MOVE_NONE;
    return move_at(&moves, policy->is_best_only ? 0 : rng_next(rng) % moves.weight);
}
