// SPDX-License-Identifier: GPL-3.0-or-later
// The net file: what it says is what was written, and everything that is wrong is refused by name.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "base/endian.h"
#include "base/mem.h"
#include "base/rng.h"
#include "nnue/container.h"
#include "nnue/synth.h"

enum { WIDTH = 64, BUCKETS = 3, HEADS = 2, OFFSET_CRC = 56, OFFSET_MAP = 64 };

static NetShape small_shape(void)
{
    return synth_shape(BUCKETS, true, WIDTH, HEADS, 7);
}

// A good net in a block with room for one byte more.
static uint8_t *good_net(size_t *bytes)
{
    const NetShape shape = small_shape();
    *bytes = container_bytes(&shape);
    uint8_t *made = synth_container(&shape, 7);
    uint8_t *data = calloc(1, *bytes + 1);
    cr_assert(made != NULL && data != NULL);
    memcpy(data, made, *bytes);
    mem_free_aligned(made);
    return data;
}

// Makes the checksum right again after a change, so that the check behind it is reached.
static void seal(uint8_t *data, size_t bytes)
{
    uint64_t crc = crc64_update(0, data + OFFSET_MAP, 64);
    crc = crc64_update(crc, data + CONTAINER_HEADER_BYTES, bytes - CONTAINER_HEADER_BYTES);
    write_le64(data + OFFSET_CRC, crc64_update(crc, data, OFFSET_CRC));
}

// Refused, with these words in the reason, and nothing written to the shape.
static void expect_refused(const uint8_t *data, size_t bytes, const char *words)
{
    NetShape shape;
    memset(&shape, 0x77, sizeof shape);
    const NetShape before = shape;
    ErrorText error = {""};
    cr_assert_eq(container_check(data, bytes, &shape, &error), STATUS_BAD_INPUT, "accepted: %s",
                 words);
    cr_assert_eq(memcmp(&shape, &before, sizeof shape), 0, "shape was written: %s", words);
    cr_assert_not_null(strstr(error.text, words), "\"%s\" does not say \"%s\"", error.text, words);
}

Test(nnue_container, round_trip)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    NetShape shape;
    ErrorText error = {""};
    cr_assert_eq(container_check(data, bytes, &shape, &error), STATUS_OK, "%s", error.text);
    const NetShape wanted = small_shape();
    cr_assert_eq(shape.king_buckets, BUCKETS);
    cr_assert_eq(shape.mirrored, 1);
    cr_assert_eq(shape.width, WIDTH);
    cr_assert_eq(shape.heads, HEADS);
    cr_assert_eq(memcmp(shape.king_bucket_map, wanted.king_bucket_map, 64), 0);

    static int16_t features[BUCKETS * NNUE_INPUTS * WIDTH];
    int16_t biases[WIDTH];
    int16_t outputs[HEADS * 2 * WIDTH];
    int32_t output_biases[HEADS];
    const NetWeights weights = {.feature_weights = features,
                                .feature_biases = biases,
                                .output_weights = outputs,
                                .output_biases = output_biases};
    container_read_weights(data, &shape, &weights);
    uint8_t *again = malloc(bytes);
    cr_assert_not_null(again);
    container_write(again, &shape, &weights);
    cr_assert_eq(memcmp(again, data, bytes), 0);
    cr_assert_eq(bytes, 128 + 2 * (BUCKETS * 768 * WIDTH + WIDTH + HEADS * 2 * WIDTH) + 4 * HEADS);
    free(again);
    free(data);
}

// Where each part lies, so that writer and reader cannot be wrong together.
Test(nnue_container, layout)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    cr_assert_eq(memcmp(data, "RAVELNET", 8), 0);
    const uint32_t fields[] = {1, 768, BUCKETS, 1, WIDTH, HEADS, 1, 255, 64, 400};
    for (int i = 0; i < 10; i++)
        cr_assert_eq(read_le32(data + 8 + 4 * i), fields[i], "field %d", i);
    cr_assert_eq(read_le64(data + 48), bytes - 128);
    const uint64_t crc = read_le64(data + OFFSET_CRC);
    seal(data, bytes);
    cr_assert_eq(read_le64(data + OFFSET_CRC), crc);
    free(data);
}

