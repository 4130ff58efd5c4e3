// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the net file. It describes itself and is trusted in nothing. The caller
// owns all buffers; any thread.
//
// All integers little-endian.
//   offset  size  field
//        0     8  magic "RAVELNET"
//        8     4  version, 1
//       12     4  inputs per king bucket, 768
//       16     4  king buckets, 1..32
//       20     4  flags: bit 0 = mirrored; the others are zero
//       24     4  hidden width, a multiple of 64 up to 2048
//       28     4  output heads, 1..8
//       32     4  activation: 1 = SCReLU, then the output; 0x201002 = products of pairs, then
//                 layers of 16 (second byte) and 32 (third byte) neurons, then the output
//       36     4  QA, 255
//       40     4  QB, 64
//       44     4  evaluation scale, 400
//       48     8  payload bytes
//       56     8  CRC-64/XZ of the map, then the payload, then header bytes 0..55
//       64    64  king-bucket map, one byte a square
//      128        payload:
//                   int16 feature weights [king bucket][768][width]
//                   int16 feature biases  [width]
//                   int16 output weights  [head][2 * width], side to move first
//                   int32 output biases   [head]
//                 With layers, in place of the output weights (orders in kernels/nnue.h):
//                   int8  weights of the first layer    [head][width / 4][16][4]
//                   int16 weights of the second layer   [head][8][32][2]
//                   int16 output weights                [head][32]
//                   int32 biases of the first layer     [head][16]
//                   int32 biases of the second layer    [head][32]
// A feature is (enemy ? 384 : 0) + type * 64 + square, all from one side's perspective: ranks
// flipped for Black, files flipped if the net is mirrored and that side's king stands on files e-h.
#ifndef RAVELIN_NNUE_CONTAINER_H
#define RAVELIN_NNUE_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "nnue/arch.h"
#include "nnue/layers.h"

enum {
    CONTAINER_HEADER_BYTES = 128,
    CONTAINER_CRC_OFFSET = 56, // of the checksum, by which a net is known
};

// Canonical weights of one net; arrays as in the payload.
typedef struct NetWeights {
    int16_t *feature_weights; // [king_buckets * 768 * width]
    int16_t *feature_biases;  // [width]
    int16_t *output_weights;  // [heads * 2 * width]; without use where there are layers
    int32_t *output_biases;   // [heads]
    NetLayers layers;         // without use where there are none
} NetWeights;

// Bytes of the payload of a net of this (valid) shape.
uint64_t container_payload_bytes(const NetShape *shape);

// Checks everything in the `bytes` bytes at `data`: magic, version, each field, the exact length,
// the checksum, and that no weight can overflow the integer path (32 men times the largest weight
// of a neuron plus its bias within int16; each output sum, and its quotient plus the bias, within
// int32). Fills `shape` only on success. On failure the text names the field, the value found and
// the value wanted.
Status container_check(const uint8_t *data, size_t bytes, NetShape *shape, ErrorText *error);

// Reads the weights of a container that container_check has accepted into caller-owned arrays of
// the sizes named in NetWeights.
void container_read_weights(const uint8_t *data, const NetShape *shape, const NetWeights *weights);

// Bytes of the whole file of a net of this shape.
size_t container_bytes(const NetShape *shape);

// Writes header, map and payload into `out`, which holds container_bytes(shape) bytes.
void container_write(uint8_t *out, const NetShape *shape, const NetWeights *weights);

#endif
