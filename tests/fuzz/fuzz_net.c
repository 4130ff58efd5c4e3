// SPDX-License-Identifier: GPL-3.0-or-later
// The net container. A net is too large to be grown byte by byte, and its checksum would stop all
// changes, so the input is a recipe: flags (1 byte), the header and map (128 bytes), and weights
// that are repeated until the payload of that shape is full.
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "base/endian.h"
#include "base/mem.h"
#include "fuzz.h"
#include "kernels/kernels.h"
#include "nnue/container.h"
#include "nnue/evaluate.h"
#include "nnue/network.h"
#include "position/fen.h"

enum {
    FILLS_PAYLOAD = 1,  // else the rest of the input is the payload as it is
    MENDS_LENGTH = 2,   // the payload's size is written into the header
    MENDS_CHECKSUM = 4, // and the checksum
    SMALL_WEIGHTS = 8,  // a byte of the input is a weight, or else half of one
    FROM_A_FILE = 16,   // loaded by name as well
    BYTES_MAX = 1 << 20,
    OFFSET_PAYLOAD_BYTES = 48,
};

static Kernels scalar, best;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    FUZZ_CHECK(kernels_init(&scalar, "scalar", NULL) == STATUS_OK);
    FUZZ_CHECK(kernels_init(&best, NULL, NULL) == STATUS_OK);
    return 0;
}

// Bytes of the file that the header at `header` asks for, within what is worth the time.
static size_t wanted_bytes(const uint8_t *header)
{
    const uint32_t buckets = read_le32(header + 16), width = read_le32(header + 24);
    const uint32_t heads = read_le32(header + 28);
    if (buckets > NNUE_KING_BUCKETS_MAX || width > NNUE_WIDTH_MAX || heads > NNUE_HEADS_MAX)
        return CONTAINER_HEADER_BYTES;
    const NetShape shape = {.king_buckets = (int)buckets, .width = (int)width, .heads = (int)heads};
    const size_t bytes = container_bytes(&shape);
    return bytes <= BYTES_MAX ? bytes : CONTAINER_HEADER_BYTES;
}

static void fill_payload(uint8_t *payload, size_t bytes, const uint8_t *recipe, size_t size,
                         bool is_small)
{
    for (size_t i = 0; i < bytes && size > 0; i++) {
        if (!is_small)
            payload[i] = recipe[i % size];
        else if (i % 2 == 0)
            payload[i] = recipe[i / 2 % size];
        else
            payload[i] = payload[i - 1] >= 0x80 ? 0xff : 0; // the sign of the byte before
    }
}

// Makes the file; the caller frees it with mem_free_aligned.
static uint8_t *make_file(int flags, const uint8_t *recipe, size_t size, size_t *bytes)
{
    const size_t head = size < CONTAINER_HEADER_BYTES ? size : CONTAINER_HEADER_BYTES;
    *bytes = size;
    if ((flags & FILLS_PAYLOAD) != 0 && head == CONTAINER_HEADER_BYTES)
        *bytes = wanted_bytes(recipe);
    uint8_t *const file = mem_alloc_aligned(*bytes > 0 ? *bytes : 1);
    FUZZ_CHECK(file != NULL);
    if (head > 0)
        memcpy(file, recipe, head);
    if (*bytes < CONTAINER_HEADER_BYTES)
        return file;
    uint8_t *const payload = file + CONTAINER_HEADER_BYTES;
    const size_t room = *bytes - CONTAINER_HEADER_BYTES;
    memset(payload, 0, room);
    if ((flags & FILLS_PAYLOAD) != 0)
        fill_payload(payload, room, recipe + head, size - head, (flags & SMALL_WEIGHTS) != 0);
    else if (room > 0)
        memcpy(payload, recipe + head, room);
    if ((flags & MENDS_LENGTH) != 0)
        write_le64(file + OFFSET_PAYLOAD_BYTES, room);
    if ((flags & MENDS_CHECKSUM) != 0) {
        uint64_t crc = crc64_update(0, file + 64, 64);
        crc = crc64_update(crc, payload, room);
        write_le64(file + CONTAINER_CRC_OFFSET, crc64_update(crc, file, CONTAINER_CRC_OFFSET));
    }
    return file;
}

// What was accepted is written as the same bytes, whatever they are.
static void check_writing(const uint8_t *file, size_t bytes, const NetShape *shape)
{
    FUZZ_CHECK(container_bytes(shape) == bytes);
    const size_t width = (size_t)shape->width;
    int16_t *const block = malloc((size_t)container_payload_bytes(shape));
    int32_t biases[NNUE_HEADS_MAX];
    uint8_t *const again = malloc(bytes);
    FUZZ_CHECK(block != NULL && again != NULL);
    int16_t *const feature_biases = block + (size_t)shape->king_buckets * NNUE_INPUTS * width;
    const NetWeights weights = {.feature_weights = block,
                                .feature_biases = feature_biases,
                                .output_weights = feature_biases + width,
                                .output_biases = biases,
                                .layers = layers_in(shape, feature_biases + width)};
    container_read_weights(file, shape, &weights);
    container_write(again, shape, &weights);
    FUZZ_CHECK(memcmp(again, file, bytes) == 0);
    free(again);
    free(block);
}

// What was accepted evaluates without an overflow (the sanitizer sees to it) and alike everywhere.
static void check_playing(const Network *net)
{
    static const char *const BOARDS[] = {
        FEN_START,
        "8/8/8/4k3/8/8/4K3/8 b - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "QQQQkQQQ/QQ6/8/8/8/8/qq6/qqqqqKqq w - - 0 1",
    };
    kernels_fit_net(&scalar, net->shape.width);
    kernels_fit_net(&best, net->shape.width);
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        Board board;
        if (fen_parse(BOARDS[i], false, &board, NULL) != STATUS_OK)
            continue;
        FUZZ_CHECK(nnue_raw_output(net, &scalar.nnue, &board) ==
                   nnue_raw_output(net, &best.nnue, &board));
        FUZZ_CHECK(nnue_evaluate_fresh(net, &scalar.nnue, &board) ==
                   nnue_evaluate_fresh(net, &best.nnue, &board));
    }
}

static void check_file(const uint8_t *file, size_t bytes, Status wanted)
{
    const char *const path = fuzz_write_file("fuzz.nnue", file, bytes);
    Network *net = NULL;
    ErrorText error;
    FUZZ_CHECK(network_load(path, &net, &error) == wanted);
    FUZZ_CHECK((net != NULL) == (wanted == STATUS_OK));
    network_destroy(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const int flags = data[0];
    size_t bytes;
    uint8_t *const file = make_file(flags, data + 1, size - 1, &bytes);
    NetShape shape;
    ErrorText error = {""};
    const Status status = container_check(file, bytes, &shape, &error);
    FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
    Network *net = NULL;
    FUZZ_CHECK(network_load_memory(file, bytes, "fuzz", "fuzz", &net, &error) == status);
    if (status == STATUS_OK) {
        check_writing(file, bytes, &shape);
        check_playing(net);
    }
    network_destroy(net);
    if ((flags & FROM_A_FILE) != 0)
        check_file(file, bytes, status);
    mem_free_aligned(file);
    return 0;
}
