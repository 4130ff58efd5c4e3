// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a player that is another program: any engine that speaks UCI, started as a
// process of its own for each worker.
#ifndef RAVELIN_TOOLS_GENDATA_TEACHER_H
#define RAVELIN_TOOLS_GENDATA_TEACHER_H

#include "tools/gendata/player.h"

enum { TEACHER_OPTIONS_MAX = 64, TEACHER_NAME_BYTES = 128 };

typedef struct TeacherSettings {
    const char *command;                      // program, found as a shell finds it; no arguments
    const char *options[TEACHER_OPTIONS_MAX]; // NAME=VALUE, sent before the first game
    int option_count;
    int score_permille;            // scores of the engine are multiplied by this / 1000
    char name[TEACHER_NAME_BYTES]; // what the engine calls itself, once teacher_ask_name was called
} TeacherSettings;

// Starts the engine once, notes how it calls itself and ends it: also a test that it works.
Status teacher_ask_name(TeacherSettings *settings, ErrorText *error);

// Starts an engine with one thread and `hash_mib` of hash. It is asked for exactly as many nodes as
// are wanted. An engine that says nothing for a minute, ends, or plays an illegal move is an error.
Status teacher_create(const TeacherSettings *settings, int hash_mib, Player **player,
                      ErrorText *error);

#endif
