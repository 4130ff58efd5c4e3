// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the lists of moves of all movegen rows, once; a part of movegen_tmpl.h.
// Nothing here has state.
//
// Every move is legal when it is written, none is taken back. Three sets make it so:
//   check_mask     where a man other than the king may land: everywhere without check; the checker
//                  and the squares before it in check; nowhere in double check
//   pin_straight   the rays of rank and file pins, from next to the king up to the pinner
//   pin_diagonal   the same for diagonal pins
// A pinned man stays on its own ray if it moves by the ray's kind of step and lands in the set: the
// rays of one kind that meet in the king share no line but their own with the man's other lines.
//
// `us` and `want` are constants at every call, so each entry becomes two straight copies of code.
#ifndef RAVELIN_KERNELS_MOVEGEN_LIST_H
#define RAVELIN_KERNELS_MOVEGEN_LIST_H

#include <stddef.h>

#include "chess/attacks.h"
#include "chess/board.h"
#include "chess/move.h"
#include "kernels/movegen_sets.h"

typedef enum Want { WANT_ALL, WANT_CAPTURES, WANT_QUIETS } Want;

typedef struct Masks {
    Square king; // of the side to move
    Bitboard own, enemy, occupied;
    Bitboard enemy_straight, enemy_diagonal; // rooks and queens; bishops and queens
    Bitboard check_mask, pin_straight, pin_diagonal;
} Masks;

RAVELIN_INLINE void put_promotions(Sink *sink, Bitboard targets, int step)
{
    while (RAVELIN_UNLIKELY(targets)) {
        const Square to = bits_pop_lowest(&targets);
        for (PieceType type = QUEEN; type >= KNIGHT; --type)
            *sink->next++ = move_make_promotion(to - step, to, type);
    }
}

RAVELIN_INLINE void put_move(Sink *sink, Move move)
{
    *sink->next++ = move;
}

// Removing our first men on the king's rays shows the enemy sliders one man further: those pin.
RAVELIN_INLINE void find_pins(Masks *masks)
{
    masks->pin_straight = 0;
    masks->pin_diagonal = 0;
    const Bitboard near_straight = word_rook_attacks(masks->king, masks->occupied);
    const Bitboard near_diagonal = word_bishop_attacks(masks->king, masks->occupied);
    const Bitboard far_straight =
        word_rook_attacks(masks->king, masks->occupied ^ (near_straight & masks->own));
    const Bitboard far_diagonal =
        word_bishop_attacks(masks->king, masks->occupied ^ (near_diagonal & masks->own));
    Bitboard pinners = far_straight & ~near_straight & masks->enemy_straight;
    while (RAVELIN_UNLIKELY(pinners)) {
        const Square sq = bits_pop_lowest(&pinners);
        masks->pin_straight |= between_bb(masks->king, sq) | square_bb(sq);
    }
    pinners = far_diagonal & ~near_diagonal & masks->enemy_diagonal;
    while (RAVELIN_UNLIKELY(pinners)) {
        const Square sq = bits_pop_lowest(&pinners);
        masks->pin_diagonal |= between_bb(masks->king, sq) | square_bb(sq);
    }
}

RAVELIN_INLINE Masks find_masks(const Board *board, Colour us)
{
    Masks masks;
    masks.king = board->king_square[us];
    masks.own = board->by_colour[us];
    masks.enemy = board->by_colour[!us];
    masks.occupied = masks.own | masks.enemy;
    masks.enemy_straight = masks.enemy & (board->by_type[ROOK] | board->by_type[QUEEN]);
    masks.enemy_diagonal = masks.enemy & (board->by_type[BISHOP] | board->by_type[QUEEN]);
    masks.check_mask = ~(Bitboard)0;
    if (RAVELIN_UNLIKELY(board->checkers)) {
        masks.check_mask = board->checkers | between_bb(masks.king, bits_lowest(board->checkers));
        if (bits_has_several(board->checkers))
            masks.check_mask = 0;
    }
    find_pins(&masks);
    return masks;
}

// Squares that enemy sliders attack. Our king is lifted off the board, so that it
// does not hide the square behind itself from a slider that gives check.
RAVELIN_INLINE Bitboard slider_danger(const Masks *masks)
{
    return sliders_reach(masks->enemy_diagonal, masks->enemy_straight,
                         masks->occupied ^ square_bb(masks->king));
}

