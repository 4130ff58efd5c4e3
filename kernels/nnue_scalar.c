// SPDX-License-Identifier: GPL-3.0-or-later
// The reference of the NNUE table in plain C. Every other row is tested to equal it bit for bit,
// and it is itself tested against a from-scratch evaluation in 64 bits (tests/nnue).
#include "kernels/nnue.h"

#include <stddef.h>
#include <string.h>

#include "base/compiler.h"

enum { ACTIVATION_MAX = 255, PAIR_HALF = 1 << (NNUE_PAIR_SHIFT - 1) };

// int16 addition modulo 2^16; unsigned inside, since signed overflow has no meaning in C.
RAVELIN_INLINE int16_t wrap_add(int16_t a, int16_t b)
{
    return (int16_t)(uint16_t)((unsigned)a + (unsigned)b);
}

RAVELIN_INLINE int16_t wrap_sub(int16_t a, int16_t b)
{
    return (int16_t)(uint16_t)((unsigned)a - (unsigned)b);
}

static void nnue_add1sub1_scalar(int16_t *out, const int16_t *in, const int16_t *added,
                                 const int16_t *removed, int width)
{
    for (int i = 0; i < width; i++)
        out[i] = wrap_sub(wrap_add(in[i], added[i]), removed[i]);
}

static void nnue_add1sub2_scalar(int16_t *out, const int16_t *in, const int16_t *added,
                                 const int16_t *removed_a, const int16_t *removed_b, int width)
{
    for (int i = 0; i < width; i++)
        out[i] = wrap_sub(wrap_sub(wrap_add(in[i], added[i]), removed_a[i]), removed_b[i]);
}

static void nnue_add2sub2_scalar(int16_t *out, const int16_t *in, const int16_t *added_a,
                                 const int16_t *added_b, const int16_t *removed_a,
                                 const int16_t *removed_b, int width)
{
    for (int i = 0; i < width; i++) {
        const int16_t grown = wrap_add(wrap_add(in[i], added_a[i]), added_b[i]);
        out[i] = wrap_sub(wrap_sub(grown, removed_a[i]), removed_b[i]);
    }
}

static void nnue_refresh_scalar(int16_t *kept, int16_t *out, const int16_t *columns,
                                const NnueChanges *changes, int width)
{
    for (int n = 0; n < changes->added_count; n++) {
        const int16_t *column = columns + (size_t)changes->added[n] * (size_t)width;
        for (int i = 0; i < width; i++)
            kept[i] = wrap_add(kept[i], column[i]);
    }
    for (int n = 0; n < changes->removed_count; n++) {
        const int16_t *column = columns + (size_t)changes->removed[n] * (size_t)width;
        for (int i = 0; i < width; i++)
            kept[i] = wrap_sub(kept[i], column[i]);
    }
    memcpy(out, kept, (size_t)width * sizeof *out);
}

RAVELIN_INLINE int32_t clamp(int16_t value)
{
    return value < 0 ? 0 : value > ACTIVATION_MAX ? ACTIVATION_MAX : value;
}

RAVELIN_INLINE int32_t activate(int16_t value)
{
    const int32_t clamped = clamp(value);
    return clamped * clamped;
}

static int32_t nnue_output_scalar(const int16_t *us, const int16_t *them, const int16_t *weights,
                                  int width)
{
    int32_t sum = 0;
    for (int i = 0; i < width; i++)
        sum += activate(us[i]) * weights[i] + activate(them[i]) * weights[width + i];
    return sum;
}

static int32_t nnue_eval_add1sub1_scalar(const NnueStep steps[2], const int16_t *weights, int width)
{
    for (int side = 0; side < 2; side++) {
        const NnueStep *step = &steps[side];
        nnue_add1sub1_scalar(step->out, step->in, step->added, step->removed[0], width);
    }
    return nnue_output_scalar(steps[0].out, steps[1].out, weights, width);
}

static int32_t nnue_eval_add1sub2_scalar(const NnueStep steps[2], const int16_t *weights, int width)
{
    for (int side = 0; side < 2; side++) {
        const NnueStep *step = &steps[side];
        nnue_add1sub2_scalar(step->out, step->in, step->added, step->removed[0], step->removed[1],
                             width);
    }
    return nnue_output_scalar(steps[0].out, steps[1].out, weights, width);
}

// What the products of pairs of one side, the inputs from `input` on, add to the first layer.
static void add_pairs(int32_t *first, const int16_t *sums, const int8_t *weights, int input,
                      int width)
{
    for (int i = 0; i < width / 2; i++, input++) {
        const int16_t *pair = sums + i / 32 * 64 + i % 32;
        const int32_t product = (clamp(pair[0]) * clamp(pair[32]) + PAIR_HALF) >> NNUE_PAIR_SHIFT;
        for (int j = 0; j < NNUE_LAYER1; j++)
            first[j] += product * weights[(input / 4 * NNUE_LAYER1 + j) * 4 + input % 4];
    }
}

static int32_t nnue_layers_scalar(const int16_t *us, const int16_t *them, const NnueHead *head,
                                  int width)
{
    int32_t first[NNUE_LAYER1];
    int32_t sums[NNUE_LAYER2];
    memcpy(first, head->biases1, sizeof first);
    memcpy(sums, head->biases2, sizeof sums);
    add_pairs(first, us, head->weights1, 0, width);
    add_pairs(first, them, head->weights1, width / 2, width);
    for (int j = 0; j < NNUE_LAYER1; j++) {
        const int32_t floored = first[j] < 0 ? 0 : first[j];
        const int32_t sum = floored > NNUE_LAYER1_TOP ? NNUE_LAYER1_TOP : floored;
        const int32_t active = sum * sum >> NNUE_LAYER_SHIFT;
        for (int k = 0; k < NNUE_LAYER2; k++)
            sums[k] += active * head->weights2[(j / 2 * NNUE_LAYER2 + k) * 2 + j % 2];
    }
    int32_t output = head->bias3;
    for (int k = 0; k < NNUE_LAYER2; k++) {
        int32_t sum = sums[k] < 0 ? 0 : sums[k] >> NNUE_LAYER_SHIFT;
        sum = sum > NNUE_LAYER2_TOP ? NNUE_LAYER2_TOP : sum;
        output += (sum * sum >> NNUE_LAYER_SHIFT) * head->weights3[k];
    }
    return output;
}

void nnue_fill_scalar(NnueKernels *kernels)
{
    *kernels = (NnueKernels){
        .add1sub1 = nnue_add1sub1_scalar,
        .add1sub2 = nnue_add1sub2_scalar,
        .add2sub2 = nnue_add2sub2_scalar,
        .refresh = nnue_refresh_scalar,
        .output = nnue_output_scalar,
        .eval_add1sub1 = nnue_eval_add1sub1_scalar,
        .eval_add1sub2 = nnue_eval_add1sub2_scalar,
        .layers = nnue_layers_scalar,
    };
}
