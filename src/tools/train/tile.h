// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the float kernels of training. The hidden layer is cut into tiles of 64
// neurons; the weights of a tile (768 x 64 floats, 196 KB) stay in a core's L2 cache while a whole
// batch runs over them, and no two tasks ever write the same number, so the result depends neither
// on the number of threads nor on which thread took which tile. All buffers belong to the caller;
// the table is const data. Any thread.
#ifndef RAVELIN_TOOLS_TRAIN_TILE_H
#define RAVELIN_TOOLS_TRAIN_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/train/sample.h"

enum { TILE_WIDTH = 64, TILE_PAIRS = TILE_WIDTH / 2 };

// The inputs of a batch. Positions are independent; `positions` > 0.
typedef struct TileBatch {
    int positions;
    const uint16_t (*features)[2][SAMPLE_MEN_MAX]; // [positions], side to move first
    const uint8_t *counts;                         // [positions] active inputs a perspective, 1..32
    const uint8_t *heads;                          // [positions] output head
    int head_count;                                // heads of the net
} TileBatch;

// One AdamW step (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019).
typedef struct AdamStep {
    float rate;         // learning rate
    float keep;         // 1 - rate * decay
    float beta1, beta2; // decay of the two moments
    float fix1, fix2;   // bias corrections 1 / (1 - beta^step)
    float epsilon;
    float clip; // parameters are kept within +-clip
} AdamStep;

// A tile's parameters lie in one block, and so do its gradients:
//   [inputs][64] feature weights, [64] feature biases, then
//   [heads][2][64] output weights, or with hidden layers [heads][64][first] weights of the first
// There neuron n of a tile is paired with n + 32 (n < 32); of the 64 products of a tile those of
// the side to move come first, and `first` is a multiple of 16.
typedef struct TileKernels {
    const char *name;

    // activations[p][half][64] = clamp(bias + sum of the weight rows of the active inputs, 0, 1)
    // partial[p] = sum over both halves of activation^2 * output weight of the position's head
    void (*forward)(const TileBatch *batch, size_t inputs, const float *parameters,
                    float *activations, float *partial);

    // Adds to `gradients` (same layout as the parameters) what the batch contributes, given
    // slopes[p] = d loss / d output of position p, and the activations of forward().
    void (*backward)(const TileBatch *batch, size_t inputs, const float *parameters,
                     const float *activations, const float *slopes, float *gradients);

    // The same with hidden layers behind. activations[p] as above, and with the products of pairs
    // of these partial[p][first] = sum over the tile's products * weights of the position's head.
    void (*forward_pairs)(const TileBatch *batch, size_t inputs, int first, const float *parameters,
                          float *activations, float *partial);

    // Adds to `gradients` what the batch contributes, given slopes[p][first] = d loss / d sum of
    // each neuron of the first layer.
    void (*backward_pairs)(const TileBatch *batch, size_t inputs, int first,
                           const float *parameters, const float *activations, const float *slopes,
                           float *gradients);

    // Updates `count` (a multiple of 64) parameters and their two moments in place.
    void (*adamw)(float *parameters, const float *gradients, float *moment1, float *moment2,
                  size_t count, const AdamStep *step);
} TileKernels;

// All pointers to floats are 64-byte aligned.

// Floats of one tile of a net of this shape.
size_t tile_floats(const NetShape *shape);

// The kernels called `name` ("scalar", "avx2", "avx512"), or the widest that this CPU runs for
// "auto". NULL if the name is unknown or the CPU or the build lacks them.
const TileKernels *tile_kernels(const char *name);

// Name of row `index` of the table, whether or not this CPU has it; NULL past the end.
const char *tile_kernels_name(int index);

#endif
