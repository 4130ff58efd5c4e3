// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the arithmetic of the net as a table of functions, one row an instruction
// set. The table belongs to the engine, is filled once before any thread and then only read; the
// functions keep no state, so any thread may call them.
//
// Words used below. `width` is the number of hidden neurons, a multiple of 64 up to 2048. A column
// is the `width` int16 weights of one feature; an accumulator is `width` int16 sums. Columns,
// accumulators and output weights are aligned to 64 bytes. Sums of int16 are taken modulo 2^16 in
// any order; the loader has proved (nnue/container.h) that each final sum fits, so rows agree bit
// for bit. Where `in` and `out` are both given they are the same array or do not overlap.
#ifndef RAVELIN_KERNELS_NNUE_H
#define RAVELIN_KERNELS_NNUE_H

#include <stdbool.h>
#include <stdint.h>

// out = in + added - removed, for each of `width` neurons: a quiet move.
typedef void NnueAdd1Sub1(int16_t *out, const int16_t *in, const int16_t *added,
                          const int16_t *removed, int width);

// out = in + added - removed_a - removed_b: a capture.
typedef void NnueAdd1Sub2(int16_t *out, const int16_t *in, const int16_t *added,
                          const int16_t *removed_a, const int16_t *removed_b, int width);

// out = in + added_a + added_b - removed_a - removed_b: castling.
typedef void NnueAdd2Sub2(int16_t *out, const int16_t *in, const int16_t *added_a,
                          const int16_t *added_b, const int16_t *removed_a,
                          const int16_t *removed_b, int width);

// The features that a refresh adds to and takes from an accumulator, at most one a square each.
typedef struct NnueChanges {
    int added_count;    // 0..64
    int removed_count;  // 0..64
    uint16_t added[64]; // columns, counted from the start of the weights
    uint16_t removed[64];
} NnueChanges;

// kept = out = kept + the added columns of `columns` - the removed ones. `kept` is an entry of the
// refresh cache and `out` the accumulator that wants its value; they do not overlap.
typedef void NnueRefresh(int16_t *kept, int16_t *out, const int16_t *columns,
                         const NnueChanges *changes, int width);

// Sum over i < width of clamp(us[i], 0, 255)^2 * weights[i] + clamp(them[i], 0, 255)^2 *
// weights[width + i]. Output weights are within +-127, and 255^2 times the sum of their magnitudes
// is below 2^31, so the sum is exact in int32 in any order.
typedef int32_t NnueOutput(const int16_t *us, const int16_t *them, const int16_t *weights,
                           int width);

// One side's part of a move: its accumulator before and after, and the columns that change.
// removed[1] counts only for a capture.
typedef struct NnueStep {
    int16_t *out;
    const int16_t *in;
    const int16_t *added;
    const int16_t *removed[2];
} NnueStep;

// The update of add1sub1 for both sides, the side to move after the move first, and the output of
// the result in one go, so that fresh sums are not read again.
typedef int32_t NnueEvalAdd1Sub1(const NnueStep steps[2], const int16_t *weights, int width);

// The same for a capture.
typedef int32_t NnueEvalAdd1Sub2(const NnueStep steps[2], const int16_t *weights, int width);

// Sizes of the two layers behind the accumulators of a net that has such layers, and the limits of
// their activations.
enum {
    NNUE_LAYER1 = 16,
    NNUE_LAYER2 = 32,
    NNUE_PAIR_SHIFT = 9,    // of the product of two activations within 0..255, so 0..127
    NNUE_LAYER_SHIFT = 11,  // of a square, and of a sum of the second layer
    NNUE_LAYER1_TOP = 8128, // 1.0 in a sum of the first layer, so an activation is 0..32258
    NNUE_LAYER2_TOP = 8064, // and in a shifted sum of the second one, so 0..31752
};

// The layers of one head. Arrays are aligned to 64 bytes.
typedef struct NnueHead {
    const int8_t *weights1;  // [width / 4][NNUE_LAYER1][4], four inputs side by side, within +-127
    const int16_t *weights2; // [NNUE_LAYER1 / 2][NNUE_LAYER2][2], two inputs side by side
    const int16_t *weights3; // [NNUE_LAYER2]
    const int32_t *biases1;  // [NNUE_LAYER1], within +-2^30
    const int32_t *biases2;  // [NNUE_LAYER2]
    int32_t bias3;
} NnueHead;

// From the accumulators to the output of a head. The inputs of the first layer are, for each 64
// neurons a of `us`, then of `them`, 32 products clamp(a[k], 0, 255) * clamp(a[k + 32], 0, 255),
// divided by 2^NNUE_PAIR_SHIFT and rounded to the nearest (halves up). Then
//   first  = clamp(sum + bias, 0, NNUE_LAYER1_TOP)^2 >> NNUE_LAYER_SHIFT
//   second = min(max(sum + bias, 0) >> NNUE_LAYER_SHIFT, NNUE_LAYER2_TOP)^2 >> NNUE_LAYER_SHIFT
//   output = sum + bias
// The loader has proved that no sum leaves int32 in any order. Two products of an input and a
// weight are within 2 * 127 * 127 = 32258, so pairs of them may be added in int16.
typedef int32_t NnueLayers(const int16_t *us, const int16_t *them, const NnueHead *head, int width);

typedef struct NnueKernels {
    NnueAdd1Sub1 *add1sub1;
    NnueAdd1Sub2 *add1sub2;
    NnueAdd2Sub2 *add2sub2;
    NnueRefresh *refresh;
    NnueOutput *output;
    NnueEvalAdd1Sub1 *eval_add1sub1;
    NnueEvalAdd1Sub2 *eval_add1sub2;
    NnueLayers *layers;
} NnueKernels;

// One row: an instruction set, a width, and the entries that it overrides.
typedef struct NnueRow {
    const char *name;                   // level as in `--isa`; "/512" and so on for one width
    uint32_t needed;                    // IsaFlag bits of kernels/isa.h, all of which must be there
    int width;                          // the only width that the row can do; 0 = any
    void (*fill)(NnueKernels *kernels); // overrides the entries that this row has
} NnueRow;

// The rows of this build from the least to the most demanding; the first is scalar and needs
// nothing. `count` receives their number.
const NnueRow *nnue_rows(int *count);

// True if a machine with `isa_flags` can use the row for nets of this width. 0 asks for rows that
// can do any width.
bool nnue_row_fits(const NnueRow *row, uint32_t isa_flags, int width);

// Fills every entry for nets of one width (of any width if it is 0): the scalar reference first,
// then each row that fits, so that a later one takes what it has.
void nnue_fill(NnueKernels *kernels, uint32_t isa_flags, int width);

// Fills every entry with the reference that all other rows must equal.
void nnue_fill_scalar(NnueKernels *kernels);

#endif
