// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: counting moves without making lists, the other half of the movegen rows'
// algorithm: `count`, and `count_two`, which is what perft spends its time in. A row's source
// includes its slider words, then movegen_tmpl.h, which includes this. Nothing here has state.
//
// A side is five sets; queens stand in both slider sets, so that each kind of step is looked up
// once and a capture is five ANDs. count_two lays each move over the sets as a Step and counts the
// replies from registers: no mailbox, no keys, no Board is made. What does not change from one
// sibling to the next (the replying king's square and its lines, castling) is found once.
#ifndef RAVELIN_KERNELS_MOVEGEN_COUNT_H
#define RAVELIN_KERNELS_MOVEGEN_COUNT_H

#include "chess/attacks.h"
#include "chess/board.h"
#include "kernels/movegen_sets.h"

typedef struct Men {
    Bitboard pawns, knights, diagonal, straight; // the last two: bishops, rooks, queens in both
    Bitboard all;                                // with the king
} Men;

// One castling right of the side that is counted.
typedef struct CastlingPaths {
    Bitboard rook;
    Bitboard empty; // must hold nobody (king and rook of the right apart)
    Bitboard safe;  // must not be attacked; without the king's own square, there is no check
} CastlingPaths;

// A position from the view of the side whose moves are counted.
typedef struct Count {
    Men own, foe;
    Square king;
    Bitboard king_steps, king_knight, king_pawns; // what attacks the king from where
    Bitboard king_lines[2];                       // diagonal, straight; on an empty board
    CastlingPaths castling[2];
    int castling_count;
} Count;

// What a move of the foe changes: each set but `taken` is flipped.
typedef struct Step {
    Bitboard pawns, knights, diagonal, straight, all;
    Bitboard taken;      // the captured man
    Bitboard king_steps; // squares that the foe's king attacks after the move
    Bitboard en_passant; // square behind a pawn that just advanced two ranks, or nothing
} Step;

// What find_masks is to lists.
typedef struct CountMasks {
    Bitboard check_mask, pin_straight, pin_diagonal;
} CountMasks;

RAVELIN_INLINE Men men_of(const Board *board, Colour colour)
{
    const Bitboard queens = board->by_type[QUEEN];
    const Bitboard all = board->by_colour[colour];
    return (Men){
        .pawns = all & board->by_type[PAWN],
        .knights = all & board->by_type[KNIGHT],
        .diagonal = all & (board->by_type[BISHOP] | queens),
        .straight = all & (board->by_type[ROOK] | queens),
        .all = all,
    };
}

// A right whose way is blocked by our own men is left out: also after a capture there somebody
// stands in the way.
RAVELIN_INLINE void count_prepare(Count *count, const Board *board, Colour own)
{
    const Square king = board->king_square[own];
    count->own = men_of(board, own);
    count->foe = men_of(board, !own);
    count->king = king;
    count->king_steps = king_attacks(king);
    count->king_knight = knight_attacks(king);
    count->king_pawns = pawn_attacks(own, king);
    count->king_lines[0] = word_bishop_attacks(king, 0);
    count->king_lines[1] = word_rook_attacks(king, 0);
    count->castling_count = 0;
    for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; ++side) {
        const int right = castling_index(own, side);
        if ((board->castling_rights >> right & 1) == 0)
            continue;
        const Square rook = board->castling_rook[right];
        const Square king_to = (king & 56) + (side == CASTLE_KING_SIDE ? SQ_G1 : SQ_C1);
        const Square rook_to = (king & 56) + (side == CASTLE_KING_SIDE ? SQ_F1 : SQ_D1);
        const Bitboard king_path = between_bb(king, king_to) | square_bb(king_to);
        const Bitboard rook_path = between_bb(rook, rook_to) | square_bb(rook_to);
        const Bitboard empty = (king_path | rook_path) & ~(square_bb(king) | square_bb(rook));
        if (empty & count->own.all)
            continue;
        count->castling[count->castling_count++] =
            (CastlingPaths){.rook = square_bb(rook), .empty = empty, .safe = king_path};
    }
}

