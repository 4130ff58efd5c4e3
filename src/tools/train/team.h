// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a few threads that share out numbered tasks. The caller of team_run is one
// of the workers; only one thread at a time may call it. The team owns its threads.
#ifndef RAVELIN_TOOLS_TRAIN_TEAM_H
#define RAVELIN_TOOLS_TRAIN_TEAM_H

#include "base/status.h"

enum { TEAM_THREADS_MAX = 64 };

typedef struct Team Team;

// One task; `worker` is 0..threads-1, for scratch memory of its own.
typedef void TeamTask(void *context, int task, int worker);

// Starts threads-1 helpers; 1 <= threads <= TEAM_THREADS_MAX. Writes the team to `*team`.
Status team_create(int threads, Team **team, ErrorText *error);

// Runs tasks 0..tasks-1, each once, in any order and on any worker; returns when all are done.
void team_run(Team *team, TeamTask *run, void *context, int tasks);

// Stops and frees; NULL is allowed.
void team_destroy(Team *team);

#endif
