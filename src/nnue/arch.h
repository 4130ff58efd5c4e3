// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the shape of the nets that Ravelin plays with, and the numbers that hold
// for all of them. Constants only.
//
//   768 inputs per perspective and king bucket
//   -> width (int16, QA = 255), twice: side to move first
//   -> clamp to 0..QA and square (SCReLU) -> one output per head (weights scaled by QB = 64)
//
//   sum    = sum over both halves of clamp(acc, 0, QA)^2 * output_weight       (exact, fits int32)
//   output = (sum / QA + output_bias) * EVAL_SCALE / (QA * QB)    centipawns for the side to move
//
// Both divisions truncate towards zero; the product is taken in 64 bits. A net may have layers in
// place of SCReLU and the one output: nnue/layers.h.
// Quantisation after jw1912/bullet's documentation; figures in nets/README.md.
#ifndef RAVELIN_NNUE_ARCH_H
#define RAVELIN_NNUE_ARCH_H

#include <assert.h>
#include <stdint.h>

enum {
    NNUE_INPUTS = 768,    // 2 colours x 6 types x 64 squares
    NNUE_WIDTH_STEP = 64, // hidden widths are multiples of this
    NNUE_WIDTH_MAX = 2048,
    NNUE_KING_BUCKETS_MAX = 32,
    NNUE_HEADS_MAX = 8,
    NNUE_HIDDEN_MAX = 32,  // neurons of a hidden layer
    NNUE_QA = 255,         // scale of accumulator values and biases
    NNUE_QB = 64,          // scale of output weights
    NNUE_EVAL_SCALE = 400, // centipawns of one unit of output; also the K of the training target
    NNUE_OUTPUT_WEIGHT_MAX = 127, // |output weight| after quantisation
    NNUE_ACTIVATION_SCRELU = 1,
};

// The kernels multiply clamp(acc) by an output weight in 16-bit lanes before the second factor.
static_assert(NNUE_QA * NNUE_OUTPUT_WEIGHT_MAX <= INT16_MAX, "activation times weight fits int16");

// The shape of one net, read from its container.
typedef struct NetShape {
    int king_buckets; // 1..NNUE_KING_BUCKETS_MAX
    int mirrored;     // 1: a king on files e-h is mirrored to a-d, with all men
    int width;        // multiple of NNUE_WIDTH_STEP, up to NNUE_WIDTH_MAX
    int heads;        // output heads, 1..NNUE_HEADS_MAX, chosen by the number of men
    int hidden[2];    // neurons of the layers behind the accumulators (layers.h), or 0, 0
    uint8_t king_bucket_map[64]; // bucket of each own king square, seen from its own side, a1 = 0
} NetShape;

#endif
