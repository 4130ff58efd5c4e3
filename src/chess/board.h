// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the position as plain data. Who holds a Board owns it; a Board is never
// changed after it was made (moves make a new one), so any thread may read it.
//
// Invariants, established where a position comes in (FEN, training record) and kept by
// position_apply_move: one king a side, the side not to move is not in check, bitboards and mailbox
// agree, no pawn on the first or last rank, at most 16 men a side and 8 pawns a side.
#ifndef RAVELIN_CHESS_BOARD_H
#define RAVELIN_CHESS_BOARD_H

#include <assert.h>
#include <stdbool.h>

#include "chess/bitboard.h"
#include "chess/types.h"

// Castling rights are four bits; the index of a right is also that of its rook square.
enum {
    CASTLE_KING_SIDE = 0,
    CASTLE_QUEEN_SIDE = 1,
    CASTLING_RIGHT_COUNT = 4,
};

typedef struct Board {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_colour[COLOUR_COUNT];
    Bitboard checkers; // enemy men that attack the king of the side to move
    uint64_t key;      // Zobrist key of men, side, castling rights and en passant
    uint64_t pawn_key; // Zobrist key of the pawns alone
    uint8_t mailbox[SQUARE_COUNT];
    uint8_t king_square[COLOUR_COUNT];
    uint8_t castling_rook[CASTLING_RIGHT_COUNT]; // rook of each right, NO_SQUARE without the right
    uint8_t castling_rights;                     // bit castling_index(colour, side)
    uint8_t en_passant; // square behind the pawn that just advanced two ranks, only if a capture
                        // there is legal; otherwise NO_SQUARE
    uint8_t side_to_move;
    uint16_t halfmove_clock;  // plies since the last capture or pawn move, 0..HALFMOVE_CLOCK_MAX
    uint16_t fullmove_number; // 1..FULLMOVE_NUMBER_MAX
} Board;

static_assert(sizeof(Board) <= 192, "copy-make wants a small position");

enum { HALFMOVE_CLOCK_MAX = 1000, FULLMOVE_NUMBER_MAX = 60000 };

// Index 0..3 of a castling right; `side` is CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE.
RAVELIN_INLINE int castling_index(Colour colour, int side)
{
    return colour * 2 + side;
}

// All men of both sides.
RAVELIN_INLINE Bitboard board_occupied(const Board *board)
{
    return board->by_colour[WHITE] | board->by_colour[BLACK];
}

// The men of one kind and colour.
RAVELIN_INLINE Bitboard board_pieces(const Board *board, Colour colour, PieceType type)
{
    return board->by_colour[colour] & board->by_type[type];
}

// All men of `colour` except pawns and king.
RAVELIN_INLINE Bitboard board_non_pawns(const Board *board, Colour colour)
{
    return board->by_colour[colour] & ~(board->by_type[PAWN] | board->by_type[KING]);
}

#endif
