// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/container.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "base/endian.h"

enum {
    OFFSET_VERSION = 8,
    OFFSET_INPUTS = 12,
    OFFSET_KING_BUCKETS = 16,
    OFFSET_FLAGS = 20,
    OFFSET_WIDTH = 24,
    OFFSET_HEADS = 28,
    OFFSET_ACTIVATION = 32,
    OFFSET_QA = 36,
    OFFSET_QB = 40,
    OFFSET_EVAL_SCALE = 44,
    OFFSET_PAYLOAD_BYTES = 48,
    OFFSET_MAP = 64,
    MAGIC_BYTES = 8,
    MAP_BYTES = 64,
    VERSION = 1,
    FLAG_MIRRORED = 1,
    ACTIVATION_LAYERS = 2 | NNUE_LAYER1 << 8 | NNUE_LAYER2 << 16,
    MEN_MAX = 32, // active features of a perspective
};

static const uint8_t MAGIC[MAGIC_BYTES] = {'R', 'A', 'V', 'E', 'L', 'N', 'E', 'T'};

static size_t feature_weight_count(const NetShape *shape)
{
    return (size_t)shape->king_buckets * NNUE_INPUTS * (size_t)shape->width;
}

static size_t output_weight_count(const NetShape *shape)
{
    return layers_are_in(shape) ? 0 : (size_t)shape->heads * 2 * (size_t)shape->width;
}

uint64_t container_payload_bytes(const NetShape *shape)
{
    const size_t weights =
        feature_weight_count(shape) + (size_t)shape->width + output_weight_count(shape);
    return (uint64_t)weights * 2 + layers_bytes(shape) + (uint64_t)shape->heads * 4;
}

size_t container_bytes(const NetShape *shape)
{
    return CONTAINER_HEADER_BYTES + (size_t)container_payload_bytes(shape);
}

// The checksum reads the header last, so that a change anywhere, the length field included, shows.
static uint64_t container_crc(const uint8_t *data, size_t payload_bytes)
{
    uint64_t crc = crc64_update(0, data + OFFSET_MAP, MAP_BYTES);
    crc = crc64_update(crc, data + CONTAINER_HEADER_BYTES, payload_bytes);
    return crc64_update(crc, data, CONTAINER_CRC_OFFSET);
}

// One 32-bit header field: its place, its name in messages and the values that can be used.
typedef struct FieldRule {
    int offset;
    const char *name;
    uint32_t lowest;
    uint32_t highest;
    uint32_t step; // the value is a multiple of this
} FieldRule;

static const FieldRule FIELD_RULES[] = {
    {OFFSET_VERSION, "version", VERSION, VERSION, 1},
    {OFFSET_INPUTS, "inputs per king bucket", NNUE_INPUTS, NNUE_INPUTS, 1},
    {OFFSET_KING_BUCKETS, "king buckets", 1, NNUE_KING_BUCKETS_MAX, 1},
    {OFFSET_FLAGS, "flags", 0, FLAG_MIRRORED, 1},
    {OFFSET_WIDTH, "hidden width", NNUE_WIDTH_STEP, NNUE_WIDTH_MAX, NNUE_WIDTH_STEP},
    {OFFSET_HEADS, "output heads", 1, NNUE_HEADS_MAX, 1},
    {OFFSET_QA, "QA", NNUE_QA, NNUE_QA, 1},
    {OFFSET_QB, "QB", NNUE_QB, NNUE_QB, 1},
    {OFFSET_EVAL_SCALE, "evaluation scale", NNUE_EVAL_SCALE, NNUE_EVAL_SCALE, 1},
};

static Status check_field(const uint8_t *data, const FieldRule *rule, ErrorText *error)
{
    const uint32_t value = read_le32(data + rule->offset);
    if (value >= rule->lowest && value <= rule->highest && value % rule->step == 0)
        return STATUS_OK;
    if (rule->lowest == rule->highest)
        return status_fail(error, STATUS_BAD_INPUT, "net: %s is %" PRIu32 ", wanted %" PRIu32,
                           rule->name, value, rule->lowest);
    if (rule->step > 1)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: %s is %" PRIu32 ", wanted a multiple of %" PRIu32 " in %" PRIu32
                           "..%" PRIu32,
                           rule->name, value, rule->step, rule->lowest, rule->highest);
    return status_fail(error, STATUS_BAD_INPUT,
                       "net: %s is %" PRIu32 ", wanted %" PRIu32 "..%" PRIu32, rule->name, value,
                       rule->lowest, rule->highest);
}

