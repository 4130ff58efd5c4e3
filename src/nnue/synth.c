// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/synth.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "nnue/container.h"

enum {
    FEATURE_SPREAD = 120, // largest feature weight; 32 of them reach far beyond both clamps
    BIAS_SPREAD = 200,
    OUTPUT_BIAS_SPREAD = NNUE_QA * NNUE_QB / 4, // a quarter of the evaluation scale
};

// A number within +-spread.
static int random_within(Rng *rng, int spread)
{
    return (int)rng_below(rng, 2 * (uint32_t)spread + 1) - spread;
}

static void fill16(Rng *rng, int16_t *out, size_t count, int spread)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (int16_t)random_within(rng, spread);
}

NetShape synth_shape(int king_buckets, bool mirrored, int width, int heads, uint64_t seed)
{
    Rng rng = rng_seeded(seed);
    NetShape shape = {
        .king_buckets = king_buckets,
        .mirrored = mirrored,
        .width = width,
        .heads = heads,
    };
    // The first squares of a random order get one bucket each, the others any.
    uint8_t order[64];
    int squares = 0;
    for (int sq = 0; sq < 64; sq++) {
        if (!mirrored || (sq & 7) < 4)
            order[squares++] = (uint8_t)sq;
    }
    for (int i = 0; i < squares; i++) {
        const int other = i + (int)rng_below(&rng, (uint32_t)(squares - i));
        const uint8_t sq = order[other];
        order[other] = order[i];
        const int bucket = i < king_buckets ? i : (int)rng_below(&rng, (uint32_t)king_buckets);
        shape.king_bucket_map[sq] = (uint8_t)bucket;
        if (mirrored)
            shape.king_bucket_map[sq ^ 7] = (uint8_t)bucket;
    }
    return shape;
}

// The largest output weight that keeps the output sum in int32 for this width.
static int output_spread(int width)
{
    const int spread = INT32_MAX / (NNUE_QA * NNUE_QA) / (2 * width);
    return spread < NNUE_OUTPUT_WEIGHT_MAX ? spread : NNUE_OUTPUT_WEIGHT_MAX;
}

// Layers whose sums reach both ends of their activations.
static void fill_layers(Rng *rng, const NetShape *shape, const NetLayers *layers)
{
    enum { WEIGHT1 = 5, BIAS1 = 4000, WEIGHT2 = 200, BIAS2 = 8000000, WEIGHT3 = 500 };
    const size_t heads = (size_t)shape->heads;
    for (size_t i = 0; i < heads * (size_t)shape->width * NNUE_LAYER1; i++)
        layers->weights1[i] = (int8_t)random_within(rng, WEIGHT1);
    fill16(rng, layers->weights2, heads * NNUE_LAYER1 * NNUE_LAYER2, WEIGHT2);
    fill16(rng, layers->weights3, heads * NNUE_LAYER2, WEIGHT3);
    for (size_t i = 0; i < heads * NNUE_LAYER1; i++)
        layers->biases1[i] = random_within(rng, BIAS1);
    for (size_t i = 0; i < heads * NNUE_LAYER2; i++)
        layers->biases2[i] = random_within(rng, BIAS2);
}

uint8_t *synth_container(const NetShape *shape, uint64_t seed)
{
    const size_t width = (size_t)shape->width;
    const size_t columns = (size_t)shape->king_buckets * NNUE_INPUTS;
    const size_t outputs = layers_are_in(shape) ? 0 : (size_t)shape->heads * 2 * width;
    int16_t *block =
        malloc((columns * width + width + outputs) * sizeof *block + layers_bytes(shape));
    uint8_t *data = mem_alloc_aligned(container_bytes(shape));
    if (block == NULL || data == NULL) {
        free(block);
        mem_free_aligned(data);
        return NULL;
    }
    int32_t output_biases[NNUE_HEADS_MAX];
    const NetWeights weights = {
        .feature_weights = block,
        .feature_biases = block + columns * width,
        .output_weights = block + columns * width + width,
        .output_biases = output_biases,
        .layers = layers_in(shape, block + columns * width + width),
    };
    Rng rng = rng_seeded(seed);
    fill16(&rng, weights.feature_weights, columns * width, FEATURE_SPREAD);
    fill16(&rng, weights.feature_biases, width, BIAS_SPREAD);
    fill16(&rng, weights.output_weights, outputs, output_spread(shape->width));
    if (layers_are_in(shape))
        fill_layers(&rng, shape, &weights.layers);
    for (int head = 0; head < shape->heads; head++)
        output_biases[head] =
            random_within(&rng, layers_are_in(shape) ? LAYERS_ONE / 4 : OUTPUT_BIAS_SPREAD);
    container_write(data, shape, &weights);
    free(block);
    return data;
}
