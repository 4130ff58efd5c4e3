// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: making positions. A position is built once from its parts and then only
// copied: a move writes a new Board and leaves the old one as it was. Any thread.
#ifndef RAVELIN_POSITION_POSITION_H
#define RAVELIN_POSITION_POSITION_H

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"

// Completes a board of which mailbox, side_to_move, castling_rook (NO_SQUARE where there is no
// right), en_passant (the square behind a pawn that just advanced two ranks, or NO_SQUARE) and the
// two counters are set: bitboards, king squares, castling rights, checkers and keys. An en-passant
// square that does not allow a legal capture is cleared.
// STATUS_BAD_INPUT, with the reason, where the position cannot be played: not one king a side, more
// than 16 men or 8 pawns a side, pawns on the first or last rank, or the side not to move in check.
// Castling rooks must be valid: king and rook of the colour on its back rank, rook on that side of
// the king.
Status position_complete(Board *board, ErrorText *error);

// Writes to `child` the position after `move`, which must be legal in `parent`. The two may not be
// the same object.
void position_apply_move(const Board *parent, Move move, Board *child);

// Writes to `child` the position after a pass. The side to move must not be in check.
void position_apply_null(const Board *parent, Board *child);

// All men of both colours that attack `sq` when the board is occupied by `occupied`; men outside
// `occupied` still count, so mask the result where some were taken off.
Bitboard position_attackers_to(const Board *board, Square sq, Bitboard occupied);

// The squares that one side attacks, those of its own men included.
typedef struct Attacks {
    Bitboard by_pawns;
    Bitboard by_minors; // and pawns
    Bitboard by_rooks;  // and minor men and pawns
    Bitboard by_all;
} Attacks;

// What the men of `colour` attack.
Attacks position_attacks_of(const Board *board, Colour colour);

// True if the side to move stands in check.
RAVELIN_INLINE bool position_in_check(const Board *board)
{
    return board->checkers != 0;
}

// Squares on which king and rook land when castling: the g and f file on the king side, c and d on
// the queen side. `king_from` and `rook_from` are the squares of the move's code.
RAVELIN_INLINE Square castling_king_to(Square king_from, Square rook_from)
{
    return square_make(rook_from > king_from ? 6 : 2, square_rank(king_from));
}

// The square on which the rook ends: d or f of its rank.
RAVELIN_INLINE Square castling_rook_to(Square king_from, Square rook_from)
{
    return square_make(rook_from > king_from ? 5 : 3, square_rank(king_from));
}

// True if the move takes something, en passant included. Castling takes nothing.
RAVELIN_INLINE bool move_is_capture(const Board *board, Move move)
{
    const MoveKind kind = move_kind(move);
    return kind == MOVE_EN_PASSANT ||
           (kind != MOVE_CASTLING && board->mailbox[move_to(move)] != NO_PIECE);
}

// True if the move neither captures nor promotes.
RAVELIN_INLINE bool move_is_quiet(const Board *board, Move move)
{
    return move_kind(move) != MOVE_PROMOTION && !move_is_capture(board, move);
}

#endif
