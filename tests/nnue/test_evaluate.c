// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation as a function of the board: symmetries, the slow second opinion, the clamp.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "kernels/isa.h"
#include "kernels/kernels.h"
#include "nnue/container.h"
#include "nnue/evaluate.h"
#include "nnue/features.h"
#include "nnue/synth.h"
#include "position/position.h"
#include "tests/nnue/nets.h"

enum { POSITIONS_A_FEN = 40 };

// The board with the men of both colours exchanged and the ranks turned, or with the files turned.
// Castling rights are left out; the net does not look at them.
static Board transformed(const Board *board, bool is_colour_flip)
{
    Board out;
    memset(&out, 0, sizeof out);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        const Square to = is_colour_flip ? square_flip_rank(sq) : square_flip_file(sq);
        const Piece new_pc = pc == NO_PIECE || !is_colour_flip ? pc : pc ^ BLACK_PIECE_BIT;
        out.mailbox[to] = (uint8_t)new_pc;
    }
    for (int i = 0; i < CASTLING_RIGHT_COUNT; i++)
        out.castling_rook[i] = NO_SQUARE;
    out.en_passant = NO_SQUARE;
    out.fullmove_number = 1;
    out.side_to_move = (uint8_t)(is_colour_flip ? !board->side_to_move : board->side_to_move);
    ErrorText error = {""};
    cr_assert_eq(position_complete(&out, &error), STATUS_OK, "%s", error.text);
    return out;
}

// Calls `check` on positions of random games from each test FEN.
static void for_random_positions(const Kernels *kernels, const Network *net,
                                 void (*check)(const Kernels *, const Network *, const Board *))
{
    Rng rng = rng_seeded(0xe7a1);
    int seen = 0;
    for (int i = 0; test_fens[i] != NULL; i++) {
        Board board = test_board(test_fens[i]);
        for (int n = 0; n < POSITIONS_A_FEN; n++) {
            check(kernels, net, &board);
            seen++;
            Move moves[MOVE_LIST_CAPACITY];
            const int count = kernels->movegen.all(&board, moves);
            if (count == 0)
                break;
            Board child;
            position_apply_move(&board, moves[rng_below(&rng, (uint32_t)count)], &child);
            board = child;
        }
    }
    cr_assert_geq(seen, 200);
}

static void check_colour_flip(const Kernels *kernels, const Network *net, const Board *board)
{
    const Board flipped = transformed(board, true);
    cr_assert_eq(nnue_raw_output(net, &kernels->nnue, &flipped),
                 nnue_raw_output(net, &kernels->nnue, board));
    const Board twice = transformed(&flipped, true);
    cr_assert_eq(memcmp(twice.mailbox, board->mailbox, sizeof twice.mailbox), 0);
}

static void check_mirror(const Kernels *kernels, const Network *net, const Board *board)
{
    const Board mirrored = transformed(board, false);
    cr_assert_eq(nnue_raw_output(net, &kernels->nnue, &mirrored),
                 nnue_raw_output(net, &kernels->nnue, board));
}

Test(nnue_evaluate, colour_flip_is_exact)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    for (int index = 0; index < TEST_NET_COUNT; index++) {
        const uint8_t *container;
        for_random_positions(&kernels, test_net(index, &container), check_colour_flip);
    }
}

Test(nnue_evaluate, mirror_is_exact_on_mirrored_nets)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    int nets = 0;
    for (int index = 0; index < TEST_NET_COUNT; index++) {
        const uint8_t *container;
        const Network *net = test_net(index, &container);
        if (!net->shape.mirrored)
            continue;
        for_random_positions(&kernels, net, check_mirror);
        nets++;
    }
    cr_assert_eq(nets, 4);
}

// Every row and the slow evaluation give one number.
Test(nnue_evaluate, every_row_equals_the_slow_output)
{
    const uint32_t flags = isa_detect();
    int row_count;
    const NnueRow *rows = nnue_rows(&row_count);
    int ran = 0;
    for (int index = 0; index < TEST_NET_COUNT; index++) {
        const uint8_t *container;
        const Network *net = test_net(index, &container);
        for (int r = 0; r < row_count; r++) {
            if (!nnue_row_fits(&rows[r], flags, net->shape.width))
                continue;
            NnueKernels kernels;
            nnue_fill_scalar(&kernels);
            rows[r].fill(&kernels);
            for (int i = 0; test_fens[i] != NULL; i++) {
                const Board board = test_board(test_fens[i]);
                const int64_t slow = test_slow_output(container, &board);
                cr_assert_eq(nnue_raw_output(net, &kernels, &board), slow, "%s", rows[r].name);
                ran++;
            }
        }
    }
    cr_assert_geq(ran, TEST_NET_COUNT * 11);
}

