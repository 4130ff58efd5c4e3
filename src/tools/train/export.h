// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: writing a net file and the vectors that hold the engine to it. One thread.
#ifndef RAVELIN_TOOLS_TRAIN_EXPORT_H
#define RAVELIN_TOOLS_TRAIN_EXPORT_H

#include <stddef.h>

#include "base/status.h"
#include "tools/train/model.h"
#include "tools/train/sample.h"

enum { EXPORT_VECTORS = 250 };

// Where the files of an export go.
typedef struct ExportPaths {
    const char *directory;
    const char *vectors_name; // file of the vectors in the directory
    const char *net_name;     // NULL: ravelin-<first 8 hex digits of the checksum>.nnue
} ExportPaths;

enum { EXPORT_PATH_BYTES = 4096 };

// Quantises the model, has the engine's loader check the container and writes it; then writes up to
// EXPORT_VECTORS lines `fen;float_cp;int_cp` for positions spread evenly over `samples`: the float
// net's value and the whole number that the engine must give, both for the side to move, every
// second position with Black to move. `net_path` gets the path of the net.
Status export_net(const Model *model, const Sample *samples, size_t count, const ExportPaths *paths,
                  char net_path[EXPORT_PATH_BYTES], ErrorText *error);

#endif
