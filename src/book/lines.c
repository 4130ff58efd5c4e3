// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/lines.h"

#include <string.h>

#include "book/epd.h"
#include "book/polyglot.h"
#include "position/fen.h"
#include "position/notation.h"
#include "position/position.h"
#include "position/san.h"

Text book_line_without_comment(Text line)
{
    bool is_quoted = false;
    for (size_t i = 0; i < line.length; i++) {
        is_quoted ^= line.data[i] == '"';
        if (line.data[i] == '#' && !is_quoted)
            line.length = i;
    }
    return line;
}

static bool take_mark(Text *word)
{
    if (word->length == 0 || word->data[word->length - 1] != '?')
        return false;
    word->length--;
    return true;
}

static Status add_move(BookLine *line, BookLineMove move, ErrorText *error)
{
    if (line->count == BOOK_LINE_PLIES_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "more than %d moves", BOOK_LINE_PLIES_MAX);
    line->moves[line->count++] = move;
    return STATUS_OK;
}

// Moves in coordinates, one after the other.
static Status read_sequence(Text rest, BookLine *line, ErrorText *error)
{
    Board boards[2] = {line->start};
    int current = 0;
    Text word;
    while (text_next_word(&rest, &word)) {
        word = san_skip_number(word);
        if (word.length == 0)
            continue;
        BookLineMove move = {.text = word};
        Text bare = word;
        move.is_marked = take_mark(&bare);
        move.move = bare.length < UCI_MOVE_BYTES
                        ? notation_parse_uci(&boards[current], bare.data, (int)bare.length)
                        : MOVE_NONE;
        if (move.move == MOVE_NONE)
            return status_fail(error, STATUS_BAD_INPUT, "move %d, '%.*s', is not legal",
                               line->count + 1, text_quote_length(word), word.data);
        const Status status = add_move(line, move, error);
        if (status != STATUS_OK)
            return status;
        position_apply_move(&boards[current], move.move, &boards[current ^ 1]);
        current ^= 1;
    }
    return STATUS_OK;
}

// Best moves and moves to avoid, in algebraic notation; other operations say nothing to a book.
static Status read_operations(Text rest, BookLine *line, ErrorText *error)
{
    line->is_alternatives = true;
    Text opcode, operands;
    while (epd_next_operation(&rest, &opcode, &operands)) {
        const bool is_marked = text_equals(opcode, "am");
        if (!is_marked && !text_equals(opcode, "bm"))
            continue;
        Text word;
        while (text_next_word(&operands, &word)) {
            BookLineMove move = {.text = word};
            move.is_marked = take_mark(&word) || is_marked;
            Status status = san_parse(&line->start, word, &move.move, error);
            if (status == STATUS_OK)
                status = add_move(line, move, error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

Status book_line_read(Text text, BookLine *line, ErrorText *error)
{
    line->count = 0;
    line->has_position = false;
    line->is_alternatives = false;
    Text rest = book_line_without_comment(text), word;
    Text after = rest;
    const bool has_words = text_next_word(&after, &word);
    if (!has_words || memchr(word.data, '/', word.length) == NULL) {
        (void)fen_parse(FEN_START, false, &line->start, NULL);
        return has_words ? read_sequence(rest, line, error) : STATUS_OK;
    }
    line->has_position = true;
    ErrorText message;
    const Status status = epd_read(rest, &line->start, &rest, &message);
    if (status != STATUS_OK)
        return status_fail(error, status, "%s", message.text);
    after = rest;
    if (text_next_word(&after, &word) && text_equals(word, "moves"))
        return read_sequence(after, line, error);
    return read_operations(rest, line, error);
}

Status book_line_add(const BookLine *line, BookTable *table, ErrorText *error)
{
    Board boards[2] = {line->start};
    int current = 0;
    for (int i = 0; i < line->count; i++) {
        const BookLineMove *const move = &line->moves[i];
        const BookEntry entry = {
            .key = polyglot_key(&boards[current]),
            .weight = 1,
            .move = polyglot_encode_move(move->move),
            .is_marked = move->is_marked,
        };
        const Status status = book_table_add(table, &entry, error);
        if (status != STATUS_OK)
            return status;
        if (line->is_alternatives)
            continue;
        position_apply_move(&boards[current], move->move, &boards[current ^ 1]);
        current ^= 1;
    }
    return STATUS_OK;
}
