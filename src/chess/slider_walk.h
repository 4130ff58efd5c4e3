// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: slider attacks found by walking square by square, slow and plain. Only
// the build programs that make the fast tables use it. No state, any thread.
#ifndef RAVELIN_CHESS_SLIDER_WALK_H
#define RAVELIN_CHESS_SLIDER_WALK_H

#include "chess/bitboard.h"

// The steps of a bishop (indices 0..3) and of a rook (4..7), as file and rank differences.
static const int SLIDER_STEPS[8][2] = {
    {1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1},
};

// The squares that a slider on `sq` attacks with men on `occupied`: up to and including the first
// man in each direction. `type` is BISHOP or ROOK.
static inline Bitboard slider_walk_attacks(PieceType type, Square sq, Bitboard occupied)
{
    const int first = type == BISHOP ? 0 : 4;
    Bitboard attacks = 0;
    for (int step = first; step < first + 4; ++step) {
        int file = square_file(sq) + SLIDER_STEPS[step][0];
        int rank = square_rank(sq) + SLIDER_STEPS[step][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            const Bitboard here = square_bb(square_make(file, rank));
            attacks |= here;
            if (occupied & here)
                break;
            file += SLIDER_STEPS[step][0];
            rank += SLIDER_STEPS[step][1];
        }
    }
    return attacks;
}

// The squares whose men can matter for the attacks of a slider on `sq`: its rays without the last
// square of each, because a man there hides nothing.
static inline Bitboard slider_walk_mask(PieceType type, Square sq)
{
    Bitboard edges = 0;
    if (square_file(sq) != 0)
        edges |= FILE_A_BB;
    if (square_file(sq) != 7)
        edges |= FILE_H_BB;
    if (square_rank(sq) != 0)
        edges |= RANK_1_BB;
    if (square_rank(sq) != 7)
        edges |= RANK_8_BB;
    return slider_walk_attacks(type, sq, 0) & ~edges;
}

#endif
