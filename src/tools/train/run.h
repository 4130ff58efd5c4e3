// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one training run from loaded data to the exported net, with progress on
// standard output. One thread calls; the trainer's own threads work below.
#ifndef RAVELIN_TOOLS_TRAIN_RUN_H
#define RAVELIN_TOOLS_TRAIN_RUN_H

#include "base/status.h"
#include "tools/train/options.h"

// Trains as the options say. Writes into options->out: checkpoint.bin, checkpoint.nnue and
// checkpoint_vectors.txt (at every checkpoint), curve.csv, curve.svg, and at the end
// ravelin-<checksum>.nnue and net_vectors.txt.
Status run_training(const Options *options, ErrorText *error);

// Learning rate at `progress` (0..1) of the run: half a cosine wave from start to end.
double run_rate(double start, double end, double progress);

#endif
