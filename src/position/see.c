// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/see.h"

#include "chess/attacks.h"
#include "position/position.h"

// Takes the least valuable of `attackers` off `occupied` and returns its type; sliders that stood
// behind it join `all_attackers`.
static PieceType take_least_valuable(const Board *board, Bitboard attackers, Square target,
                                     Bitboard *occupied, Bitboard *all_attackers)
{
    PieceType type = PAWN;
    while ((attackers & board->by_type[type]) == 0)
        type++;
    *occupied ^= square_bb(bits_lowest(attackers & board->by_type[type]));
    const Bitboard diagonal = board->by_type[BISHOP] | board->by_type[QUEEN];
    const Bitboard straight = board->by_type[ROOK] | board->by_type[QUEEN];
    if (type == PAWN || type == BISHOP || type == QUEEN)
        *all_attackers |= bishop_attacks(target, *occupied) & diagonal;
    if (type == ROOK || type == QUEEN)
        *all_attackers |= rook_attacks(target, *occupied) & straight;
    *all_attackers &= *occupied;
    return type;
}

bool see_at_least(const Board *board, Move move, int threshold)
{
    const MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLING)
        return threshold <= 0;
    const Square from = move_from(move);
    const Square target = move_to(move);
    const PieceType mover = piece_type(board->mailbox[from]);
    const PieceType victim = kind == MOVE_EN_PASSANT ? PAWN : piece_type(board->mailbox[target]);
    PieceType at_risk = mover;

    // `balance` is what the side that just took has above the threshold.
    int balance = SEE_VALUE[victim] - threshold;
    if (kind == MOVE_PROMOTION) {
        at_risk = move_promotion(move);
        balance += SEE_VALUE[at_risk] - SEE_VALUE[PAWN];
    }
    if (balance < 0)
        return false;
    balance -= SEE_VALUE[at_risk];
    if (balance >= 0)
        return true;

    Bitboard occupied = (board_occupied(board) ^ square_bb(from)) | square_bb(target);
    if (kind == MOVE_EN_PASSANT)
        occupied ^= square_bb(target ^ 8);
    Bitboard attackers = position_attackers_to(board, target, occupied) & occupied;
    Colour side = board->side_to_move;
    bool result = true; // whether the side that moved first reaches the threshold if all stops here
    for (;;) {
        side ^= 1;
        const Bitboard own = attackers & board->by_colour[side];
        if (own == 0)
            return result;
        const PieceType type = take_least_valuable(board, own, target, &occupied, &attackers);
        // A king may take only where nothing can take back.
        if (type == KING)
            return (attackers & board->by_colour[side ^ 1]) != 0 ? result : !result;
        result = !result;
        balance = -balance - 1 - SEE_VALUE[type];
        if (balance >= 0)
            return result;
    }
}
