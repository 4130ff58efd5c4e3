// SPDX-License-Identifier: GPL-3.0-or-later
// Chances of win, draw and loss: whole, symmetric, rising, and near to what the games gave.
#include <criterion/criterion.h>

#include "position/fen.h"
#include "uci/wdl.h"

Test(wdl, is_whole_symmetric_and_rising)
{
    for (int material = 0; material <= 103; material++) {
        Chances before = {.win = 0, .draw = 0, .loss = 1000};
        for (Score score = -SCORE_INFINITE; score <= SCORE_INFINITE; score += 13) {
            const Chances wdl = wdl_of_score(score, material);
            cr_assert(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0, "%d at %d", score, material);
            cr_assert_eq(wdl.win + wdl.draw + wdl.loss, 1000);
            cr_assert(wdl.win >= before.win && wdl.loss <= before.loss);
            before = wdl;
            const Chances other = wdl_of_score(-score, material);
            cr_assert(other.win == wdl.loss && other.loss == wdl.win);
        }
        cr_assert_eq(wdl_of_score(SCORE_MATE - 3, material).win, 1000);
        cr_assert_eq(wdl_of_score(-SCORE_MATE, material).loss, 1000);
        cr_assert_geq(wdl_of_score(3000, material).win, 990);
    }
}

Test(wdl, is_near_the_games_that_it_was_fitted_to)
{
    // Found in positions of all material with a score of about 0, 200 and 500 centipawns.
    const Chances even = wdl_of_score(0, 55), better = wdl_of_score(200, 55),
                  won = wdl_of_score(500, 55);
    cr_assert(even.draw > 250 && even.draw < 570, "%d", even.draw);
    cr_assert(better.win > 430 && better.win < 700, "%d", better.win);
    cr_assert(won.win > 740 && won.win < 930, "%d", won.win);
}

Test(wdl, counts_the_material_of_both_sides)
{
    static const struct {
        const char *fen;
        int material;
    } CASES[] = {
        {FEN_START, 78},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1},
        {"4kr2/8/8/8/8/8/8/QNB1K3 w - - 0 1", 20},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Board board;
        ErrorText error;
        cr_assert_eq(fen_parse(CASES[i].fen, false, &board, &error), STATUS_OK);
        cr_assert_eq(wdl_material(&board), CASES[i].material, "%s", CASES[i].fen);
    }
}
