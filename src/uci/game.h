// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the position that `position` set, with as much of the game before it as
// repetitions can reach. The session owns it; only the thread that reads commands touches it.
#ifndef RAVELIN_UCI_GAME_H
#define RAVELIN_UCI_GAME_H

#include "chess/board.h"
#include "chess/move.h"

enum {
    // A repetition lies at most as far back as the last capture or pawn move; that clock stops
    // counting at its maximum, and older positions are let go.
    GAME_KEYS_MIN = HALFMOVE_CLOCK_MAX + 1,
    GAME_KEYS_CAPACITY = 2 * GAME_KEYS_MIN,
};

typedef struct Game {
    Board board; // the current position
    int key_count;
    uint64_t keys[GAME_KEYS_CAPACITY]; // oldest first; keys[key_count - 1] is the current position
} Game;

// Begins at `board` with no history.
void game_begin(Game *game, const Board *board);

// Plays a move that is legal in the current position.
void game_play(Game *game, Move move);

#endif
