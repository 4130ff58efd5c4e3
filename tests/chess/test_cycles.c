// SPDX-License-Identifier: GPL-3.0-or-later
// The table of moves that can be taken back holds each of them once, and is asked in two places.
#include <criterion/criterion.h>
#include <stdbool.h>

#include "chess/attacks.h"
#include "chess/cycles.h"
#include "chess/zobrist.h"

static bool man_reaches(PieceType type, Square from, Square to)
{
    const Bitboard set = type == KNIGHT   ? knight_attacks(from)
                         : type == BISHOP ? bishop_attacks(from, 0)
                         : type == ROOK   ? rook_attacks(from, 0)
                         : type == QUEEN  ? queen_attacks(from, 0)
                         : type == KING   ? king_attacks(from)
                                          : 0;
    return (set >> to & 1) != 0;
}

Test(cycles, every_move_and_no_other)
{
    int moves = 0;
    for (Colour colour = WHITE; colour < COLOUR_COUNT; colour++) {
        for (PieceType type = PAWN; type <= KING; type++) {
            const Piece pc = piece_make(colour, type);
            for (int pair = 0; pair < SQUARE_COUNT * SQUARE_COUNT; pair++) {
                const Square from = pair % SQUARE_COUNT;
                const Square to = pair / SQUARE_COUNT;
                if (from == to)
                    continue;
                const CycleEntry *entry =
                    cycle_find(zobrist_piece(pc, from) ^ zobrist_piece(pc, to) ^ zobrist_side());
                cr_assert_eq(entry != NULL, man_reaches(type, from, to));
                if (entry == NULL)
                    continue;
                moves++;
                const Square low = from < to ? from : to;
                const Square high = from < to ? to : from;
                cr_assert_eq(entry->squares, low + SQUARE_COUNT * high);
            }
        }
    }
    int entries = 0;
    for (int i = 0; i < CYCLE_TABLE_SIZE; i++)
        entries += CYCLE_TABLE[i].key != 0;
    cr_assert_eq(entries, 3668); // as many as Stockfish counts
    cr_assert_eq(moves, 2 * entries);
}
