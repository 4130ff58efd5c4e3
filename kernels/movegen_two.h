// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: count_two of the movegen rows, the last two plies of perft; a part of
// movegen_tmpl.h. Nothing here has state.
//
// Most moves leave the number of replies as it was before them, or change it in the same way as
// other moves do, and that can be told for whole sets of moves. Here `us` moves, `them` replies.
// Moves fall in these classes, by the squares where a man leaves or lands:
//   hard   the safety of their king may change: a check, a pin, a square beside the king, castling.
//          The replies are counted in full, and so they are after promotions, en passant,
//          castling, double steps that allow en passant, and whenever we are in check.
//   soft   only their pawns and sliders notice (a line is cut or opened, a square filled or left),
//          or a man of theirs is taken. The king's moves and the pins stay; pawn and piece moves
//          are counted again. Where nobody noticed the square that was left, all men that go to a
//          square have the same number of replies, which is counted once.
//   idle   nobody notices: the replies are those of the position before the move.
// The classes may be too cautious, never too bold; each row is held to the generator that makes
// every move (tests/kernels/test_movegen.c and the perft suites).
#ifndef RAVELIN_KERNELS_MOVEGEN_TWO_H
#define RAVELIN_KERNELS_MOVEGEN_TWO_H

#include "chess/attacks.h"
#include "chess/board.h"
#include "chess/move.h"
#include "kernels/movegen_count.h"
#include "kernels/movegen_list.h"
#include "kernels/movegen_sets.h"

// How many men go to each square, as a number of five bits a square: 16 men at most do.
typedef struct Crowd {
    Bitboard plane[5];
} Crowd;

// Soft moves of a man whose leaving is noticed.
typedef struct Noticed {
    Bitboard from;
    Bitboard targets;
} Noticed;

typedef struct Slider {
    Bitboard targets; // of its legal moves
    Square from;
    PieceType type;
} Slider;

// Everything about one position that count_two is asked for.
typedef struct Two {
    const Board *board;
    Colour us;
    Masks masks; // of our moves
    Count count; // of their replies; its `foe` is us
    Slider sliders[16];
    int slider_count;
    Bitboard our_diagonal, our_straight; // what our sliders attack
    // Their replies if we passed:
    CountMasks pins;
    int king_moves;                  // castling included
    int moves;                       // all
    Bitboard reach;                  // what their sliders attack
    Bitboard hard[PIECE_TYPE_COUNT]; // squares that make a move of such a man hard
    Bitboard soft;                   // squares that make it soft
    // Our moves and their replies so far:
    Move list[MOVE_LIST_CAPACITY]; // hard moves
    Sink sink;                     // its end
    Noticed noticed[64];           // soft moves that somebody saw leave
    int noticed_count;
    Crowd crowd; // soft moves that nobody saw leave
    int total;   // replies counted so far
} Two;

RAVELIN_INLINE void crowd_add(Crowd *crowd, Bitboard set)
{
    for (int i = 0; i < 5; ++i) {
        const Bitboard carry = crowd->plane[i] & set;
        crowd->plane[i] ^= set;
        set = carry;
    }
}

RAVELIN_INLINE int crowd_at(const Crowd *crowd, Square sq)
{
    int size = 0;
    for (int i = 0; i < 5; ++i)
        size |= (int)(crowd->plane[i] >> sq & 1) << i;
    return size;
}

RAVELIN_INLINE void collect_sliders(Two *two)
{
    const Masks *masks = &two->masks;
    two->slider_count = 0;
    two->our_diagonal = two->our_straight = 0;
    for (PieceType type = BISHOP; type <= QUEEN; ++type) {
        Bitboard men = board_pieces(two->board, two->us, type);
        while (men) {
            const Square from = bits_pop_lowest(&men);
            const Bitboard diagonal = type == ROOK ? 0 : word_bishop_attacks(from, masks->occupied);
            const Bitboard straight = type == BISHOP ? 0 : word_rook_attacks(from, masks->occupied);
            Bitboard targets = (diagonal | straight) & ~masks->own;
            if (RAVELIN_UNLIKELY(square_bb(from) & masks->pin_diagonal))
                targets &= diagonal & masks->pin_diagonal;
            else if (RAVELIN_UNLIKELY(square_bb(from) & masks->pin_straight))
                targets &= straight & masks->pin_straight;
            two->our_diagonal |= diagonal;
            two->our_straight |= straight;
            two->sliders[two->slider_count++] = (Slider){targets, from, type};
        }
    }
}

