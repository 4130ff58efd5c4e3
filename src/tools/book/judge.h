// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a UCI engine thinks of positions and of single moves. The caller owns
// the judge; one thread.
#ifndef RAVELIN_TOOLS_BOOK_JUDGE_H
#define RAVELIN_TOOLS_BOOK_JUDGE_H

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"
#include "tools/support/arguments.h"

typedef struct Judge Judge;

typedef struct Verdict {
    Move move;    // the engine's own, legal
    int score_cp; // for the side to move; a mate in n is 30000 - n
} Verdict;

// Starts the engine with its own book off and, where it knows Chess960, in that mode; then
// `options` (NAME=VALUE) are sent. `command` must outlive the judge. STATUS_SYSTEM,
// STATUS_BAD_INPUT for an option without `=`.
Status judge_create(const char *command, const ArgumentList *options, Judge **judge,
                    ErrorText *error);

// NULL is allowed.
void judge_destroy(Judge *judge);

// How the engine calls itself.
const char *judge_name(const Judge *judge);

// Searches to `depth` plies: the engine's move and its score. STATUS_SYSTEM if it gives none or an
// illegal one.
Status judge_position(Judge *judge, const Board *board, int depth, Verdict *verdict,
                      ErrorText *error);

// The score of one legal move: a search of this move alone, or, for an engine that does not heed
// `searchmoves`, of the position after it, a ply less deep.
Status judge_move(Judge *judge, const Board *board, Move move, int depth, int *score_cp,
                  ErrorText *error);

#endif
