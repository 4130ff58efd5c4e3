// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/legal.h"

#include "chess/attacks.h"
#include "position/position.h"

static Bitboard piece_attacks(PieceType type, Square sq, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return knight_attacks(sq);
    case BISHOP: return bishop_attacks(sq, occupied);
    case ROOK: return rook_attacks(sq, occupied);
    case QUEEN: return queen_attacks(sq, occupied);
    default: return king_attacks(sq);
    }
}

static bool pawn_may_move(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const MoveKind kind = move_kind(move);
    const bool reaches_end = (square_bb(to) & relative_rank_bb(us, 7)) != 0;
    if (reaches_end != (kind == MOVE_PROMOTION))
        return false;
    if (kind == MOVE_EN_PASSANT)
        return to == board->en_passant && (pawn_attacks(us, from) & square_bb(to)) != 0;
    if ((pawn_attacks(us, from) & square_bb(to)) != 0)
        return (board->by_colour[us ^ 1] & square_bb(to)) != 0;
    const Bitboard empty = ~board_occupied(board);
    const Bitboard single = shift_forward(us, square_bb(from)) & empty;
    const Bitboard twice = shift_forward(us, single & relative_rank_bb(us, 2)) & empty;
    return ((single | twice) & square_bb(to)) != 0;
}

static bool castling_is_legal(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square rook = move_to(move);
    const int side = rook > from ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
    if (from != board->king_square[us] || board->checkers != 0 ||
        board->castling_rook[castling_index(us, side)] != rook)
        return false;
    const Square king_to = castling_king_to(from, rook);
    const Square rook_to = castling_rook_to(from, rook);
    const Bitboard movers = square_bb(from) | square_bb(rook);
    const Bitboard others = board_occupied(board) & ~movers;
    const Bitboard king_way = between_bb(from, king_to) | square_bb(king_to);
    const Bitboard rook_way = between_bb(rook, rook_to) | square_bb(rook_to);
    if (((king_way | rook_way) & others) != 0)
        return false;
    // The king's own square is not attacked (no check); the last one is tested after the move too,
    // when the rook has left its square.
    for (Bitboard way = king_way; way != 0;) {
        const Square sq = bits_pop_lowest(&way);
        const Bitboard attackers = position_attackers_to(board, sq, board_occupied(board));
        if ((attackers & board->by_colour[us ^ 1]) != 0)
            return false;
    }
    return true;
}

// All rules but the safety of the own king.
static bool is_pseudo_legal(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const MoveKind kind = move_kind(move);
    if ((board->by_colour[us] & square_bb(from)) == 0)
        return false;
    if (kind != MOVE_PROMOTION && ((move >> 12) & 3) != 0)
        return false;
    if (kind == MOVE_CASTLING)
        return castling_is_legal(board, move);
    if ((board->by_colour[us] & square_bb(to)) != 0)
        return false;
    const PieceType type = piece_type(board->mailbox[from]);
    if (type == PAWN)
        return pawn_may_move(board, move);
    return kind == MOVE_NORMAL &&
           (piece_attacks(type, from, board_occupied(board)) & square_bb(to)) != 0;
}

bool legal_apply_move(const Board *board, Move move, Board *child)
{
    if (!is_pseudo_legal(board, move))
        return false;
    position_apply_move(board, move, child);
    const Colour us = board->side_to_move;
    const Bitboard attackers =
        position_attackers_to(child, child->king_square[us], board_occupied(child));
    return (attackers & child->by_colour[us ^ 1]) == 0;
}
