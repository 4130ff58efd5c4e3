// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the layers behind the accumulators, in the net file and in memory. The
// caller owns all buffers; any thread.
//
// Whole numbers stand for real ones as follows (QA = 255, QB = 64):
//   inputs    255^2 / 2^9 = 127.002, weights 64
//   first     sums 127.002 * 64 = 8128.125, activations 8128.125^2 / 2^11 = 32258.99, weights 512
//   second    sums 32258.99 * 512 = 16516604, shifted by 11 bits to 8064.75, activations
//             8064.75^2 / 2^11 = 31757.89, weights 512
//   output    31757.89 * 512 = LAYERS_ONE, NNUE_EVAL_SCALE centipawns
// Only the first layer is large: its inputs and weights are bytes, of which four are multiplied at
// once. The others are small, so 16 bits cost nothing and round next to nothing away; integers, for
// then every row gives the same. kernels/nnue.h has the arithmetic.
#ifndef RAVELIN_NNUE_LAYERS_H
#define RAVELIN_NNUE_LAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "kernels/nnue.h"
#include "nnue/arch.h"

enum {
    LAYERS_WEIGHT_SCALE = 512, // of the second layer and the output
    LAYERS_SUM1_ONE_8 = 65025, // eight times 1.0 in a sum of the first layer
    LAYERS_SUM2_ONE = 16516604,
    LAYERS_ONE = 16260040, // 1.0 in the output
};

// The layers of all heads, one head after another. Arrays as in kernels/nnue.h.
typedef struct NetLayers {
    int8_t *weights1;  // [heads][width * NNUE_LAYER1]
    int16_t *weights2; // [heads][NNUE_LAYER1 * NNUE_LAYER2]
    int16_t *weights3; // [heads][NNUE_LAYER2]
    int32_t *biases1;  // [heads][NNUE_LAYER1]
    int32_t *biases2;  // [heads][NNUE_LAYER2]
} NetLayers;

// Where an input of the first layer has its weight for a neuron, in NnueHead.weights1.
size_t layers_weight1_at(size_t input, size_t neuron);

// The same for the second layer.
size_t layers_weight2_at(size_t input, size_t neuron);

// Whether nets of this shape have layers.
bool layers_are_in(const NetShape *shape);

// Bytes of the layers in a net file; 0 where there are none. The output biases are not counted.
size_t layers_bytes(const NetShape *shape);

// The arrays in a block of layers_bytes, which is aligned to 64 bytes, in the file's order.
NetLayers layers_in(const NetShape *shape, void *block);

// The layers of one head; its output bias is `bias`.
NnueHead layers_head(const NetShape *shape, const NetLayers *layers, int head, int32_t bias);

// Reads or writes the layers at a place in a net file.
void layers_read(const uint8_t *data, const NetShape *shape, const NetLayers *layers);
void layers_write(uint8_t *out, const NetShape *shape, const NetLayers *layers);

// Proves that no sum leaves int32 and that no weight of the first layer is -128, from the layers at
// a place in a net file and the output biases behind them. STATUS_BAD_INPUT with the reason.
Status layers_check(const uint8_t *data, const uint8_t *output_biases, const NetShape *shape,
                    ErrorText *error);

#endif
