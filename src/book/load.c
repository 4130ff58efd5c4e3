// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/load.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "book/lines.h"
#include "book/pgn.h"
#include "book/polyglot.h"
#include "book/source.h"
#include "position/position.h"

enum { PATH_BYTES = 4096 }; // the longest path that Linux takes

// What is said while one file is read.
typedef struct Complaints {
    const BookNotes *notes;
    const char *name;
    int count;
} Complaints;

static void say(const BookNotes *notes, const ErrorText *text)
{
    if (notes != NULL && notes->say != NULL)
        notes->say(notes->context, text->text);
}

// Names a line that cannot be used, or with a `game` that is not 0 the place where it breaks off.
static void complain(Complaints *complaints, uint64_t line, uint64_t game, const ErrorText *reason)
{
    if (complaints->count++ >= BOOK_NOTES_MAX)
        return;
    char what[48] = "line left out";
    if (game != 0)
        snprintf(what, sizeof what, "game %" PRIu64 " ends here", game);
    ErrorText text;
    (void)status_fail(&text, STATUS_BAD_INPUT, "%.120s:%" PRIu64 ": %s: %.80s", complaints->name,
                      line, what, reason->text);
    say(complaints->notes, &text);
}

// Counts what was not named.
static void finish_complaints(const Complaints *complaints)
{
    if (complaints->count <= BOOK_NOTES_MAX)
        return;
    ErrorText text;
    (void)status_fail(&text, STATUS_BAD_INPUT, "%.200s: %d more faults", complaints->name,
                      complaints->count - BOOK_NOTES_MAX);
    say(complaints->notes, &text);
}

static Status read_lines(Source *source, Complaints *complaints, BookTable *table, ErrorText *error)
{
    BookLine *const line = malloc(sizeof *line);
    if (line == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", complaints->name);
    Status status = STATUS_OK;
    for (;;) {
        const uint64_t number = source_line(source);
        Text text;
        bool is_cut;
        ErrorText reason = {"the line is too long"};
        if (status != STATUS_OK || !source_next_line(source, BOOK_LINE_BYTES_MAX, &text, &is_cut))
            break;
        const bool is_too_long = is_cut && book_line_without_comment(text).length == text.length;
        if (is_too_long || book_line_read(text, line, &reason) != STATUS_OK)
            complain(complaints, number, 0, &reason);
        else
            status = book_line_add(line, table, error);
    }
    free(line);
    return status != STATUS_OK ? status : source_check(source, error);
}

static Status add_game(const PgnGame *game, BookTable *table, ErrorText *error)
{
    Board boards[2] = {game->start};
    int current = 0;
    const int plies = game->ply_count < BOOK_PGN_PLIES ? game->ply_count : BOOK_PGN_PLIES;
    for (int i = 0; i < plies; i++) {
        const BookEntry entry = {
            .key = polyglot_key(&boards[current]),
            .weight = 1,
            .move = polyglot_encode_move(game->moves[i]),
        };
        const Status status = book_table_add(table, &entry, error);
        if (status != STATUS_OK)
            return status;
        position_apply_move(&boards[current], game->moves[i], &boards[current ^ 1]);
        current ^= 1;
    }
    return STATUS_OK;
}

static Status read_games(Source *source, Complaints *complaints, BookTable *table, ErrorText *error)
{
    PgnReader *reader;
    Status status = pgn_open(source, &reader, error);
    if (status != STATUS_OK)
        return status;
    for (;;) {
        PgnGame game;
        bool at_end;
        status = pgn_next(reader, &game, &at_end, error);
        if (status != STATUS_OK || at_end)
            break;
        if (game.fault.text[0] != '\0')
            complain(complaints, game.fault_line, game.number, &game.fault);
        status = add_game(&game, table, error);
        if (status != STATUS_OK)
            break;
    }
    pgn_close(reader);
    return status;
}

static bool has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted &&
           text_equals_ignoring_case((Text){path + length - wanted, wanted}, ending);
}

