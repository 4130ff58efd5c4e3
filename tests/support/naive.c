// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/naive.h"

#include <stdlib.h>
#include <string.h>

typedef struct Men {
    uint8_t at[SQUARE_COUNT];
} Men;

static bool is_colour(const Men *men, Square sq, Colour colour)
{
    return men->at[sq] != NO_PIECE && piece_colour(men->at[sq]) == colour;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

// True if every square strictly between the two, which lie on one line, is empty.
static bool line_is_clear(const Men *men, Square from, Square to)
{
    const int step =
        sign(square_rank(to) - square_rank(from)) * 8 + sign(square_file(to) - square_file(from));
    for (Square sq = from + step; sq != to; sq += step)
        if (men->at[sq] != NO_PIECE)
            return false;
    return true;
}

// True if the man on `from` attacks `to`, whatever stands there.
static bool attacks(const Men *men, Square from, Square to)
{
    const int files = square_file(to) - square_file(from);
    const int ranks = square_rank(to) - square_rank(from);
    const bool is_diagonal = abs(files) == abs(ranks) && files != 0;
    const bool is_straight = (files == 0) != (ranks == 0);
    switch (piece_type(men->at[from])) {
    case PAWN: return abs(files) == 1 && ranks == (piece_colour(men->at[from]) == WHITE ? 1 : -1);
    case KNIGHT: return abs(files * ranks) == 2;
    case BISHOP: return is_diagonal && line_is_clear(men, from, to);
    case ROOK: return is_straight && line_is_clear(men, from, to);
    case QUEEN: return (is_diagonal || is_straight) && line_is_clear(men, from, to);
    default: return abs(files) <= 1 && abs(ranks) <= 1 && from != to;
    }
}

static bool is_attacked(const Men *men, Square sq, Colour by)
{
    for (Square from = 0; from < SQUARE_COUNT; ++from)
        if (is_colour(men, from, by) && attacks(men, from, sq))
            return true;
    return false;
}

static Square find_king(const Men *men, Colour colour)
{
    Square sq = 0;
    while (men->at[sq] != piece_make(colour, KING))
        ++sq;
    return sq;
}

static Men make(const Board *board, Move move)
{
    Men men;
    memcpy(men.at, board->mailbox, sizeof men.at);
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const uint8_t mover = men.at[from];
    men.at[from] = NO_PIECE;
    if (move_kind(move) == MOVE_CASTLING) {
        const Square back = us == WHITE ? SQ_A1 : SQ_A8;
        men.at[to] = NO_PIECE;
        men.at[back + (to > from ? 6 : 2)] = (uint8_t)piece_make(us, KING);
        men.at[back + (to > from ? 5 : 3)] = (uint8_t)piece_make(us, ROOK);
        return men;
    }
    men.at[to] = mover;
    if (move_kind(move) == MOVE_PROMOTION)
        men.at[to] = (uint8_t)piece_make(us, move_promotion(move));
    if (move_kind(move) == MOVE_EN_PASSANT)
        men.at[us == WHITE ? to - 8 : to + 8] = NO_PIECE;
    return men;
}

static void keep_if_legal(const Board *board, Move move, MoveList *list)
{
    const Men men = make(board, move);
    const Colour us = board->side_to_move;
    if (!is_attacked(&men, find_king(&men, us), !us))
        list->moves[list->count++] = move;
}

static void try_pawn(const Board *board, const Men *men, Square from, Square to, MoveList *list)
{
    const Colour us = board->side_to_move;
    const int forward = us == WHITE ? 8 : -8;
    const bool is_single = to == from + forward && men->at[to] == NO_PIECE;
    const bool is_double = to == from + 2 * forward && square_rank(from) == (us == WHITE ? 1 : 6) &&
                           men->at[from + forward] == NO_PIECE && men->at[to] == NO_PIECE;
    const bool is_capture = attacks(men, from, to) && is_colour(men, to, !us);
    if (attacks(men, from, to) && to == board->en_passant)
        keep_if_legal(board, move_make_kind(from, to, MOVE_EN_PASSANT), list);
    if (!is_single && !is_double && !is_capture)
        return;
    if (square_rank(to) != (us == WHITE ? 7 : 0)) {
        keep_if_legal(board, move_make(from, to), list);
        return;
    }
    for (PieceType type = KNIGHT; type <= QUEEN; ++type)
        keep_if_legal(board, move_make_promotion(from, to, type), list);
}

// The rules of Chess960, which give those of standard chess: all squares from the least to the
// greatest of the four squares involved are empty but for the two men, as far as either crosses or
// reaches them; no square from the king's to its goal is attacked while the rook still stands, and
// the king's goal is not attacked afterwards.
static void try_castling(const Board *board, const Men *men, int right, MoveList *list)
{
    const Colour us = board->side_to_move;
    const Square king = find_king(men, us);
    const Square rook = board->castling_rook[right];
    const Square back = us == WHITE ? SQ_A1 : SQ_A8;
    const Square goals[2] = {back + (rook > king ? 6 : 2), back + (rook > king ? 5 : 3)};
    const Square starts[2] = {king, rook};
    for (int i = 0; i < 2; ++i) {
        const Square low = starts[i] < goals[i] ? starts[i] : goals[i];
        const Square high = starts[i] < goals[i] ? goals[i] : starts[i];
        for (Square sq = low; sq <= high; ++sq) {
            if (sq != king && sq != rook && men->at[sq] != NO_PIECE)
                return;
            if (i == 0 && is_attacked(men, sq, !us))
                return;
        }
    }
    keep_if_legal(board, move_make_kind(king, rook, MOVE_CASTLING), list);
}

static int compare_moves(const void *a, const void *b)
{
    return *(const Move *)a - *(const Move *)b;
}

void naive_generate(const Board *board, MoveList *list)
{
    Men men;
    memcpy(men.at, board->mailbox, sizeof men.at);
    const Colour us = board->side_to_move;
    list->count = 0;
    for (Square from = 0; from < SQUARE_COUNT; ++from) {
        if (!is_colour(&men, from, us))
            continue;
        for (Square to = 0; to < SQUARE_COUNT; ++to) {
            if (piece_type(men.at[from]) == PAWN)
                try_pawn(board, &men, from, to, list);
            else if (!is_colour(&men, to, us) && attacks(&men, from, to))
                keep_if_legal(board, move_make(from, to), list);
        }
    }
    for (int right = us * 2; right < us * 2 + 2; ++right)
        if (board->castling_rook[right] != NO_SQUARE)
            try_castling(board, &men, right, list);
    qsort(list->moves, (size_t)list->count, sizeof list->moves[0], compare_moves);
}

bool naive_gives_check(const Board *board, Move move)
{
    const Men men = make(board, move);
    const Colour us = board->side_to_move;
    return is_attacked(&men, find_king(&men, !us), us);
}

bool naive_is_noisy(const Board *board, Move move)
{
    if (move_kind(move) == MOVE_NORMAL)
        return board->mailbox[move_to(move)] != NO_PIECE;
    return move_kind(move) != MOVE_CASTLING;
}
