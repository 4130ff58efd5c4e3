// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: play below full strength. Pure data and functions; the SearchShared owns
// the Skill in force.
//
// Two things make a search weak. It may visit only so many nodes, and each root move's score is
// bent by a chance offset that stays the same during the search, so that the move played is the
// best of wrongly judged ones. Alpha-beta then needs no extra lines, mates are never bent, and the
// search ends by the same limits as any other. That weak play picks by score and chance is
// Stockfish's idea; the offsets inside the search are our own.
#ifndef RAVELIN_SEARCH_SKILL_H
#define RAVELIN_SEARCH_SKILL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "chess/score.h"

enum {
    SKILL_ELO_MIN = 800,
    SKILL_ELO_MAX = 3200,
    SKILL_ELO_DEFAULT = 1600, // a club player
    SKILL_LEVEL_MAX = 20,     // full strength
};

typedef struct Skill {
    bool is_limited; // otherwise the others do not count
    uint64_t nodes;  // a search ends after so many
    int noise_cp;    // standard deviation of the offsets
} Skill;

// Full strength.
RAVELIN_INLINE Skill skill_full(void)
{
    return (Skill){.is_limited = false};
}

// The setting that plays at about `elo`; values outside SKILL_ELO_MIN..SKILL_ELO_MAX are held to be
// the nearest one. src/uci/README.md has the games that the scale was checked by.
Skill skill_of_elo(int elo);

// The rating that stands for a level, 0..SKILL_LEVEL_MAX - 1: even steps over the whole scale.
int skill_elo_of_level(int level);

// A chance offset in centipawns.
int skill_draw_offset(const Skill *skill, Rng *rng);

// A score as the weak player sees it, and the score that looks like `seen`: shifted by the offset,
// mates not at all. Both rise with the score, so bounds stay bounds.
Score skill_bend(Score score, int offset_cp);
Score skill_unbend(Score seen, int offset_cp);

#endif
