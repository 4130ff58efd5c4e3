// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: from float weights to the whole numbers of a net file, and what those must
// give for a position, worked out slowly and without the engine's code. One thread.
#ifndef RAVELIN_TOOLS_TRAIN_QUANTISE_H
#define RAVELIN_TOOLS_TRAIN_QUANTISE_H

#include <stdint.h>

#include "base/status.h"
#include "chess/types.h"
#include "nnue/container.h"
#include "nnue/network.h"
#include "tools/train/model.h"

// Allocates the arrays for a shape; freed with quantise_destroy. On failure nothing is left to
// free.
Status quantise_create(const NetShape *shape, NetWeights *weights, ErrorText *error);

// Frees the weights and leaves all zeros, which are allowed as well.
void quantise_destroy(NetWeights *weights);

// Rounds the model's weights to the nearest whole number at their scales: QA for features, QB for
// output weights, QA * QB for output biases. `weights` has the model's shape.
void quantise_model(const Model *model, NetWeights *weights);

// The other way: fills `model` with the values that a net file's whole numbers stand for. Width and
// mirroring must be the same, king buckets and heads too, except that a net with one of them gives
// it to all of the model's. On failure (STATUS_BAD_INPUT) the model is as it was.
Status quantise_restore(const Network *network, Model *model, ErrorText *error);

// The output in centipawns, as nnue/arch.h defines it, for the side to move of a mailbox in which
// that side is White: 64-bit sums over every input, with inputs, mirroring and head worked out
// here from the text of nnue/container.h. One king a side.
int64_t quantise_reference(const NetShape *shape, const NetWeights *weights,
                           const uint8_t mailbox[SQUARE_COUNT]);

#endif
