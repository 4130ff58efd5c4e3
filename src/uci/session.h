// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one conversation: the engine, the position that was set, the options in
// force and the search in flight. main() owns it; the thread that reads commands uses it, and the
// search thread only through the events that session_events() names.
#ifndef RAVELIN_UCI_SESSION_H
#define RAVELIN_UCI_SESSION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "engine/engine.h"
#include "uci/game.h"
#include "uci/report.h"

typedef struct Session {
    Report *report;
    Engine *engine;
    const atomic_bool *interrupted; // a signal asked us to end
    bool has_quit;                  // `quit` was read

    Game game;
    int hash_mib_default; // what `uci` advertises, from the environment or built in
    int threads_default;
    bool chess960; // UCI_Chess960

    atomic_bool is_searching; // from an accepted `go` until its bestmove is about to be written
    bool search_chess960;     // the spelling in force when the search began
    bool search_is_infinite;  // it was asked to wait for `stop`
    bool search_is_endless;   // it waits for `stop` or `ponderhit`
} Session;

// Makes the engine, with the kernels `isa` (NULL: the best) and the defaults that RAVELIN_HASH and
// RAVELIN_THREADS give, and sets the initial position. `report`, which must have a reader, and
// `interrupted` must outlive the session. On failure nothing is to be closed. Unusable values of
// the environment, and whatever less than asked for was had, are named in the report.
Status session_open(Session *session, Report *report, const atomic_bool *interrupted,
                    const char *isa, ErrorText *error);

// Ends a running search and frees everything.
void session_close(Session *session);

// Where the engine is to send what it finds; also for handing the engine back after a loan.
SearchEvents session_events(Session *session);

// Ends a running search and waits until its bestmove is out; `command` is named to the user as the
// reason. Nothing happens when no search runs.
void session_end_search(Session *session, const char *command);

// Carries out one line. STATUS_OK for an empty one. STATUS_BAD_INPUT for an unknown command or bad
// arguments, other failures as the command has them; the state is then as it was before.
Status session_execute(Session *session, Text line, ErrorText *error);

// Writes one line with the name, hash, size and origin of the net in play.
void session_report_net(Session *session);

#endif
