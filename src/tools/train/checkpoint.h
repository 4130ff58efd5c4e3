// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: saving a run so that a stopped one goes on where it was, and writing files
// so that a reader never sees half of one. One thread.
//
// A checkpoint is for the machine that wrote it: numbers lie in host byte order, a CRC guards them.
#ifndef RAVELIN_TOOLS_TRAIN_CHECKPOINT_H
#define RAVELIN_TOOLS_TRAIN_CHECKPOINT_H

#include "base/status.h"
#include "tools/train/curve.h"
#include "tools/train/model.h"

// What a run must know besides weights, moments and curve. Plain data without padding.
typedef struct RunState {
    uint64_t seed;
    uint64_t batch;
    uint64_t training_samples; // drawn in an epoch
    uint64_t samples_done;
    uint64_t epoch;      // sampler
    uint64_t position;   // sampler
    uint64_t elapsed_ms; // spent training, pauses left out
} RunState;

// Writes `bytes` bytes to `path` by way of a temporary file beside it and a rename. Unlike base's
// file_replace the file may be read by all, as the umask has it, and a run that was killed leaves
// at most one temporary file, which the next one takes.
Status checkpoint_replace_file(const char *path, const void *data, size_t bytes, ErrorText *error);

// Writes all that a run needs to go on, by checkpoint_replace_file. STATUS_IO, STATUS_NO_MEMORY.
Status checkpoint_save(const char *path, const RunState *state, const Model *model,
                       const Curve *curve, ErrorText *error);

// Restores a checkpoint into `model`, whose shape must be that of the checkpoint, `state` and
// `curve`; state->seed, batch and training_samples must hold the values of this run and be the same
// in the file. On failure the three are as they were or the text says why they cannot be used.
Status checkpoint_load(const char *path, RunState *state, Model *model, Curve *curve,
                       ErrorText *error);

#endif