// Squares that enemy pawns, knights and the king attack.
RAVELIN_INLINE Bitboard leaper_danger(const Board *board, Colour us)
{
    return pawn_set_attacks(!us, board_pieces(board, !us, PAWN)) |
           knight_set_attacks(board_pieces(board, !us, KNIGHT)) |
           king_attacks(board->king_square[!us]);
}

// One castling right, with its rook in place by the board's invariants. All squares that king and
// rook cross or reach must be empty but for these two, the king's not attacked (its own square is
// not: there is no check). A rook pinned along the rank shields the king's goal from beyond.
RAVELIN_INLINE void put_castling(const Board *board, Sink *sink, const Masks *masks, int right,
                                 Bitboard danger)
{
    const Square rook = board->castling_rook[right];
    const Square back_rank = masks->king & 56;
    const Square king_to = back_rank + ((right & 1) == CASTLE_KING_SIDE ? SQ_G1 : SQ_C1);
    const Square rook_to = back_rank + ((right & 1) == CASTLE_KING_SIDE ? SQ_F1 : SQ_D1);
    const Bitboard king_path = between_bb(masks->king, king_to) | square_bb(king_to);
    const Bitboard rook_path = between_bb(rook, rook_to) | square_bb(rook_to);
    const Bitboard others = masks->occupied ^ square_bb(masks->king) ^ square_bb(rook);
    if (((king_path | rook_path) & others) | (king_path & danger) |
        (square_bb(rook) & masks->pin_straight))
        return;
    put_move(sink, move_make_kind(masks->king, rook, MOVE_CASTLING));
}

RAVELIN_INLINE void put_king(const Board *board, Sink *sink, Want want, const Masks *masks,
                             Colour us, Bitboard wanted)
{
    const int rights = board->castling_rights >> castling_index(us, 0) & 3;
    const bool may_castle = want != WANT_CAPTURES && rights && !board->checkers;
    const Bitboard leapers = leaper_danger(board, us);
    Bitboard targets = king_attacks(masks->king) & wanted & ~leapers;
    if (!targets && !may_castle)
        return;
    const Bitboard sliders = slider_danger(masks);
    targets &= ~sliders;
    put_targets(sink, masks->king, targets);
    if (!may_castle)
        return;
    for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; ++side)
        if (rights >> side & 1)
            put_castling(board, sink, masks, castling_index(us, side), leapers | sliders);
}

RAVELIN_INLINE void put_knights(const Board *board, Sink *sink, const Masks *masks, Colour us,
                                Bitboard targets)
{
    Bitboard men = board_pieces(board, us, KNIGHT) & ~(masks->pin_straight | masks->pin_diagonal);
    while (men) {
        const Square from = bits_pop_lowest(&men);
        put_targets(sink, from, knight_attacks(from) & targets);
    }
}

// A queen's diagonal moves come with the bishops', its straight ones with the rooks'.
RAVELIN_INLINE void put_sliders(const Board *board, Sink *sink, const Masks *masks, Colour us,
                                Bitboard targets)
{
    const Bitboard own_queens = board_pieces(board, us, QUEEN);
    Bitboard men = (board_pieces(board, us, BISHOP) | own_queens) & ~masks->pin_straight;
    Bitboard pinned = men & masks->pin_diagonal;
    men ^= pinned;
    while (men) {
        const Square from = bits_pop_lowest(&men);
        put_targets(sink, from, word_bishop_attacks(from, masks->occupied) & targets);
    }
    while (RAVELIN_UNLIKELY(pinned)) {
        const Square from = bits_pop_lowest(&pinned);
        put_targets(sink, from,
                    word_bishop_attacks(from, masks->occupied) & targets & masks->pin_diagonal);
    }
    men = (board_pieces(board, us, ROOK) | own_queens) & ~masks->pin_diagonal;
    pinned = men & masks->pin_straight;
    men ^= pinned;
    while (men) {
        const Square from = bits_pop_lowest(&men);
        put_targets(sink, from, word_rook_attacks(from, masks->occupied) & targets);
    }
    while (RAVELIN_UNLIKELY(pinned)) {
        const Square from = bits_pop_lowest(&pinned);
        put_targets(sink, from,
                    word_rook_attacks(from, masks->occupied) & targets & masks->pin_straight);
    }
}