typedef struct BadField {
    int offset;
    uint32_t value;
    const char *words;
} BadField;

Test(nnue_container, each_header_field_is_checked)
{
    static const BadField cases[] = {
        {0, 0x45564152, "magic is"},
        {8, 0, "version is 0, wanted 1"},
        {8, 2, "version is 2, wanted 1"},
        {12, 769, "inputs per king bucket is 769, wanted 768"},
        {16, 0, "king buckets is 0, wanted 1..32"},
        {16, 33, "king buckets is 33, wanted 1..32"},
        {16, 0xffffffffu, "king buckets is 4294967295"},
        {20, 2, "flags is 2, wanted 0..1"},
        {20, 0x80000001u, "flags is 2147483649"},
        {24, 0, "hidden width is 0"},
        {24, 65, "hidden width is 65, wanted a multiple of 64 in 64..2048"},
        {24, 2112, "hidden width is 2112"},
        {24, 0x80000040u, "hidden width is 2147483712"},
        {28, 0, "output heads is 0, wanted 1..8"},
        {28, 9, "output heads is 9, wanted 1..8"},
        {32, 0, "activation is 0, wanted 1"},
        {32, 2, "activation is 2, wanted 1 or 2101250"},
        {32, 2101250, "payload size is "},
        {36, 181, "QA is 181, wanted 255"},
        {40, 128, "QB is 128, wanted 64"},
        {44, 0, "evaluation scale is 0, wanted 400"},
        {48, 0, "payload size is 0 bytes, wanted "},
        {48, 0xffffffffu, "payload size is 4294967295 bytes, wanted "},
        {52, 1, "payload size is 4295"},
        {24, 128, "payload size is "},
        {28, 1, "payload size is "},
        {16, 2, "king-bucket map of square "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t bytes;
        uint8_t *data = good_net(&bytes);
        write_le32(data + cases[i].offset, cases[i].value);
        if (cases[i].offset == 0)
            data[3] ^= 1;
        seal(data, bytes);
        expect_refused(data, bytes, cases[i].words);
        free(data);
    }
}

Test(nnue_container, length_is_exact)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    expect_refused(data, bytes + 1, "file length is ");
    const size_t shorter[] = {0, 1, 7, 8, 127, 128, 129, bytes / 2, bytes - 4, bytes - 1};
    for (size_t i = 0; i < sizeof shorter / sizeof shorter[0]; i++) {
        // A block of just that size, so that a sanitizer sees a read behind it.
        uint8_t *cut = malloc(shorter[i] + 1);
        cr_assert_not_null(cut);
        memcpy(cut, data, shorter[i]);
        expect_refused(cut, shorter[i], "file length is ");
        free(cut);
    }
    free(data);
}

// Any single flipped bit is seen, in whatever part.
Test(nnue_container, checksum_covers_everything)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    Rng rng = rng_seeded(11);
    for (int i = 0; i < 1000; i++) {
        const size_t at = i < 128 ? (size_t)i : rng_below(&rng, (uint32_t)bytes);
        const uint8_t bit = (uint8_t)(1u << rng_below(&rng, 8));
        data[at] ^= bit;
        expect_refused(data, bytes, at >= OFFSET_CRC && at < OFFSET_MAP ? "checksum is " : "net: ");
        data[at] ^= bit;
    }
    NetShape shape;
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    free(data);
}

Test(nnue_container, king_bucket_map)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    uint8_t *map = data + OFFSET_MAP;
    const uint8_t old = map[10];
    map[10] = BUCKETS;
    seal(data, bytes);
    expect_refused(data, bytes, "king-bucket map of square 10 is 3, wanted below 3");
    map[10] = (uint8_t)((old + 1) % BUCKETS);
    seal(data, bytes);
    expect_refused(data, bytes, "on its mirror square");
    write_le32(data + 20, 0); // not mirrored: then the map may be anything
    seal(data, bytes);
    NetShape shape;
    ErrorText error;
    cr_assert_eq(container_check(data, bytes, &shape, &error), STATUS_OK, "%s", error.text);
    free(data);
}

