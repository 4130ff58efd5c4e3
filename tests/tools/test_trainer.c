// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's mathematics: gradients against finite differences, a small set learned by heart,
// the same bits with any number of threads, and whole numbers against a third calculation.
#include "tools/train_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tools/train/quantise.h"
#include "tools/train/run.h"
#include "tools/train/trainer.h"

enum { SEED = 9, HEADS = 2, KING_BUCKETS = 2 };

static Trainer *create_trainer(const NetShape *shape, int batch, int threads, double wdl_share)
{
    const TrainerOptions options = {batch, threads, wdl_share, tile_kernels("auto")};
    Trainer *trainer = NULL;
    ErrorText error;
    cr_assert_eq(trainer_create(shape, &options, &trainer, &error), STATUS_OK, "%s", error.text);
    return trainer;
}

static void create_model(const NetShape *shape, Model *model)
{
    ErrorText error;
    cr_assert_eq(model_create(shape, model, &error), STATUS_OK, "%s", error.text);
    model_init(model, SEED);
}

static NetShape layered_shape(void)
{
    NetShape shape = model_shape(128, HEADS, KING_BUCKETS, 1);
    shape.hidden[0] = NNUE_LAYER1;
    shape.hidden[1] = NNUE_LAYER2;
    return shape;
}

// Mean loss in double precision by the slow path.
static double slow_loss(const Model *model, const Sample *samples, int count, double wdl_share)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        const double output = trainer_output(model, &samples[i]);
        const double miss = 1.0 / (1.0 + exp(-output)) - trainer_target(&samples[i], wdl_share);
        sum += miss * miss;
    }
    return sum / count;
}

// Probes weights all over the model, `PROBES` of the tiles and as many behind them.
static void compare_gradients(const NetShape *shape)
{
    enum { BATCH = 64, PROBES = 300 };
    const double wdl_share = 0.3;
    Sample samples[BATCH];
    fill_samples(samples, BATCH, SEED);
    Model model;
    create_model(shape, &model);
    Trainer *trainer = create_trainer(shape, BATCH, 2, wdl_share);
    float *gradients = mem_alloc_aligned(model.floats * sizeof *gradients);
    cr_assert_not_null(gradients);
    const double loss = trainer_gradient(trainer, &model, samples, gradients);
    cr_assert_float_eq(loss, slow_loss(&model, samples, BATCH, wdl_share), 1e-6);
    Rng rng = rng_seeded(SEED);
    // The tail holds the output biases, or the hidden layers, and padding.
    const size_t tail = model.floats - model.tail_floats;
    int probes[2] = {0};
    for (int tries = 0; tries < 100 * PROBES && probes[0] + probes[1] < 2 * PROBES; tries++) {
        const int part = tries % 2;
        const size_t at = part == 0 ? rng_below(&rng, (uint32_t)tail)
                                    : tail + rng_below(&rng, (uint32_t)model.tail_floats);
        if (probes[part] == PROBES || fabsf(gradients[at]) < 1e-5F)
            continue; // inputs that never occur, and padding
        const float kept = model.weights[at];
        const double step = 0x1.0p-20; // so small that hardly any sum crosses a bend of the clamp
        model.weights[at] = (float)((double)kept + step);
        const double above = slow_loss(&model, samples, BATCH, wdl_share);
        const double up = (double)model.weights[at];
        model.weights[at] = (float)((double)kept - step);
        const double below = slow_loss(&model, samples, BATCH, wdl_share);
        const double slope = (above - below) / (up - (double)model.weights[at]);
        model.weights[at] = kept;
        const double found = (double)gradients[at];
        cr_assert(fabs(slope - found) <= 0.02 * fabs(slope) + 2e-6, "weight %zu: %g, wanted %g", at,
                  found, slope);
        probes[part]++;
    }
    cr_assert(probes[0] == PROBES && probes[1] > 10, "%d %d", probes[0], probes[1]);
    mem_free_aligned(gradients);
    trainer_destroy(trainer);
    model_destroy(&model);
}

Test(trainer, gradients_agree_with_finite_differences)
{
    const NetShape shape = model_shape(128, HEADS, KING_BUCKETS, 1);
    compare_gradients(&shape);
}

Test(trainer, gradients_of_hidden_layers_agree_too)
{
    const NetShape shape = layered_shape();
    compare_gradients(&shape);
}

static void learn_by_heart(const NetShape *shape)
{
    enum { COUNT = 1000, STEPS = 300 };
    static Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    uint32_t order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        order[i] = i;
    Model model;
    create_model(shape, &model);
    // Scores alone: random games meet the same position twice, with different results.
    Trainer *trainer = create_trainer(shape, COUNT, 2, 0.0);
    const double before = trainer_loss(trainer, &model, samples, COUNT);
    for (int i = 0; i < STEPS; i++) {
        trainer_queue(trainer, samples, order);
        trainer_step(trainer, &model, run_rate(1e-2, 1e-4, (double)i / STEPS));
    }
    const double after = trainer_loss(trainer, &model, samples, COUNT);
    cr_assert(after < before / 100.0 && after < 1e-3, "from %g to %g", before, after);
    cr_assert_float_eq(after, slow_loss(&model, samples, COUNT, 0.0), 1e-6);
    trainer_destroy(trainer);
    model_destroy(&model);
}

