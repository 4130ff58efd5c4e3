// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: playing from a book: which files are asked for and loaded, when the book
// answers instead of the search, and what people are shown of it. Used by the thread that reads
// commands; the search's thread only tells an answer that was made ready before it began.
#ifndef RAVELIN_UCI_OWNBOOK_H
#define RAVELIN_UCI_OWNBOOK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/rng.h"
#include "base/status.h"
#include "base/text.h"
#include "book/book.h"
#include "chess/move.h"
#include "chess/score.h"
#include "search/limits.h"

struct Session;

enum {
    OWNBOOK_PATH_BYTES = 4096,
    OWNBOOK_DEPTH_DEFAULT = 255, // plies: no limit in practice
    OWNBOOK_DEPTH_MAX = 1000,
    OWNBOOK_PV_MOVES = 2,
};

typedef enum OwnBookState {
    OWNBOOK_UNREAD, // the wanted files are not loaded yet
    OWNBOOK_LOADED, // the engine has them
    OWNBOOK_FREED,  // by `freebook`, until the next isready
} OwnBookState;

typedef struct OwnBook {
    bool is_on;        // OwnBook
    bool was_ready;    // isready was answered, so what is set now is loaded now
    int depth_plies;   // Book Depth
    bool is_best_only; // Best Book Move
    OwnBookState state;
    Rng rng;
    char wanted[OWNBOOK_PATH_BYTES]; // BookFile; empty: the shipped book
    char loaded[OWNBOOK_PATH_BYTES]; // the same of the book that the engine has

    // The answer of the running `go ponder`, given at ponderhit.
    Move pv[OWNBOOK_PV_MOVES]; // MOVE_NONE: no answer, or no reply to it
    Score score;
    atomic_bool is_due; // the best move of the search in flight is to be this answer
} OwnBook;

// The state at the start of a session.
void ownbook_open(OwnBook *ownbook);

// At isready: loads the book if it is to be played from and is not there.
void ownbook_get_ready(struct Session *session);

// Options. On failure the book in play stays.
void ownbook_set_on(struct Session *session, bool is_on);
Status ownbook_set_files(struct Session *session, Text list, ErrorText *error);

// At `go`: true if the book has answered, with an info line and a bestmove. The book is silent in
// analysis: infinite, searchmoves, mate, several lines, UCI_AnalyseMode. For `ponder` the answer is
// made ready and the search goes on.
bool ownbook_answers(struct Session *session, const SearchLimits *limits);

// At `ponderhit`: true if an answer is ready; the search, once stopped, tells it.
bool ownbook_takes_ponderhit(struct Session *session);

// In place of the search's best move: true if the answer was due and has been told. Any thread.
bool ownbook_tells(struct Session *session);

// The line of `d`: what the book would choose from, loaded if need be.
void ownbook_report_answer(struct Session *session);

#endif
