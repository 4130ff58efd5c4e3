// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/fen.h"

#include <stdio.h>
#include <string.h>

#include "position/position.h"

static const char PIECE_LETTERS[] = "PNBRQK??pnbrqk";

// One blank-separated word of the text.
typedef struct Field {
    const char *start;
    int length;
} Field;

static Field next_field(const char **cursor)
{
    while (**cursor == ' ' || **cursor == '\t')
        (*cursor)++;
    Field field = {*cursor, 0};
    while (**cursor != '\0' && **cursor != ' ' && **cursor != '\t') {
        (*cursor)++;
        if (field.length < 100)
            field.length++;
    }
    return field;
}

static bool field_is(Field field, const char *text)
{
    return (size_t)field.length == strlen(text) &&
           memcmp(field.start, text, (size_t)field.length) == 0;
}

static Piece piece_from_letter(char letter)
{
    const char *found = letter == '?' || letter == '\0' ? NULL : strchr(PIECE_LETTERS, letter);
    return found == NULL ? NO_PIECE : (Piece)(found - PIECE_LETTERS);
}

static Status parse_men(Field field, Board *board, ErrorText *message)
{
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    int rank = 7;
    int file = 0;
    for (int i = 0; i < field.length; i++) {
        const char c = field.start[i];
        if (c == '/') {
            if (file != 8 || rank == 0)
                return status_fail(message, STATUS_BAD_INPUT,
                                   "FEN: rank %d has %d squares, or there are too many ranks",
                                   rank + 1, file);
            rank--;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else {
            const Piece pc = piece_from_letter(c);
            if (pc == NO_PIECE)
                return status_fail(message, STATUS_BAD_INPUT, "FEN: '%c' is no piece", c);
            if (file < 8)
                board->mailbox[square_make(file, rank)] = (uint8_t)pc;
            file++;
        }
        if (file > 8)
            return status_fail(message, STATUS_BAD_INPUT, "FEN: rank %d has more than 8 squares",
                               rank + 1);
    }
    if (rank != 0 || file != 8)
        return status_fail(message, STATUS_BAD_INPUT, "FEN: the board is not complete (rank %d)",
                           rank + 1);
    return STATUS_OK;
}

// The square of the only king of `colour`, or NO_SQUARE; the count is checked later.
static Square find_king(const Board *board, Colour colour)
{
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (board->mailbox[sq] == piece_make(colour, KING))
            return sq;
    }
    return NO_SQUARE;
}

// The rook that a castling letter means, or NO_SQUARE: K and Q the outermost rook on that side of
// the king (X-FEN), A-H the rook of that file (Shredder-FEN).
static Square find_castling_rook(const Board *board, Colour colour, Square king, char letter)
{
    const int rank = colour == WHITE ? 0 : 7;
    const Piece rook = piece_make(colour, ROOK);
    if (letter >= 'A' && letter <= 'H') {
        const Square sq = square_make(letter - 'A', rank);
        return board->mailbox[sq] == rook ? sq : NO_SQUARE;
    }
    const int step = letter == 'K' ? -1 : 1;
    for (Square sq = square_make(letter == 'K' ? 7 : 0, rank); sq != king; sq += step) {
        if (board->mailbox[sq] == rook)
            return sq;
    }
    return NO_SQUARE;
}

// Adds the right of one castling letter; false where the board cannot have it.
static bool add_castling_right(Board *board, char letter, bool chess960)
{
    const Colour colour = letter >= 'a' ? BLACK : WHITE;
    const char upper = (char)(colour == BLACK ? letter - 'a' + 'A' : letter);
    const Square king = find_king(board, colour);
    const int rank = colour == WHITE ? 0 : 7;
    if (king == NO_SQUARE || square_rank(king) != rank)
        return false;
    const Square rook = find_castling_rook(board, colour, king, upper);
    if (rook == NO_SQUARE)
        return false;
    const int side = rook > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
    const int standard_file = side == CASTLE_KING_SIDE ? 7 : 0;
    if (!chess960 && (square_file(king) != 4 || square_file(rook) != standard_file))
        return false;
    board->castling_rook[castling_index(colour, side)] = (uint8_t)rook;
    return true;
}

static Status parse_castling(Field field, bool chess960, Board *board, ErrorText *message)
{
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    if (field.length == 0 || field_is(field, "-"))
        return STATUS_OK;
    for (int i = 0; i < field.length; i++) {
        const char c = field.start[i];
        const char upper = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
            return status_fail(message, STATUS_BAD_INPUT, "FEN: '%c' is no castling right", c);
        if (!add_castling_right(board, c, chess960))
            status_fail(message, STATUS_OK,
                        "FEN: castling right '%c' ignored, king and rook do not "
                        "stand for it",
                        c);
    }
    return STATUS_OK;
}