// The rays of pins: see movegen_tmpl.h. `near_*` are what the king sees.
RAVELIN_INLINE void count_pins(const Count *count, const Men *own, const Men *foe,
                               Bitboard near_diagonal, Bitboard near_straight, CountMasks *masks)
{
    const Bitboard occupied = own->all | foe->all;
    Bitboard pinners = word_rook_attacks(count->king, occupied ^ (near_straight & own->all)) &
                       foe->straight & ~near_straight;
    while (RAVELIN_UNLIKELY(pinners)) {
        const Square sq = bits_pop_lowest(&pinners);
        masks->pin_straight |= between_bb(count->king, sq) | square_bb(sq);
    }
    pinners = word_bishop_attacks(count->king, occupied ^ (near_diagonal & own->all)) &
              foe->diagonal & ~near_diagonal;
    while (RAVELIN_UNLIKELY(pinners)) {
        const Square sq = bits_pop_lowest(&pinners);
        masks->pin_diagonal |= between_bb(count->king, sq) | square_bb(sq);
    }
}

RAVELIN_INLINE int count_pawns(const Men *own, Bitboard foe, const CountMasks *masks, Colour us)
{
    const Bitboard empty = ~(own->all | foe);
    const Bitboard last = relative_rank_bb(us, 7);
    Bitboard pawns = own->pawns & ~masks->pin_diagonal;
    Bitboard pinned = pawns & masks->pin_straight;
    const Bitboard once =
        (shift_forward(us, pawns ^ pinned) | (shift_forward(us, pinned) & masks->pin_straight)) &
        empty;
    const Bitboard twice = shift_forward(us, once & relative_rank_bb(us, 2)) & empty;
    const Bitboard pushes = (once | twice) & masks->check_mask;
    pawns = own->pawns & ~masks->pin_straight;
    pinned = pawns & masks->pin_diagonal;
    pawns ^= pinned;
    const Bitboard targets = foe & masks->check_mask;
    const Bitboard west =
        (west_forward(us, pawns) | (west_forward(us, pinned) & masks->pin_diagonal)) & targets;
    const Bitboard east =
        (east_forward(us, pawns) | (east_forward(us, pinned) & masks->pin_diagonal)) & targets;
    int moves = bits_count(pushes) + bits_count(west) + bits_count(east);
    if (RAVELIN_UNLIKELY(own->pawns & relative_rank_bb(us, 6)))
        moves +=
            3 * (bits_count(pushes & last) + bits_count(west & last) + bits_count(east & last));
    return moves;
}

// Also adds to `reach` what the sliders attack.
RAVELIN_INLINE int count_pieces(const Men *own, Bitboard occupied, const CountMasks *masks,
                                Bitboard *reach)
{
    const Bitboard targets = ~own->all & masks->check_mask;
    const Bitboard pinned = masks->pin_straight | masks->pin_diagonal;
    int moves = 0;
    Bitboard men = own->knights & ~pinned;
    while (men)
        moves += bits_count(knight_attacks(bits_pop_lowest(&men)) & targets);
    men = own->diagonal & ~pinned;
    while (men) {
        const Bitboard seen = word_bishop_attacks(bits_pop_lowest(&men), occupied);
        *reach |= seen;
        moves += bits_count(seen & targets);
    }
    men = own->straight & ~pinned;
    while (men) {
        const Bitboard seen = word_rook_attacks(bits_pop_lowest(&men), occupied);
        *reach |= seen;
        moves += bits_count(seen & targets);
    }
    // A slider pinned along its own kind of line keeps that line, from beside the king up to the
    // pinner.
    men = own->diagonal & pinned;
    while (RAVELIN_UNLIKELY(men)) {
        const Square sq = bits_pop_lowest(&men);
        const Bitboard seen = word_bishop_attacks(sq, occupied);
        *reach |= seen;
        if (square_bb(sq) & masks->pin_diagonal)
            moves += bits_count(seen & targets & masks->pin_diagonal);
    }
    men = own->straight & pinned;
    while (RAVELIN_UNLIKELY(men)) {
        const Square sq = bits_pop_lowest(&men);
        const Bitboard seen = word_rook_attacks(sq, occupied);
        *reach |= seen;
        if (square_bb(sq) & masks->pin_straight)
            moves += bits_count(seen & targets & masks->pin_straight);
    }
    return moves;
}

