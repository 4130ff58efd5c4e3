// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: ravelin-book make: a text book out of games. One thread.
#ifndef RAVELIN_TOOLS_BOOK_MAKE_H
#define RAVELIN_TOOLS_BOOK_MAKE_H

#include "base/status.h"
#include "tools/support/arguments.h"

typedef struct MakeSettings {
    ArgumentList files; // PGN, or viriformat in zstd, told apart by their first bytes
    const char *out;
    ArgumentList notes;  // lines for the header
    int64_t plies;       // kept of a game
    int64_t rating;      // both players have at least this; 0: any
    int64_t seconds;     // a side has at least this for 40 moves; 0: any
    int64_t seconds_max; // and at most this; 0: any
    int64_t count;       // a move was played in at least so many games
    int64_t games;       // at most so many are used; 0: any
} MakeSettings;

// Makes the book and tells the counts on standard output. STATUS_BAD_INPUT where a file cannot be
// used or no line is left; the file at `out` is then not written.
Status make_run(const MakeSettings *settings, ErrorText *error);

#endif
