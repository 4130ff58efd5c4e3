// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/epd.h"

#include <stdio.h>
#include <string.h>

#include "position/fen.h"

enum {
    FIELDS = 4,
    FIELD_BYTES_MAX = 80, // 64 men and 7 slashes are the most that a FEN needs
    FEN_TEXT_BYTES = FIELDS * (FIELD_BYTES_MAX + 1) + 48,
};

bool epd_next_operation(Text *rest, Text *opcode, Text *operands)
{
    // Stray semicolons part nothing.
    while (rest->length > 0 && (text_is_blank(rest->data[0]) || rest->data[0] == ';')) {
        rest->data++;
        rest->length--;
    }
    if (rest->length == 0)
        return false;
    bool is_quoted = false;
    size_t end = 0;
    while (end < rest->length && (is_quoted || rest->data[end] != ';')) {
        is_quoted ^= rest->data[end] == '"';
        end++;
    }
    Text operation = {rest->data, end};
    rest->data += end;
    rest->length -= end;
    (void)text_next_word(&operation, opcode);
    *operands = text_trim(operation);
    return true;
}

// Clocks of a position; negative where they are not told.
typedef struct Clocks {
    int64_t halfmoves;
    int64_t fullmoves;
} Clocks;

static void read_clock_operations(Text rest, Clocks *clocks)
{
    Text opcode, operands;
    while (epd_next_operation(&rest, &opcode, &operands)) {
        if (text_equals(opcode, "hmvc"))
            (void)text_parse_int64(operands, &clocks->halfmoves);
        else if (text_equals(opcode, "fmvn"))
            (void)text_parse_int64(operands, &clocks->fullmoves);
    }
}

// Takes up to two whole numbers off the front.
static void read_clock_fields(Text *rest, Clocks *clocks)
{
    int64_t *const slots[] = {&clocks->halfmoves, &clocks->fullmoves};
    for (int i = 0; i < 2; i++) {
        Text after = *rest, word;
        if (!text_next_word(&after, &word) || !text_parse_int64(word, slots[i]))
            return;
        *rest = after;
    }
}

Status epd_read(Text line, Board *board, Text *rest, ErrorText *message)
{
    char fen[FEN_TEXT_BYTES] = "";
    size_t used = 0;
    Text left = line;
    for (int i = 0; i < FIELDS; i++) {
        Text word;
        if (!text_next_word(&left, &word))
            break;
        // A NUL would end the FEN before its time, and what follows would go unread.
        if (word.length > FIELD_BYTES_MAX || memchr(word.data, '\0', word.length) != NULL)
            return status_fail(message, STATUS_BAD_INPUT, "'%.*s...' is no field of a FEN",
                               text_quote_length(word), word.data);
        used += (size_t)snprintf(fen + used, sizeof fen - used, "%s%.*s", i > 0 ? " " : "",
                                 (int)word.length, word.data);
    }
    Clocks clocks = {-1, -1};
    read_clock_fields(&left, &clocks);
    read_clock_operations(left, &clocks);
    if (clocks.halfmoves >= 0 || clocks.fullmoves >= 0)
        snprintf(fen + used, sizeof fen - used, " %lld %lld",
                 (long long)(clocks.halfmoves >= 0 ? clocks.halfmoves : 0),
                 (long long)(clocks.fullmoves >= 0 ? clocks.fullmoves : 1));
    message->text[0] = '\0';
    const Status status = fen_parse(fen, true, board, message);
    if (status == STATUS_OK)
        *rest = left;
    return status;
}