// Sets the en-passant square if a pawn can just have advanced past it.
static void parse_en_passant(Field field, Board *board, ErrorText *message)
{
    board->en_passant = NO_SQUARE;
    if (field.length == 0 || field_is(field, "-"))
        return;
    const Colour us = board->side_to_move;
    const int rank = us == WHITE ? 5 : 2;
    if (field.length == 2 && field.start[0] >= 'a' && field.start[0] <= 'h' &&
        field.start[1] == '1' + rank) {
        const Square target = square_make(field.start[0] - 'a', rank);
        const Square origin = target + (us == WHITE ? 8 : -8);
        const Square pawn = target ^ 8;
        if (board->mailbox[target] == NO_PIECE && board->mailbox[origin] == NO_PIECE &&
            board->mailbox[pawn] == piece_make(us ^ 1, PAWN)) {
            board->en_passant = (uint8_t)target;
            return;
        }
    }
    status_fail(message, STATUS_OK, "FEN: en-passant square '%.*s' ignored, no pawn just passed it",
                field.length, field.start);
}

// A counter of digits only, saturated at `max`; anything else gives `fallback` and a message.
static int parse_counter(Field field, int fallback, int max, const char *name, ErrorText *message)
{
    if (field.length == 0)
        return fallback;
    int value = 0;
    for (int i = 0; i < field.length; i++) {
        const char c = field.start[i];
        if (c < '0' || c > '9') {
            status_fail(message, STATUS_OK, "FEN: %s '%.*s' ignored, not a whole number", name,
                        field.length, field.start);
            return fallback;
        }
        value = value * 10 + (c - '0');
        if (value > max)
            value = max;
    }
    return value;
}

Status fen_parse(const char *text, bool chess960, Board *board, ErrorText *message)
{
    ErrorText scratch;
    ErrorText *const note = message != NULL ? message : &scratch;
    note->text[0] = '\0';
    Board result = {0};
    const char *cursor = text;

    const Status men = parse_men(next_field(&cursor), &result, note);
    if (men != STATUS_OK)
        return men;
    const Field side = next_field(&cursor);
    if (side.length != 0 && !field_is(side, "w") && !field_is(side, "b"))
        return status_fail(note, STATUS_BAD_INPUT, "FEN: side to move '%.*s' is neither w nor b",
                           side.length, side.start);
    result.side_to_move = field_is(side, "b") ? BLACK : WHITE;
    const Status castling = parse_castling(next_field(&cursor), chess960, &result, note);
    if (castling != STATUS_OK)
        return castling;
    parse_en_passant(next_field(&cursor), &result, note);
    result.halfmove_clock = (uint16_t)parse_counter(next_field(&cursor), 0, HALFMOVE_CLOCK_MAX,
                                                    "half-move clock", note);
    result.fullmove_number =
        (uint16_t)parse_counter(next_field(&cursor), 1, FULLMOVE_NUMBER_MAX, "move number", note);
    if (result.fullmove_number == 0)
        result.fullmove_number = 1;

    const Status complete = position_complete(&result, note);
    if (complete == STATUS_OK)
        *board = result;
    return complete;
}

static char *write_men(const Board *board, char *out)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const Piece pc = board->mailbox[square_make(file, rank)];
            if (pc == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty != 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = PIECE_LETTERS[pc];
        }
        if (empty != 0)
            *out++ = (char)('0' + empty);
        if (rank != 0)
            *out++ = '/';
    }
    return out;
}

static char *write_castling(const Board *board, bool chess960, char *out)
{
    if (board->castling_rights == 0) {
        *out++ = '-';
        return out;
    }
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        const Square rook = board->castling_rook[right];
        if (rook == NO_SQUARE)
            continue;
        const Colour colour = right / 2;
        const char plain = right % 2 == CASTLE_KING_SIDE ? 'K' : 'Q';
        const Square outermost =
            find_castling_rook(board, colour, board->king_square[colour], plain);
        const char letter = chess960 || outermost != rook ? (char)('A' + square_file(rook)) : plain;
        *out++ = (char)(colour == BLACK ? letter - 'A' + 'a' : letter);
    }
    return out;
}

void fen_write(const Board *board, bool chess960, char out[FEN_BYTES])
{
    char *cursor = write_men(board, out);
    *cursor++ = ' ';
    *cursor++ = board->side_to_move == WHITE ? 'w' : 'b';
    *cursor++ = ' ';
    cursor = write_castling(board, chess960, cursor);
    *cursor++ = ' ';
    if (board->en_passant == NO_SQUARE) {
        *cursor++ = '-';
    } else {
        *cursor++ = (char)('a' + square_file(board->en_passant));
        *cursor++ = (char)('1' + square_rank(board->en_passant));
    }
    snprintf(cursor, (size_t)(out + FEN_BYTES - cursor), " %d %d", board->halfmove_clock,
             board->fullmove_number);
}
