// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the commands of ravelin-data that read and write whole games. One thread.
#ifndef RAVELIN_TOOLS_DATA_GAMES_H
#define RAVELIN_TOOLS_DATA_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "tools/support/arguments.h"

typedef enum Chess960Choice { CHESS960_KEEP, CHESS960_DROP, CHESS960_ONLY } Chess960Choice;

// Which games are kept.
typedef struct GameRules {
    int64_t least_plies, most_plies; // positions
    int64_t most_start_score;        // |score| of the first position, centipawns
    int64_t contradiction;   // > 0: the last score says by so much that the loser wins: drop
    int64_t keep_permille;   // chance to keep any other game
    Chess960Choice chess960; // games with castling rights of other than standard squares
    uint64_t seed;
} GameRules;

// What all commands here report.
typedef struct GameTotals {
    uint64_t games_read, games_written, positions_written;
    int damaged_files;
} GameTotals;

// Writes the games that the rules keep, in their order (so `merge` is a filter that keeps all).
Status games_filter(const ArgumentList *files, const GameRules *rules, const char *out,
                    GameTotals *totals, ErrorText *error);

// Writes all games in random order: they are held in memory, about 4.2 bytes a position.
Status games_shuffle(const ArgumentList *files, uint64_t seed, const char *out, GameTotals *totals,
                     ErrorText *error);

// Leaves out games that have start and moves of an earlier one, whatever their scores.
Status games_dedupe(const ArgumentList *files, const char *out, GameTotals *totals,
                    ErrorText *error);

// Deals whole games to `parts` files PREFIX-0.vbin.zst and so on, in turn; or, with `every` > 0,
// every so-many-th game to PREFIX-1 and the others to PREFIX-0.
Status games_split(const ArgumentList *files, const char *prefix, int parts, int64_t every,
                   GameTotals *totals, ErrorText *error);

#endif