// En passant takes two men off one rank at once, so no mask covers it: the board after the capture
// is looked at from the king. A knight or another pawn that gives check is not met by it at all.
RAVELIN_INLINE void put_en_passant(const Board *board, Sink *sink, const Masks *masks, Colour us)
{
    const Square to = board->en_passant;
    const Bitboard victim = square_bb(us == WHITE ? to - 8 : to + 8);
    const Bitboard leapers = board->by_type[PAWN] | board->by_type[KNIGHT];
    if (board->checkers & leapers & ~victim)
        return;
    Bitboard men = pawn_attacks(!us, to) & board_pieces(board, us, PAWN);
    while (men) {
        const Square from = bits_pop_lowest(&men);
        const Bitboard after = masks->occupied ^ square_bb(from) ^ victim ^ square_bb(to);
        if ((word_rook_attacks(masks->king, after) & masks->enemy_straight) == 0 &&
            (word_bishop_attacks(masks->king, after) & masks->enemy_diagonal) == 0)
            put_move(sink, move_make_kind(from, to, MOVE_EN_PASSANT));
    }
}

RAVELIN_INLINE void put_pawn_captures(const Board *board, Sink *sink, const Masks *masks, Colour us)
{
    const Bitboard pawns = board_pieces(board, us, PAWN) & ~masks->pin_straight;
    const Bitboard pinned = pawns & masks->pin_diagonal;
    const Bitboard loose = pawns ^ pinned;
    const Bitboard targets = masks->enemy & masks->check_mask;
    const Bitboard west =
        (west_forward(us, loose) | (west_forward(us, pinned) & masks->pin_diagonal)) & targets;
    const Bitboard east =
        (east_forward(us, loose) | (east_forward(us, pinned) & masks->pin_diagonal)) & targets;
    const Bitboard last = relative_rank_bb(us, 7);
    const int west_step = us == WHITE ? 7 : -9;
    const int east_step = us == WHITE ? 9 : -7;
    put_promotions(sink, west & last, west_step);
    put_promotions(sink, east & last, east_step);
    put_pawns(sink, west & ~last, west_step);
    put_pawns(sink, east & ~last, east_step);
    if (RAVELIN_UNLIKELY(board->en_passant != NO_SQUARE))
        put_en_passant(board, sink, masks, us);
}

RAVELIN_INLINE void put_pawn_pushes(const Board *board, Sink *sink, Want want, const Masks *masks,
                                    Colour us)
{
    const Bitboard pawns = board_pieces(board, us, PAWN) & ~masks->pin_diagonal;
    const Bitboard pinned = pawns & masks->pin_straight;
    const Bitboard empty = ~masks->occupied;
    const Bitboard last = relative_rank_bb(us, 7);
    const int step = us == WHITE ? 8 : -8;
    // Without the check mask yet: the double step passes over squares that meet no check.
    const Bitboard once =
        (shift_forward(us, pawns ^ pinned) | (shift_forward(us, pinned) & masks->pin_straight)) &
        empty;
    const Bitboard targets = once & masks->check_mask;
    if (want != WANT_QUIETS)
        put_promotions(sink, targets & last, step);
    if (want == WANT_CAPTURES)
        return;
    // A pawn pinned on its file is as free to step twice as once.
    const Bitboard twice =
        shift_forward(us, once & relative_rank_bb(us, 2)) & empty & masks->check_mask;
    put_pawns(sink, targets & ~last, step);
    put_pawns(sink, twice, 2 * step);
}

RAVELIN_INLINE int generate(const Board *board, Move *out, Want want, Colour us)
{
    const Masks masks = find_masks(board, us);
    const Bitboard wanted = want == WANT_CAPTURES ? masks.enemy
                            : want == WANT_QUIETS ? ~masks.occupied
                                                  : ~masks.own;
    const Bitboard targets = wanted & masks.check_mask;
    Sink sink = {out, want == WANT_CAPTURES ? USUAL_CAPTURES : USUAL_MOVES};
    if (want != WANT_QUIETS)
        put_pawn_captures(board, &sink, &masks, us);
    put_pawn_pushes(board, &sink, want, &masks, us);
    put_knights(board, &sink, &masks, us, targets);
    put_sliders(board, &sink, &masks, us, targets);
    put_king(board, &sink, want, &masks, us, wanted);
    return (int)(sink.next - out);
}

#endif
