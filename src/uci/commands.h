// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the commands, one function each. They run on the thread that reads
// commands; `rest` is the line behind the command's word.
#ifndef RAVELIN_UCI_COMMANDS_H
#define RAVELIN_UCI_COMMANDS_H

#include "uci/session.h"

// Carries the command out. On failure the state is as it was before and `error` says why.
typedef Status CommandFunction(Session *session, Text rest, ErrorText *error);

// The protocol (commands.c).
CommandFunction command_uci, command_isready, command_ucinewgame, command_position,
    command_setoption, command_go, command_ponderhit, command_stop, command_quit, command_ignored;

// For people at a terminal (console.c).
CommandFunction command_bench, command_perft, command_perftauto, command_display, command_fen,
    command_moves, command_eval, command_nnue, command_license, command_help;

// Counts the sequences of `depth` plies from `board`, each first move with its share; no search may
// be running.
void console_perft(Session *session, const Board *board, int depth);

typedef struct CommandRow {
    const char *word;
    CommandFunction *run;
    const char *usage; // one line for `help`, or NULL for another spelling of the row above
} CommandRow;

// The table of all commands (session.c), ended by a row whose word is NULL.
const CommandRow *command_rows(void);

#endif
