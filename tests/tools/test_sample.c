// SPDX-License-Identifier: GPL-3.0-or-later
// Packed samples against the boards they come from, and their inputs against the rule of the net
// file, worked out anew.
#include "tools/train_support.h"

#include <stdlib.h>
#include <string.h>

#include "tools/train/dataset.h"
#include "tools/train/model.h"

enum { SEED = 3, POSITIONS = 3000 };

static int compare_features(const void *a, const void *b)
{
    const uint16_t left = *(const uint16_t *)a;
    const uint16_t right = *(const uint16_t *)b;
    return (left > right) - (left < right);
}

// Inputs of `side` straight from the text of nnue/container.h.
static int expected_features(const Board *board, const NetShape *shape, Colour side,
                             uint16_t features[SAMPLE_MEN_MAX])
{
    const Square king = board->king_square[side];
    const int bucket = shape->king_bucket_map[square_relative(side, king)];
    const bool is_mirrored = shape->mirrored != 0 && square_file(king) >= 4;
    int count = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        if (pc == NO_PIECE)
            continue;
        Square seen = square_relative(side, sq);
        seen = is_mirrored ? square_flip_file(seen) : seen;
        features[count++] = (uint16_t)(bucket * NNUE_INPUTS + (piece_colour(pc) != side ? 384 : 0) +
                                       piece_type(pc) * 64 + seen);
    }
    return count;
}

static void check_board(void *context, const Board *board)
{
    static const int BUCKETS[] = {1, 2, 4, 8};
    int *checked = context;
    const Sample sample = sample_pack(board, -77, 2);
    cr_assert_eq(sample.score_cp, -77);
    cr_assert_eq(sample.result, 2);
    uint8_t mailbox[SQUARE_COUNT];
    sample_mailbox(&sample, mailbox);
    const Colour us = board->side_to_move;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[square_relative(us, sq)];
        const Piece wanted = pc == NO_PIECE || us == WHITE ? pc : pc ^ BLACK_PIECE_BIT;
        cr_assert_eq(mailbox[sq], wanted);
    }
    const NetShape shape = model_shape(64, 8, BUCKETS[*checked % 4], *checked / 4 % 2);
    uint16_t found[2][SAMPLE_MEN_MAX];
    const int count = sample_features(&sample, &shape, found);
    for (int half = 0; half < 2; half++) {
        uint16_t wanted[SAMPLE_MEN_MAX];
        cr_assert_eq(expected_features(board, &shape, half == 0 ? us : us ^ 1, wanted), count);
        qsort(wanted, (size_t)count, sizeof wanted[0], compare_features);
        qsort(found[half], (size_t)count, sizeof wanted[0], compare_features);
        cr_assert_arr_eq(found[half], wanted, (size_t)count * sizeof wanted[0]);
    }
    ++*checked;
}

Test(sample, holds_the_board_and_gives_its_inputs)
{
    int checked = 0;
    positions_walk(SEED, POSITIONS, check_board, &checked);
    cr_assert_eq(checked, POSITIONS);
}

Test(sample, heads_share_the_counts_of_men_evenly)
{
    for (int heads = 1; heads <= NNUE_HEADS_MAX; heads++) {
        cr_assert_eq(sample_head(2, heads), 0);
        cr_assert_eq(sample_head(32, heads), heads - 1);
        for (int men = 3; men <= 32; men++) {
            const int step = sample_head(men, heads) - sample_head(men - 1, heads);
            cr_assert(step == 0 || step == 1);
        }
    }
}

Test(sampler, draws_each_sample_once_an_epoch_in_a_new_order)
{
    enum { COUNT = 1000, BATCH = 96 };
    Sampler sampler;
    ErrorText error;
    const Stretch all = {COUNT, 1};
    cr_assert_eq(sampler_create(&sampler, &all, 1, SEED, &error), STATUS_OK);
    uint32_t first[2] = {0, 0};
    for (int epoch = 0; epoch < 2; epoch++) {
        int seen[COUNT] = {0};
        for (int batch = 0; batch < COUNT / BATCH; batch++) {
            const uint32_t *order = sampler_next(&sampler, BATCH);
            cr_assert_eq(sampler.epoch, (uint64_t)epoch);
            first[epoch] = batch == 0 ? order[0] * COUNT + order[1] : first[epoch];
            for (int i = 0; i < BATCH; i++)
                cr_assert_eq(++seen[order[i]], 1);
        }
        cr_assert(sampler_ends(&sampler, BATCH));
    }
    cr_assert_neq(first[0], first[1]);
    sampler_seek(&sampler, 0, BATCH); // back: the same order again
    cr_assert_eq(sampler.order[0] * COUNT + sampler.order[1], first[0]);
    sampler_destroy(&sampler);
    const Stretch none = {0, 1};
    cr_assert_eq(sampler_create(&sampler, &none, 1, SEED, &error), STATUS_BAD_INPUT);
}

Test(sampler, draws_stretches_by_their_weight)
{
    static const Stretch stretches[] = {{100, 1}, {100, 7}, {160, 3}, {200, 1}};
    enum { DRAWN = 100 + 3 * 60 + 40 };
    Sampler sampler;
    ErrorText error;
    cr_assert_eq(sampler_create(&sampler, stretches, 4, SEED, &error), STATUS_OK);
    cr_assert_eq(sampler.count, (size_t)DRAWN);
    int seen[200] = {0};
    const uint32_t *order = sampler_next(&sampler, DRAWN);
    int in_order = 0;
    for (int i = 0; i < DRAWN; i++) {
        seen[order[i]]++;
        in_order += i > 0 && order[i] == order[i - 1] + 1;
    }
    for (int i = 0; i < 200; i++)
        cr_assert_eq(seen[i], i >= 100 && i < 160 ? 3 : 1);
    cr_assert_lt(in_order, DRAWN / 10);
    sampler_destroy(&sampler);
}
