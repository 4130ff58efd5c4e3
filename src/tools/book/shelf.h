// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the lines of a text book on their way into a file: kept, sorted, cut where
// a move is too rare, and written with a header. The caller owns the shelf; one thread.
#ifndef RAVELIN_TOOLS_BOOK_SHELF_H
#define RAVELIN_TOOLS_BOOK_SHELF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/sha256.h"
#include "base/status.h"
#include "base/text.h"
#include "chess/board.h"
#include "chess/move.h"

typedef struct Shelf {
    char **lines; // without line ends
    size_t count;
    size_t capacity;
} Shelf;

// What the lines hold.
typedef struct ShelfCounts {
    uint64_t lines;
    uint64_t positions; // in which a move is told
    uint64_t moves;     // different ones of different positions
    uint64_t marked;    // of those, never played
} ShelfCounts;

// Adds a line; a zeroed Shelf is an empty one.
Status shelf_add(Shelf *shelf, Text line, ErrorText *error);

// Adds the first moves of a game: coordinates, behind its start if that is not the initial position
// of standard chess.
Status shelf_add_game(Shelf *shelf, const Board *start, const Move *moves, int count,
                      ErrorText *error);

// Orders the lines by their bytes, so that the order of the sources does not matter.
void shelf_sort(Shelf *shelf);

// Cuts each line before its first move that fewer than `least` lines have in that position; a line
// of which nothing stays is dropped.
Status shelf_cut_rare(Shelf *shelf, uint32_t least, ErrorText *error);

// Counts lines, positions and moves. STATUS_NO_MEMORY.
Status shelf_count(const Shelf *shelf, ShelfCounts *counts, ErrorText *error);

// SHA-256 of the lines, each with a line feed.
void shelf_digest(const Shelf *shelf, char out[SHA256_TEXT_BYTES]);

// Writes the lines. STATUS_IO.
Status shelf_write(const Shelf *shelf, FILE *file, const char *path, ErrorText *error);

// Frees the lines and leaves an empty shelf; one that is all zeros is allowed.
void shelf_free(Shelf *shelf);

#endif
