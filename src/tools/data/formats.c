// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/formats.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/endian.h"
#include "base/text.h"
#include "position/fen.h"
#include "position/position.h"

static const char *const RESULTS[] = {"0-1", "1/2-1/2", "1-0"};
static const char *const POINTS[] = {"0.0", "0.5", "1.0"};

void format_write_bullet(const Labelled *labelled, uint8_t out[BULLET_BYTES])
{
    const Board *board = &labelled->board;
    const Colour us = board->side_to_move;
    const int sign = us == WHITE ? 1 : -1;
    memset(out, 0, BULLET_BYTES);
    const Bitboard occupied = board_occupied(board);
    const Bitboard seen = us == WHITE ? occupied : bits_swap_bytes(occupied);
    write_le64(out, seen);
    unsigned index = 0;
    for (Bitboard rest = seen; rest != 0; index++) {
        const Piece pc = board->mailbox[square_relative(us, bits_pop_lowest(&rest))];
        const unsigned code = (unsigned)piece_type(pc) | (piece_colour(pc) == us ? 0U : 8U);
        out[8 + index / 2] = (uint8_t)(out[8 + index / 2] | code << 4 * (index % 2));
    }
    write_le16(out + 24, (uint16_t)(sign * labelled->white_score));
    out[26] = (uint8_t)(us == WHITE ? labelled->white_result : 2 - labelled->white_result);
    out[27] = (uint8_t)square_relative(us, board->king_square[us]);
    out[28] = (uint8_t)square_relative(us ^ 1, board->king_square[us ^ 1]);
}

Status format_read_bullet(const uint8_t in[BULLET_BYTES], Labelled *labelled, ErrorText *error)
{
    Board *board = &labelled->board;
    memset(board, 0, sizeof *board);
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    board->en_passant = NO_SQUARE;
    board->fullmove_number = 1;
    const Bitboard occupied = read_le64(in);
    if (bits_count(occupied) > 32)
        return status_fail(error, STATUS_BAD_INPUT, "more than 32 men");
    unsigned index = 0;
    for (Bitboard rest = occupied; rest != 0; index++) {
        const Square sq = bits_pop_lowest(&rest);
        const unsigned code = (unsigned)(in[8 + index / 2] >> 4 * (index % 2)) & 15U;
        if ((code & 7U) > KING)
            return status_fail(error, STATUS_BAD_INPUT, "a man of unknown type");
        board->mailbox[sq] = (uint8_t)code;
    }
    if (in[26] > 2)
        return status_fail(error, STATUS_BAD_INPUT, "an unknown result");
    labelled->move = MOVE_NONE;
    labelled->white_score = (int16_t)read_le16(in + 24);
    labelled->white_result = in[26];
    const Status status = position_complete(board, error);
    if (status == STATUS_OK && (in[27] != board->king_square[WHITE] ||
                                in[28] != square_flip_rank(board->king_square[BLACK])))
        return status_fail(error, STATUS_BAD_INPUT, "king squares that are not the kings'");
    return status;
}

void format_write_text(const Labelled *labelled, char out[FORMAT_LINE_BYTES])
{
    char fen[FEN_BYTES];
    fen_write(&labelled->board, false, fen);
    (void)snprintf(out, FORMAT_LINE_BYTES, "%s | %d | %s", fen, labelled->white_score,
                   POINTS[labelled->white_result]);
}

// Takes the part before the next bar off the front; false if there is no bar and one is needed.
static bool take_part(Text *rest, bool is_last, Text *part)
{
    const char *bar = memchr(rest->data, '|', rest->length);
    if ((bar == NULL) != is_last)
        return false;
    const size_t length = is_last ? rest->length : (size_t)(bar - rest->data);
    *part = text_trim((Text){rest->data, length});
    if (!is_last)
        *rest = (Text){bar + 1, rest->length - length - 1};
    return true;
}

static int find_text(const char *const names[3], Text text)
{
    for (int i = 0; i < 3; i++) {
        if (text_equals(text, names[i]))
            return i;
    }
    return -1;
}

