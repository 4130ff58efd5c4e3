// SPDX-License-Identifier: GPL-3.0-or-later
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "position/draws.h"
#include "position/fen.h"
#include "position/generate.h"
#include "tools/gendata/starts.h"

enum { DRAWS = 3000, SEED = 3 };

Test(starts, numbers_all_960_arrangements)
{
    static const struct {
        int number;
        const char *men;
    } known[] = {{518, "RNBQKBNR"}, {0, "BBQNNRKR"}, {959, "RKRNNQBB"}, {534, "RNBKQBNR"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t types[8];
        starts_arrange(known[i].number, types);
        for (int file = 0; file < 8; file++)
            cr_assert_eq("PNBRQK"[types[file]], known[i].men[file], "%d", known[i].number);
    }
    static char seen[960][9];
    for (int number = 0; number < 960; number++) {
        uint8_t types[8];
        starts_arrange(number, types);
        for (int file = 0; file < 8; file++)
            seen[number][file] = "PNBRQK"[types[file]];
        const char *king = strchr(seen[number], 'K');
        cr_assert(strchr(seen[number], 'R') < king && strrchr(seen[number], 'R') > king);
        const long bishops = strchr(seen[number], 'B') - strrchr(seen[number], 'B');
        cr_assert_eq(bishops % 2 != 0, true);
        for (int other = 0; other < number; other++)
            cr_assert_str_neq(seen[number], seen[other]);
    }
}

static int count_draws(const Starts *starts, const Kernels *kernels, uint64_t seed,
                       void (*look)(const Board *board, void *context), void *context)
{
    Rng rng = rng_seeded(seed);
    int drawn = 0;
    for (int i = 0; i < DRAWS; i++) {
        Board board;
        if (!starts_draw(starts, kernels, &rng, &board))
            continue;
        drawn++;
        cr_assert_gt(generate_count(kernels, &board), 0);
        cr_assert(!draws_insufficient_material(&board));
        look(&board, context);
    }
    return drawn;
}

typedef struct Seen {
    int standard, arranged, unlike, small, black;
} Seen;

static void look(const Board *board, void *context)
{
    Seen *seen = context;
    const int men = bits_count(board_occupied(board));
    seen->black += board->side_to_move == BLACK;
    if (men <= 7) {
        seen->small++;
        return;
    }
    // With no random plies the arrangement itself is there.
    bool is_like = true;
    bool is_standard = true;
    for (int file = 0; file < 8; file++) {
        is_like = is_like && piece_type(board->mailbox[file]) ==
                                 piece_type(board->mailbox[square_flip_rank(file)]);
        is_standard = is_standard && "RNBQKBNR"[file] == "PNBRQK"[piece_type(board->mailbox[file])];
    }
    seen->standard += is_like && is_standard;
    seen->arranged += is_like && !is_standard;
    seen->unlike += !is_like;
}

Test(starts, keeps_the_shares)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Starts starts = {.count = 0};
    ErrorText warning;
    ErrorText error;
    const StartSource sources[] = {{.kind = START_STANDARD, .share = 4, .least_plies = 0},
                                   {.kind = START_CHESS960, .share = 3},
                                   {.kind = START_DFRC, .share = 2},
                                   {.kind = START_ENDGAME, .share = 1},
                                   {.kind = START_STANDARD, .share = 0, .least_plies = 50}};
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        cr_assert_eq(starts_add(&starts, &sources[i], &warning, &error), STATUS_OK);
    cr_assert_eq(starts.count, 4);
    Seen seen = {0};
    const int drawn = count_draws(&starts, &kernels, SEED, look, &seen);
    cr_assert(drawn > DRAWS * 90 / 100 && drawn < DRAWS, "%d", drawn); // some endgames are none
    // A like arrangement of which a piece has moved in the one random ply passes for an unlike one.
    cr_assert(seen.unlike > DRAWS * 18 / 100 && seen.unlike < DRAWS * 30 / 100, "%d", seen.unlike);
    cr_assert(seen.small > DRAWS / 40 && seen.small < DRAWS / 8, "%d", seen.small);
    // One random ply or none from the arrangements, whose pieces mostly stand where they were.
    cr_assert(abs(seen.standard + seen.arranged - DRAWS * 7 / 10) < DRAWS / 8);
    cr_assert_gt(seen.standard, seen.arranged);
    cr_assert(seen.black > DRAWS / 3 && seen.black < DRAWS * 2 / 3, "%d", seen.black);
    starts_destroy(&starts);
}

Test(starts, leaves_bad_lines_out_and_names_the_first)
{
    char path[] = "/tmp/ravelin-starts-XXXXXX";
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    FILE *file = fdopen(handle, "w");
    fputs("# a comment\n" FEN_START "\r\n\nnot a position\n"
          "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn\";\n8/8/8/8/8/8/8/8 w - - 0 1\n",
          file);
    for (int i = 0; i < 600; i++)
        fputc('x', file);
    fclose(file);
    Starts starts = {.count = 0};
    ErrorText warning;
    ErrorText error;
    StartSource source = {.kind = START_FILE, .share = 1, .path = path};
    cr_assert_eq(starts_add(&starts, &source, &warning, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(starts.sources[0].line_count, 2U);
    cr_assert_eq(starts.sources[0].bad_lines, 3U);
    cr_assert_not_null(strstr(warning.text, path));
    cr_assert_not_null(strstr(warning.text, "line 4"), "%s", warning.text);
    Seen seen = {0};
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    cr_assert_eq(count_draws(&starts, &kernels, SEED, look, &seen), DRAWS);
    cr_assert(abs(seen.small - DRAWS / 2) < DRAWS / 10, "%d", seen.small);
    starts_destroy(&starts);
    cr_assert_eq(truncate(path, 12), 0); // only the comment is left
    cr_assert_eq(starts_add(&starts, &source, &warning, &error), STATUS_BAD_INPUT);
    starts_destroy(&starts);
    remove(path);
    cr_assert_eq(starts_add(&starts, &source, &warning, &error), STATUS_IO);
    starts_destroy(&starts);
}
