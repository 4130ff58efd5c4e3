// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/notation.h"

#include <string.h>

#include "position/legality.h"
#include "position/position.h"

static char *write_square(Square sq, char *out)
{
    *out++ = (char)('a' + square_file(sq));
    *out++ = (char)('1' + square_rank(sq));
    return out;
}

void notation_write_uci(Move move, bool chess960, char out[UCI_MOVE_BYTES])
{
    if (move == MOVE_NONE || move == MOVE_NULL) {
        memcpy(out, "0000", 5);
        return;
    }
    const Square from = move_from(move);
    Square to = move_to(move);
    if (move_kind(move) == MOVE_CASTLING && !chess960)
        to = castling_king_to(from, to);
    char *cursor = write_square(to, write_square(from, out));
    if (move_kind(move) == MOVE_PROMOTION)
        *cursor++ = "nbrq"[move_promotion(move) - KNIGHT];
    *cursor = '\0';
}

static Square read_square(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NO_SQUARE;
    return square_make(text[0] - 'a', text[1] - '1');
}

static PieceType read_promotion(char letter)
{
    switch (letter) {
    case 'n':
    case 'N': return KNIGHT;
    case 'b':
    case 'B': return BISHOP;
    case 'r':
    case 'R': return ROOK;
    case 'q':
    case 'Q': return QUEEN;
    default: return NO_PIECE_TYPE;
    }
}

// The rook's square if the king move from-to spells castling in either way, else NO_SQUARE. The
// target-square spelling counts only for a king that leaves its e-file by two squares: any other
// king move of that shape is a plain step.
static Square castling_rook_meant(const Board *board, Square from, Square to)
{
    const Colour us = board->side_to_move;
    for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; side++) {
        const Square rook = board->castling_rook[castling_index(us, side)];
        if (rook == NO_SQUARE)
            continue;
        const bool two_steps = square_file(from) == 4 && to == castling_king_to(from, rook);
        if (to == rook || two_steps)
            return rook;
    }
    return NO_SQUARE;
}

Move notation_parse_uci(const Board *board, const char *text, int length)
{
    if (length != 4 && length != 5)
        return MOVE_NONE;
    const Square from = read_square(text);
    const Square to = read_square(text + 2);
    if (from == NO_SQUARE || to == NO_SQUARE || from == to)
        return MOVE_NONE;
    const PieceType type = piece_type(board->mailbox[from]);

    Move move = move_make(from, to);
    if (length == 5) {
        const PieceType promotion = read_promotion(text[4]);
        if (promotion == NO_PIECE_TYPE)
            return MOVE_NONE;
        move = move_make_promotion(from, to, promotion);
    } else if (type == KING) {
        const Square rook = castling_rook_meant(board, from, to);
        if (rook != NO_SQUARE)
            move = move_make_kind(from, rook, MOVE_CASTLING);
    } else if (type == PAWN && to == board->en_passant) {
        move = move_make_kind(from, to, MOVE_EN_PASSANT);
    }
    return legality_check(board, move) ? move : MOVE_NONE;
}
