// SPDX-License-Identifier: GPL-3.0-or-later
// Published counts: our own table on every row, and the files of the reference data.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "kernels/isa.h"
#include "position/fen.h"
#include "position/perft.h"
#include "support/perft_file.h"

enum { STANDARD_DEPTH_MAX = 6, FISCHER_DEPTH_DEFAULT = 4, FISCHER_DEPTH_MAX = 6 };

static bool assert_case(void *context, const PerftCase *perft_case, uint64_t found)
{
    int *run = context;
    ++*run;
    cr_assert_eq(found, perft_case->nodes, "%s: %llu instead of %llu", perft_case->name,
                 (unsigned long long)found, (unsigned long long)perft_case->nodes);
    return true;
}

Test(perft, built_in_table_under_every_mask)
{
    int count;
    perft_cases(&count);
    cr_assert_geq(count, 20);
    for (size_t i = 0; isa_level_name(i); ++i) {
        Kernels kernels;
        if (kernels_init(&kernels, isa_level_name(i), NULL) != STATUS_OK)
            continue;
        int run = 0;
        cr_assert_eq(perft_run_cases(&kernels, assert_case, &run), 0);
        cr_assert_eq(run, count);
    }
}

// Making every leaf gives what counting gives.
Test(perft, each_equals_bulk)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    int count;
    const PerftCase *cases = perft_cases(&count);
    for (int i = 0; i < count; ++i) {
        Board board;
        cr_assert_eq(fen_parse(cases[i].fen, cases[i].is_chess960, &board, NULL), STATUS_OK);
        for (int depth = 0; depth <= 3; ++depth)
            cr_assert_eq(perft_count(&kernels, &board, depth, PERFT_EACH),
                         perft_count(&kernels, &board, depth, PERFT_BULK), "%s", cases[i].name);
    }
}

typedef struct SplitTally {
    int moves;
    int stop_after;
    uint64_t nodes;
} SplitTally;

static bool add_split(void *context, Move move, uint64_t nodes)
{
    SplitTally *tally = context;
    cr_assert_neq(move, MOVE_NONE);
    tally->nodes += nodes;
    return ++tally->moves != tally->stop_after;
}

Test(perft, split)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Board board;
    cr_assert_eq(fen_parse(FEN_START, false, &board, NULL), STATUS_OK);
    SplitTally tally = {0};
    cr_assert_eq(perft_split(&kernels, &board, 0, add_split, &tally), 1);
    cr_assert_eq(tally.moves, 0);
    cr_assert_eq(perft_split(&kernels, &board, 1, add_split, &tally), 20);
    cr_assert_eq(perft_split(&kernels, &board, 4, add_split, &tally), 197281);
    cr_assert_eq(tally.moves, 40);
    cr_assert_eq(tally.nodes, 197281 + 20);
    SplitTally stopped = {.stop_after = 3};
    cr_assert_eq(perft_split(&kernels, &board, 3, add_split, &stopped), stopped.nodes);
    cr_assert_eq(stopped.moves, 3);
}

static void run_file(const char *name, bool is_chess960, int depth_max, int positions_wanted)
{
    FILE *file = perft_file_open(name);
    if (!file)
        cr_skip_test("no %s beside the checkout: only the built-in table was run", name);
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    static PerftLine line;
    int positions = 0;
    while (perft_file_next(file, &line)) {
        Board board;
        cr_assert_eq(fen_parse(line.fen, is_chess960, &board, NULL), STATUS_OK, "%s", line.fen);
        for (int i = 0; i < line.count; ++i) {
            if (line.depth[i] > depth_max)
                continue;
            const uint64_t found = perft_count(&kernels, &board, line.depth[i], PERFT_BULK);
            cr_assert_eq(found, line.nodes[i], "%s at depth %d: %llu instead of %llu", line.fen,
                         line.depth[i], (unsigned long long)found,
                         (unsigned long long)line.nodes[i]);
        }
        ++positions;
    }
    fclose(file);
    cr_assert_geq(positions, positions_wanted, "%s has only %d positions", name, positions);
}

// Every line at every depth that it has.
Test(perft, standard_file)
{
    run_file("standard.epd", false, STANDARD_DEPTH_MAX, 127);
}

// To depth 4; RAVELIN_FISCHER_DEPTH=5 or 6 asks for more, which takes minutes or hours.
Test(perft, fischer_file, .timeout = 86400)
{
    const char *asked = getenv("RAVELIN_FISCHER_DEPTH");
    const long depth = asked != NULL ? strtol(asked, NULL, 10) : FISCHER_DEPTH_DEFAULT;
    cr_assert(depth >= 1 && depth <= FISCHER_DEPTH_MAX, "RAVELIN_FISCHER_DEPTH is %ld, not 1..%d",
              depth, FISCHER_DEPTH_MAX);
    run_file("fischer.epd", true, (int)depth, 960);
}
