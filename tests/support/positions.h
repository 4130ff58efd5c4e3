// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: many different legal positions from a seed: random games of standard chess
// and Chess960, and men scattered at random, which are full of pins, checks and promotions.
#ifndef RAVELIN_TESTS_SUPPORT_POSITIONS_H
#define RAVELIN_TESTS_SUPPORT_POSITIONS_H

#include <stdint.h>

#include "base/rng.h"
#include "chess/board.h"

typedef void PositionVisit(void *context, const Board *board);

// Shows `count` positions of random games from random set-ups: a third each of standard chess,
// Chess960 with one and with two different back ranks.
void positions_walk(uint64_t seed, int count, PositionVisit *visit, void *context);

// Shows `count` positions of men thrown on the board, castling rights and en passant squares among
// them. Every board keeps the invariants of chess/board.h.
void positions_scatter(uint64_t seed, int count, PositionVisit *visit, void *context);

// Shows positions made by hand to be hard, each as it is and upside down with the colours swapped:
// men that crowd and cross in pins, double checks, en passant with pins and checks about it,
// castling that shields or is barred, and the most moves a position can have. Returns how many were
// shown.
int positions_hard(PositionVisit *visit, void *context);

// Makes one board of scattered men.
void positions_scatter_one(Rng *rng, Board *board);

#endif
