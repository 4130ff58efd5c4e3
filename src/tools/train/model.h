// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the float net in training with its optimiser state. The model owns its
// arrays; one thread at a time, except that the tiles may be worked on side by side.
#ifndef RAVELIN_TOOLS_TRAIN_MODEL_H
#define RAVELIN_TOOLS_TRAIN_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "nnue/arch.h"
#include "tools/train/tile.h"

// Weights and their optimiser moments, each `floats` long: width / 64 tiles (layout in tile.h, one
// after another), then the output biases, one a head, or, where there are hidden layers, those
// (hidden.h).
typedef struct Model {
    NetShape shape;
    size_t inputs; // king buckets * 768
    int tiles;
    size_t tile_floats; // floats of one tile, a multiple of 64
    size_t tail_floats; // floats behind the tiles, a multiple of 64
    size_t floats;
    float *weights;
    float *moment1;
    float *moment2;
    uint64_t steps; // optimiser steps taken
} Model;

// Allocates a model of a valid shape, all zero. On failure nothing is left to free.
Status model_create(const NetShape *shape, Model *model, ErrorText *error);

// Draws the start weights: normal with variance 2 / inputs (He et al., "Delving deep into
// rectifiers", 2015), 32 active inputs a neuron; biases 0.
void model_init(Model *model, uint64_t seed);

// Rounds `count` output weights to the values that a net file can hold, k / NNUE_QB.
void model_round_outputs(const float *weights, float *rounded, size_t count);

// Frees the weights and leaves a model that is all zeros, which is allowed as well.
void model_destroy(Model *model);

// Parameters of tile 0..tiles-1.
float *model_tile(const Model *model, int tile);

// The shape of a net of `king_buckets` buckets (1, 2, 4 or 8) cut by the own king's rank and file
// distance from the edge; maps are the same left and right.
NetShape model_shape(int width, int heads, int king_buckets, int mirrored);

// Parameters behind the tiles.
float *model_tail(const Model *model);

#endif