Test(trainer, learns_a_thousand_positions_by_heart)
{
    const NetShape shape = model_shape(128, 1, 1, 1);
    learn_by_heart(&shape);
}

Test(trainer, learns_them_with_hidden_layers_too)
{
    const NetShape shape = layered_shape();
    learn_by_heart(&shape);
}

// Trains a little and hands the weights out; looks ahead like a run if `is_queuing_ahead`.
static void train_some(const NetShape *shape, const Sample *samples, int threads,
                       bool is_queuing_ahead, Model *model)
{
    enum { BATCH = 100, STEPS = 12 };
    uint32_t order[STEPS * BATCH];
    for (uint32_t i = 0; i < STEPS * BATCH; i++)
        order[i] = i;
    create_model(shape, model);
    Trainer *trainer = create_trainer(shape, BATCH, threads, 0.3);
    bool is_queued = false;
    for (int i = 0; i < STEPS; i++) {
        if (!is_queued)
            trainer_queue(trainer, samples, order + i * BATCH);
        is_queued = is_queuing_ahead && i + 1 < STEPS;
        if (is_queued)
            trainer_queue(trainer, samples, order + (i + 1) * BATCH);
        trainer_freeze_outputs(trainer, i >= STEPS / 2);
        trainer_step(trainer, model, 1e-3);
    }
    trainer_destroy(trainer);
}

static void compare_threads(const NetShape *shape)
{
    enum { COUNT = 1200 };
    static Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    Model one;
    train_some(shape, samples, 1, false, &one);
    for (int threads = 1; threads <= 4; threads++) {
        Model other;
        train_some(shape, samples, threads, true, &other);
        cr_assert_arr_eq(other.weights, one.weights, one.floats * sizeof(float), "%d threads",
                         threads);
        model_destroy(&other);
    }
    model_destroy(&one);
}

Test(trainer, gives_the_same_bits_with_any_threads_and_look_ahead)
{
    const NetShape shape = model_shape(192, HEADS, KING_BUCKETS, 1);
    compare_threads(&shape);
}

Test(trainer, hidden_layers_give_the_same_bits_with_any_threads)
{
    const NetShape shape = layered_shape();
    compare_threads(&shape);
}

Test(trainer, frozen_output_weights_stay_while_the_others_learn)
{
    enum { COUNT = 50 };
    Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    uint32_t order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        order[i] = i;
    const NetShape shape = model_shape(64, 2, 1, 1);
    Model model;
    create_model(&shape, &model);
    float *weights = model_tile(&model, 0) + (NNUE_INPUTS + 1) * TILE_WIDTH;
    enum { OUTPUT_WEIGHTS = 2 * 2 * TILE_WIDTH };
    model_round_outputs(weights, weights, OUTPUT_WEIGHTS);
    float kept[OUTPUT_WEIGHTS];
    memcpy(kept, weights, sizeof kept);
    for (int i = 0; i < OUTPUT_WEIGHTS; i++)
        cr_assert_float_eq(weights[i] * NNUE_QB, roundf(weights[i] * NNUE_QB), 1e-6);
    Trainer *trainer = create_trainer(&shape, COUNT, 2, 0.3);
    trainer_freeze_outputs(trainer, true);
    trainer_queue(trainer, samples, order);
    const double first = trainer_step(trainer, &model, 1e-2);
    for (int i = 0; i < 50; i++) {
        trainer_queue(trainer, samples, order);
        trainer_step(trainer, &model, 1e-2);
    }
    cr_assert_arr_eq(weights, kept, sizeof kept);
    cr_assert_lt(trainer_loss(trainer, &model, samples, COUNT), first / 4.0);
    trainer_freeze_outputs(trainer, false);
    trainer_queue(trainer, samples, order);
    trainer_step(trainer, &model, 1e-2);
    cr_assert(memcmp(weights, kept, sizeof kept) != 0);
    trainer_destroy(trainer);
    model_destroy(&model);
}

