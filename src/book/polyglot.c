// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/polyglot.h"

#include "book/random64.h"
#include "position/notation.h"

static uint64_t key_of_men(const Board *board)
{
    uint64_t key = 0;
    for (Bitboard men = board_occupied(board); men != 0;) {
        const Square sq = bits_pop_lowest(&men);
        const Piece pc = board->mailbox[sq];
        const int kind = 2 * piece_type(pc) + (piece_colour(pc) == WHITE);
        key ^= POLYGLOT_RANDOM[POLYGLOT_MEN + 64 * kind + sq];
    }
    return key;
}

uint64_t polyglot_key(const Board *board)
{
    uint64_t key = key_of_men(board);
    // Both count white short, white long, black short, black long.
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        if (board->castling_rook[right] != NO_SQUARE)
            key ^= POLYGLOT_RANDOM[POLYGLOT_CASTLING + right];
    }
    if (board->en_passant != NO_SQUARE)
        key ^= POLYGLOT_RANDOM[POLYGLOT_EN_PASSANT + square_file(board->en_passant)];
    if (board->side_to_move == WHITE)
        key ^= POLYGLOT_RANDOM[POLYGLOT_WHITE_TO_MOVE];
    return key;
}

// True if the last move may have been a pawn's double step on `file` beside one of our pawns.
static bool may_have_advanced(const Board *board, int file)
{
    const Colour us = board->side_to_move, them = !us;
    const Square pawn = square_relative(them, square_make(file, 3));
    const Square behind = square_relative(them, square_make(file, 2));
    const Square start = square_relative(them, square_make(file, 1));
    if (board->mailbox[pawn] != piece_make(them, PAWN) || board->mailbox[behind] != NO_PIECE ||
        board->mailbox[start] != NO_PIECE)
        return false;
    const Piece ours = piece_make(us, PAWN);
    return (file > 0 && board->mailbox[pawn - 1] == ours) ||
           (file < 7 && board->mailbox[pawn + 1] == ours);
}

int polyglot_keys(const Board *board, uint64_t keys[POLYGLOT_KEYS_MAX])
{
    int count = 0;
    keys[count++] = polyglot_key(board);
    // A capture that is legal is in that key; and every pawn move sets the clock back.
    if (board->en_passant != NO_SQUARE || board->halfmove_clock != 0)
        return count;
    for (int file = 0; file < 8; file++) {
        if (may_have_advanced(board, file))
            keys[count++] = keys[0] ^ POLYGLOT_RANDOM[POLYGLOT_EN_PASSANT + file];
    }
    return count;
}

uint16_t polyglot_encode_move(Move move)
{
    const int promotion = move_kind(move) == MOVE_PROMOTION ? move_promotion(move) - KNIGHT + 1 : 0;
    return (uint16_t)(move_to(move) | move_from(move) << 6 | promotion << 12);
}

Move polyglot_decode_move(const Board *board, uint16_t code)
{
    const int promotion = code >> 12;
    if (promotion > 4)
        return MOVE_NONE;
    const Square from = code >> 6 & 63, to = code & 63;
    // In the letters of UCI, whose reader knows both ways to spell castling.
    const char text[] = {
        (char)('a' + square_file(from)),
        (char)('1' + square_rank(from)),
        (char)('a' + square_file(to)),
        (char)('1' + square_rank(to)),
        " nbrq"[promotion],
    };
    return notation_parse_uci(board, text, promotion == 0 ? 4 : 5);
}

static uint64_t read_big_endian(const char *in, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)in[i];
    return value;
}

Status polyglot_read(Text bytes, BookTable *table, ErrorText *error)
{
    if (bytes.length == 0 || bytes.length % POLYGLOT_ENTRY_BYTES != 0)
        return status_fail(error, STATUS_BAD_INPUT,
                           "%zu bytes are no whole number of Polyglot entries, %d bytes each",
                           bytes.length, POLYGLOT_ENTRY_BYTES);
    uint64_t last_key = 0;
    for (size_t at = 0; at < bytes.length; at += POLYGLOT_ENTRY_BYTES) {
        const BookEntry entry = {
            .key = read_big_endian(bytes.data + at, 8),
            .move = (uint16_t)read_big_endian(bytes.data + at + 8, 2),
            .weight = (uint32_t)read_big_endian(bytes.data + at + 10, 2),
        };
        if (entry.key < last_key)
            return status_fail(error, STATUS_BAD_INPUT,
                               "entry %zu is out of order: this is no Polyglot book",
                               at / POLYGLOT_ENTRY_BYTES + 1);
        last_key = entry.key;
        const Status status = book_table_add(table, &entry, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}
