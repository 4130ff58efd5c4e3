// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the scale of scores. Centipawns from the view of the side to move, then
// tablebase wins, then mates: SCORE_MATE - n is a mate in n plies, SCORE_TB_WIN - n a position in
// n plies that the endgame tables know as won. No state, any thread.
#ifndef RAVELIN_CHESS_SCORE_H
#define RAVELIN_CHESS_SCORE_H

#include <stdbool.h>

#include "base/compiler.h"

typedef int Score;

enum {
    MAX_PLY = 246, // deepest ply that the search may reach
    SCORE_DRAW = 0,
    SCORE_INFINITE = 32001,                  // beyond every score
    SCORE_MATE = 32000,                      // mate on the board now
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY, // scores at or beyond are mates
    SCORE_TB_WIN = SCORE_MATE_BOUND - 1,     // a table win on the board now
    SCORE_TB_BOUND = SCORE_TB_WIN - MAX_PLY, // scores at or beyond are table wins or mates
    SCORE_EVAL_MAX = 20000,                  // an evaluation never leaves +- this
    SCORE_NONE = 32002,                      // "no score known", never searched
};

typedef enum Bound {
    BOUND_NONE = 0,
    BOUND_UPPER = 1, // the true score is at most the stored one
    BOUND_LOWER = 2, // at least
    BOUND_EXACT = 3,
} Bound;

// True for a score that tells in how many plies one side is mated.
RAVELIN_INLINE bool score_is_mate(Score score)
{
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

// True for a mate or a table win of either side: no evaluation, and no margin is added to it.
RAVELIN_INLINE bool score_is_decided(Score score)
{
    return score >= SCORE_TB_BOUND || score <= -SCORE_TB_BOUND;
}

// Giving mate in `ply` plies, counted from the root.
RAVELIN_INLINE Score score_mate_in(int ply)
{
    return SCORE_MATE - ply;
}

// Being mated in `ply` plies, counted from the root.
RAVELIN_INLINE Score score_mated_in(int ply)
{
    return ply - SCORE_MATE;
}

#endif