// Squares where our men change what their pawns may do.
RAVELIN_INLINE Bitboard pawns_notice(Bitboard pawns, Bitboard occupied, Colour them)
{
    const Bitboard once = shift_forward(them, pawns);
    return once | shift_forward(them, once & relative_rank_bb(them, 2) & ~occupied) |
           pawn_set_attacks(them, pawns);
}

RAVELIN_INLINE void count_pass(Two *two, Bitboard near_diagonal, Bitboard near_straight)
{
    const Count *count = &two->count;
    const Colour them = !two->us;
    two->pins = (CountMasks){~(Bitboard)0, 0, 0};
    two->reach = 0;
    count_pins(count, &count->own, &count->foe, near_diagonal, near_straight, &two->pins);
    two->king_moves = count_king(count, &count->own, &count->foe, &two->pins,
                                 king_attacks(two->masks.king), them, false);
    two->moves = two->king_moves +
                 count_pieces(&count->own, two->masks.occupied, &two->pins, &two->reach) +
                 count_pawns(&count->own, count->foe.all, &two->pins, them);
}

// The zone is what must not be attacked for their king to stay, step or castle there. Our sliders
// attack it along lines that can be seen from it; it is looked at without the king, as danger is.
RAVELIN_INLINE void find_classes(Two *two)
{
    const Count *count = &two->count;
    const Bitboard occupied = two->masks.occupied;
    const Colour them = !two->us;
    const Bitboard near_diagonal = word_bishop_attacks(count->king, occupied);
    const Bitboard near_straight = word_rook_attacks(count->king, occupied);
    count_pass(two, near_diagonal, near_straight);
    two->soft = two->reach | pawns_notice(count->own.pawns, occupied, them);

    // The first two men on each line from the king, and what lies before them: checks and pins.
    Bitboard common = near_diagonal | near_straight |
                      word_bishop_attacks(count->king, occupied ^ (near_diagonal & occupied)) |
                      word_rook_attacks(count->king, occupied ^ (near_straight & occupied));
    Bitboard zone = (count->king_steps & ~count->own.all) | square_bb(count->king);
    for (int i = 0; i < count->castling_count; ++i) {
        common |= count->castling[i].empty | count->castling[i].rook;
        zone |= count->castling[i].safe;
    }
    const Bitboard lifted = occupied ^ square_bb(count->king);
    Bitboard view_diagonal = 0;
    Bitboard view_straight = 0;
    Bitboard squares = zone;
    while (squares) {
        const Square sq = bits_pop_lowest(&squares);
        view_diagonal |= word_bishop_attacks(sq, lifted);
        view_straight |= word_rook_attacks(sq, lifted);
    }
    // Where one of our lines into the zone could be cut or opened.
    common |= (view_diagonal & two->our_diagonal) | (view_straight & two->our_straight);
    two->hard[PAWN] = common | pawn_set_attacks(them, zone);
    two->hard[KNIGHT] = common | knight_set_attacks(zone);
    two->hard[BISHOP] = common | view_diagonal;
    two->hard[ROOK] = common | view_straight;
    two->hard[QUEEN] = common | view_diagonal | view_straight;
    two->hard[KING] = common | king_set_reach(zone);
}

// Their replies after a soft move: one of our men came to `to`, or nobody (0), and the board is
// `occupied` now.
RAVELIN_INLINE int count_soft(const Two *two, Bitboard to, Bitboard occupied, Bitboard *reach)
{
    const Count *count = &two->count;
    const Men own = {
        .pawns = count->own.pawns & ~to,
        .knights = count->own.knights & ~to,
        .diagonal = count->own.diagonal & ~to,
        .straight = count->own.straight & ~to,
        .all = count->own.all & ~to,
    };
    return two->king_moves + count_pawns(&own, occupied ^ own.all, &two->pins, !two->us) +
           count_pieces(&own, occupied, &two->pins, reach);
}

RAVELIN_INLINE void sort_targets(Two *two, PieceType type, Square from, Bitboard targets)
{
    const Bitboard hard = targets & (two->hard[type] | -(two->hard[type] >> from & 1));
    put_many_targets(&two->sink, from, hard);
    targets ^= hard;
    if (two->soft >> from & 1) {
        two->noticed[two->noticed_count] = (Noticed){square_bb(from), targets};
        two->noticed_count += targets != 0;
    } else {
        const Bitboard soft = targets & (two->soft | two->masks.enemy);
        crowd_add(&two->crowd, soft);
        two->total += two->moves * bits_count(targets ^ soft);
    }
}

RAVELIN_INLINE Bitboard shift_by(Bitboard set, int step)
{
    return step > 0 ? set << step : set >> -step;
}

