// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/san.h"

#include <string.h>

#include "position/generate.h"
#include "position/legality.h"
#include "position/notation.h"
#include "position/position.h"

// What a text says of its move before a board is asked.
typedef struct SanParts {
    PieceType type; // PAWN where no letter stood
    bool has_letter;
    int from_file; // -1 where not told
    int from_rank;
    Square to;
    PieceType promotion; // NO_PIECE_TYPE where none was told
} SanParts;

// True if `c`, which may be NUL, is one of `set`.
static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static PieceType type_of_letter(char letter)
{
    static const char LETTERS[] = "PNBRQK";
    return is_one_of(letter, LETTERS) ? (PieceType)(strchr(LETTERS, letter) - LETTERS)
                                      : NO_PIECE_TYPE;
}

// A piece that a pawn may become, from a letter of either case.
static PieceType promotion_of_letter(char letter)
{
    const char capital = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    const PieceType type = type_of_letter(capital);
    return type == PAWN || type == KING ? NO_PIECE_TYPE : type;
}

static bool ends_with(Text text, const char *end)
{
    const size_t length = strlen(end);
    return text.length > length && memcmp(text.data + text.length - length, end, length) == 0;
}

// The text without marks of check, mate, judgement and en passant at its end.
static Text without_marks(Text text)
{
    for (;;) {
        if (text.length > 0 && is_one_of(text.data[text.length - 1], "+#!?"))
            text.length--;
        else if (ends_with(text, "e.p."))
            text.length -= 4;
        else if (ends_with(text, "ep"))
            text.length -= 2;
        else
            return text;
    }
}

