// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/perft.h"

#include <assert.h>

#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"

uint64_t perft_count(const Kernels *kernels, const Board *board, int depth, PerftMode mode)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    if (depth == 0)
        return 1;
    if (depth == 1 && mode == PERFT_BULK)
        return (uint64_t)generate_count(kernels, board);
    if (depth == 2 && mode == PERFT_BULK)
        return (uint64_t)generate_count_two(kernels, board);
    MoveList list;
    generate_moves(kernels, board, &list);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; ++i) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        nodes += perft_count(kernels, &child, depth - 1, mode);
    }
    return nodes;
}

uint64_t perft_split(const Kernels *kernels, const Board *board, int depth, PerftReport *report,
                     void *context)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    if (depth == 0)
        return 1;
    MoveList list;
    generate_moves(kernels, board, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; ++i) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        const uint64_t nodes = perft_count(kernels, &child, depth - 1, PERFT_BULK);
        total += nodes;
        if (!report(context, list.moves[i], nodes))
            break;
    }
    return total;
}

int perft_run_cases(const Kernels *kernels, PerftCaseReport *report, void *context)
{
    int count;
    int wrong = 0;
    const PerftCase *cases = perft_cases(&count);
    for (int i = 0; i < count; ++i) {
        Board board;
        uint64_t found = 0;
        if (fen_parse(cases[i].fen, cases[i].is_chess960, &board, NULL) == STATUS_OK)
            found = perft_count(kernels, &board, cases[i].depth, PERFT_BULK);
        wrong += found != cases[i].nodes;
        if (!report(context, &cases[i], found))
            break;
    }
    return wrong;
}
