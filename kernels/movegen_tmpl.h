// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the algorithm of all movegen rows, once. A row's source includes a header
// of slider words (word_bishop_attacks, word_rook_attacks), then this one, and fills a table with
// fill_all. Nothing here has state.
#ifndef RAVELIN_KERNELS_MOVEGEN_TMPL_H
#define RAVELIN_KERNELS_MOVEGEN_TMPL_H

#include "kernels/movegen.h"
#include "kernels/movegen_count.h"
#include "kernels/movegen_list.h"
#include "kernels/movegen_two.h"

static int generate_all(const Board *board, Move *out)
{
    return board->side_to_move == WHITE ? generate(board, out, WANT_ALL, WHITE)
                                        : generate(board, out, WANT_ALL, BLACK);
}

static int generate_captures(const Board *board, Move *out)
{
    return board->side_to_move == WHITE ? generate(board, out, WANT_CAPTURES, WHITE)
                                        : generate(board, out, WANT_CAPTURES, BLACK);
}

static int generate_quiets(const Board *board, Move *out)
{
    return board->side_to_move == WHITE ? generate(board, out, WANT_QUIETS, WHITE)
                                        : generate(board, out, WANT_QUIETS, BLACK);
}

static int count_one(const Board *board)
{
    return board->side_to_move == WHITE ? count_one_for(board, WHITE) : count_one_for(board, BLACK);
}

static int count_two(const Board *board)
{
    return board->side_to_move == WHITE ? count_two_for(board, WHITE) : count_two_for(board, BLACK);
}

// Puts this row's functions into every entry.
RAVELIN_INLINE void fill_all(MovegenKernels *kernels)
{
    *kernels = (MovegenKernels){
        .all = generate_all,
        .captures = generate_captures,
        .quiets = generate_quiets,
        .count = count_one,
        .count_two = count_two,
    };
}

#endif