// Pawn moves to `targets`, none of which promotes, each from the square `step` below it.
RAVELIN_INLINE void sort_pawns(Two *two, Bitboard targets, int step)
{
    const Bitboard hard = targets & (two->hard[PAWN] | shift_by(two->hard[PAWN], step));
    put_pawns(&two->sink, hard, step);
    targets ^= hard;
    Bitboard noticed = targets & shift_by(two->soft, step);
    targets ^= noticed;
    const Bitboard soft = targets & (two->soft | two->masks.enemy);
    crowd_add(&two->crowd, soft);
    two->total += two->moves * bits_count(targets ^ soft);
    while (RAVELIN_UNLIKELY(noticed)) {
        const Bitboard to = noticed & -noticed;
        noticed ^= to;
        two->noticed[two->noticed_count++] = (Noticed){shift_by(to, -step), to};
    }
}

RAVELIN_INLINE void sort_pawn_moves(Two *two)
{
    const Masks *masks = &two->masks;
    const Colour us = two->us;
    const int step = us == WHITE ? 8 : -8;
    const int west_step = us == WHITE ? 7 : -9;
    const int east_step = us == WHITE ? 9 : -7;
    const Bitboard last = relative_rank_bb(us, 7);
    const Bitboard empty = ~masks->occupied;
    Bitboard pawns = two->count.foe.pawns & ~masks->pin_straight;
    Bitboard pinned = pawns & masks->pin_diagonal;
    pawns ^= pinned;
    const Bitboard west =
        (west_forward(us, pawns) | (west_forward(us, pinned) & masks->pin_diagonal)) & masks->enemy;
    const Bitboard east =
        (east_forward(us, pawns) | (east_forward(us, pinned) & masks->pin_diagonal)) & masks->enemy;
    pawns = two->count.foe.pawns & ~masks->pin_diagonal;
    pinned = pawns & masks->pin_straight;
    pawns ^= pinned;
    const Bitboard once =
        (shift_forward(us, pawns) | (shift_forward(us, pinned) & masks->pin_straight)) & empty;
    const Bitboard twice = shift_forward(us, once & relative_rank_bb(us, 2)) & empty;
    const Bitboard passing = twice & shift_forward(us, pawn_set_attacks(!us, two->count.own.pawns));
    put_promotions(&two->sink, west & last, west_step);
    put_promotions(&two->sink, east & last, east_step);
    put_promotions(&two->sink, once & last, step);
    put_pawns(&two->sink, passing, 2 * step);
    sort_pawns(two, west & ~last, west_step);
    sort_pawns(two, east & ~last, east_step);
    sort_pawns(two, once & ~last, step);
    sort_pawns(two, twice ^ passing, 2 * step);
    if (RAVELIN_UNLIKELY(two->board->en_passant != NO_SQUARE))
        put_en_passant(two->board, &two->sink, masks, us);
}

RAVELIN_INLINE void sort_piece_moves(Two *two)
{
    const Masks *masks = &two->masks;
    Bitboard men = two->count.foe.knights & ~(masks->pin_straight | masks->pin_diagonal);
    while (men) {
        const Square from = bits_pop_lowest(&men);
        sort_targets(two, KNIGHT, from, knight_attacks(from) & ~masks->own);
    }
    for (int i = 0; i < two->slider_count; ++i) {
        const Slider *slider = &two->sliders[i];
        sort_targets(two, slider->type, slider->from, slider->targets);
    }
    // No slider gives check, so the king hides nothing from them and `reach` is all their danger.
    const Bitboard danger = two->reach | leaper_danger(two->board, two->us);
    sort_targets(two, KING, masks->king, king_attacks(masks->king) & ~masks->own & ~danger);
    const int rights = two->board->castling_rights >> castling_index(two->us, 0) & 3;
    for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; ++side)
        if (rights >> side & 1)
            put_castling(two->board, &two->sink, masks, castling_index(two->us, side), danger);
}

// The step of a move that is neither castling, promotion nor en passant.
RAVELIN_INLINE Step step_plain(const Board *board, Move move, Bitboard king_steps)
{
    // Which sets a man of each type moves in.
    static const Bitboard IN[PIECE_TYPE_COUNT][4] = {
        {~(Bitboard)0, 0, 0, 0},
        {0, ~(Bitboard)0, 0, 0},
        {0, 0, ~(Bitboard)0, 0},
        {0, 0, 0, ~(Bitboard)0},
        {0, 0, ~(Bitboard)0, ~(Bitboard)0},
        {0, 0, 0, 0},
    };
    const Square from = move_from(move);
    const Square to = move_to(move);
    const PieceType type = piece_type(board->mailbox[from]);
    const Bitboard flip = square_bb(from) | square_bb(to);
    return (Step){
        .pawns = flip & IN[type][0],
        .knights = flip & IN[type][1],
        .diagonal = flip & IN[type][2],
        .straight = flip & IN[type][3],
        .all = flip,
        .taken = square_bb(to),
        .king_steps = type == KING ? king_attacks(to) : king_steps,
        .en_passant = 0,
    };
}