// The output of a net whose every number is as large as the loader lets through. One call a sign:
// in a loop over both, gcc 12 at -O2 loses the loop's end.
static void check_extreme_net(const Kernels *kernels, int sign)
{
    const NetShape shape = synth_shape(1, true, 128, 1, 5);
    static int16_t features[NNUE_INPUTS * 128];
    int16_t biases[128];
    int16_t outputs[256];
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        features[i] = 1000;
    for (int i = 0; i < 128; i++)
        biases[i] = 767;
    for (int i = 0; i < 256; i++)
        outputs[i] = (int16_t)(sign * 127);
    const int32_t bias_magnitude = INT32_MAX - 255 * 127 * 256;
    int32_t output_bias = sign < 0 ? -bias_magnitude : bias_magnitude;
    const NetWeights weights = {.feature_weights = features,
                                .feature_biases = biases,
                                .output_weights = outputs,
                                .output_biases = &output_bias};
    uint8_t *data = mem_alloc_aligned(container_bytes(&shape));
    cr_assert_not_null(data);
    container_write(data, &shape, &weights);
    Network *net = NULL;
    ErrorText error = {""};
    const Status status =
        network_load_memory(data, container_bytes(&shape), "n", "o", &net, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
    const Board board = test_board(test_fens[0]);
    const int64_t slow = test_slow_output(data, &board);
    cr_assert_eq(slow, (int64_t)sign * INT32_MAX * 400 / (255 * 64));
    cr_assert_eq(nnue_raw_output(net, &kernels->nnue, &board), slow);
    cr_assert_eq(nnue_evaluate_fresh(net, &kernels->nnue, &board), sign * SCORE_EVAL_MAX);
    network_destroy(net);
    mem_free_aligned(data);
}

// Nothing may wrap anywhere, and the score must stay below the mates.
Test(nnue_evaluate, extreme_net_is_clamped)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    check_extreme_net(&kernels, 1);
    check_extreme_net(&kernels, -1);
}

// The heads share the men counts 2..32 evenly, in order, and none is left out.
Test(nnue_evaluate, heads_by_men)
{
    for (int heads = 1; heads <= NNUE_HEADS_MAX; heads++) {
        const NetShape shape = synth_shape(1, true, 64, heads, 1);
        int last = -1;
        for (int men = 2; men <= 32; men++) {
            const int head = features_head(&shape, men);
            cr_assert(head == last || head == last + 1);
            cr_assert(head >= 0 && head < heads);
            last = head;
        }
        cr_assert_eq(last, heads - 1);
    }
    const NetShape eight = synth_shape(1, true, 64, 8, 1);
    cr_assert_eq(features_head(&eight, 5), 0);
    cr_assert_eq(features_head(&eight, 6), 1);
    cr_assert_eq(features_head(&eight, 32), 7);
}

// A few columns worked out by hand.
Test(nnue_evaluate, feature_indices)
{
    NetShape shape = synth_shape(2, true, 64, 1, 1);
    memset(shape.king_bucket_map, 0, sizeof shape.king_bucket_map);
    shape.king_bucket_map[8] = shape.king_bucket_map[15] = 1; // a2 and h2
    const int e1 = features_view(&shape, WHITE, SQ_E1);
    const int d1 = features_view(&shape, WHITE, SQ_D1);
    cr_assert_eq(e1, 1);
    cr_assert_eq(d1, 0);
    cr_assert_eq(features_view(&shape, BLACK, SQ_E8), 1);
    cr_assert_eq(features_view(&shape, WHITE, 8), 2);
    cr_assert_eq(features_view(&shape, BLACK, 55), 3); // h7 is Black's h2
    cr_assert_eq(features_index(d1, WHITE, piece_make(WHITE, PAWN), 8), 8);
    cr_assert_eq(features_index(e1, WHITE, piece_make(WHITE, PAWN), 8), 15);
    cr_assert_eq(features_index(d1, WHITE, piece_make(BLACK, QUEEN), SQ_D8), 384 + 256 + 59);
    cr_assert_eq(features_index(0, BLACK, piece_make(BLACK, QUEEN), SQ_D8), 256 + 3);
    cr_assert_eq(features_index(3, BLACK, piece_make(WHITE, KING), SQ_A1), 768 + 384 + 320 + 63);
}
