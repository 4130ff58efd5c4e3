// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the entry for nets with layers behind the accumulators, written once over
// the vector words of a vec_*.h, which the including source has included before. kernels/nnue.h
// holds the contract. Everything is inline. No state, any thread.
#ifndef RAVELIN_KERNELS_LAYERS_TMPL_H
#define RAVELIN_KERNELS_LAYERS_TMPL_H

#include <stdalign.h>
#include <stdint.h>

#include "base/compiler.h"
#include "kernels/nnue.h"
#include "kernels/nnue_tmpl.h"

enum {
    LAYERS_WIDTH_MAX = 2048,
    LAYERS_PAIR = TMPL_STEP / 2,                // neurons between the two of a pair
    LAYERS_SUMS = NNUE_LAYER1 * 2 / VEC_LANES,  // vectors of int32
    LAYERS_SUMS2 = NNUE_LAYER2 * 2 / VEC_LANES, // the same of the second layer
    // Sums that advance side by side, so that no addition waits for the one before; all of them
    // together take eight registers.
    LAYERS_CHAINS = 8 / LAYERS_SUMS,
};

static_assert(TMPL_STEP % (4 * LAYERS_CHAINS) == 0, "the chains divide the inputs");

// One vector of the products of pairs, number `n` of those of both sides. Of a pair only one neuron
// is kept from going below 0: where the other does, the product is not positive, and 0 as a byte.
RAVELIN_INLINE Vec layers_product(const int16_t *us, const int16_t *them, int n, int width)
{
    const int at = n * VEC_LANES;
    const int16_t *const side = at < width / 2 ? us : them - width;
    const int16_t *const pair = side + at / LAYERS_PAIR * TMPL_STEP + at % LAYERS_PAIR;
    const Vec top = vec_set16(TMPL_ACTIVATION_MAX);
    const Vec first = vec_min16(vec_max16(vec_load(pair), vec_zero()), top);
    return vec_product(first, vec_min16(vec_load(pair + LAYERS_PAIR), top));
}

// The inputs of the first layer.
RAVELIN_INLINE void layers_multiply(const int16_t *us, const int16_t *them, uint8_t *products,
                                    int width)
{
    for (int n = 0; n < width / VEC_LANES; n += 2)
        vec_store_bytes(products + n * VEC_LANES, layers_product(us, them, n, width),
                        layers_product(us, them, n + 1, width));
}

// The activations of the first layer, each two as a pair of int16 in the first four of eight bytes.
// The four inputs that a lane multiplies are the same in all lanes of a vector, and its lanes are
// different neurons: no sum across a vector is needed.
RAVELIN_INLINE void layers_first(const uint8_t *inputs, const NnueHead *head, int width,
                                 uint8_t *out)
{
    Vec sums[LAYERS_CHAINS][LAYERS_SUMS];
    for (int c = 0; c < LAYERS_CHAINS; c++) {
        for (int v = 0; v < LAYERS_SUMS; v++)
            sums[c][v] = c == 0 ? vec_load_any(head->biases1 + v * VEC_LANES / 2) : vec_zero();
    }
    for (int i = 0; i < width; i += 4 * LAYERS_CHAINS) {
        for (int c = 0; c < LAYERS_CHAINS; c++) {
            const Vec four = vec_set_four(inputs + i + 4 * c);
            const int8_t *weights = head->weights1 + (i + 4 * c) * NNUE_LAYER1;
            for (int v = 0; v < LAYERS_SUMS; v++)
                sums[c][v] = vec_dot8(sums[c][v], four, vec_load_any(weights + v * 2 * VEC_LANES));
        }
    }
    for (int v = 0; v < LAYERS_SUMS; v++) {
        for (int c = 1; c < LAYERS_CHAINS; c++)
            sums[0][v] = vec_add32(sums[0][v], sums[c][v]);
        vec_store_any(out + v * 2 * VEC_LANES,
                      vec_join32(vec_activate32(sums[0][v], NNUE_LAYER1_TOP)));
    }
}

// The whole entry: `us` and `them` hold `width` neurons, `head` the layers of the position's head.
RAVELIN_INLINE int32_t tmpl_layers(const int16_t *us, const int16_t *them, const NnueHead *head,
                                   int width)
{
    alignas(RAVELIN_CACHE_LINE) uint8_t inputs[LAYERS_WIDTH_MAX];
    alignas(RAVELIN_CACHE_LINE) uint8_t first[4 * NNUE_LAYER1];
    layers_multiply(us, them, inputs, width);
    layers_first(inputs, head, width, first);
    Vec sums[LAYERS_SUMS2];
    for (int v = 0; v < LAYERS_SUMS2; v++)
        sums[v] = vec_load_any(head->biases2 + v * VEC_LANES / 2);
    for (int j = 0; j < NNUE_LAYER1; j += 2) {
        const Vec two = vec_set_four(first + 4 * j);
        const int16_t *weights = head->weights2 + j * NNUE_LAYER2;
        for (int v = 0; v < LAYERS_SUMS2; v++)
            sums[v] = vec_pair16(sums[v], two, vec_load(weights + v * VEC_LANES));
    }
    // An activation leaves the upper half of its lane 0, so that a pair has one product.
    Vec output = vec_zero();
    for (int v = 0; v < LAYERS_SUMS2; v++) {
        const Vec active = vec_activate32(vec_shift32(sums[v]), NNUE_LAYER2_TOP);
        output = vec_pair16(output, active, vec_load_wide(head->weights3 + v * VEC_LANES / 2));
    }
    return head->bias3 + vec_sum32(output);
}

#endif
