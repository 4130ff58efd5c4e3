// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is saved and goes on equals one that was never stopped; damaged checkpoints are
// refused; the command line is read strictly.
#include "tools/train_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/train/checkpoint.h"
#include "tools/train/options.h"
#include "tools/train/trainer.h"

enum { SEED = 13, BATCH = 50, STEPS = 8, COUNT = BATCH * STEPS };

static void train_steps(Model *model, const Sample *samples, int from, int to)
{
    const TrainerOptions options = {BATCH, 1, 0.3, tile_kernels("auto")};
    Trainer *trainer = NULL;
    ErrorText error;
    cr_assert_eq(trainer_create(&model->shape, &options, &trainer, &error), STATUS_OK);
    uint32_t order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        order[i] = i;
    for (int i = from; i < to; i++) {
        trainer_queue(trainer, samples, order + i * BATCH);
        trainer_step(trainer, model, 1e-3);
    }
    trainer_destroy(trainer);
}

static void temporary_path(char path[40])
{
    strcpy(path, "/tmp/ravelin-checkpoint-XXXXXX");
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    close(handle);
}

Test(checkpoint, a_resumed_run_equals_an_unbroken_one)
{
    Sample samples[COUNT];
    fill_samples(samples, COUNT, SEED);
    const NetShape shape = model_shape(64, 2, 1, 1);
    Model unbroken;
    Model resumed;
    ErrorText error;
    cr_assert_eq(model_create(&shape, &unbroken, &error), STATUS_OK);
    cr_assert_eq(model_create(&shape, &resumed, &error), STATUS_OK);
    model_init(&unbroken, SEED);
    train_steps(&unbroken, samples, 0, STEPS / 2);
    const RunState saved = {SEED, BATCH, COUNT, COUNT / 2, 3, 50, 7000};
    Curve curve = {0};
    const CurveRow row = {COUNT / 2, 1.5, 1e-3, 0.1, 0.2, 3000.0};
    cr_assert_eq(curve_add(&curve, &row, &error), STATUS_OK);
    char path[40];
    temporary_path(path);
    cr_assert_eq(checkpoint_save(path, &saved, &unbroken, &curve, &error), STATUS_OK);

    RunState state = {.seed = SEED, .batch = BATCH, .training_samples = COUNT};
    Curve loaded = {0};
    cr_assert_eq(checkpoint_load(path, &state, &resumed, &loaded, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_arr_eq(&state, &saved, sizeof state);
    cr_assert_eq(loaded.count, 1U);
    cr_assert_arr_eq(loaded.rows, &row, sizeof row);
    train_steps(&unbroken, samples, STEPS / 2, STEPS);
    train_steps(&resumed, samples, STEPS / 2, STEPS);
    cr_assert_arr_eq(resumed.weights, unbroken.weights, unbroken.floats * sizeof(float));
    cr_assert_eq(resumed.steps, (uint64_t)STEPS);
    remove(path);
    curve_destroy(&curve);
    curve_destroy(&loaded);
    model_destroy(&unbroken);
    model_destroy(&resumed);
}

Test(checkpoint, damaged_and_foreign_ones_are_refused)
{
    const NetShape shape = model_shape(64, 1, 1, 1);
    Model model;
    ErrorText error;
    cr_assert_eq(model_create(&shape, &model, &error), STATUS_OK);
    const RunState saved = {.seed = SEED, .batch = BATCH, .training_samples = COUNT};
    Curve curve = {0};
    char path[40];
    temporary_path(path);
    RunState state = saved;
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_BAD_INPUT);
    cr_assert_eq(checkpoint_save(path, &saved, &model, &curve, &error), STATUS_OK);
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_OK);
    state.seed++;
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "seed"));
    state = saved;
    cr_assert_eq(truncate(path, 100000), 0);
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "checksum"));
    cr_assert_eq(checkpoint_save(path, &saved, &model, &curve, &error), STATUS_OK);
    model.shape.hidden[0] = NNUE_HIDDEN_MAX;
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "shape"));
    remove(path);
    cr_assert_eq(checkpoint_load(path, &state, &model, &curve, &error), STATUS_IO);
    model_destroy(&model);
}

// Parses up to six words after the required ones.
static Status parse(const char *const words[], Options *options, ErrorText *error)
{
    char storage[16][64] = {"ravelin-train", "--data", "games", "--out", "folder"};
    char *arguments[16];
    int count = 5;
    for (int i = 0; words[i] != NULL; i++)
        strcpy(storage[count++], words[i]);
    for (int i = 0; i < count; i++)
        arguments[i] = storage[i];
    return options_parse(count, arguments, options, error);
}

Test(options, are_read_strictly)
{
    static const char *const BAD[][3] = {
        {"--width", "100", NULL},      {"--width", "4096", NULL}, {"--batch", "0", NULL},
        {"--king-buckets", "3", NULL}, {"--seed", "1.5", NULL},   {"--lr", "fast", NULL},
        {"--threads", "", NULL},       {"--wdl", "1.01", NULL},   {"--minutes", "nan", NULL},
        {"--unknown", "1", NULL},      {"--heads", NULL, NULL},   {"--layers", "16x31", NULL},
    };
    Options options;
    ErrorText error;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        cr_assert_eq(parse(BAD[i], &options, &error), STATUS_BAD_INPUT, "%s", BAD[i][0]);
    const char *const good[] = {"--width", "768", "--samples", "1e9", "--resume", NULL};
    cr_assert_eq(parse(good, &options, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(options.width, 768);
    cr_assert_eq(options.samples, 1000000000);
    cr_assert(options.is_resuming);
    cr_assert_str_eq(options.isa, "auto");
    char name[] = "ravelin-train";
    char *nothing[] = {name};
    cr_assert_eq(options_parse(1, nothing, &options, &error), STATUS_BAD_INPUT);
}
