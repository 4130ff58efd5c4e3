// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: ravelin-book screen: a text book with its weak moves marked. One thread.
#ifndef RAVELIN_TOOLS_BOOK_SCREEN_H
#define RAVELIN_TOOLS_BOOK_SCREEN_H

#include "base/status.h"
#include "tools/support/arguments.h"

typedef struct ScreenSettings {
    const char *book;
    const char *out; // may be the same file
    const char *engine;
    ArgumentList options; // NAME=VALUE for the engine
    int64_t depth;        // plies of each search
    int64_t margin_cp;    // by which a move may fall short of the best
} ScreenSettings;

// Judges every move of the book in its position. A move that is worth less than the best by more
// than the margin gets a `?` wherever it stands; nothing is deleted, and no mark is taken away.
// Where all moves of a position are marked, the engine's own is added as a line of its own, unless
// it is one of them. Nothing is written on failure.
Status screen_run(const ScreenSettings *settings, ErrorText *error);

#endif
