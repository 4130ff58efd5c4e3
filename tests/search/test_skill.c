// SPDX-License-Identifier: GPL-3.0-or-later
// Play below full strength: the scale, the offsets, and that bent scores keep their order.
#include <criterion/criterion.h>

#include "search/skill.h"

Test(skill, the_scale_rises)
{
    Skill before = skill_of_elo(SKILL_ELO_MIN);
    cr_assert(before.is_limited);
    for (int elo = SKILL_ELO_MIN + 1; elo <= SKILL_ELO_MAX; elo++) {
        const Skill skill = skill_of_elo(elo);
        cr_assert(skill.is_limited);
        cr_assert_geq(skill.nodes, before.nodes, "nodes at %d", elo);
        cr_assert_leq(skill.noise_cp, before.noise_cp, "noise at %d", elo);
        before = skill;
    }
    const Skill lowest = skill_of_elo(SKILL_ELO_MIN), highest = skill_of_elo(SKILL_ELO_MAX);
    cr_assert_lt(10 * lowest.nodes, highest.nodes);
    cr_assert_gt(lowest.noise_cp, 100);
    cr_assert_eq(skill_of_elo(-5).nodes, lowest.nodes);
    cr_assert_eq(skill_of_elo(99999).nodes, highest.nodes);
    for (int level = 1; level < SKILL_LEVEL_MAX; level++)
        cr_assert_gt(skill_elo_of_level(level), skill_elo_of_level(level - 1));
    cr_assert_eq(skill_elo_of_level(0), SKILL_ELO_MIN);
    cr_assert(!skill_full().is_limited);
}

Test(skill, offsets_have_the_deviation_that_was_asked_for)
{
    enum { DRAWS = 20000 };
    const Skill skill = {.is_limited = true, .noise_cp = 100};
    Rng rng = rng_seeded(7);
    double sum = 0, squares = 0;
    for (int i = 0; i < DRAWS; i++) {
        const int offset = skill_draw_offset(&skill, &rng);
        cr_assert(offset >= -600 && offset <= 600);
        sum += offset;
        squares += (double)offset * offset;
    }
    cr_assert(sum / DRAWS > -3 && sum / DRAWS < 3, "mean %f", sum / DRAWS);
    const double variance = squares / DRAWS;
    cr_assert(variance > 97.0 * 97.0 && variance < 103.0 * 103.0, "variance %f", variance);
    const Skill none = {.is_limited = true, .noise_cp = 0};
    cr_assert_eq(skill_draw_offset(&none, &rng), 0);
}

Test(skill, bent_scores_keep_their_order_and_mates)
{
    static const int OFFSETS[] = {0, 1, -1, 57, -400, 2400, -2400};
    for (size_t i = 0; i < sizeof OFFSETS / sizeof OFFSETS[0]; i++) {
        Score before = skill_bend(-SCORE_INFINITE, OFFSETS[i]);
        for (Score score = -SCORE_INFINITE; score <= SCORE_INFINITE; score++) {
            const Score seen = skill_bend(score, OFFSETS[i]);
            cr_assert_geq(seen, before, "order at %d offset %d", score, OFFSETS[i]);
            cr_assert_eq(score_is_mate(seen), score_is_mate(score), "mate at %d", score);
            if (score_is_mate(score) || OFFSETS[i] == 0)
                cr_assert_eq(seen, score);
            if (score >= -SCORE_EVAL_MAX && score <= SCORE_EVAL_MAX)
                cr_assert_eq(skill_unbend(seen, OFFSETS[i]), score);
            before = seen;
        }
    }
}
