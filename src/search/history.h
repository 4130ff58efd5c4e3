// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a search thread learns about moves from cutoffs. Each worker owns one
// History; only its own thread touches it.
#ifndef RAVELIN_SEARCH_HISTORY_H
#define RAVELIN_SEARCH_HISTORY_H

#include <stdint.h>

#include "chess/board.h"
#include "chess/move.h"

// Every counter stays within +- this.
enum { HISTORY_LIMIT = 16384 };

// Rows of a correction table, indexed by the low bits of a key.
enum { CORRECTION_SIZE = 16384 };

// Counters by the man that moves and the square it goes to.
typedef int16_t PieceToHistory[PIECE_CODE_COUNT][SQUARE_COUNT];

typedef struct History {
    int16_t butterfly[COLOUR_COUNT][SQUARE_COUNT * SQUARE_COUNT]; // [side][from + 64 * to]
    // Reply to the move (man, square) one, two or four plies earlier. The code NO_PIECE is no man:
    // its tables serve where no move was made (the root, after a pass).
    PieceToHistory continuation[PIECE_CODE_COUNT][SQUARE_COUNT];
    int16_t capture[PIECE_CODE_COUNT][SQUARE_COUNT][PIECE_TYPE_COUNT]; // [man][to][victim]
    int16_t pawn_correction[COLOUR_COUNT][CORRECTION_SIZE];            // [side to move][pawn key]
    Move countermove[PIECE_CODE_COUNT][SQUARE_COUNT]; // last refutation of the move (man, square)
} History;

// Forgets everything.
void history_clear(History *history);

// Bonus for a cutoff at `depth` plies (>= 1), > 0.
int history_bonus(int depth);

// Moves a counter towards +-HISTORY_LIMIT by `bonus` (|bonus| <= HISTORY_LIMIT), the less the
// nearer it is already ("gravity", as in Stockfish).
RAVELIN_INLINE void history_update(int16_t *counter, int bonus)
{
    const int magnitude = bonus < 0 ? -bonus : bonus;
    *counter = (int16_t)(*counter + bonus - *counter * magnitude / HISTORY_LIMIT);
}

// The butterfly counter of a move of `colour`.
RAVELIN_INLINE int16_t *history_butterfly(History *history, Colour colour, Move move)
{
    return &history->butterfly[colour][move & 0xfff];
}

#endif
