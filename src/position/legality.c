// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/legality.h"

#include "chess/attacks.h"
#include "position/position.h"

// The men of `colour` that move like rooks, and those that move like bishops; queens do both.
typedef struct Sliders {
    Bitboard straight;
    Bitboard diagonal;
} Sliders;

static Sliders sliders_of(const Board *board, Colour colour)
{
    const Bitboard men = board->by_colour[colour];
    return (Sliders){
        .straight = men & (board->by_type[ROOK] | board->by_type[QUEEN]),
        .diagonal = men & (board->by_type[BISHOP] | board->by_type[QUEEN]),
    };
}

static bool sliders_attack(Sliders sliders, Square sq, Bitboard occupied)
{
    return (rook_attacks(sq, occupied) & sliders.straight) != 0 ||
           (bishop_attacks(sq, occupied) & sliders.diagonal) != 0;
}

// True if our king is not attacked once the board is occupied by `occupied` and the enemy man on
// `taken` (a set of at most one square) is gone. Pawns and knights that give check now do so still,
// unless taken; sliders are looked at afresh, which covers pins, blocks and uncovered lines.
static bool king_stays_safe(const Board *board, Bitboard occupied, Bitboard taken)
{
    const Colour us = board->side_to_move;
    const Bitboard leapers = board->by_type[PAWN] | board->by_type[KNIGHT];
    if (board->checkers & leapers & ~taken)
        return false;
    Sliders sliders = sliders_of(board, us ^ 1);
    sliders.straight &= ~taken;
    sliders.diagonal &= ~taken;
    return !sliders_attack(sliders, board->king_square[us], occupied);
}

// True if an enemy would attack our king on `sq`, the king being lifted off its present square.
static bool king_is_attacked_on(const Board *board, Square sq)
{
    const Colour us = board->side_to_move;
    const Bitboard lifted = board_occupied(board) ^ square_bb(board->king_square[us]);
    return (position_attackers_to(board, sq, lifted) & board->by_colour[us ^ 1]) != 0;
}

// The way of a man that is no pawn: the squares that it attacks from `from`.
static Bitboard piece_attacks(PieceType type, Square from, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return knight_attacks(from);
    case BISHOP: return bishop_attacks(from, occupied);
    case ROOK: return rook_attacks(from, occupied);
    case QUEEN: return queen_attacks(from, occupied);
    default: return king_attacks(from);
    }
}

// True if a pawn on `from` may go to `to` by itself: a push to empty squares or a plain capture.
static bool pawn_reaches(const Board *board, Square from, Square to)
{
    const Colour us = board->side_to_move;
    const Bitboard empty = ~board_occupied(board);
    if (pawn_attacks(us, from) & square_bb(to))
        return (board->by_colour[us ^ 1] & square_bb(to)) != 0;
    const Bitboard once = shift_forward(us, square_bb(from)) & empty;
    const Bitboard twice = shift_forward(us, once & relative_rank_bb(us, 2)) & empty;
    return ((once | twice) & square_bb(to)) != 0;
}

// Normal moves and promotions.
static bool plain_move_is_legal(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(board->mailbox[from]);
    if (board->by_colour[us] & square_bb(to))
        return false;
    const bool is_promotion = type == PAWN && (relative_rank_bb(us, 7) & square_bb(to)) != 0;
    if (is_promotion != (move_kind(move) == MOVE_PROMOTION))
        return false;
    const bool reaches =
        type == PAWN ? pawn_reaches(board, from, to)
                     : (piece_attacks(type, from, board_occupied(board)) & square_bb(to)) != 0;
    if (!reaches)
        return false;
    if (type == KING)
        return !king_is_attacked_on(board, to);
    const Bitboard after = (board_occupied(board) ^ square_bb(from)) | square_bb(to);
    return king_stays_safe(board, after, square_bb(to));
}

