// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/viriformat.h"

#include <stdlib.h>
#include <string.h>

#include "base/endian.h"
#include "position/legality.h"
#include "position/position.h"
#include "record/stream.h"

struct RecordReader {
    Stream *stream;
    Board boards[2];  // the position handed out, and the one after its move
    int current;      // index of the position that the next pair belongs to
    int white_result; // 0 Black won, 1 draw, 2 White won
    uint64_t game;
    bool is_in_game;
};

Status record_open(const char *path, RecordReader **out, ErrorText *error)
{
    RecordReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    const Status status = stream_open(path, &reader->stream, error);
    if (status != STATUS_OK) {
        free(reader);
        return status;
    }
    *out = reader;
    return STATUS_OK;
}

void record_close(RecordReader *reader)
{
    if (reader == NULL)
        return;
    stream_close(reader->stream);
    free(reader);
}

static Status fail_at(const RecordReader *reader, uint64_t back, const char *reason,
                      ErrorText *error)
{
    return status_fail(error, STATUS_BAD_INPUT, "%s: at byte %llu of the data: game %llu: %s",
                       stream_path(reader->stream),
                       (unsigned long long)(stream_offset(reader->stream) - back),
                       (unsigned long long)reader->game, reason);
}

// Places the men of the start position; NULL, or what is wrong with them.
static const char *place_men(const uint8_t *bytes, Board *board, Bitboard *unmoved_rooks)
{
    const Bitboard occupied = read_le64(bytes);
    if (bits_count(occupied) > 32)
        return "more than 32 men";
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    *unmoved_rooks = 0;
    unsigned index = 0;
    for (Bitboard rest = occupied; rest != 0; index++) {
        const Square sq = bits_pop_lowest(&rest);
        const unsigned code = (unsigned)(bytes[8 + index / 2] >> 4 * (index % 2)) & 15U;
        const Colour colour = code >= 8 ? BLACK : WHITE;
        unsigned type = code & 7U;
        if (type > VIRIFORMAT_UNMOVED_ROOK)
            return "a man of unknown type";
        if (type == VIRIFORMAT_UNMOVED_ROOK) {
            *unmoved_rooks |= square_bb(sq);
            type = ROOK;
        }
        board->mailbox[sq] = (uint8_t)piece_make(colour, (PieceType)type);
    }
    return NULL;
}

// The only king of `colour`, or NO_SQUARE.
static Square find_king(const Board *board, Colour colour)
{
    Square found = NO_SQUARE;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (board->mailbox[sq] != piece_make(colour, KING))
            continue;
        if (found != NO_SQUARE)
            return NO_SQUARE;
        found = sq;
    }
    return found;
}

// Turns unmoved rooks into castling rights; NULL, or what is wrong with them.
static const char *set_castling(Board *board, Bitboard unmoved_rooks)
{
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    while (unmoved_rooks != 0) {
        const Square rook = bits_pop_lowest(&unmoved_rooks);
        const Colour colour = piece_colour(board->mailbox[rook]);
        const Square king = find_king(board, colour);
        if (king == NO_SQUARE)
            return "not one king a side";
        const int back_rank = colour == WHITE ? 0 : 7;
        if (square_rank(rook) != back_rank || square_rank(king) != back_rank)
            return "a castling right away from the back rank";
        const int side = rook > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
        uint8_t *slot = &board->castling_rook[castling_index(colour, side)];
        if (*slot != NO_SQUARE)
            return "two castling rooks on one side of the king";
        *slot = (uint8_t)rook;
    }
    return NULL;
}

// True if the square may be the one behind a pawn that has just advanced two ranks.
static bool en_passant_is_possible(const Board *board, Square sq)
{
    const Colour them = board->side_to_move ^ 1;
    const int step = them == WHITE ? 8 : -8;
    return square_rank(square_relative(them, sq)) == 2 && board->mailbox[sq] == NO_PIECE &&
           board->mailbox[sq - step] == NO_PIECE &&
           board->mailbox[sq + step] == piece_make(them, PAWN);
}

static Status read_start(RecordReader *reader, bool *at_end, ErrorText *error)
{
    uint8_t bytes[VIRIFORMAT_START_BYTES];
    const Status status = stream_read(reader->stream, bytes, sizeof bytes, at_end, error);
    if (status != STATUS_OK || *at_end)
        return status;
    Board *board = &reader->boards[reader->current];
    memset(board, 0, sizeof *board);
    Bitboard unmoved_rooks = 0;
    const char *reason = place_men(bytes, board, &unmoved_rooks);
    if (reason == NULL)
        reason = set_castling(board, unmoved_rooks);
    const Square en_passant = bytes[24] & 0x7f;
    board->side_to_move = bytes[24] >> 7;
    board->en_passant = NO_SQUARE;
    if (reason == NULL && en_passant != NO_SQUARE) {
        if (en_passant > NO_SQUARE || !en_passant_is_possible(board, en_passant))
            reason = "an impossible en-passant square";
        board->en_passant = (uint8_t)en_passant;
    }
    if (reason == NULL && bytes[30] > 2)
        reason = "an unknown result";
    if (reason != NULL)
        return fail_at(reader, sizeof bytes, reason, error);
    board->halfmove_clock = bytes[25];
    const unsigned number = read_le16(bytes + 26);
    board->fullmove_number = (uint16_t)(number < 1                     ? 1
                                        : number > FULLMOVE_NUMBER_MAX ? FULLMOVE_NUMBER_MAX
                                                                       : number);
    reader->white_result = bytes[30];
    ErrorText detail;
    if (position_complete(board, &detail) != STATUS_OK)
        return fail_at(reader, sizeof bytes, detail.text, error);
    reader->is_in_game = true;
    return STATUS_OK;
}

static void describe(const RecordReader *reader, const Board *board, Move move, int white_score,
                     RecordPosition *position)
{
    const bool is_white = board->side_to_move == WHITE;
    const int score = is_white ? white_score : -white_score;
    *position = (RecordPosition){
        .board = board,
        .move = move,
        .score_cp = score,
        .result = is_white ? reader->white_result : 2 - reader->white_result,
        .game = reader->game,
        .is_quiet = !position_in_check(board) && move_is_quiet(board, move) &&
                    abs(score) < VIRIFORMAT_SCORE_LIMIT_CP,
    };
}

Status record_next(RecordReader *reader, RecordPosition *position, bool *at_end, ErrorText *error)
{
    for (;;) {
        if (!reader->is_in_game) {
            const Status status = read_start(reader, at_end, error);
            if (status != STATUS_OK || *at_end)
                return status;
        }
        uint8_t pair[VIRIFORMAT_PAIR_BYTES];
        bool is_cut = false;
        const Status status = stream_read(reader->stream, pair, sizeof pair, &is_cut, error);
        if (status != STATUS_OK)
            return status;
        if (is_cut)
            return fail_at(reader, 0, "the data end inside the game", error);
        const Move move = read_le16(pair);
        const int score = (int16_t)read_le16(pair + 2);
        if (move == MOVE_NONE && score == 0) {
            reader->is_in_game = false;
            reader->game++;
            continue;
        }
        const Board *board = &reader->boards[reader->current];
        if (!legality_check(board, move))
            return fail_at(reader, sizeof pair, "an illegal move", error);
        reader->current ^= 1;
        position_apply_move(board, move, &reader->boards[reader->current]);
        describe(reader, board, move, score, position);
        *at_end = false;
        return STATUS_OK;
    }
}