static size_t bias_offset(void)
{
    return CONTAINER_HEADER_BYTES + 2 * (size_t)(BUCKETS * NNUE_INPUTS * WIDTH);
}

static void put16(uint8_t *data, size_t offset, int value)
{
    write_le16(data + offset, (uint16_t)value);
}

// 32 * |largest weight| + |bias| is allowed up to 32767 and refused at 32768, for both signs.
Test(nnue_container, accumulator_overflow)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    NetShape shape;
    const size_t weight = CONTAINER_HEADER_BYTES + 2 * (size_t)(1000 * WIDTH + 5);
    for (int sign = -1; sign <= 1; sign += 2) {
        put16(data, weight, sign * 1000);
        put16(data, bias_offset() + 2 * 5, -sign * 767);
        seal(data, bytes);
        cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
        put16(data, bias_offset() + 2 * 5, sign * 768);
        seal(data, bytes);
        expect_refused(data, bytes, "accumulator bound of neuron 5 is 32768, wanted at most 32767");
    }
    put16(data, weight, INT16_MIN);
    seal(data, bytes);
    expect_refused(data, bytes, "accumulator bound of neuron 5 is ");
    free(data);
}

Test(nnue_container, output_overflow)
{
    size_t bytes;
    uint8_t *data = good_net(&bytes);
    NetShape shape;
    const size_t outputs = bias_offset() + 2 * WIDTH;
    const size_t bias = outputs + 2 * (size_t)(HEADS * 2 * WIDTH) + 4; // of head 1
    const int32_t old_bias = (int32_t)read_le32(data + bias);
    put16(data, outputs + 2 * (2 * WIDTH + 3), 128);
    seal(data, bytes);
    expect_refused(data, bytes, "output weight 3 of head 1 is 128, wanted within +-127");
    put16(data, outputs + 2 * (2 * WIDTH + 3), -128);
    seal(data, bytes);
    expect_refused(data, bytes, "output weight 3 of head 1 is -128");
    put16(data, outputs + 2 * (2 * WIDTH + 3), -127);
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);

    write_le32(data + bias, (uint32_t)INT32_MIN);
    seal(data, bytes);
    expect_refused(data, bytes, "output bound with bias of head 1 is ");
    write_le32(data + bias, (uint32_t)INT32_MAX);
    seal(data, bytes);
    expect_refused(data, bytes, "output bound with bias of head 1 is ");
    write_le32(data + bias, (uint32_t)old_bias);
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    free(data);
}

// 2 * 512 weights of 33 are too many for int32, 32 are not.
Test(nnue_container, output_sum_overflow)
{
    const NetShape shape = synth_shape(1, false, 512, 1, 3);
    const size_t bytes = container_bytes(&shape);
    uint8_t *data = synth_container(&shape, 3);
    cr_assert_not_null(data);
    const size_t outputs = bytes - 4 - 2 * 1024;
    NetShape found;
    for (int i = 0; i < 1024; i++)
        put16(data, outputs + 2 * (size_t)i, i % 2 == 0 ? 32 : -32);
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &found, NULL), STATUS_OK);
    for (int i = 0; i < 1024; i++)
        put16(data, outputs + 2 * (size_t)i, i % 2 == 0 ? 33 : -33);
    seal(data, bytes);
    expect_refused(data, bytes, "output sum bound of head 0 is 2197324800, wanted at most");
    mem_free_aligned(data);
}

// A good net with layers; the offset of their part in the file.
static uint8_t *layered_net(size_t *bytes, size_t *layers)
{
    NetShape shape = small_shape();
    shape.hidden[0] = NNUE_LAYER1;
    shape.hidden[1] = NNUE_LAYER2;
    *bytes = container_bytes(&shape);
    *layers = bias_offset() + 2 * WIDTH;
    uint8_t *data = synth_container(&shape, 9);
    cr_assert_not_null(data);
    return data;
}