// The side of a castling text, CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE; -1 for any other text.
static int castling_side(Text text)
{
    if (text.length != 3 && text.length != 5)
        return -1;
    for (size_t i = 0; i < text.length; i++) {
        if (!is_one_of(text.data[i], i % 2 == 0 ? "Oo0" : "-"))
            return -1;
    }
    return text.length == 3 ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

// Takes a promotion off the end of the text: =Q, (Q), /Q or Q behind a rank. False if what stands
// there is no promotion but looks like one.
static bool take_promotion(Text *text, PieceType *promotion)
{
    *promotion = NO_PIECE_TYPE;
    Text rest = *text;
    const bool has_bracket = ends_with(rest, ")");
    if (has_bracket)
        rest.length--;
    if (rest.length == 0 || is_rank(rest.data[rest.length - 1]))
        return !has_bracket;
    *promotion = promotion_of_letter(rest.data[rest.length - 1]);
    rest.length--;
    const char before = rest.length > 0 ? rest.data[rest.length - 1] : '\0';
    const bool has_sign = has_bracket ? before == '(' : before == '=' || before == '/';
    if (has_sign)
        rest.length--;
    *text = rest;
    return *promotion != NO_PIECE_TYPE && has_bracket <= has_sign;
}

// Splits a text without marks; false where it has not the shape of a move.
static bool split(Text text, SanParts *parts)
{
    *parts = (SanParts){.type = PAWN, .from_file = -1, .from_rank = -1};
    const PieceType type = text.length > 0 ? type_of_letter(text.data[0]) : NO_PIECE_TYPE;
    if (type != NO_PIECE_TYPE) {
        parts->type = type;
        parts->has_letter = true;
        text.data++;
        text.length--;
    }
    if (!take_promotion(&text, &parts->promotion) || text.length < 2)
        return false;
    const char *const target = text.data + text.length - 2;
    if (!is_file(target[0]) || !is_rank(target[1]))
        return false;
    parts->to = square_make(target[0] - 'a', target[1] - '1');
    text.length -= 2;
    size_t next = 0;
    if (next < text.length && is_file(text.data[next]))
        parts->from_file = text.data[next++] - 'a';
    if (next < text.length && is_rank(text.data[next]))
        parts->from_rank = text.data[next++] - '1';
    // A pawn of which no file is told stays on its own.
    if (parts->type == PAWN && parts->from_file < 0 && parts->from_rank < 0)
        parts->from_file = square_file(parts->to);
    if (next < text.length &&
        (text.data[next] == 'x' || text.data[next] == ':' || text.data[next] == '-'))
        next++;
    return next == text.length;
}

// Both squares are told: coordinates, in which any man may be meant unless a letter says which.
static Move read_long(const Board *board, const SanParts *parts)
{
    const Square from = square_make(parts->from_file, parts->from_rank);
    if (parts->has_letter && piece_type(board->mailbox[from]) != parts->type)
        return MOVE_NONE;
    char text[5];
    int length = 0;
    text[length++] = (char)('a' + parts->from_file);
    text[length++] = (char)('1' + parts->from_rank);
    text[length++] = (char)('a' + square_file(parts->to));
    text[length++] = (char)('1' + square_rank(parts->to));
    if (parts->promotion != NO_PIECE_TYPE)
        text[length++] = "nbrq"[parts->promotion - KNIGHT];
    return notation_parse_uci(board, text, length);
}

// The move of the man on `from` with the promotion that was told; maybe not a legal one.
static Move make_move(const Board *board, const SanParts *parts, Square from)
{
    if (parts->promotion != NO_PIECE_TYPE)
        return move_make_promotion(from, parts->to, parts->promotion);
    if (parts->type == PAWN && parts->to == board->en_passant)
        return move_make_kind(from, parts->to, MOVE_EN_PASSANT);
    return move_make(from, parts->to);
}

// Tries every man of the type that the text allows; `count` receives how many of them fit.
static Move read_short(const Board *board, const SanParts *parts, int *count)
{
    Bitboard men = board_pieces(board, board->side_to_move, parts->type);
    Move found = MOVE_NONE;
    *count = 0;
    while (men) {
        const Square from = bits_pop_lowest(&men);
        if ((parts->from_file >= 0 && square_file(from) != parts->from_file) ||
            (parts->from_rank >= 0 && square_rank(from) != parts->from_rank))
            continue;
        const Move move = make_move(board, parts, from);
        if (legality_check(board, move)) {
            found = move;
            ++*count;
        }
    }
    return found;
}

static Move read_castling(const Board *board, int side)
{
    const Colour us = board->side_to_move;
    const Square rook = board->castling_rook[castling_index(us, side)];
    if (rook == NO_SQUARE)
        return MOVE_NONE;
    const Move move = move_make_kind(board->king_square[us], rook, MOVE_CASTLING);
    return legality_check(board, move) ? move : MOVE_NONE;
}

Status san_parse(const Board *board, Text text, Move *move, ErrorText *error)
{
    const int quoted = text_quote_length(text);
    Text bare = text.length <= SAN_TEXT_BYTES_MAX ? without_marks(text) : (Text){text.data, 0};
    const int side = castling_side(bare);
    SanParts parts;
    Move found = MOVE_NONE;
    int count = 1;
    if (side >= 0)
        found = read_castling(board, side);
    else if (!split(bare, &parts))
        return status_fail(error, STATUS_BAD_INPUT, "'%.*s' is no move", quoted, text.data);
    else if (parts.from_file >= 0 && parts.from_rank >= 0)
        found = read_long(board, &parts);
    else
        found = read_short(board, &parts, &count);
    if (count > 1)
        return status_fail(error, STATUS_BAD_INPUT, "'%.*s' may be any of %d moves", quoted,
                           text.data, count);
    if (found == MOVE_NONE)
        return status_fail(error, STATUS_BAD_INPUT, "'%.*s' is not legal here", quoted, text.data);
    *move = found;
    return STATUS_OK;
}

Text san_skip_number(Text word)
{
    size_t digits = 0;
    while (digits < word.length && word.data[digits] >= '0' && word.data[digits] <= '9')
        digits++;
    size_t dots = digits;
    while (dots < word.length && word.data[dots] == '.')
        dots++;
    if (dots == digits && digits < word.length)
        return word;
    return (Text){word.data + dots, word.length - dots};
}

// Writes as much of the origin as tells the man from others of its type that could go there too.
static char *write_origin(const Board *board, Move move, char *out)
{
    const Square from = move_from(move);
    const PieceType type = piece_type(board->mailbox[from]);
    Bitboard others = board_pieces(board, board->side_to_move, type) & ~square_bb(from);
    bool is_needed = false, shares_file = false, shares_rank = false;
    while (others) {
        const Square other = bits_pop_lowest(&others);
        if (!legality_check(board, move_make(other, move_to(move))))
            continue;
        is_needed = true;
        shares_file |= square_file(other) == square_file(from);
        shares_rank |= square_rank(other) == square_rank(from);
    }
    if (is_needed && (!shares_file || shares_rank))
        *out++ = (char)('a' + square_file(from));
    if (is_needed && shares_file)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

static char *write_body(const Board *board, Move move, char *out)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(board->mailbox[from]);
    if (move_kind(move) == MOVE_CASTLING) {
        const bool is_short = to > from;
        memcpy(out, "O-O-O", 5);
        return out + (is_short ? 3 : 5);
    }
    const bool is_capture = move_is_capture(board, move);
    if (type != PAWN) {
        *out++ = "PNBRQK"[type];
        out = write_origin(board, move, out);
    } else if (is_capture) {
        *out++ = (char)('a' + square_file(from));
    }
    if (is_capture)
        *out++ = 'x';
    *out++ = (char)('a' + square_file(to));
    *out++ = (char)('1' + square_rank(to));
    if (move_kind(move) == MOVE_PROMOTION) {
        *out++ = '=';
        *out++ = "NBRQ"[move_promotion(move) - KNIGHT];
    }
    return out;
}

void san_write(const Kernels *kernels, const Board *board, Move move, char out[SAN_MOVE_BYTES])
{
    char *end = write_body(board, move, out);
    Board child;
    position_apply_move(board, move, &child);
    if (position_in_check(&child))
        *end++ = generate_count(kernels, &child) == 0 ? '#' : '+';
    *end = '\0';
}
