// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/skill.h"

typedef struct SkillRow {
    int elo;
    int nodes;    // of a search
    int noise_cp; // standard deviation
} SkillRow;

// The scale; in between it is straight. Rows up to 1900 moved by matches against Stockfish 15.1 at
// its own UCI_Elo (src/uci/README.md); those above by judgement.
static const SkillRow SCALE[] = {
    {SKILL_ELO_MIN, 600, 400}, {1200, 700, 205},  {1600, 1000, 136}, {1800, 1700, 97},
    {1900, 2400, 46},          {2400, 10000, 14}, {2800, 50000, 5},  {SKILL_ELO_MAX, 250000, 0},
};

enum { SCALE_ROWS = sizeof SCALE / sizeof SCALE[0] };

static int between(int low, int high, int elo, const SkillRow *row)
{
    return low + (int)((int64_t)(high - low) * (elo - row[0].elo) / (row[1].elo - row[0].elo));
}

Skill skill_of_elo(int elo)
{
    const int held = elo < SKILL_ELO_MIN   ? SKILL_ELO_MIN
                     : elo > SKILL_ELO_MAX ? SKILL_ELO_MAX
                                           : elo;
    int row = 0;
    while (row < SCALE_ROWS - 2 && held >= SCALE[row + 1].elo)
        row++;
    return (Skill){
        .is_limited = true,
        .nodes = (uint64_t)between(SCALE[row].nodes, SCALE[row + 1].nodes, held, &SCALE[row]),
        .noise_cp = between(SCALE[row].noise_cp, SCALE[row + 1].noise_cp, held, &SCALE[row]),
    };
}

int skill_elo_of_level(int level)
{
    return SKILL_ELO_MIN + (SKILL_ELO_MAX - SKILL_ELO_MIN) * level / SKILL_LEVEL_MAX;
}

int skill_draw_offset(const Skill *skill, Rng *rng)
{
    // The sum of twelve even draws from 0..1 is near enough to a normal one of deviation 1 about 6;
    // it never strays beyond six deviations.
    enum { DRAWS = 12, STEPS = 1 << 16 };
    int64_t sum = 0;
    for (int i = 0; i < DRAWS; i++)
        sum += (int64_t)rng_below(rng, STEPS);
    return (int)((sum - DRAWS / 2 * STEPS) * skill->noise_cp / STEPS);
}

static Score hold(Score score)
{
    return score >= SCORE_MATE_BOUND    ? SCORE_MATE_BOUND - 1
           : score <= -SCORE_MATE_BOUND ? -SCORE_MATE_BOUND + 1
                                        : score;
}

Score skill_bend(Score score, int offset_cp)
{
    return score_is_mate(score) ? score : hold(score + offset_cp);
}

Score skill_unbend(Score seen, int offset_cp)
{
    return skill_bend(seen, -offset_cp);
}
