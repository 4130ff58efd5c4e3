// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a score means in games: the chances of win, draw and loss
// (UCI_ShowWDL). Pure functions, any thread.
#ifndef RAVELIN_UCI_WDL_H
#define RAVELIN_UCI_WDL_H

#include "chess/board.h"
#include "chess/score.h"

// Permille, together 1000, from the view of the side that the score is for.
typedef struct Chances {
    int win;
    int draw;
    int loss;
} Chances;

// The material that the chances depend on: pawn 1, knight and bishop 3, rook 5, queen 9, of both
// sides together.
int wdl_material(const Board *board);

// The chances that `score` gives with so much material on the board; mates are certain.
Chances wdl_of_score(Score score, int material);

#endif
