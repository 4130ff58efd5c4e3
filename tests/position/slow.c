// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/position/slow.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "position/see.h"

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

// True if nothing stands strictly between two squares of one line.
static bool way_is_free(const uint8_t mailbox[SQUARE_COUNT], Square from, Square to)
{
    const int step =
        sign(square_file(to) - square_file(from)) + 8 * sign(square_rank(to) - square_rank(from));
    for (Square sq = from + step; sq != to; sq += step) {
        if (mailbox[sq] != NO_PIECE)
            return false;
    }
    return true;
}

bool slow_attacks(const uint8_t mailbox[SQUARE_COUNT], Square from, Square to)
{
    const Piece pc = mailbox[from];
    if (pc == NO_PIECE || from == to)
        return false;
    const int files = abs(square_file(to) - square_file(from));
    const int ranks = abs(square_rank(to) - square_rank(from));
    const bool is_straight = files == 0 || ranks == 0;
    const bool is_diagonal = files == ranks;
    switch (piece_type(pc)) {
    case PAWN:
        return files == 1 &&
               square_rank(to) - square_rank(from) == (piece_colour(pc) == WHITE ? 1 : -1);
    case KNIGHT: return files * ranks == 2;
    case BISHOP: return is_diagonal && way_is_free(mailbox, from, to);
    case ROOK: return is_straight && way_is_free(mailbox, from, to);
    case QUEEN: return (is_straight || is_diagonal) && way_is_free(mailbox, from, to);
    default: return files <= 1 && ranks <= 1;
    }
}

// The square of the least valuable man of `side` that attacks `target`, or NO_SQUARE.
static Square least_valuable(const uint8_t mailbox[SQUARE_COUNT], Colour side, Square target)
{
    Square best = NO_SQUARE;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (mailbox[sq] == NO_PIECE || piece_colour(mailbox[sq]) != side ||
            !slow_attacks(mailbox, sq, target))
            continue;
        if (best == NO_SQUARE || piece_type(mailbox[sq]) < piece_type(mailbox[best]))
            best = sq;
    }
    return best;
}

// What `side` wins by taking the man on `target` or leaving it.
static int exchange(const uint8_t mailbox[SQUARE_COUNT], Colour side, Square target)
{
    const Square from = least_valuable(mailbox, side, target);
    if (from == NO_SQUARE)
        return 0;
    uint8_t after[SQUARE_COUNT];
    memcpy(after, mailbox, sizeof after);
    after[target] = mailbox[from];
    after[from] = NO_PIECE;
    if (piece_type(mailbox[from]) == KING && least_valuable(after, !side, target) != NO_SQUARE)
        return 0;
    const int gain = SEE_VALUE[piece_type(mailbox[target])] - exchange(after, !side, target);
    return gain > 0 ? gain : 0;
}

int slow_see(const Board *board, Move move)
{
    if (move_kind(move) == MOVE_CASTLING)
        return 0;
    const Square target = move_to(move);
    const PieceType victim =
        move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(board->mailbox[target]);
    int gain = SEE_VALUE[victim];
    if (move_kind(move) == MOVE_PROMOTION)
        gain += SEE_VALUE[move_promotion(move)] - SEE_VALUE[PAWN];
    uint8_t after[SQUARE_COUNT];
    slow_apply(board, move, after);
    return gain - exchange(after, !board->side_to_move, target);
}

bool slow_boards_equal(const Board *a, const Board *b)
{
    // Up to the side to move there is no padding.
    return memcmp(a, b, offsetof(Board, side_to_move) + sizeof a->side_to_move) == 0 &&
           a->halfmove_clock == b->halfmove_clock && a->fullmove_number == b->fullmove_number;
}

void slow_apply(const Board *parent, Move move, uint8_t mailbox[SQUARE_COUNT])
{
    memcpy(mailbox, parent->mailbox, SQUARE_COUNT);
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Square back = from / 8 * 8;
    const Piece moved = mailbox[from];
    mailbox[from] = NO_PIECE;
    switch (move_kind(move)) {
    case MOVE_CASTLING:
        mailbox[to] = NO_PIECE;
        mailbox[back + (to > from ? SQ_G1 : SQ_C1)] = (uint8_t)moved;
        mailbox[back + (to > from ? SQ_F1 : SQ_D1)] =
            (uint8_t)piece_make(piece_colour(moved), ROOK);
        break;
    case MOVE_PROMOTION:
        mailbox[to] = (uint8_t)piece_make(piece_colour(moved), move_promotion(move));
        break;
    case MOVE_EN_PASSANT:
        mailbox[back + square_file(to)] = NO_PIECE;
        mailbox[to] = (uint8_t)moved;
        break;
    default: mailbox[to] = (uint8_t)moved; break;
    }
}
