// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: making a file of opening positions that are random and yet fit to be
// played: all different and scored within a band. One thread calls; others help.
#ifndef RAVELIN_TOOLS_GENDATA_OPENINGS_H
#define RAVELIN_TOOLS_GENDATA_OPENINGS_H

#include <stdatomic.h>

#include "tools/gendata/settings.h"

// Writes settings->count positions of a score of at least `band_least_cp` and at most
// rules.band_cp in size (from either side's view) to the file settings->out, an EPD line each with
// the score for the side to move as `ce`. The same settings give the same file with any number of
// threads. The file appears whole or not at all.
Status openings_run(const Settings *settings, int band_least_cp, const atomic_bool *is_stopped,
                    ErrorText *error);

#endif
