// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: games and positions of many training files, one after another. A file that
// is damaged gives what stands before the damage, which is told on standard error; then the next
// one follows. The caller owns the source; one thread.
#ifndef RAVELIN_TOOLS_DATA_SOURCE_H
#define RAVELIN_TOOLS_DATA_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "record/game.h"
#include "record/viriformat.h"
#include "tools/support/arguments.h"

typedef struct GameSource {
    const ArgumentList *files;
    int index;            // of the file that is read, from 0
    int damaged;          // files that were damaged, foreign or missing
    uint64_t overlong;    // games that were left out because they are too long to be written
    RecordReader *reader; // NULL: the file at `index` is not open yet
    // The game in the making, of which the first position may have been read ahead.
    RecordGame game;
    Board start;
    int white_result;
    uint64_t number; // of the game in its file
    bool is_open;    // a game is begun
    bool is_ahead;   // `next` is the first position of the game after it
    bool is_overlong;
    RecordPosition next;
} GameSource;

// A game as it was read.
typedef struct SourceGame {
    const RecordGame *game;
    const Board *start;
    int white_result; // 0 Black won, 1 drawn, 2 White won
    int file;         // index of its file
} SourceGame;

// Begins with the first of the files, viriformat with zstd.
void gamesource_open(GameSource *source, const ArgumentList *files);
void gamesource_close(GameSource *source);

// Fills `game` with the next whole game; a game of no moves is passed over. False after the last.
// Not to be mixed with gamesource_next_position.
bool gamesource_next_game(GameSource *source, SourceGame *game);

// Fills `position` with the next position. False after the last.
bool gamesource_next_position(GameSource *source, RecordPosition *position);

#endif
