// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nnue/nets.h"

#include <criterion/criterion.h>
#include <stdbool.h>

#include "base/endian.h"
#include "nnue/container.h"
#include "nnue/synth.h"
#include "position/fen.h"

const char *const test_fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "nrbk1rnb/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/NRBK1RNB w FBfb - 0 3",
    "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1",
    "8/8/3k4/8/2pPp3/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
    NULL,
};

typedef struct TestShape {
    int king_buckets;
    bool mirrored;
    int width;
    int heads;
    bool has_layers;
} TestShape;

static const TestShape shapes[TEST_NET_COUNT] = {
    {1, true, 512, 1, false},  {4, true, 64, 8, false},    {1, false, 256, 2, false},
    {3, true, 1024, 1, false}, {32, false, 320, 5, false}, {1, true, 512, 8, true},
    {2, false, 192, 3, true},  {1, false, 768, 1, true},
};

Network *test_net(int index, const uint8_t **container)
{
    // Made once a test, which runs in a process of its own; held here until it ends.
    static Network *nets[TEST_NET_COUNT];
    static const uint8_t *containers[TEST_NET_COUNT];
    if (nets[index] == NULL) {
        const TestShape *s = &shapes[index];
        const uint64_t seed = 1000 + (uint64_t)index;
        NetShape shape = synth_shape(s->king_buckets, s->mirrored, s->width, s->heads, seed);
        if (s->has_layers) {
            shape.hidden[0] = 16;
            shape.hidden[1] = 32;
        }
        containers[index] = synth_container(&shape, seed);
        cr_assert_not_null(containers[index]);
        ErrorText error = {""};
        const Status status = network_load_memory(containers[index], container_bytes(&shape),
                                                  "synthetic", "seed", &nets[index], &error);
        cr_assert_eq(status, STATUS_OK, "%s", error.text);
    }
    *container = containers[index];
    return nets[index];
}

static int64_t value16(const uint8_t *array, int64_t index)
{
    return (int16_t)read_le16(array + 2 * index);
}

// One neuron of one side before the activation.
static int64_t slow_neuron(const uint8_t *container, const Board *board, int side, int64_t neuron)
{
    const int64_t buckets = read_le32(container + 16);
    const bool mirrored = read_le32(container + 20) == 1;
    const int64_t width = read_le32(container + 24);
    const uint8_t *weights = container + 128;
    int king_file = 0;
    int king_rank = 0;
    for (int sq = 0; sq < 64; sq++) {
        if (board->mailbox[sq] == KING + 8 * side) {
            king_file = sq % 8;
            king_rank = side == 0 ? sq / 8 : 7 - sq / 8;
        }
    }
    const bool flip = mirrored && king_file > 3;
    const int bucket_file = flip ? 7 - king_file : king_file;
    const int64_t bucket = container[64 + king_rank * 8 + bucket_file];
    int64_t sum = value16(weights, buckets * 768 * width + neuron);
    for (int sq = 0; sq < 64; sq++) {
        const int man = board->mailbox[sq];
        if (man == NO_PIECE)
            continue;
        const int file = flip ? 7 - sq % 8 : sq % 8;
        const int rank = side == 0 ? sq / 8 : 7 - sq / 8;
        const bool is_enemy = (man >= 8) != (side == 1);
        const int64_t feature = (is_enemy ? 384 : 0) + man % 8 * 64 + rank * 8 + file;
        sum += value16(weights, (bucket * 768 + feature) * width + neuron);
    }
    return sum;
}

static int64_t value32(const uint8_t *array, int64_t index)
{
    return (int32_t)read_le32(array + 4 * index);
}

static int64_t squared(int64_t sum, int64_t top)
{
    const int64_t x = sum < 0 ? 0 : sum > top ? top : sum;
    return x * x / 2048;
}

// The layers of a head, at `at` in the container, on accumulators clamped to 0..255, [2][width].
static int64_t slow_layers(const uint8_t *at, int64_t heads, int64_t width, int64_t head,
                           const int64_t *clamped)
{
    const uint8_t *weights1 = at + head * width * 16;
    const uint8_t *weights2 = at + heads * width * 16 + head * 1024;
    const uint8_t *weights3 = at + heads * (width * 16 + 1024) + head * 64;
    const uint8_t *biases1 = at + heads * (width * 16 + 1024 + 64) + head * 64;
    const uint8_t *biases2 = at + heads * (width * 16 + 1024 + 64 + 64) + head * 128;
    const uint8_t *bias3 = at + heads * (width * 16 + 1024 + 64 + 64 + 128) + head * 4;
    int64_t first[16];
    for (int64_t j = 0; j < 16; j++) {
        int64_t sum = value32(biases1, j);
        for (int64_t i = 0; i < width; i++) {
            const int64_t half = i / (width / 2);
            const int64_t in_half = i % (width / 2);
            const int64_t *pair = clamped + half * width + in_half / 32 * 64 + in_half % 32;
            const int64_t product = (pair[0] * pair[32] + 256) / 512;
            sum += product * (int8_t)weights1[i / 4 * 64 + j * 4 + i % 4];
        }
        first[j] = squared(sum, 8128);
    }
    int64_t output = value32(bias3, 0);
    for (int64_t k = 0; k < 32; k++) {
        int64_t sum = value32(biases2, k);
        for (int64_t j = 0; j < 16; j++)
            sum += first[j] * value16(weights2, j / 2 * 64 + k * 2 + j % 2);
        output += squared(sum < 0 ? 0 : sum / 2048, 8064) * value16(weights3, k);
    }
    return output * 400 / 16260040;
}

int64_t test_slow_output(const uint8_t *container, const Board *board)
{
    const int64_t buckets = read_le32(container + 16);
    const int64_t width = read_le32(container + 24);
    const int64_t heads = read_le32(container + 28);
    int men = 0;
    for (int sq = 0; sq < 64; sq++)
        men += board->mailbox[sq] != NO_PIECE;
    const int64_t head = (men - 2) * heads / 32;
    const uint8_t *outputs = container + 128 + 2 * (buckets * 768 * width + width);
    int64_t clamped[2 * NNUE_WIDTH_MAX];
    for (int half = 0; half < 2; half++) {
        const int side = half == 0 ? board->side_to_move : 1 - board->side_to_move;
        for (int64_t i = 0; i < width; i++) {
            int64_t x = slow_neuron(container, board, side, i);
            cr_assert(x >= INT16_MIN && x <= INT16_MAX, "the net should not have been accepted");
            x = x < 0 ? 0 : x > 255 ? 255 : x;
            clamped[half * width + i] = x;
        }
    }
    if (read_le32(container + 32) != 1)
        return slow_layers(outputs, heads, width, head, clamped);
    int64_t sum = 0;
    for (int64_t i = 0; i < 2 * width; i++)
        sum += clamped[i] * clamped[i] * value16(outputs, head * 2 * width + i);
    const uint8_t *biases = outputs + 2 * heads * 2 * width;
    const int64_t bias = (int32_t)read_le32(biases + 4 * head);
    return (sum / 255 + bias) * 400 / (255 * 64);
}

Board test_board(const char *fen)
{
    Board board;
    ErrorText error = {""};
    cr_assert_eq(fen_parse(fen, true, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}
