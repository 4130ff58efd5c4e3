// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/book/screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/lines.h"
#include "book/polyglot.h"
#include "book/source.h"
#include "position/fen.h"
#include "position/notation.h"
#include "position/position.h"
#include "tools/book/judge.h"
#include "tools/book/shelf.h"
#include "tools/support/output.h"

enum { PROGRESS_POSITIONS = 100 };

static const char BOOK_LINE[] = "# Book: ";
static const char DIGEST_LINE[] = "# SHA-256 of the lines below: ";

typedef struct Screen {
    const ScreenSettings *settings;
    Judge *judge;
    Shelf header; // comments before the first line of moves
    Shelf lines;  // all from there on
    Shelf added;
    BookTable table; // every move of every position, marked where it is weak
    bool *is_judged; // one an entry of the table; the first of a position tells
    BookLine *line;  // the one at hand
    uint64_t positions;
    uint64_t marked;
    ErrorText *error;
} Screen;

// Calls `visit` for each position of a line in which a move stands.
typedef Status LineVisit(Screen *screen, const Board *board, BookLineMove *move);

static Status walk_line(Screen *screen, LineVisit *visit)
{
    BookLine *const line = screen->line;
    Board boards[2] = {line->start};
    int current = 0;
    for (int i = 0; i < line->count; i++) {
        const Status status = visit(screen, &boards[current], &line->moves[i]);
        if (status != STATUS_OK)
            return status;
        if (line->is_alternatives)
            continue;
        position_apply_move(&boards[current], line->moves[i].move, &boards[current ^ 1]);
        current ^= 1;
    }
    return STATUS_OK;
}

static bool starts_with(Text line, const char *start)
{
    const size_t length = strlen(start);
    return line.length >= length && memcmp(line.data, start, length) == 0;
}

// Puts a line of the file where it belongs; what the header says of the lines is told anew.
static Status sort_line(Screen *screen, Text text, uint64_t number)
{
    const bool is_comment = text.length > 0 && text.data[0] == '#';
    if (screen->lines.count == 0 && is_comment) {
        if (starts_with(text, BOOK_LINE) || starts_with(text, DIGEST_LINE))
            return STATUS_OK;
        return shelf_add(&screen->header, text, screen->error);
    }
    ErrorText reason;
    if (book_line_read(text, screen->line, &reason) != STATUS_OK)
        fprintf(stderr, "ravelin-book: %s:%" PRIu64 ": kept as it is, no book reads it: %s\n",
                screen->settings->book, number, reason.text);
    return shelf_add(&screen->lines, text, screen->error);
}

static Status read_book(Screen *screen)
{
    Source *source = NULL;
    Status status = source_open(screen->settings->book, &source, screen->error);
    while (status == STATUS_OK) {
        Text text;
        bool is_cut;
        const uint64_t number = source_line(source);
        if (!source_next_line(source, BOOK_LINE_BYTES_MAX, &text, &is_cut))
            break;
        if (is_cut)
            status =
                status_fail(screen->error, STATUS_BAD_INPUT, "%s:%" PRIu64 ": the line is too long",
                            screen->settings->book, number);
        else
            status = sort_line(screen, text, number);
    }
    if (status == STATUS_OK)
        status = source_check(source, screen->error);
    source_close(source);
    return status;
}

static Status fill_table(Screen *screen)
{
    for (size_t i = 0; i < screen->lines.count; i++) {
        if (book_line_read(text_of(screen->lines.lines[i]), screen->line, NULL) != STATUS_OK)
            continue;
        const Status status = book_line_add(screen->line, &screen->table, screen->error);
        if (status != STATUS_OK)
            return status;
    }
    book_table_finish(&screen->table);
    if (screen->table.count == 0)
        return status_fail(screen->error, STATUS_BAD_INPUT, "%s: no move to judge",
                           screen->settings->book);
    screen->is_judged = calloc(screen->table.count, sizeof *screen->is_judged);
    return screen->is_judged != NULL
               ? STATUS_OK
               : status_fail(screen->error, STATUS_NO_MEMORY, "out of memory for a book");
}

// The engine's own move as a line behind its position, so that no other move weighs more by it.
static Status add_own_move(Screen *screen, const Board *board, Move move)
{
    Move moves[1] = {move};
    return shelf_add_game(&screen->added, board, moves, 1, screen->error);
}

// Judges the entries first..first+count of the table, all moves of `board`.
static Status judge_entries(Screen *screen, const Board *board, BookEntry *entries, size_t count)
{
    const int depth = (int)screen->settings->depth;
    Verdict own;
    Status status = judge_position(screen->judge, board, depth, &own, screen->error);
    int scores[MOVE_LIST_CAPACITY];
    int best = own.score_cp;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const Move move = polyglot_decode_move(board, entries[i].move);
        scores[i] = own.score_cp;
        if (move != own.move && !entries[i].is_marked)
            status = judge_move(screen->judge, board, move, depth, &scores[i], screen->error);
        best = scores[i] > best ? scores[i] : best;
    }
    if (status != STATUS_OK)
        return status;
    bool is_own_there = false, is_one_good = false;
    for (size_t i = 0; i < count; i++) {
        if (!entries[i].is_marked && best - scores[i] > screen->settings->margin_cp) {
            entries[i].is_marked = true;
            screen->marked++;
        }
        is_one_good |= !entries[i].is_marked;
        is_own_there |= entries[i].move == polyglot_encode_move(own.move);
    }
    return is_one_good || is_own_there ? STATUS_OK : add_own_move(screen, board, own.move);
}

