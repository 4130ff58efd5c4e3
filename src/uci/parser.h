// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: lines to command structs. Pure functions over views of the line, which the
// caller keeps alive; any thread. Words are separated by any blanks.
#ifndef RAVELIN_UCI_PARSER_H
#define RAVELIN_UCI_PARSER_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "chess/board.h"
#include "search/limits.h"

// setoption: the name is what stands between the first word `name` and the first later word
// `value`, the value the rest of the line without the blanks at its ends, inner ones kept.
typedef struct SetOptionCommand {
    Text name;
    Text value; // empty without the word `value` as well
} SetOptionCommand;

// Reads what follows `setoption`. STATUS_BAD_INPUT without a name.
Status parser_read_setoption(Text rest, SetOptionCommand *out, ErrorText *error);

typedef struct PositionCommand {
    bool is_start; // startpos; otherwise `fen` holds
    Text fen;      // the words between `fen` and `moves`
    Text moves;    // the words behind `moves`, maybe none
} PositionCommand;

// Reads what follows `position`, without a look at what the FEN or the moves say. STATUS_BAD_INPUT
// when it begins with neither startpos nor fen, or something else stands before `moves`.
Status parser_read_position(Text rest, PositionCommand *out, ErrorText *error);

enum { PARSER_NO_PERFT = -1 };

typedef struct GoCommand {
    SearchLimits limits; // start_ns is left 0
    int perft_depth;     // or PARSER_NO_PERFT
    ErrorText ignored;   // the words that were not understood or not legal; empty if none
} GoCommand;

// Reads what follows `go`, for a search in `board`. Never fails: a keyword whose value is missing
// or no whole number, an unknown word and a move that is not legal or repeated are left out and
// named in `ignored`. Keywords may come in any order and end the list of searchmoves.
//
// Numbers are clamped into what a search can use: clocks to 0 and more, depth to 1..MAX_PLY, nodes
// to 1 and more. Without any limit the search is infinite. Where only the opponent's clock is given
// it stands for ours too, so that a game with a garbled clock goes on.
void parser_read_go(Text rest, const Board *board, GoCommand *out);

#endif
