// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one training game in the bytes of viriformat (record/viriformat.h tells
// the format), built move by move. The caller owns the game; one thread a game.
#ifndef RAVELIN_RECORD_GAME_H
#define RAVELIN_RECORD_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/board.h"
#include "chess/move.h"
#include "record/viriformat.h"

enum {
    RECORD_GAME_PLIES_MAX = 2000,
    RECORD_GAME_BYTES_MAX =
        VIRIFORMAT_START_BYTES + (RECORD_GAME_PLIES_MAX + 1) * VIRIFORMAT_PAIR_BYTES,
    // Scores are held within this, so that they fit 16 bits. Mates are 32000 - plies.
    RECORD_SCORE_MAX = 32000,
};

typedef struct RecordGame {
    size_t count; // bytes so far
    int plies;
    uint8_t bytes[RECORD_GAME_BYTES_MAX];
} RecordGame;

// Begins a game at `start`, forgetting what was there. A clock beyond 255 is held at 255.
void record_game_begin(RecordGame *game, const Board *start);

// Adds the move played and the score of the position before it, centipawns from White's view. False
// when the game is full; it is then as before.
bool record_game_add(RecordGame *game, Move move, int white_score);

// Sets the result (0 Black won, 1 drawn, 2 White won) and closes the game.
void record_game_end(RecordGame *game, int white_result);

#endif
