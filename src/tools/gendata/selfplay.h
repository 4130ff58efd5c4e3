// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: many games at once, each worker with a thread, a player and a file of its
// own, until the wanted number is there or someone says stop. One thread calls.
#ifndef RAVELIN_TOOLS_GENDATA_SELFPLAY_H
#define RAVELIN_TOOLS_GENDATA_SELFPLAY_H

#include <stdatomic.h>

#include "tools/gendata/settings.h"

// Generates games into the directory settings->out, going on where files of the same settings end.
// Prints progress on standard output. When `*is_stopped` becomes true (a signal handler may set
// it), or when one worker fails, all end after the ply they think about; games that are finished
// are kept, those under way are not. Returns the first failure.
Status selfplay_run(const Settings *settings, atomic_bool *is_stopped, ErrorText *error);

#endif