static bool en_passant_move_is_legal(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    if (to != board->en_passant || piece_type(board->mailbox[from]) != PAWN ||
        (pawn_attacks(us, from) & square_bb(to)) == 0)
        return false;
    const Bitboard victim = square_bb(to ^ 8);
    const Bitboard after = board_occupied(board) ^ square_bb(from) ^ victim ^ square_bb(to);
    return king_stays_safe(board, after, victim);
}

static bool castling_is_legal(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square king = board->king_square[us];
    const Square rook = move_to(move);
    const int right = castling_index(us, rook > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE);
    if (move_from(move) != king || (board->castling_rights >> right & 1) == 0 ||
        board->castling_rook[right] != rook || board->checkers)
        return false;
    const Square king_to = castling_king_to(king, rook);
    const Square rook_to = castling_rook_to(king, rook);
    Bitboard king_path = between_bb(king, king_to) | square_bb(king_to);
    const Bitboard rook_path = between_bb(rook, rook_to) | square_bb(rook_to);
    const Bitboard others = board_occupied(board) ^ square_bb(king) ^ square_bb(rook);
    if ((king_path | rook_path) & others)
        return false;
    while (king_path)
        if (king_is_attacked_on(board, bits_pop_lowest(&king_path)))
            return false;
    // The rook may have hidden the king's goal from a slider on the back rank.
    return !sliders_attack(sliders_of(board, us ^ 1), king_to, others | square_bb(rook_to));
}

bool legality_check(const Board *board, Move move)
{
    const Square from = move_from(move);
    if ((board->by_colour[board->side_to_move] & square_bb(from)) == 0)
        return false;
    const bool has_promotion_bits = (move >> 12 & 3) != 0;
    switch (move_kind(move)) {
    case MOVE_NORMAL: return !has_promotion_bits && plain_move_is_legal(board, move);
    case MOVE_EN_PASSANT: return !has_promotion_bits && en_passant_move_is_legal(board, move);
    case MOVE_CASTLING: return !has_promotion_bits && castling_is_legal(board, move);
    default: return plain_move_is_legal(board, move);
    }
}

// Occupation and our sliders after a castling move.
static bool castling_gives_check(const Board *board, Square king, Square rook, Square target)
{
    const Square king_to = castling_king_to(king, rook);
    const Square rook_to = castling_rook_to(king, rook);
    const Bitboard others = board_occupied(board) ^ square_bb(king) ^ square_bb(rook);
    Sliders sliders = sliders_of(board, board->side_to_move);
    sliders.straight = (sliders.straight ^ square_bb(rook)) | square_bb(rook_to);
    return sliders_attack(sliders, target, others | square_bb(king_to) | square_bb(rook_to));
}

bool move_gives_check(const Board *board, Move move)
{
    const Colour us = board->side_to_move;
    const Square target = board->king_square[us ^ 1];
    const Square from = move_from(move);
    const Square to = move_to(move);
    if (move_kind(move) == MOVE_CASTLING)
        return castling_gives_check(board, from, to, target);

    PieceType type = piece_type(board->mailbox[from]);
    if (move_kind(move) == MOVE_PROMOTION)
        type = move_promotion(move);
    if (type == PAWN && (pawn_attacks(us, to) & square_bb(target)))
        return true;
    if (type == KNIGHT && (knight_attacks(to) & square_bb(target)))
        return true;

    Bitboard after = (board_occupied(board) ^ square_bb(from)) | square_bb(to);
    if (move_kind(move) == MOVE_EN_PASSANT)
        after ^= square_bb(to ^ 8);
    Sliders sliders = sliders_of(board, us);
    sliders.straight &= ~square_bb(from);
    sliders.diagonal &= ~square_bb(from);
    if (type == ROOK || type == QUEEN)
        sliders.straight |= square_bb(to);
    if (type == BISHOP || type == QUEEN)
        sliders.diagonal |= square_bb(to);
    return sliders_attack(sliders, target, after);
}
