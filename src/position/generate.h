// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the front of the movegen table: lists of legal moves for the code above
// the kernels. The caller owns the lists; any thread.
#ifndef RAVELIN_POSITION_GENERATE_H
#define RAVELIN_POSITION_GENERATE_H

#include <stdbool.h>

#include "chess/board.h"
#include "chess/move.h"
#include "kernels/kernels.h"

// Fills `list` with every legal move, each once, in an order that is the same on every machine.
RAVELIN_INLINE void generate_moves(const Kernels *kernels, const Board *board, MoveList *list)
{
    list->count = kernels->movegen.all(board, list->moves);
}

// The legal captures, en passant included, and all legal promotions.
RAVELIN_INLINE void generate_captures(const Kernels *kernels, const Board *board, MoveList *list)
{
    list->count = kernels->movegen.captures(board, list->moves);
}

// The legal moves that generate_captures leaves out.
RAVELIN_INLINE void generate_quiets(const Kernels *kernels, const Board *board, MoveList *list)
{
    list->count = kernels->movegen.quiets(board, list->moves);
}

// The number of legal moves, without a list; 0 means mate or stalemate.
RAVELIN_INLINE int generate_count(const Kernels *kernels, const Board *board)
{
    return kernels->movegen.count(board);
}

// The number of legal sequences of two moves, without making a Board.
RAVELIN_INLINE int generate_count_two(const Kernels *kernels, const Board *board)
{
    return kernels->movegen.count_two(board);
}

// True if `move` is among the legal moves, found by making the list: for moves of users and files.
// The search asks legality_check of position/legality.h, which makes none.
RAVELIN_INLINE bool generate_contains(const Kernels *kernels, const Board *board, Move move)
{
    MoveList list;
    generate_moves(kernels, board, &list);
    for (int i = 0; i < list.count; ++i)
        if (list.moves[i] == move)
            return true;
    return false;
}

#endif