static Status check_header(const uint8_t *data, size_t bytes, NetShape *shape, ErrorText *error)
{
    if (bytes < CONTAINER_HEADER_BYTES)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: file length is %zu bytes, wanted at least %d", bytes,
                           CONTAINER_HEADER_BYTES);
    if (memcmp(data, MAGIC, MAGIC_BYTES) != 0)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: magic is %016" PRIx64 ", wanted %016" PRIx64 " (RAVELNET)",
                           read_le64(data), read_le64(MAGIC));
    for (size_t i = 0; i < sizeof FIELD_RULES / sizeof FIELD_RULES[0]; i++) {
        const Status status = check_field(data, &FIELD_RULES[i], error);
        if (status != STATUS_OK)
            return status;
    }
    const uint32_t activation = read_le32(data + OFFSET_ACTIVATION);
    if (activation != NNUE_ACTIVATION_SCRELU && activation != ACTIVATION_LAYERS)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: activation is %" PRIu32 ", wanted %d or %d", activation,
                           NNUE_ACTIVATION_SCRELU, ACTIVATION_LAYERS);
    shape->hidden[0] = activation == ACTIVATION_LAYERS ? NNUE_LAYER1 : 0;
    shape->hidden[1] = activation == ACTIVATION_LAYERS ? NNUE_LAYER2 : 0;
    shape->king_buckets = (int)read_le32(data + OFFSET_KING_BUCKETS);
    shape->mirrored = (read_le32(data + OFFSET_FLAGS) & FLAG_MIRRORED) != 0;
    shape->width = (int)read_le32(data + OFFSET_WIDTH);
    shape->heads = (int)read_le32(data + OFFSET_HEADS);
    memcpy(shape->king_bucket_map, data + OFFSET_MAP, MAP_BYTES);
    return STATUS_OK;
}

static Status check_map(const NetShape *shape, ErrorText *error)
{
    for (int sq = 0; sq < MAP_BYTES; sq++) {
        const int bucket = shape->king_bucket_map[sq];
        const int twin = shape->king_bucket_map[sq ^ 7];
        if (bucket >= shape->king_buckets)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: king-bucket map of square %d is %d, wanted below %d", sq,
                               bucket, shape->king_buckets);
        // A mirrored king would otherwise read a bucket that the trainer may not have meant.
        if (shape->mirrored && bucket != twin)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: king-bucket map of square %d is %d, wanted %d as on its "
                               "mirror square (mirrored net)",
                               sq, bucket, twin);
    }
    return STATUS_OK;
}

static Status check_length_and_sum(const uint8_t *data, size_t bytes, const NetShape *shape,
                                   ErrorText *error)
{
    const uint64_t payload = container_payload_bytes(shape);
    const uint64_t stated = read_le64(data + OFFSET_PAYLOAD_BYTES);
    if (stated != payload)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: payload size is %" PRIu64 " bytes, wanted %" PRIu64
                           " for this shape",
                           stated, payload);
    if (bytes != CONTAINER_HEADER_BYTES + payload)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: file length is %zu bytes, wanted %" PRIu64, bytes,
                           CONTAINER_HEADER_BYTES + payload);
    const uint64_t crc = container_crc(data, (size_t)payload);
    const uint64_t stated_crc = read_le64(data + CONTAINER_CRC_OFFSET);
    if (stated_crc != crc)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: checksum is %016" PRIx64 ", wanted %016" PRIx64, stated_crc, crc);
    return STATUS_OK;
}

static int read_weight(const uint8_t *in)
{
    return (int16_t)read_le16(in);
}

// Proves that no accumulator leaves int16: at most 32 men add one weight each to the bias.
static Status check_features(const uint8_t *payload, const NetShape *shape, ErrorText *error)
{
    const size_t width = (size_t)shape->width;
    const size_t columns = (size_t)shape->king_buckets * NNUE_INPUTS;
    int32_t largest[NNUE_WIDTH_MAX] = {0};
    const uint8_t *in = payload;
    for (size_t column = 0; column < columns; column++) {
        for (size_t i = 0; i < width; i++, in += 2) {
            const int magnitude = abs(read_weight(in));
            largest[i] = magnitude > largest[i] ? magnitude : largest[i];
        }
    }
    for (size_t i = 0; i < width; i++, in += 2) {
        const int bound = MEN_MAX * largest[i] + abs(read_weight(in));
        if (bound > INT16_MAX)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: accumulator bound of neuron %zu is %d, wanted at most %d", i,
                               bound, INT16_MAX);
    }
    return STATUS_OK;
}

// Proves that the output sum of each head stays in int32, as does its quotient plus the bias.
static Status check_head(const uint8_t *weights, const uint8_t *bias, const NetShape *shape,
                         int head, ErrorText *error)
{
    int64_t magnitudes = 0;
    for (int i = 0; i < 2 * shape->width; i++) {
        const int weight = read_weight(weights + 2 * i);
        if (abs(weight) > NNUE_OUTPUT_WEIGHT_MAX)
            return status_fail(error, STATUS_BAD_INPUT,
                               "net: output weight %d of head %d is %d, wanted within +-%d", i,
                               head, weight, NNUE_OUTPUT_WEIGHT_MAX);
        magnitudes += abs(weight);
    }
    const int64_t sum_bound = magnitudes * NNUE_QA * NNUE_QA;
    if (sum_bound > INT32_MAX)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: output sum bound of head %d is %" PRId64 ", wanted at most %d",
                           head, sum_bound, INT32_MAX);
    const int64_t bias_value = (int32_t)read_le32(bias);
    const int64_t output_bound = sum_bound / NNUE_QA + (bias_value < 0 ? -bias_value : bias_value);
    if (output_bound > INT32_MAX)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: output bound with bias of head %d is %" PRId64
                           ", wanted at most %d",
                           head, output_bound, INT32_MAX);
    return STATUS_OK;
}

