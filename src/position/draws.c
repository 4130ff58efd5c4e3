// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/draws.h"

#include "chess/attacks.h"
#include "chess/cycles.h"

bool draws_insufficient_material(const Board *board)
{
    if ((board->by_type[PAWN] | board->by_type[ROOK] | board->by_type[QUEEN]) != 0)
        return false;
    const Bitboard minors = board->by_type[KNIGHT] | board->by_type[BISHOP];
    if (!bits_has_several(minors))
        return true;
    const Bitboard bishops = board->by_type[BISHOP];
    return board->by_type[KNIGHT] == 0 &&
           ((bishops & DARK_SQUARES_BB) == 0 || (bishops & ~DARK_SQUARES_BB) == 0);
}

bool draws_repetition(const uint64_t *keys, int count, int halfmove_clock, int ply)
{
    const int current = count - 1;
    const int reach = halfmove_clock < current ? halfmove_clock : current;
    bool seen_before_root = false;
    // The same side must be to move, and after two plies nothing can have come back.
    for (int back = 4; back <= reach; back += 2) {
        if (keys[current - back] != keys[current])
            continue;
        if (back < ply || seen_before_root)
            return true;
        seen_before_root = true;
    }
    return false;
}

bool draws_repetition_is_near(const Board *board, const uint64_t *keys, int count,
                              int halfmove_clock, int ply)
{
    const int current = count - 1;
    const int reach = halfmove_clock < ply ? halfmove_clock : ply - 1;
    const Bitboard occupied = board_occupied(board);
    for (int back = 3; back <= reach; back += 2) {
        const CycleEntry *const entry = cycle_find(keys[current] ^ keys[current - back]);
        if (entry == NULL)
            continue;
        const Square low = entry->squares % SQUARE_COUNT;
        const Square high = entry->squares / SQUARE_COUNT;
        const Bitboard ends = square_bb(low) | square_bb(high);
        if ((between_bb(low, high) & occupied) == 0 &&
            (ends & board->by_colour[board->side_to_move]) != 0)
            return true;
    }
    return false;
}
