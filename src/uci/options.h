// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the options, one row each: what `uci` advertises, what `setoption` takes
// and what it changes. Used by the thread that reads commands.
#ifndef RAVELIN_UCI_OPTIONS_H
#define RAVELIN_UCI_OPTIONS_H

#include "uci/parser.h"
#include "uci/session.h"

// Fills the defaults of the session, from RAVELIN_HASH and RAVELIN_THREADS where they hold a number
// in range. What cannot be used is named in the report.
void options_read_defaults(Session *session);

// STATUS_BAD_INPUT where one of these variables holds anything else, which `error` names.
Status options_check_variables(ErrorText *error);

// Writes the option lines of the answer to `uci`.
void options_report(Session *session);

// Sets an option. A number out of range is moved to the nearest one in it, which is said. On
// failure (unknown name, not a value of its type, or what the change itself meets) the option keeps
// its value and `error` says so.
Status options_set(Session *session, const SetOptionCommand *command, ErrorText *error);

#endif