// Makes the step of castling, a promotion or en passant out of the plain one.
RAVELIN_INLINE void step_unusual(Step *step, Move move, Colour us)
{
    const Bitboard from = square_bb(move_from(move));
    const Bitboard to = square_bb(move_to(move));
    if (move_kind(move) == MOVE_EN_PASSANT) {
        step->taken = us == WHITE ? to >> 8 : to << 8;
    } else if (move_kind(move) == MOVE_PROMOTION) {
        const PieceType type = move_promotion(move);
        step->pawns = from;
        step->knights = type == KNIGHT ? to : 0;
        step->diagonal = type == BISHOP || type == QUEEN ? to : 0;
        step->straight = type == ROOK || type == QUEEN ? to : 0;
    } else {
        const Square back_rank = move_from(move) & 56;
        const bool is_short = move_to(move) > move_from(move);
        const Square king_to = back_rank + (is_short ? SQ_G1 : SQ_C1);
        const Bitboard rook_to = square_bb(back_rank + (is_short ? SQ_F1 : SQ_D1));
        step->taken = 0;
        step->straight = to ^ rook_to;
        step->all = from ^ square_bb(king_to) ^ step->straight;
        step->king_steps = king_attacks(king_to);
    }
}

RAVELIN_INLINE int count_hard(const Count *count, const Board *board, const Move *moves,
                              int move_count, Colour us)
{
    const Bitboard king_steps = king_attacks(board->king_square[us]);
    int total = 0;
    for (int i = 0; i < move_count; ++i) {
        const Move move = moves[i];
        const Square from = move_from(move);
        const Square to = move_to(move);
        Step step = step_plain(board, move, king_steps);
        if (RAVELIN_UNLIKELY(move_kind(move) != MOVE_NORMAL)) {
            step_unusual(&step, move, us);
        } else if ((from ^ to) == 16 && piece_type(board->mailbox[from]) == PAWN) {
            const Bitboard target = square_bb((from + to) / 2);
            step.en_passant = (pawn_set_attacks(us, target) & count->own.pawns) != 0 ? target : 0;
        }
        total += count_after(count, &step, !us);
    }
    return total;
}

RAVELIN_INLINE int count_crowd(const Two *two)
{
    const Bitboard *plane = two->crowd.plane;
    Bitboard targets = plane[0] | plane[1] | plane[2] | plane[3] | plane[4];
    Bitboard reach = 0; // not asked for
    int total = 0;
    while (targets) {
        const Bitboard to = targets & -targets;
        const int men = crowd_at(&two->crowd, bits_pop_lowest(&targets));
        total += men * count_soft(two, to, two->masks.occupied | to, &reach);
    }
    return total;
}

RAVELIN_INLINE int count_noticed(const Two *two)
{
    int total = 0;
    for (int i = 0; i < two->noticed_count; ++i) {
        const Noticed *noticed = &two->noticed[i];
        const Bitboard left = two->masks.occupied ^ noticed->from;
        Bitboard targets = noticed->targets;
        Bitboard reach = 0;
        if (bits_has_several(targets)) {
            const int moves = count_soft(two, 0, left, &reach);
            const Bitboard idle = targets & ~(two->masks.enemy | reach |
                                              pawns_notice(two->count.own.pawns, left, !two->us));
            total += moves * bits_count(idle);
            targets ^= idle;
        }
        while (targets) {
            const Bitboard to = targets & -targets;
            targets ^= to;
            total += count_soft(two, to, left | to, &reach);
        }
    }
    return total;
}

RAVELIN_INLINE int count_two_for(const Board *board, Colour us)
{
    Two two;
    two.board = board;
    two.us = us;
    count_prepare(&two.count, board, !us);
    if (RAVELIN_UNLIKELY(board->checkers))
        return count_hard(&two.count, board, two.list, generate(board, two.list, WANT_ALL, us), us);
    two.masks = find_masks(board, us);
    two.sink = (Sink){two.list, USUAL_CAPTURES};
    two.crowd = (Crowd){{0}};
    two.noticed_count = 0;
    two.total = 0;
    collect_sliders(&two);
    find_classes(&two);
    sort_pawn_moves(&two);
    sort_piece_moves(&two);
    return two.total + count_crowd(&two) + count_noticed(&two) +
           count_hard(&two.count, board, two.list, (int)(two.sink.next - two.list), us);
}

#endif