static Status judge_once(Screen *screen, const Board *board, BookLineMove *move)
{
    (void)move;
    const BookEntry *first;
    const size_t count = book_table_find(&screen->table, polyglot_key(board), &first);
    const size_t index = (size_t)(first - screen->table.entries);
    if (screen->is_judged[index])
        return STATUS_OK;
    screen->is_judged[index] = true;
    if (++screen->positions % PROGRESS_POSITIONS == 0) {
        printf("%" PRIu64 " positions, %" PRIu64 " moves marked\n", screen->positions,
               screen->marked);
        (void)fflush(stdout);
    }
    return judge_entries(screen, board, &screen->table.entries[index], count);
}

static Status judge_lines(Screen *screen)
{
    for (size_t i = 0; i < screen->lines.count; i++) {
        if (book_line_read(text_of(screen->lines.lines[i]), screen->line, NULL) != STATUS_OK)
            continue;
        const Status status = walk_line(screen, judge_once);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static Status take_mark(Screen *screen, const Board *board, BookLineMove *move)
{
    const BookEntry *first;
    const size_t count = book_table_find(&screen->table, polyglot_key(board), &first);
    bool is_weak = false;
    for (size_t i = 0; i < count; i++)
        is_weak |= first[i].is_marked && first[i].move == polyglot_encode_move(move->move);
    // Where the mark is there already, or none is due, nothing is to be written behind the word.
    if (!is_weak || move->is_marked)
        move->text.length = 0;
    return STATUS_OK;
}

// Writes the marks that a line lacks into a copy of it.
static Status mark_line(Screen *screen, char **slot)
{
    char *const old = *slot;
    if (book_line_read(text_of(old), screen->line, NULL) != STATUS_OK || screen->line->count == 0)
        return STATUS_OK;
    (void)walk_line(screen, take_mark);
    char *const text = malloc(strlen(old) + (size_t)screen->line->count + 1);
    if (text == NULL)
        return status_fail(screen->error, STATUS_NO_MEMORY, "out of memory for a book");
    const char *from = old;
    char *to = text;
    for (int i = 0; i < screen->line->count; i++) {
        const BookLineMove *const move = &screen->line->moves[i];
        if (move->text.length == 0)
            continue;
        const size_t bytes = (size_t)(move->text.data + move->text.length - from);
        memcpy(to, from, bytes);
        to += bytes;
        *to++ = '?';
        from += bytes;
    }
    memcpy(to, from, strlen(from) + 1);
    free(old);
    *slot = text;
    return STATUS_OK;
}

static Status write_file(Screen *screen, const ShelfCounts *counts)
{
    const ScreenSettings *const settings = screen->settings;
    Output output;
    Status status = output_open(&output, settings->out, screen->error);
    if (status != STATUS_OK)
        return status;
    FILE *const file = output.file;
    status = shelf_write(&screen->header, file, settings->out, screen->error);
    char digest[SHA256_TEXT_BYTES];
    shelf_digest(&screen->lines, digest);
    fprintf(file,
            "# Screened: by %s, depth %" PRId64 ", margin %" PRId64 " cp: %" PRIu64
            " positions, %" PRIu64 " moves marked, %zu added\n",
            judge_name(screen->judge), settings->depth, settings->margin_cp, screen->positions,
            screen->marked, screen->added.count);
    fprintf(file,
            "%s%" PRIu64 " lines, %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64
            " never played\n%s%s\n",
            BOOK_LINE, counts->lines, counts->positions, counts->moves, counts->marked, DIGEST_LINE,
            digest);
    if (status == STATUS_OK)
        status = shelf_write(&screen->lines, file, settings->out, screen->error);
    const Status closed = output_close(&output, status == STATUS_OK, screen->error);
    return status == STATUS_OK ? closed : status;
}

static Status finish(Screen *screen)
{
    Status status = STATUS_OK;
    for (size_t i = 0; i < screen->lines.count && status == STATUS_OK; i++)
        status = mark_line(screen, &screen->lines.lines[i]);
    for (size_t i = 0; i < screen->added.count && status == STATUS_OK; i++)
        status = shelf_add(&screen->lines, text_of(screen->added.lines[i]), screen->error);
    ShelfCounts counts;
    if (status == STATUS_OK)
        status = shelf_count(&screen->lines, &counts, screen->error);
    if (status == STATUS_OK)
        status = write_file(screen, &counts);
    if (status == STATUS_OK)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " moves marked, %zu added\n",
               screen->settings->out, screen->positions, screen->marked, screen->added.count);
    return status;
}

Status screen_run(const ScreenSettings *settings, ErrorText *error)
{
    Screen screen = {.settings = settings, .error = error};
    screen.line = malloc(sizeof *screen.line);
    Status status = screen.line != NULL
                        ? read_book(&screen)
                        : status_fail(error, STATUS_NO_MEMORY, "out of memory for a book");
    if (status == STATUS_OK)
        status = fill_table(&screen);
    if (status == STATUS_OK)
        status = judge_create(settings->engine, &settings->options, &screen.judge, error);
    if (status == STATUS_OK)
        status = judge_lines(&screen);
    // An engine that does not work is a wrong command; what is refused later is a place to write.
    if (status == STATUS_SYSTEM)
        status = STATUS_BAD_INPUT;
    if (status == STATUS_OK)
        status = finish(&screen);
    judge_destroy(screen.judge);
    shelf_free(&screen.header);
    shelf_free(&screen.lines);
    shelf_free(&screen.added);
    book_table_free(&screen.table);
    free(screen.is_judged);
    free(screen.line);
    return status;
}
