// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the search parameters as options, in a build with -Dtune=true; in others
// there are none and these functions find nothing. Used by the thread that reads commands.
#ifndef RAVELIN_UCI_TUNE_H
#define RAVELIN_UCI_TUNE_H

#include <stdbool.h>

#include "uci/parser.h"
#include "uci/session.h"

// Writes an option line for each parameter.
void tune_report_options(Session *session);

// True if a parameter has this name.
bool tune_has_option(Text name);

// Sets the parameter that setoption names (there must be one), ending a running search first. A
// value out of its range is refused: a tuner must not believe in a value that is not in force.
Status tune_set_option(Session *session, const SetOptionCommand *command, ErrorText *error);

#endif