Test(nnue_container, layers_round_trip)
{
    size_t bytes;
    size_t at;
    uint8_t *data = layered_net(&bytes, &at);
    cr_assert_eq(read_le32(data + 32), 0x201002U);
    cr_assert_eq(bytes, at + HEADS * (WIDTH * 16 + 2 * (512 + 32) + 4 * (16 + 32) + 4));
    NetShape shape;
    ErrorText error = {""};
    cr_assert_eq(container_check(data, bytes, &shape, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(shape.hidden[0], 16);
    cr_assert_eq(shape.hidden[1], 32);
    static int16_t features[BUCKETS * NNUE_INPUTS * WIDTH];
    int16_t biases[WIDTH];
    int32_t output_biases[HEADS];
    void *block = mem_alloc_aligned(layers_bytes(&shape));
    uint8_t *again = malloc(bytes);
    cr_assert(block != NULL && again != NULL);
    const NetWeights weights = {.feature_weights = features,
                                .feature_biases = biases,
                                .output_biases = output_biases,
                                .layers = layers_in(&shape, block)};
    container_read_weights(data, &shape, &weights);
    container_write(again, &shape, &weights);
    cr_assert_eq(memcmp(again, data, bytes), 0);
    // A neuron of head 1 in each layer, by the places that container.h states.
    const NnueHead head = layers_head(&shape, &weights.layers, 1, output_biases[1]);
    cr_assert_eq(head.weights1[layers_weight1_at(5, 3)],
                 (int8_t)data[at + WIDTH * 16 + 1 * 64 + 3 * 4 + 1]);
    const size_t second = at + HEADS * (WIDTH * 16);
    cr_assert_eq(head.weights2[layers_weight2_at(7, 30)],
                 (int16_t)read_le16(data + second + 1024 + 2 * (3 * 64 + 30 * 2 + 1)));
    cr_assert_eq(head.bias3, (int32_t)read_le32(data + bytes - 4));
    free(again);
    mem_free_aligned(block);
    mem_free_aligned(data);
}

Test(nnue_container, layers_that_could_overflow_are_refused)
{
    size_t bytes;
    size_t at;
    uint8_t *data = layered_net(&bytes, &at);
    const size_t weights2 = at + HEADS * (WIDTH * 16);
    const size_t weights3 = weights2 + HEADS * 1024;
    const size_t biases1 = weights3 + HEADS * 64;
    const size_t biases2 = biases1 + HEADS * 64;
    NetShape shape;

    data[at + 77] = 0x81; // -127
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    data[at + 77] = 0x80;
    seal(data, bytes);
    expect_refused(data, bytes, "weight 77 of the first layer is -128, wanted within +-127");
    data[at + 77] = 0;

    write_le32(data + biases1 + 4 * 16, (uint32_t) - (1 << 30));
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    write_le32(data + biases1 + 4 * 16, (1U << 30) + 1);
    seal(data, bytes);
    expect_refused(data, bytes, "bias 0 of the first layer of head 1 is 1073741825 in size");
    write_le32(data + biases1 + 4 * 16, 0);

    // Neuron 0 of the second layer of head 0: 2 * 32258 * 32767 alone is nearly all that fits.
    for (size_t j = 0; j < 16; j++)
        put16(data, weights2 + 2 * (j / 2 * 64 + j % 2), j < 2 ? -32767 : 0);
    const int32_t left = INT32_MAX - 2 * 32258 * 32767;
    write_le32(data + biases2, (uint32_t)-left);
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    write_le32(data + biases2, (uint32_t)left + 1);
    seal(data, bytes);
    expect_refused(data, bytes, "bound of a sum of the second layer of head 0 is 2147483648");
    write_le32(data + biases2, 0);

    for (size_t k = 0; k < 32; k++)
        put16(data, weights3 + 2 * (32 + k), k < 2 ? 32767 : 0);
    write_le32(data + bytes - 4, (uint32_t)(INT32_MAX - 2 * 31752 * 32767));
    seal(data, bytes);
    cr_assert_eq(container_check(data, bytes, &shape, NULL), STATUS_OK);
    put16(data, weights3 + 2 * (32 + 2), 1);
    seal(data, bytes);
    expect_refused(data, bytes, "bound of the output of head 1 is 2147515399");
    mem_free_aligned(data);
}
