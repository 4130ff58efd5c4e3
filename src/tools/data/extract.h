// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: positions of games that people or programs have played, out of PGN files,
// by the players' ratings and the time they had. One thread.
#ifndef RAVELIN_TOOLS_DATA_EXTRACT_H
#define RAVELIN_TOOLS_DATA_EXTRACT_H

#include <stdint.h>

#include "base/status.h"
#include "tools/support/arguments.h"

typedef struct ExtractRules {
    int64_t least_elo;                   // of both players; 0: any, also where none is told
    int64_t least_seconds, most_seconds; // time for 40 moves; with 0 and INT64_MAX also untold ones
    int64_t first_ply, last_ply;         // of the positions taken, counted from the game's start, 0
} ExtractRules;

typedef struct ExtractTotals {
    uint64_t games, games_kept, positions;
    uint64_t broken_games; // read up to the fault
    int damaged_files;     // missing, or with a broken game
} ExtractTotals;

// Writes the positions of the games that pass to `out`, an EPD line each with hmvc, fmvn and, where
// the game has one, its result as c9. The first broken game of a file is told, with its line.
Status extract_positions(const ArgumentList *files, const ExtractRules *rules, const char *out,
                         ExtractTotals *totals, ErrorText *error);

#endif
