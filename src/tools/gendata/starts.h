// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: where generated games begin: the initial position, Chess960 (both sides
// alike or each its own), positions of a file, endgames put together at random, each in a stated
// share and followed by a few random plies. Filled before the threads start and only read then.
#ifndef RAVELIN_TOOLS_GENDATA_STARTS_H
#define RAVELIN_TOOLS_GENDATA_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/status.h"
#include "chess/board.h"
#include "kernels/kernels.h"

typedef enum StartKind {
    START_STANDARD,
    START_CHESS960, // one of 960 arrangements, the same for both sides
    START_DFRC,     // one of 960 for each side
    START_ENDGAME,  // three to seven men anywhere
    START_FILE,     // a line of an EPD or FEN file
} StartKind;

enum { START_SOURCES_MAX = 32 };

// Random plies that follow: `least` or one more, as a coin falls, so that both sides come to move
// first alike.
typedef struct StartSource {
    StartKind kind;
    int share; // weight among the sources, > 0
    int least_plies;
    const char *path; // of a START_FILE
    uint64_t crc;     // CRC-64/XZ of that file
    char *text;       // its bytes
    size_t *lines;    // offsets of the usable lines in `text`
    size_t line_count;
    size_t bad_lines; // left out
} StartSource;

typedef struct Starts {
    StartSource sources[START_SOURCES_MAX];
    int count;
} Starts;

// Adds a source; shares of 0 are left out. For a START_FILE the file is read and each line tried;
// those that are no position are counted, and the first of them is named on `warning` (file, line,
// reason), which is empty otherwise. STATUS_BAD_INPUT if no line is left.
Status starts_add(Starts *starts, const StartSource *source, ErrorText *warning, ErrorText *error);

// Frees what starts_add took in; one without sources is allowed.
void starts_destroy(Starts *starts);

// Draws a start that has a legal move and material to mate. False if this draw led to none; draw
// again then.
bool starts_draw(const Starts *starts, const Kernels *kernels, Rng *rng, Board *board);

// Arrangement `number` (0..959, 518 is the standard one; numbering by Scharnagl) of the back rank,
// files a to h.
void starts_arrange(int number, uint8_t types[8]);

#endif
