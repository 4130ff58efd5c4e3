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

// What a position's evaluation error is remembered by: its pawns, each side's other men, and the
// last two moves. Each kind has counters of its own.
enum { CORRECTION_PAWNS, CORRECTION_WHITE_MEN, CORRECTION_BLACK_MEN, CORRECTION_KEY_COUNT };

// Counters by the man that moves and the square it goes to.
typedef int16_t PieceToHistory[PIECE_CODE_COUNT][SQUARE_COUNT];

typedef struct History {
    // [side][2 * (from is attacked) + (to is attacked)][from + 64 * to]: a move that flees, or
    // walks into an attack, is another move than the same between quiet squares.
    int16_t butterfly[COLOUR_COUNT][4][SQUARE_COUNT * SQUARE_COUNT];
    // Reply to the move (man, square) one, two, four or six plies earlier. The code NO_PIECE is no
    // man: its tables serve where no move was made (the root, after a pass).
    PieceToHistory continuation[PIECE_CODE_COUNT][SQUARE_COUNT];
    int16_t capture[PIECE_CODE_COUNT][SQUARE_COUNT][PIECE_TYPE_COUNT]; // [man][to][victim]
    int16_t correction[CORRECTION_KEY_COUNT][COLOUR_COUNT]
                      [CORRECTION_SIZE]; // [][side to move][key]
    // Error by the last two moves: [man][to] of the last, then of the one before. The code NO_PIECE
    // is no man, as above.
    PieceToHistory move_correction[PIECE_CODE_COUNT][SQUARE_COUNT];
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

// The butterfly counter of a move of `colour`, the other side attacking `threats`.
RAVELIN_INLINE int16_t *history_butterfly(History *history, Colour colour, Bitboard threats,
                                          Move move)
{
    const unsigned row =
        (unsigned)(2 * (threats >> move_from(move) & 1) + (threats >> move_to(move) & 1));
    return &history->butterfly[colour][row][move & 0xfff];
}

#endif
