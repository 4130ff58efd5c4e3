// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: autotune at start-up with a memory between starts. The engine owns the
// Tuner; one thread, while no search runs. kernels/README.md tells the method.
//
// What was measured is kept in a file of its own for each set of detected features, processor,
// engine version and net shape. A file that is not exactly what this engine would write is
// measured over and replaced; rows are taken from it only where they fit this machine anyway.
#ifndef RAVELIN_ENGINE_TUNER_H
#define RAVELIN_ENGINE_TUNER_H

#include <stdbool.h>

#include "kernels/autotune.h"
#include "nnue/arch.h"

typedef enum TunerSource {
    TUNER_OFF,        // nothing was measured: switched off, a named level, or no memory
    TUNER_MEASURED,   // now
    TUNER_REMEMBERED, // in an earlier start
    TUNER_COMPLETED,  // in an earlier start, and now what had no figure yet
} TunerSource;

typedef struct Tuner {
    Tuning tuning;
    TunerSource source;
    ErrorText unsaved; // why the figures could not be kept; empty if they were
} Tuner;

// Begins with the static choice for the level of `kernels` and this shape, and if `is_wanted`
// replaces it by what `folder` (NULL: none) remembers. What is not remembered, or was remembered
// without a figure because that start was disturbed, is measured and then remembered. The table
// gets the choice. A file that is there and cannot be used is named in `note` (may be NULL).
void tuner_run(Tuner *tuner, Kernels *kernels, const NetShape *shape, bool is_wanted,
               const char *folder, ErrorText *note);

#endif