// The whole file; the caller frees it.
static Status read_bytes(const char *path, char **out, size_t *length, ErrorText *error)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    char *bytes = NULL;
    size_t used = 0, capacity = 0;
    Status status = STATUS_OK;
    for (;;) {
        if (used == capacity) {
            capacity = capacity == 0 ? 1 << 16 : 2 * capacity;
            char *const grown = realloc(bytes, capacity);
            if (grown == NULL) {
                status = status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
                break;
            }
            bytes = grown;
        }
        const size_t got = fread(bytes + used, 1, capacity - used, file);
        used += got;
        if (got == 0) {
            if (ferror(file))
                status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
            break;
        }
    }
    (void)fclose(file);
    if (status != STATUS_OK) {
        free(bytes);
        return status;
    }
    *out = bytes;
    *length = used;
    return STATUS_OK;
}

// Reads a source by its kind.
static Status read_source(Source *source, bool is_pgn, Complaints *complaints, BookTable *table,
                          ErrorText *error)
{
    for (size_t at = 0; !is_pgn && at < SOURCE_AHEAD_MAX; at++) {
        const int c = source_peek(source, at);
        is_pgn = c == '[';
        if (c == SOURCE_END || !text_is_blank((char)c))
            break;
    }
    const Status status = is_pgn ? read_games(source, complaints, table, error)
                                 : read_lines(source, complaints, table, error);
    finish_complaints(complaints);
    return status;
}

// Gives the book a table that was read, or says why not.
static Status finish_file(Book *book, const char *name, Status status, BookTable *table,
                          ErrorText *error)
{
    if (status == STATUS_OK && table->count == 0)
        status = status_fail(error, STATUS_BAD_INPUT, "%s: no move of it can be used", name);
    if (status != STATUS_OK) {
        book_table_free(table);
        return status;
    }
    book_table_finish(table);
    return book_add_file(book, name, table, error);
}

static Status load_polyglot(Book *book, const char *path, ErrorText *error)
{
    char *bytes = NULL;
    size_t length = 0;
    Status status = read_bytes(path, &bytes, &length, error);
    if (status != STATUS_OK)
        return status;
    BookTable table = {0};
    ErrorText reason;
    status = polyglot_read((Text){bytes, length}, &table, &reason);
    free(bytes);
    if (status != STATUS_OK)
        (void)status_fail(error, status, "%.120s: %s", path, reason.text);
    return finish_file(book, path, status, &table, error);
}

Status book_load_file(Book *book, const char *path, const BookNotes *notes, ErrorText *error)
{
    if (has_ending(path, ".bin"))
        return load_polyglot(book, path, error);
    Source *source;
    Status status = source_open(path, &source, error);
    if (status != STATUS_OK)
        return status;
    Complaints complaints = {.notes = notes, .name = path};
    BookTable table = {0};
    status = read_source(source, has_ending(path, ".pgn"), &complaints, &table, error);
    source_close(source);
    return finish_file(book, path, status, &table, error);
}

Status book_load_text(Book *book, Text text, const char *name, const BookNotes *notes,
                      ErrorText *error)
{
    Source *source;
    Status status = source_open_memory(text, name, &source, error);
    if (status != STATUS_OK)
        return status;
    Complaints complaints = {.notes = notes, .name = name};
    BookTable table = {0};
    status = read_source(source, false, &complaints, &table, error);
    source_close(source);
    return finish_file(book, name, status, &table, error);
}

// Loads one path of a list.
static Status load_part(Book *book, Text part, const BookNotes *notes, ErrorText *error)
{
    char path[PATH_BYTES];
    if (!text_copy(part, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT, "a path is too long or holds a NUL");
    return book_load_file(book, path, notes, error);
}

static bool is_readable_file(Text list)
{
    char path[PATH_BYTES];
    FILE *const file = text_copy(list, path, sizeof path) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return false;
    (void)fclose(file);
    return true;
}

Status book_load_list(Book *book, Text list, const BookNotes *notes, ErrorText *error)
{
    if (is_readable_file(list))
        return load_part(book, list, notes, error);
    const int before = book_file_count(book);
    Status status = STATUS_OK;
    while (status == STATUS_OK && list.length > 0) {
        size_t end = 0;
        while (end < list.length && list.data[end] != FILE_LIST_SEPARATOR)
            end++;
        if (end > 0)
            status = load_part(book, (Text){list.data, end}, notes, error);
        list.data += end;
        list.length -= end;
        if (list.length > 0) { // the separator
            list.data++;
            list.length--;
        }
    }
    if (status == STATUS_OK && book_file_count(book) == before)
        status = status_fail(error, STATUS_BAD_INPUT, "no file is named");
    return status;
}