static Status check_weights(const uint8_t *payload, const NetShape *shape, ErrorText *error)
{
    const Status status = check_features(payload, shape, error);
    if (status != STATUS_OK)
        return status;
    const size_t head_bytes = 4 * (size_t)shape->width;
    const uint8_t *weights = payload + 2 * (feature_weight_count(shape) + (size_t)shape->width);
    if (layers_are_in(shape))
        return layers_check(weights, weights + layers_bytes(shape), shape, error);
    const uint8_t *biases = weights + head_bytes * (size_t)shape->heads;
    for (int head = 0; head < shape->heads; head++) {
        const Status head_status =
            check_head(weights + (size_t)head * head_bytes, biases + 4 * head, shape, head, error);
        if (head_status != STATUS_OK)
            return head_status;
    }
    return STATUS_OK;
}

Status container_check(const uint8_t *data, size_t bytes, NetShape *shape, ErrorText *error)
{
    NetShape found = {0};
    Status status = check_header(data, bytes, &found, error);
    if (status == STATUS_OK)
        status = check_map(&found, error);
    if (status == STATUS_OK)
        status = check_length_and_sum(data, bytes, &found, error);
    if (status == STATUS_OK)
        status = check_weights(data + CONTAINER_HEADER_BYTES, &found, error);
    if (status == STATUS_OK)
        *shape = found;
    return status;
}

static const uint8_t *read_array16(const uint8_t *in, int16_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++, in += 2)
        out[i] = (int16_t)read_le16(in);
    return in;
}

void container_read_weights(const uint8_t *data, const NetShape *shape, const NetWeights *weights)
{
    const uint8_t *in = data + CONTAINER_HEADER_BYTES;
    in = read_array16(in, weights->feature_weights, feature_weight_count(shape));
    in = read_array16(in, weights->feature_biases, (size_t)shape->width);
    in = read_array16(in, weights->output_weights, output_weight_count(shape));
    if (layers_are_in(shape))
        layers_read(in, shape, &weights->layers);
    in += layers_bytes(shape);
    for (int head = 0; head < shape->heads; head++, in += 4)
        weights->output_biases[head] = (int32_t)read_le32(in);
}

static uint8_t *write_array16(uint8_t *out, const int16_t *in, size_t count)
{
    for (size_t i = 0; i < count; i++, out += 2)
        write_le16(out, (uint16_t)in[i]);
    return out;
}

void container_write(uint8_t *out, const NetShape *shape, const NetWeights *weights)
{
    memcpy(out, MAGIC, MAGIC_BYTES);
    write_le32(out + OFFSET_VERSION, VERSION);
    write_le32(out + OFFSET_INPUTS, NNUE_INPUTS);
    write_le32(out + OFFSET_KING_BUCKETS, (uint32_t)shape->king_buckets);
    write_le32(out + OFFSET_FLAGS, shape->mirrored ? FLAG_MIRRORED : 0);
    write_le32(out + OFFSET_WIDTH, (uint32_t)shape->width);
    write_le32(out + OFFSET_HEADS, (uint32_t)shape->heads);
    write_le32(out + OFFSET_ACTIVATION,
               layers_are_in(shape) ? ACTIVATION_LAYERS : NNUE_ACTIVATION_SCRELU);
    write_le32(out + OFFSET_QA, NNUE_QA);
    write_le32(out + OFFSET_QB, NNUE_QB);
    write_le32(out + OFFSET_EVAL_SCALE, NNUE_EVAL_SCALE);
    write_le64(out + OFFSET_PAYLOAD_BYTES, container_payload_bytes(shape));
    memcpy(out + OFFSET_MAP, shape->king_bucket_map, MAP_BYTES);

    uint8_t *cursor = out + CONTAINER_HEADER_BYTES;
    cursor = write_array16(cursor, weights->feature_weights, feature_weight_count(shape));
    cursor = write_array16(cursor, weights->feature_biases, (size_t)shape->width);
    cursor = write_array16(cursor, weights->output_weights, output_weight_count(shape));
    if (layers_are_in(shape))
        layers_write(cursor, shape, &weights->layers);
    cursor += layers_bytes(shape);
    for (int head = 0; head < shape->heads; head++, cursor += 4)
        write_le32(cursor, (uint32_t)weights->output_biases[head]);
    write_le64(out + CONTAINER_CRC_OFFSET,
               container_crc(out, (size_t)container_payload_bytes(shape)));
}
