// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the hidden layers of a net in training, from the sums of the first to the
// output, forward and back. Each head has layers of its own. All buffers belong to the caller; any
// thread.
//
//   sums of the first layer -> clamp to 0..1 and square -> second layer, the same -> output
#ifndef RAVELIN_TOOLS_TRAIN_HIDDEN_H
#define RAVELIN_TOOLS_TRAIN_HIDDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "nnue/arch.h"

// Where the parameters of one head, or their gradients, lie.
typedef struct HiddenHead {
    float *biases1;  // [hidden[0]]
    float *weights2; // [hidden[0]][hidden[1]]
    float *biases2;  // [hidden[1]]
    float *weights3; // [hidden[1]]
    float *bias3;
} HiddenHead;

// What a position's pass needs besides its head.
typedef struct HiddenTarget {
    float target; // 0..1
    float weight; // of the position in the loss: 1 / positions of the batch
} HiddenTarget;

// Whether nets of this shape have hidden layers.
bool hidden_is_used(const NetShape *shape);

// Floats of the hidden layers of all heads, a multiple of 64.
size_t hidden_floats(const NetShape *shape);

// The parameters (or gradients) of a head in a block of hidden_floats().
HiddenHead hidden_head(const NetShape *shape, float *block, int head);

// One position: from sums[hidden[0]], biases left out, to its squared error, which is returned.
// Adds to `gradients` what it contributes and puts d loss / d sum into slopes[hidden[0]].
float hidden_pass(const NetShape *shape, const HiddenHead *head, const HiddenHead *gradients,
                  const float *sums, const HiddenTarget *target, float *slopes);

// The output for the same sums in double precision, by a path of its own.
double hidden_output(const NetShape *shape, const HiddenHead *head, const double *sums);

#endif
