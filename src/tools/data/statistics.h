// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what training files hold, in numbers and pictures. The caller owns the
// statistics; one thread.
#ifndef RAVELIN_TOOLS_DATA_STATISTICS_H
#define RAVELIN_TOOLS_DATA_STATISTICS_H

#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "record/viriformat.h"

enum {
    SCORE_BINS = 101, // of 25 cp by size; the last holds all beyond
    SCORE_BIN_CP = 25,
    PLY_BINS = 101, // of 5 positions a game; the last holds all beyond
    PLY_BIN = 5,
    MEN_BINS = 33, // by the number of men
};

typedef struct Statistics {
    uint64_t games, positions, quiet, in_check, mates;
    uint64_t results[3]; // games: Black won, drawn, White won
    uint64_t longest;    // positions of a game
    uint64_t scores[SCORE_BINS];
    double points[SCORE_BINS]; // sum of results, 0..1, for the side the score favours
    uint64_t plies[PLY_BINS];
    uint64_t men[MEN_BINS];
    // The game being counted.
    uint64_t game, game_plies;
    int game_result;
    int game_file;
} Statistics;

// Counts a position of the file number `file`; positions of a game follow one another.
void statistics_add(Statistics *statistics, int file, const RecordPosition *position);

// Ends the last game. Nothing may be added after it.
void statistics_finish(Statistics *statistics);

// Writes the figures as text for people.
void statistics_print(const Statistics *statistics, FILE *out);

// Draws four histograms: scores, result by score, men, length of games.
Status statistics_write_svg(const Statistics *statistics, const char *path, ErrorText *error);

#endif