Status format_read_text(const char *line, Labelled *labelled, ErrorText *error)
{
    Text rest = text_of(line);
    Text fen;
    Text score;
    Text points;
    if (!take_part(&rest, false, &fen) || !take_part(&rest, false, &score) ||
        !take_part(&rest, true, &points))
        return status_fail(error, STATUS_BAD_INPUT, "not FEN | score | result");
    char copy[FORMAT_LINE_BYTES];
    (void)text_copy(fen, copy, sizeof copy);
    ErrorText message;
    const Status status = fen_parse(copy, true, &labelled->board, &message);
    if (status != STATUS_OK)
        return status_fail(error, status, "%s", message.text);
    int64_t value = 0;
    labelled->white_result = find_text(POINTS, points);
    if (!text_parse_int64(score, &value) || value < INT16_MIN || value > INT16_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "the score is no 16-bit number");
    if (labelled->white_result < 0)
        return status_fail(error, STATUS_BAD_INPUT, "the result is none of 1.0, 0.5, 0.0");
    labelled->white_score = (int)value;
    labelled->move = MOVE_NONE;
    return STATUS_OK;
}

void format_write_epd(const Labelled *labelled, char out[FORMAT_LINE_BYTES])
{
    const Board *board = &labelled->board;
    char fen[FEN_BYTES];
    fen_write(board, false, fen);
    size_t length = strlen(fen);
    for (int field = 0; field < 2; field++) // the counters are no fields of an EPD
        while (fen[--length] != ' ')
            ;
    (void)snprintf(out, FORMAT_LINE_BYTES, "%.*s hmvc %d; fmvn %d; ce %d; c9 \"%s\";", (int)length,
                   fen, board->halfmove_clock, board->fullmove_number,
                   board->side_to_move == WHITE ? labelled->white_score : -labelled->white_score,
                   RESULTS[labelled->white_result]);
}

// Finds the operand of an operation, without quotes; false if the line has none.
static bool find_operand(const char *operations, const char *code, Text *operand)
{
    Text rest = text_of(operations);
    while (rest.length > 0) {
        const char *end = memchr(rest.data, ';', rest.length);
        const size_t length = end != NULL ? (size_t)(end - rest.data) : rest.length;
        Text operation = {rest.data, length};
        Text word;
        if (text_next_word(&operation, &word) && text_equals(word, code)) {
            *operand = text_trim(operation);
            if (operand->length >= 2 && operand->data[0] == '"')
                *operand = (Text){operand->data + 1, operand->length - 2};
            return true;
        }
        rest.data += end != NULL ? length + 1 : length;
        rest.length -= end != NULL ? length + 1 : length;
    }
    return false;
}

static int64_t number_of(const char *operations, const char *code, int64_t otherwise, int64_t most)
{
    Text operand;
    int64_t value = otherwise;
    if (!find_operand(operations, code, &operand) || !text_parse_int64(operand, &value))
        return otherwise;
    return value < 0 ? otherwise : value > most ? most : value;
}

Status format_read_epd(const char *line, Labelled *labelled, ErrorText *error)
{
    Text rest = text_of(line);
    Text word;
    for (int field = 0; field < 4; field++) {
        if (!text_next_word(&rest, &word))
            return status_fail(error, STATUS_BAD_INPUT, "fewer than four fields");
    }
    char fen[FORMAT_LINE_BYTES];
    (void)text_copy((Text){line, (size_t)(rest.data - line)}, fen, sizeof fen);
    ErrorText message;
    Board *board = &labelled->board;
    const Status status = fen_parse(fen, true, board, &message);
    if (status != STATUS_OK)
        return status_fail(error, status, "%s", message.text);
    Text operand;
    int64_t value = 0;
    if (!find_operand(rest.data, "ce", &operand) || !text_parse_int64(operand, &value) ||
        value < -INT16_MAX || value > INT16_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "no score (ce, a 16-bit number)");
    if (!find_operand(rest.data, "c9", &operand) || find_text(RESULTS, operand) < 0)
        return status_fail(error, STATUS_BAD_INPUT, "no result (c9: 1-0, 1/2-1/2 or 0-1)");
    board->halfmove_clock = (uint16_t)number_of(rest.data, "hmvc", 0, HALFMOVE_CLOCK_MAX);
    board->fullmove_number = (uint16_t)number_of(rest.data, "fmvn", 1, FULLMOVE_NUMBER_MAX);
    labelled->white_result = find_text(RESULTS, operand);
    labelled->white_score = (int)(board->side_to_move == WHITE ? value : -value);
    labelled->move = MOVE_NONE;
    return STATUS_OK;
}
