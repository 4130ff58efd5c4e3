// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what the tests of books share: positions, small files, and games read from
// memory. Assertions end the test that calls.
#ifndef RAVELIN_TESTS_BOOK_SUPPORT_H
#define RAVELIN_TESTS_BOOK_SUPPORT_H

#include <stddef.h>

#include "base/text.h"
#include "book/book.h"
#include "book/load.h"
#include "book/pgn.h"
#include "chess/board.h"

enum { SUPPORT_PATH_BYTES = 64, SUPPORT_NOTES_MAX = 16 };

// The position of a FEN, which must be good.
Board support_board(const char *fen, bool chess960);

// The position after moves in coordinates, parted by blanks, from the initial one.
Board support_after(const char *moves);

// Plays one move in coordinates.
void support_play(Board *board, const char *move);

// Makes a file with these bytes in the folder for temporary files; its path ends in `ending`.
void support_write_file(const void *bytes, size_t size, const char *ending,
                        char path[SUPPORT_PATH_BYTES]);

// What a loader said.
typedef struct SupportNotes {
    int count; // of all, also those that did not fit
    char texts[SUPPORT_NOTES_MAX][ERROR_TEXT_BYTES];
} SupportNotes;

BookNotes support_notes(SupportNotes *notes);

// A game read from memory: its moves in coordinates, each with a blank behind it.
typedef struct SupportGame {
    char moves[4096];
    PgnGame game; // its moves are gone
} SupportGame;

// Reads all games of a text; at most `capacity` are kept. Returns their number.
int support_read_games(Text text, SupportGame *games, int capacity);

#endif
