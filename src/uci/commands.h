// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the commands, one function each. They run on the thread that reads
// commands; `rest` is the line behind the command's word.
#ifndef RAVELIN_UCI_COMMANDS_H
#define RAVELIN_UCI_COMMANDS_H

#include "position/perft.h"
#include "uci/session.h"

// Carries the command out. On failure the state is as it was before and `error` says why.
typedef Status CommandFunction(Session *session, Text rest, ErrorText *error);

// The protocol (commands.c).
CommandFunction command_uci, command_isready, command_ucinewgame, command_position,
    command_setoption, command_go, command_ponderhit, command_stop, command_quit, command_ignored;

// For people at a terminal (console.c).
CommandFunction command_bench, command_perft, command_perftauto, command_display, command_fen,
    command_flip, command_moves, command_license, command_help;

// About the net (console_net.c).
CommandFunction command_eval, command_nnue;

// About the kernel tables (console_kernels.c).
CommandFunction command_kernels;

// About the book (ownbook.c).
CommandFunction command_bookmoves, command_freebook;

// For tuning runs (tune.c) and for those who work on the search (dbg.c).
CommandFunction command_tune, command_dbg, command_dbgclear;

// Counts the sequences of `depth` plies from `board`, each first move with its share; with
// PERFT_EACH every move is made, the last too. No search may be running.
void console_perft(Session *session, const Board *board, int depth, PerftMode mode);

typedef struct CommandRow {
    const char *word;
    CommandFunction *run;
    const char *usage; // one line for `help`, or NULL for another spelling of the row above
} CommandRow;

// The table of all commands (session.c), ended by a row whose word is NULL.
const CommandRow *command_rows(void);

#endif