// Steps of the king and castling.
RAVELIN_INLINE int count_king(const Count *count, const Men *own, const Men *foe,
                              const CountMasks *masks, Bitboard foe_king_steps, Colour us,
                              bool in_check)
{
    const Bitboard leapers =
        pawn_set_attacks(!us, foe->pawns) | knight_set_attacks(foe->knights) | foe_king_steps;
    const Bitboard lifted = (own->all | foe->all) ^ square_bb(count->king);
    Bitboard targets = count->king_steps & ~own->all & ~leapers;
    Bitboard open[2] = {0, 0};
    if (!in_check)
        for (int i = 0; i < count->castling_count; ++i) {
            const CastlingPaths *paths = &count->castling[i];
            const bool possible = ((paths->empty & lifted) | (paths->safe & leapers) |
                                   (paths->rook & (masks->pin_straight | ~own->straight))) == 0;
            open[i] = possible ? paths->safe : 0;
        }
    if ((targets | open[0] | open[1]) == 0)
        return 0;
    Bitboard danger = 0;
    Bitboard men = foe->diagonal;
    while (men)
        danger |= word_bishop_attacks(bits_pop_lowest(&men), lifted);
    men = foe->straight;
    while (men)
        danger |= word_rook_attacks(bits_pop_lowest(&men), lifted);
    return bits_count(targets & ~danger) + (open[0] && !(open[0] & danger)) +
           (open[1] && !(open[1] & danger));
}

// `target` is the square behind a pawn that just advanced two ranks. See put_en_passant.
RAVELIN_INLINE int count_en_passant(const Count *count, const Men *own, const Men *foe,
                                    Bitboard target, Bitboard checkers, Colour us)
{
    const Bitboard victim = us == WHITE ? target >> 8 : target << 8;
    Bitboard men = pawn_set_attacks(!us, target) & own->pawns;
    if (checkers & (foe->pawns | foe->knights) & ~victim)
        return 0;
    int moves = 0;
    while (men) {
        const Bitboard from = men & -men;
        men ^= from;
        const Bitboard after = (own->all | foe->all) ^ from ^ victim ^ target;
        moves += (word_rook_attacks(count->king, after) & foe->straight) == 0 &&
                 (word_bishop_attacks(count->king, after) & foe->diagonal) == 0;
    }
    return moves;
}

RAVELIN_INLINE int count_with_masks(const Count *count, const Men *own, const Men *foe,
                                    const CountMasks *masks, Bitboard foe_king_steps, Colour us,
                                    bool in_check)
{
    Bitboard reach = 0; // not asked for
    return count_pawns(own, foe->all, masks, us) +
           count_pieces(own, own->all | foe->all, masks, &reach) +
           count_king(count, own, foe, masks, foe_king_steps, us, in_check);
}

// The moves of `us` (the side that `count` was prepared for) after `step`.
RAVELIN_INLINE int count_after(const Count *count, const Step *step, Colour us)
{
    const Men own = {
        .pawns = count->own.pawns & ~step->taken,
        .knights = count->own.knights & ~step->taken,
        .diagonal = count->own.diagonal & ~step->taken,
        .straight = count->own.straight & ~step->taken,
        .all = count->own.all & ~step->taken,
    };
    const Men foe = {
        .pawns = count->foe.pawns ^ step->pawns,
        .knights = count->foe.knights ^ step->knights,
        .diagonal = count->foe.diagonal ^ step->diagonal,
        .straight = count->foe.straight ^ step->straight,
        .all = count->foe.all ^ step->all,
    };
    const Bitboard occupied = own.all | foe.all;
    CountMasks masks = {~(Bitboard)0, 0, 0};
    Bitboard checkers = (count->king_pawns & foe.pawns) | (count->king_knight & foe.knights);
    if ((count->king_lines[0] & foe.diagonal) | (count->king_lines[1] & foe.straight)) {
        const Bitboard near_diagonal = word_bishop_attacks(count->king, occupied);
        const Bitboard near_straight = word_rook_attacks(count->king, occupied);
        checkers |= (near_diagonal & foe.diagonal) | (near_straight & foe.straight);
        count_pins(count, &own, &foe, near_diagonal, near_straight, &masks);
    }
    int moves = 0;
    if (RAVELIN_UNLIKELY(step->en_passant != 0))
        moves = count_en_passant(count, &own, &foe, step->en_passant, checkers, us);
    if (RAVELIN_UNLIKELY(checkers)) {
        masks.check_mask = checkers | between_bb(count->king, bits_lowest(checkers));
        if (bits_has_several(checkers))
            masks.check_mask = 0;
        return moves + count_with_masks(count, &own, &foe, &masks, step->king_steps, us, true);
    }
    return moves + count_with_masks(count, &own, &foe, &masks, step->king_steps, us, false);
}

RAVELIN_INLINE int count_one_for(const Board *board, Colour us)
{
    Count count;
    count_prepare(&count, board, us);
    const Step none = {
        .king_steps = king_attacks(board->king_square[!us]),
        .en_passant = board->en_passant == NO_SQUARE ? 0 : square_bb(board->en_passant),
    };
    return count_after(&count, &none, us);
}

#endif
