// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/book/shelf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "book/lines.h"
#include "book/polyglot.h"
#include "book/table.h"
#include "position/fen.h"
#include "position/notation.h"
#include "position/position.h"

static Status no_memory(ErrorText *error)
{
    return status_fail(error, STATUS_NO_MEMORY, "out of memory for a book");
}

Status shelf_add(Shelf *shelf, Text line, ErrorText *error)
{
    if (shelf->count == shelf->capacity) {
        const size_t capacity = shelf->capacity == 0 ? 256 : 2 * shelf->capacity;
        char **const lines = realloc(shelf->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return no_memory(error);
        shelf->lines = lines;
        shelf->capacity = capacity;
    }
    char *const copy = malloc(line.length + 1);
    if (copy == NULL)
        return no_memory(error);
    (void)text_copy(line, copy, line.length + 1);
    shelf->lines[shelf->count++] = copy;
    return STATUS_OK;
}

Status shelf_add_game(Shelf *shelf, const Board *start, const Move *moves, int count,
                      ErrorText *error)
{
    char fen[FEN_BYTES], line[FEN_BYTES + 8 + BOOK_LINE_PLIES_MAX * UCI_MOVE_BYTES];
    fen_write(start, false, fen);
    // Chess960 may need its own spelling of castling; readers know both.
    const bool is_standard = strcmp(fen, FEN_START) == 0;
    size_t used = 0;
    if (!is_standard)
        used = (size_t)snprintf(line, sizeof line, "%s moves", fen);
    for (int i = 0; i < count && i < BOOK_LINE_PLIES_MAX; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(moves[i], !is_standard, move);
        used +=
            (size_t)snprintf(line + used, sizeof line - used, "%s%s", used > 0 ? " " : "", move);
    }
    return shelf_add(shelf, (Text){line, used}, error);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void shelf_sort(Shelf *shelf)
{
    if (shelf->count > 0)
        qsort(shelf->lines, shelf->count, sizeof *shelf->lines, compare_lines);
}

// All moves of all lines in one table; what no book reads says nothing.
static Status fill_table(const Shelf *shelf, BookLine *line, BookTable *table, ErrorText *error)
{
    for (size_t i = 0; i < shelf->count; i++) {
        if (book_line_read(text_of(shelf->lines[i]), line, NULL) != STATUS_OK)
            continue;
        const Status status = book_line_add(line, table, error);
        if (status != STATUS_OK)
            return status;
    }
    book_table_finish(table);
    return STATUS_OK;
}

static uint32_t weight_of(const BookTable *table, const Board *board, Move move)
{
    const BookEntry *first;
    const size_t count = book_table_find(table, polyglot_key(board), &first);
    for (size_t i = 0; i < count; i++) {
        if (first[i].move == polyglot_encode_move(move))
            return first[i].weight;
    }
    return 0;
}

// Ends the text of a line before its first rare move; false if nothing is left.
static bool cut_line(char *text, BookLine *line, const BookTable *table, uint32_t least)
{
    Board boards[2] = {line->start};
    int current = 0;
    for (int i = 0; i < line->count; i++) {
        const BookLineMove *const move = &line->moves[i];
        if (weight_of(table, &boards[current], move->move) < least) {
            const Text kept = text_trim((Text){text, (size_t)(move->text.data - text)});
            text[kept.length] = '\0';
            return i > 0;
        }
        position_apply_move(&boards[current], move->move, &boards[current ^ 1]);
        current ^= 1;
    }
    return line->count > 0;
}

Status shelf_cut_rare(Shelf *shelf, uint32_t least, ErrorText *error)
{
    BookLine *const line = malloc(sizeof *line);
    if (line == NULL)
        return no_memory(error);
    BookTable table = {0};
    Status status = fill_table(shelf, line, &table, error);
    size_t kept = 0;
    for (size_t i = 0; i < shelf->count; i++) {
        if (status == STATUS_OK)
            status = book_line_read(text_of(shelf->lines[i]), line, error);
        if (status != STATUS_OK || cut_line(shelf->lines[i], line, &table, least))
            shelf->lines[kept++] = shelf->lines[i];
        else
            free(shelf->lines[i]);
    }
    shelf->count = kept;
    book_table_free(&table);
    free(line);
    return status;
}

Status shelf_count(const Shelf *shelf, ShelfCounts *counts, ErrorText *error)
{
    BookLine *const line = malloc(sizeof *line);
    if (line == NULL)
        return no_memory(error);
    BookTable table = {0};
    const Status status = fill_table(shelf, line, &table, error);
    *counts = (ShelfCounts){.lines = shelf->count, .moves = table.count};
    for (size_t i = 0; i < table.count; i++) {
        counts->positions += i == 0 || table.entries[i].key != table.entries[i - 1].key;
        counts->marked += table.entries[i].is_marked;
    }
    book_table_free(&table);
    free(line);
    return status;
}

void shelf_digest(const Shelf *shelf, char out[SHA256_TEXT_BYTES])
{
    Sha256 sha;
    sha256_begin(&sha);
    for (size_t i = 0; i < shelf->count; i++) {
        sha256_update(&sha, shelf->lines[i], strlen(shelf->lines[i]));
        sha256_update(&sha, "\n", 1);
    }
    sha256_end(&sha, out);
}

Status shelf_write(const Shelf *shelf, FILE *file, const char *path, ErrorText *error)
{
    for (size_t i = 0; i < shelf->count; i++) {
        if (fprintf(file, "%s\n", shelf->lines[i]) < 0)
            return status_fail(error, STATUS_SYSTEM, "%s: %s", path, strerror(errno));
    }
    return STATUS_OK;
}

void shelf_free(Shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->lines[i]);
    free(shelf->lines);
    *shelf = (Shelf){0};
}
