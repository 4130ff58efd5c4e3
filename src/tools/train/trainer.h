// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: optimiser steps on batches, and the loss of a set of samples. The trainer
// owns its buffers and threads; the model and the samples belong to the caller. One thread calls.
#ifndef RAVELIN_TOOLS_TRAIN_TRAINER_H
#define RAVELIN_TOOLS_TRAIN_TRAINER_H

#include "tools/train/model.h"
#include "tools/train/sample.h"
#include "tools/train/team.h"
#include "tools/train/tile.h"

typedef struct TrainerOptions {
    int batch;        // positions a step, > 0
    int threads;      // 1..TEAM_THREADS_MAX
    double wdl_share; // share of the game result in the target, 0..1
    const TileKernels *kernels;
} TrainerOptions;

typedef struct Trainer Trainer;

// Makes a trainer with its threads for models of `shape`. On failure (STATUS_NO_MEMORY,
// STATUS_SYSTEM) there is none.
Status trainer_create(const NetShape *shape, const TrainerOptions *options, Trainer **trainer,
                      ErrorText *error);

// Ends its threads and frees it; NULL is allowed.
void trainer_destroy(Trainer *trainer);

// Hands over the next batch, samples[order[0]] .. samples[order[batch - 1]]. It is unpacked at once
// if no batch waits, otherwise while the next step runs; so queue one batch ahead, and keep both
// arrays unchanged until the step after has returned. At most two batches may wait.
void trainer_queue(Trainer *trainer, const Sample *samples, const uint32_t *order);

// Whether steps leave the output weights as they are. Off at first. A run rounds them to what the
// net file can hold and then freezes them, so that the other weights learn to live with the
// rounding. (Training on through the rounding, as quantisation-aware training does, was tried: the
// weights gather where they round up or down and then flip together, and the loss never settles;
// Nagel et al., "Overcoming oscillations in quantization-aware training", 2022, describe it.)
void trainer_freeze_outputs(Trainer *trainer, bool is_frozen);

// One AdamW step at learning rate `rate` on the batch that waits longest (there must be one);
// returns its mean loss before the step.
double trainer_step(Trainer *trainer, Model *model, double rate);

// Mean loss over `count` (> 0) samples without learning. Must not be called while a batch waits.
double trainer_loss(Trainer *trainer, const Model *model, const Sample *samples, size_t count);

// The gradient of the mean loss over one batch, samples[0..batch-1], in the layout of the model's
// weights, for tests. Returns the loss.
double trainer_gradient(Trainer *trainer, const Model *model, const Sample *samples,
                        float *gradients);

// The target of a sample, 0..1: the game result and the score's expected result, blended.
double trainer_target(const Sample *sample, double wdl_share);

// The net's output in double precision, in units of NNUE_EVAL_SCALE centipawns for the side to
// move: a slow path of its own, independent of the kernels.
double trainer_output(const Model *model, const Sample *sample);

#endif
