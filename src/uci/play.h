// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the command `play`: a game at the terminal against a friendly opponent.
// While it is on, lines are moves and a few plain words instead of UCI. The session owns the game;
// only the thread that reads commands touches it, and it waits for the engine's moves.
#ifndef RAVELIN_UCI_PLAY_H
#define RAVELIN_UCI_PLAY_H

#include "uci/commands.h"

enum {
    PLAY_LEVEL_DEFAULT = 8,
    PLAY_PLIES_MAX = 2000, // then the game is a draw
    PLAY_MOVE_TIME_MS = 1000,
};

// play [white|black] [level N]: begins a game in the position that is set. STATUS_BAD_INPUT for
// other words, STATUS_NO_MEMORY.
CommandFunction command_play;

// Carries out one line of a game that is on. What cannot be done is answered in plain words, so
// this never fails.
void play_read_line(Session *session, Text line);

// Ends the game, if one is on.
void play_end(Session *session);

#endif
