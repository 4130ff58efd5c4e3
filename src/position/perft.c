// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/perft.h"

#include "position/position.h"

static uint64_t count_below(const PerftTask *task, const Board *board, int depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1 && task->counts_in_bulk)
        return (uint64_t)task->kernels->movegen.count(board);
    // Cheap beside the moves below it, and often enough to end within milliseconds.
    if (depth >= 3 && atomic_load_explicit(task->stop, memory_order_relaxed))
        return 0;
    MoveList list;
    list.count = task->kernels->movegen.all(board, list.moves);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        nodes += count_below(task, &child, depth - 1);
    }
    return nodes;
}

uint64_t perft_count(const PerftTask *task, const Board *board, int depth)
{
    return count_below(task, board, depth);
}

// Counts from the "Perft Results" and "Chess960 Perft Results" pages of the chess programming wiki;
// the small ones are known from the test suites of many engines.
static const PerftCase CASES[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false,
     {20, 400, 8902, 197281, 4865609}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false,
     {48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, {14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false,
     {6, 264, 9467, 422333, 15833292}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", false,
     {6, 264, 9467, 422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", false,
     {44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", false,
     {46, 2079, 89890, 3894594}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, {26, 568, 13744, 314346, 7594526}},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false, {24, 496, 9483, 182838, 3605103}},
    {"8/2k1p3/3pP3/3P2K1/8/8/8/8 w - - 0 1", false, {7, 35, 210, 1091, 7028, 34834}},
    {"K7/8/8/3Q4/4q3/8/8/7k w - - 0 1", false, {6, 35, 495, 8349, 166741, 3370175}},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true,
     {21, 528, 12189, 326672, 8146062}},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", true,
     {21, 807, 18002, 667366}},
    {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", true,
     {20, 479, 10471, 273318, 6417013}},
};

const PerftCase *perft_cases(int *count)
{
    *count = (int)(sizeof CASES / sizeof CASES[0]);
    return CASES;
}