static void compare_whole_numbers(const NetShape *shape)
{
    enum { COUNT = 200 };
    Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    Model model;
    create_model(shape, &model);
    for (int tile = 0; tile < model.tiles; tile++) {
        const size_t features = (model.inputs + 1) * TILE_WIDTH;
        float *weights = model_tile(&model, tile) + features;
        model_round_outputs(weights, weights, model.tile_floats - features);
    }
    NetWeights weights;
    ErrorText error;
    cr_assert_eq(quantise_create(shape, &weights, &error), STATUS_OK);
    quantise_model(&model, &weights);
    double difference = 0.0;
    for (int i = 0; i < COUNT; i++) {
        uint8_t mailbox[SQUARE_COUNT];
        sample_mailbox(&samples[i], mailbox);
        const double value = (double)quantise_reference(shape, &weights, mailbox);
        const double wanted = trainer_output(&model, &samples[i]) * NNUE_EVAL_SCALE;
        cr_assert(fabs(value - wanted) < 30.0, "position %d: %g, wanted %g", i, value, wanted);
        difference += fabs(value - wanted);
    }
    cr_assert(difference / COUNT < 5.0, "%g on average", difference / COUNT);
    quantise_destroy(&weights);
    model_destroy(&model);
}

Test(trainer, whole_numbers_follow_the_float_net)
{
    const NetShape shape = model_shape(128, HEADS, KING_BUCKETS, 1);
    compare_whole_numbers(&shape);
}

Test(trainer, whole_numbers_follow_hidden_layers_too)
{
    const NetShape shape = layered_shape();
    compare_whole_numbers(&shape);
}

// The model's net as the engine loads it. `*file` is the memory behind it.
static Network *load_model(const Model *model, uint8_t **file)
{
    NetWeights weights;
    ErrorText error;
    cr_assert_eq(quantise_create(&model->shape, &weights, &error), STATUS_OK);
    quantise_model(model, &weights);
    const size_t bytes = container_bytes(&model->shape);
    *file = mem_alloc_aligned(bytes);
    cr_assert_not_null(*file);
    container_write(*file, &model->shape, &weights);
    quantise_destroy(&weights);
    Network *network = NULL;
    cr_assert_eq(network_load_memory(*file, bytes, "test.nnue", "test.nnue", &network, &error),
                 STATUS_OK, "%s", error.text);
    return network;
}

static void compare_restored(const NetShape *shape)
{
    Model models[2];
    Network *networks[2];
    uint8_t *files[2];
    create_model(shape, &models[0]);
    model_tail(&models[0])[0] = 0.25F; // a bias
    networks[0] = load_model(&models[0], &files[0]);
    create_model(shape, &models[1]);
    memset(models[1].weights, 0, models[1].floats * sizeof(float));
    ErrorText error;
    cr_assert_eq(quantise_restore(networks[0], &models[1], &error), STATUS_OK, "%s", error.text);
    networks[1] = load_model(&models[1], &files[1]);
    cr_assert_eq(networks[0]->hash, networks[1]->hash);
    for (int i = 0; i < 2; i++) {
        network_destroy(networks[i]);
        mem_free_aligned(files[i]);
        model_destroy(&models[i]);
    }
}

Test(trainer, goes_on_from_the_whole_numbers_of_a_net)
{
    const NetShape shape = model_shape(128, HEADS, KING_BUCKETS, 1);
    compare_restored(&shape);
}

Test(trainer, goes_on_from_those_of_layers_and_not_from_other_nets)
{
    const NetShape layered = layered_shape();
    compare_restored(&layered);
    const NetShape plain = model_shape(128, HEADS, KING_BUCKETS, 1);
    Model models[2];
    create_model(&layered, &models[0]);
    create_model(&plain, &models[1]);
    uint8_t *file = NULL;
    Network *network = load_model(&models[0], &file);
    ErrorText error;
    cr_assert_eq(quantise_restore(network, &models[1], &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "test.nnue: its layers are not those asked for");
    network_destroy(network);
    mem_free_aligned(file);
    model_destroy(&models[0]);
    model_destroy(&models[1]);
}

Test(trainer, one_bucket_and_head_begin_for_all)
{
    enum { COUNT = 50 };
    Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    const NetShape small = model_shape(64, 1, 1, 1);
    const NetShape large = model_shape(64, 8, 4, 1);
    const NetShape wide = model_shape(128, 1, 1, 1);
    Model models[2];
    create_model(&small, &models[0]);
    create_model(&large, &models[1]);
    uint8_t *file = NULL;
    Network *network = load_model(&models[0], &file);
    ErrorText error;
    cr_assert_eq(quantise_restore(network, &models[1], &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(quantise_restore(network, &models[0], &error), STATUS_OK, "%s", error.text);
    for (int i = 0; i < COUNT; i++)
        cr_assert_float_eq(trainer_output(&models[1], &samples[i]),
                           trainer_output(&models[0], &samples[i]), 1e-9);
    // The other way there is no telling which bucket to take, and no width can be had from another.
    network_destroy(network);
    mem_free_aligned(file);
    network = load_model(&models[1], &file);
    cr_assert_eq(quantise_restore(network, &models[0], &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "test.nnue: its king buckets are not those asked for");
    model_destroy(&models[0]);
    create_model(&wide, &models[0]);
    cr_assert_eq(quantise_restore(network, &models[0], &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "test.nnue: its neurons are not those asked for");
    network_destroy(network);
    mem_free_aligned(file);
    model_destroy(&models[0]);
    model_destroy(&models[1]);
}
