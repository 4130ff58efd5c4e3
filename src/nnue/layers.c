// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/layers.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/endian.h"

enum {
    WEIGHTS2 = NNUE_LAYER1 * NNUE_LAYER2, // of a head
    BIAS1_MAX = 1 << 30,
    // The largest activations.
    ACTIVE1_MAX = NNUE_LAYER1_TOP * NNUE_LAYER1_TOP >> NNUE_LAYER_SHIFT,
    ACTIVE2_MAX = NNUE_LAYER2_TOP * NNUE_LAYER2_TOP >> NNUE_LAYER_SHIFT,
};

static_assert((int64_t)127 * 127 * NNUE_WIDTH_MAX + BIAS1_MAX <= INT32_MAX, "first sums fit");
static_assert(ACTIVE1_MAX <= INT16_MAX && ACTIVE2_MAX <= INT16_MAX, "activations fit int16");
static_assert((int)NNUE_LAYER1 <= (int)NNUE_HIDDEN_MAX && (int)NNUE_LAYER2 <= (int)NNUE_HIDDEN_MAX,
              "room for layers");

size_t layers_weight1_at(size_t input, size_t neuron)
{
    return (input / 4 * NNUE_LAYER1 + neuron) * 4 + input % 4;
}

size_t layers_weight2_at(size_t input, size_t neuron)
{
    return (input / 2 * NNUE_LAYER2 + neuron) * 2 + input % 2;
}

bool layers_are_in(const NetShape *shape)
{
    return shape->hidden[0] != 0;
}

static size_t weights1_of(const NetShape *shape)
{
    return (size_t)shape->width * NNUE_LAYER1;
}

size_t layers_bytes(const NetShape *shape)
{
    if (!layers_are_in(shape))
        return 0;
    const size_t head = weights1_of(shape) + 2 * (size_t)(WEIGHTS2 + NNUE_LAYER2) +
                        4 * (size_t)(NNUE_LAYER1 + NNUE_LAYER2);
    return (size_t)shape->heads * head;
}

// Bytes from the start of the layers to each array.
typedef struct Places {
    size_t weights2, weights3, biases1, biases2;
} Places;

static Places places_of(const NetShape *shape)
{
    const size_t heads = (size_t)shape->heads;
    Places at;
    at.weights2 = heads * weights1_of(shape);
    at.weights3 = at.weights2 + heads * 2 * WEIGHTS2;
    at.biases1 = at.weights3 + heads * 2 * NNUE_LAYER2;
    at.biases2 = at.biases1 + heads * 4 * NNUE_LAYER1;
    return at;
}

NetLayers layers_in(const NetShape *shape, void *block)
{
    uint8_t *bytes = block;
    const Places at = places_of(shape);
    return (NetLayers){
        .weights1 = (int8_t *)bytes,
        .weights2 = (int16_t *)(void *)(bytes + at.weights2),
        .weights3 = (int16_t *)(void *)(bytes + at.weights3),
        .biases1 = (int32_t *)(void *)(bytes + at.biases1),
        .biases2 = (int32_t *)(void *)(bytes + at.biases2),
    };
}

NnueHead layers_head(const NetShape *shape, const NetLayers *layers, int head, int32_t bias)
{
    const size_t n = (size_t)head;
    return (NnueHead){
        .weights1 = layers->weights1 + n * weights1_of(shape),
        .weights2 = layers->weights2 + n * WEIGHTS2,
        .weights3 = layers->weights3 + n * NNUE_LAYER2,
        .biases1 = layers->biases1 + n * NNUE_LAYER1,
        .biases2 = layers->biases2 + n * NNUE_LAYER2,
        .bias3 = bias,
    };
}

static void read16(const uint8_t *in, int16_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (int16_t)read_le16(in + 2 * i);
}

static void read32(const uint8_t *in, int32_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (int32_t)read_le32(in + 4 * i);
}

