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
#include "uci/ownbook.h"
#include "uci/report.h"

typedef struct Session {
    Report *report;
    Engine *engine;
    const atomic_bool *interrupted; // a signal asked us to end
    bool has_quit;                  // `quit` was read

    Game game;
    // What `uci` advertises, from the environment or built in.
    int hash_mib_default;
    int threads_default;
    const char *isa_default;       // --isa, RAVELIN_ISA or ISA_NAME_BEST
    const char *eval_file_default; // NULL: the built-in net

    struct Play *play;     // the game at the terminal that is on (uci/play.h), or NULL
    bool net_was_refused;  // by the command that just failed
    bool chess960;         // UCI_Chess960
    atomic_bool shows_wdl; // UCI_ShowWDL
    bool limits_strength;  // UCI_LimitStrength
    int elo;               // UCI_Elo
    int skill_level;       // Skill Level
    bool analyse_mode;     // UCI_AnalyseMode: full strength and no book
    int multi_pv;          // MultiPV
    OwnBook ownbook;

    atomic_bool is_searching; // from an accepted `go` until its bestmove is about to be written
    bool search_chess960;     // the spelling in force when the search began
    int search_material;      // wdl_material of the root
    bool search_is_infinite;  // it was asked to wait for `stop`
    bool search_is_endless;   // it waits for `stop` or `ponderhit`
} Session;

// Makes the engine, with the kernels `isa` (NULL: the best), the net that RAVELIN_EVALFILE names
// and the defaults that RAVELIN_HASH and RAVELIN_THREADS give, and sets the initial position.
// `report`, which must have a reader, and `interrupted` must outlive the session. On failure
// nothing is to be closed. Unusable values of the environment, and whatever less than asked for was
// had, are named in the report.
Status session_open(Session *session, Report *report, const atomic_bool *interrupted,
                    const char *isa, ErrorText *error);

// Ends a running search and frees everything.
void session_close(Session *session);

// Where the engine is to send what it finds; also for handing the engine back after a loan.
SearchEvents session_events(Session *session);

// Ends a running search and waits until its bestmove is out; `command` is named to the user as the
// reason. Nothing happens when no search runs.
void session_end_search(Session *session, const char *command);

// How well the options in force want us to play.
Skill session_skill(const Session *session);

// Carries out one line. STATUS_OK for an empty one. STATUS_BAD_INPUT for an unknown command or bad
// arguments, other failures as the command has them; the state is then as it was before.
Status session_execute(Session *session, Text line, ErrorText *error);

// Says why a command failed: in an info string, and a refused net on standard error as well, unless
// the reason `is_said` there already.
void session_report_failure(Session *session, const ErrorText *error, bool is_said);

// True if there is a net to play with; otherwise `error` says that there is none.
bool session_has_net(const Session *session, ErrorText *error);

// Writes one line with the name, hash, size and origin of the net in play.
void session_report_net(Session *session);

#endif
