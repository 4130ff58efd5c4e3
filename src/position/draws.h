// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: draws that do not need a search. Pure functions, any thread.
#ifndef RAVELIN_POSITION_DRAWS_H
#define RAVELIN_POSITION_DRAWS_H

#include "chess/board.h"

// True if neither side can ever mate: bare kings, one knight, or only bishops that all stand on
// squares of one colour.
bool draws_insufficient_material(const Board *board);

// True if the clock reached a hundred plies. Whether the side to move is mated, which takes
// precedence, is the caller's to find out.
RAVELIN_INLINE bool draws_fifty_moves(const Board *board)
{
    return board->halfmove_clock >= 100;
}

// True if the position counts as a repetition. `keys[0..count-1]` are the keys of the positions
// from the game's first known one to the current one, which is the last; `ply` of them (without the
// root's own) belong to the search. One earlier occurrence after the root is enough, since whoever
// repeats once can repeat again; at or before the root two are needed, as the rules want.
bool draws_repetition(const uint64_t *keys, int count, int halfmove_clock, int ply);

// True if the side to move has a move back to a position of this search after its root, so that it
// can have a draw for the asking. Arguments as above; `board` is the current position. The move is
// legal, since the position that it leads to was on the board.
bool draws_repetition_is_near(const Board *board, const uint64_t *keys, int count,
                              int halfmove_clock, int ply);

#endif