void layers_read(const uint8_t *data, const NetShape *shape, const NetLayers *layers)
{
    const size_t heads = (size_t)shape->heads;
    const Places at = places_of(shape);
    for (size_t i = 0; i < at.weights2; i++)
        layers->weights1[i] = (int8_t)data[i];
    read16(data + at.weights2, layers->weights2, heads * WEIGHTS2);
    read16(data + at.weights3, layers->weights3, heads * NNUE_LAYER2);
    read32(data + at.biases1, layers->biases1, heads * NNUE_LAYER1);
    read32(data + at.biases2, layers->biases2, heads * NNUE_LAYER2);
}

static void write16(uint8_t *out, const int16_t *in, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_le16(out + 2 * i, (uint16_t)in[i]);
}

static void write32(uint8_t *out, const int32_t *in, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_le32(out + 4 * i, (uint32_t)in[i]);
}

void layers_write(uint8_t *out, const NetShape *shape, const NetLayers *layers)
{
    const size_t heads = (size_t)shape->heads;
    const Places at = places_of(shape);
    for (size_t i = 0; i < at.weights2; i++)
        out[i] = (uint8_t)layers->weights1[i];
    write16(out + at.weights2, layers->weights2, heads * WEIGHTS2);
    write16(out + at.weights3, layers->weights3, heads * NNUE_LAYER2);
    write32(out + at.biases1, layers->biases1, heads * NNUE_LAYER1);
    write32(out + at.biases2, layers->biases2, heads * NNUE_LAYER2);
}

static int64_t magnitude32(const uint8_t *in)
{
    const int64_t value = (int32_t)read_le32(in);
    return value < 0 ? -value : value;
}

static int64_t magnitude16(const uint8_t *in)
{
    return abs((int16_t)read_le16(in));
}

static Status check_sum(const char *what, int head, int64_t bound, ErrorText *error)
{
    if (bound <= INT32_MAX)
        return STATUS_OK;
    return status_fail(error, STATUS_BAD_INPUT,
                       "net: bound of %s of head %d is %" PRId64 ", wanted at most %d", what, head,
                       bound, INT32_MAX);
}

static Status check_head(const uint8_t *data, const uint8_t *output_bias, const NetShape *shape,
                         int head, ErrorText *error)
{
    const Places at = places_of(shape);
    const size_t n = (size_t)head;
    for (size_t i = 0; i < NNUE_LAYER1; i++) {
        const int64_t bias = magnitude32(data + at.biases1 + 4 * (n * NNUE_LAYER1 + i));
        if (bias > BIAS1_MAX)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: bias %zu of the first layer of head %d is %" PRId64
                               " in size, wanted at most %d",
                               i, head, bias, BIAS1_MAX);
    }
    for (size_t k = 0; k < NNUE_LAYER2; k++) {
        int64_t bound = magnitude32(data + at.biases2 + 4 * (n * NNUE_LAYER2 + k));
        for (size_t i = 0; i < NNUE_LAYER1; i++)
            bound += ACTIVE1_MAX *
                     magnitude16(data + at.weights2 + 2 * (n * WEIGHTS2 + layers_weight2_at(i, k)));
        const Status status = check_sum("a sum of the second layer", head, bound, error);
        if (status != STATUS_OK)
            return status;
    }
    int64_t bound = magnitude32(output_bias);
    for (size_t k = 0; k < NNUE_LAYER2; k++)
        bound += ACTIVE2_MAX * magnitude16(data + at.weights3 + 2 * (n * NNUE_LAYER2 + k));
    return check_sum("the output", head, bound, error);
}

Status layers_check(const uint8_t *data, const uint8_t *output_biases, const NetShape *shape,
                    ErrorText *error)
{
    const size_t weights1 = (size_t)shape->heads * weights1_of(shape);
    for (size_t i = 0; i < weights1; i++) {
        if (data[i] == 0x80)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: weight %zu of the first layer is -128, wanted within +-127",
                               i);
    }
    for (int head = 0; head < shape->heads; head++) {
        const Status status = check_head(data, output_biases + 4 * head, shape, head, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}
