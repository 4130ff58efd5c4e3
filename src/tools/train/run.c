// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/run.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "nnue/layers.h"
#include "tools/train/checkpoint.h"
#include "tools/train/curve.h"
#include "tools/train/dataset.h"
#include "tools/train/export.h"
#include "tools/train/quantise.h"
#include "tools/train/trainer.h"

enum {
    REPORT_MS = 10000,     // between progress lines
    ROWS_A_RUN = 200,      // rows of the loss curve
    LOSS_SAMPLES = 131072, // hold-out samples measured for a row; all at the end
};

typedef struct Run {
    const Options *options;
    Dataset dataset;
    Stretch stretches[DATA_FILES_MAX]; // of the training samples, a file each
    int stretch_count;
    Sampler sampler;
    Model model;
    Trainer *trainer;
    Curve curve;
    RunState state; // sampler place and time as of the last save
    size_t batch;
    bool has_rounded;      // the output weights are rounded and frozen
    bool is_queued;        // a batch waits in the trainer
    int64_t start_ms;      // clock when training would have begun without pauses
    int64_t report_ms;     // elapsed at the last progress line
    int64_t checkpoint_ms; // elapsed at the last checkpoint
    double report_loss;    // sum of step losses since that line
    uint64_t report_steps;
    double row_loss; // the same since the last row of the curve
    uint64_t row_steps;
    int64_t row_ms;
} Run;

double run_rate(double start, double end, double progress)
{
    return end + (start - end) * 0.5 * (1.0 + cos(3.141592653589793 * progress));
}

// Reads one file. A damaged one is used up to the damage, which is told.
static Status load_file(Run *run, int index, ErrorText *error)
{
    const Options *options = run->options;
    const SampleList *training = &run->dataset.training;
    const size_t before = training->count;
    const Status status =
        dataset_add_file(&run->dataset, options->data[index], (uint64_t)options->max_games, error);
    if (status != STATUS_OK && status != STATUS_BAD_INPUT)
        return status;
    if (status == STATUS_BAD_INPUT)
        fprintf(stderr, "ravelin-train: warning: %s; going on with the %zu positions before it\n",
                error->text, training->count - before);
    run->stretches[index] = (Stretch){training->count, options->data_weights[index]};
    return STATUS_OK;
}

static Status load_data(Run *run, ErrorText *error)
{
    const Options *options = run->options;
    const int64_t begin = clock_now_ms();
    for (int i = 0; i < options->data_count; i++) {
        const Status status = load_file(run, i, error);
        if (status != STATUS_OK)
            return status;
    }
    SampleList *training = &run->dataset.training;
    run->stretch_count = options->data_count;
    if (options->overfit > 0 && (size_t)options->overfit < training->count) {
        training->count = (size_t)options->overfit;
        run->stretches[0] = (Stretch){training->count, 1};
        run->stretch_count = 1;
    }
    printf("data: %llu games, %llu positions read, %zu to train on, %zu held out, %.1f s\n",
           (unsigned long long)run->dataset.games, (unsigned long long)run->dataset.positions,
           training->count, run->dataset.hold_out.count, (double)(clock_now_ms() - begin) / 1000.0);
    if (training->count == 0 || run->dataset.hold_out.count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "the data hold too few games to train on");
    return STATUS_OK;
}

// Random weights, or those of the net that the run is to go on from.
static Status start_model(Run *run, ErrorText *error)
{
    const Options *options = run->options;
    if (options->start_from == NULL) {
        model_init(&run->model, (uint64_t)options->seed);
        return STATUS_OK;
    }
    Network *network = NULL;
    Status status = network_load(options->start_from, &network, error);
    if (status != STATUS_OK)
        return status;
    status = quantise_restore(network, &run->model, error);
    if (status == STATUS_OK)
        printf("starts from %s\n", network->name);
    network_destroy(network);
    return status;
}

static Status set_up(Run *run, ErrorText *error)
{
    const Options *options = run->options;
    const TileKernels *kernels = tile_kernels(options->isa);
    if (kernels == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "--isa %s: unknown, or not on this CPU",
                           options->isa);
    Status status = load_data(run, error);
    if (status != STATUS_OK)
        return status;
    const size_t count = run->dataset.training.count;
    run->batch = (size_t)options->batch < count ? (size_t)options->batch : count;
    NetShape shape = model_shape((int)options->width, (int)options->heads,
                                 (int)options->king_buckets, (int)options->mirrored);
    if (options->layers != NULL) {
        shape.hidden[0] = NNUE_LAYER1;
        shape.hidden[1] = NNUE_LAYER2;
    }
    const TrainerOptions trainer_options = {
        .batch = (int)run->batch,
        .threads = (int)options->threads,
        .wdl_share = options->wdl_share,
        .kernels = kernels,
    };
    status = model_create(&shape, &run->model, error);
    if (status == STATUS_OK)
        status = trainer_create(&shape, &trainer_options, &run->trainer, error);
    if (status == STATUS_OK)
        status = sampler_create(&run->sampler, run->stretches, run->stretch_count,
                                (uint64_t)options->seed, error);
    if (status == STATUS_OK)
        status = start_model(run, error);
    if (status != STATUS_OK)
        return status;
    run->state = (RunState){.seed = (uint64_t)options->seed,
                            .batch = run->batch,
                            .training_samples = run->sampler.count};
    printf("net: %d x 2, %d head(s), %d king bucket(s)%s; kernels %s, %d thread(s), batch %zu\n",
           shape.width, shape.heads, shape.king_buckets, shape.mirrored != 0 ? ", mirrored" : "",
           kernels->name, (int)options->threads, run->batch);
    return STATUS_OK;
}

static Status join(char path[EXPORT_PATH_BYTES], const Run *run, const char *name, ErrorText *error)
{
    const int length = snprintf(path, EXPORT_PATH_BYTES, "%s/%s", run->options->out, name);
    if (length < 0 || length >= EXPORT_PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", run->options->out);
    return STATUS_OK;
}

static int64_t elapsed_ms(const Run *run)
{
    return clock_now_ms() - run->start_ms;
}

// Share of the run that is done, by samples or by time, whichever is further on.
static double progress(const Run *run)
{
    const double by_samples = (double)run->state.samples_done / (double)run->options->samples;
    const double limit_ms = run->options->minutes * 60000.0;
    const double by_time = limit_ms > 0.0 ? (double)elapsed_ms(run) / limit_ms : 0.0;
    const double most = by_samples > by_time ? by_samples : by_time;
    return most < 1.0 ? most : 1.0;
}

static Status write_curve(const Run *run, ErrorText *error)
{
    char path[EXPORT_PATH_BYTES];
    Status status = join(path, run, "curve.csv", error);
    if (status == STATUS_OK)
        status = curve_write_csv(&run->curve, path, error);
    if (status == STATUS_OK)
        status = join(path, run, "curve.svg", error);
    return status == STATUS_OK ? curve_write_svg(&run->curve, path, error) : status;
}

// Saves all that a resumed run needs, and the net as it is. No batch may wait in the trainer, so
// that the sampler stands where the next step begins.
static Status save(Run *run, ErrorText *error)
{
    run->state.epoch = run->sampler.epoch;
    run->state.position = run->sampler.position;
    run->state.elapsed_ms = (uint64_t)elapsed_ms(run);
    char path[EXPORT_PATH_BYTES];
    Status status = join(path, run, "checkpoint.bin", error);
    if (status == STATUS_OK)
        status = checkpoint_save(path, &run->state, &run->model, &run->curve, error);
    if (status == STATUS_OK)
        status = write_curve(run, error);
    if (status != STATUS_OK)
        return status;
    // A net half trained may break a bound of the file format; that must not stop the run.
    const ExportPaths paths = {run->options->out, "checkpoint_vectors.txt", "checkpoint.nnue"};
    ErrorText reason;
    if (export_net(&run->model, run->dataset.hold_out.items, run->dataset.hold_out.count, &paths,
                   path, &reason) != STATUS_OK)
        printf("warning: %s\n", reason.text);
    run->checkpoint_ms = elapsed_ms(run);
    printf("checkpoint at %.1f M samples\n", (double)run->state.samples_done / 1e6);
    return STATUS_OK;
}

static Status resume(Run *run, ErrorText *error)
{
    char path[EXPORT_PATH_BYTES];
    Status status = join(path, run, "checkpoint.bin", error);
    if (status == STATUS_OK)
        status = checkpoint_load(path, &run->state, &run->model, &run->curve, error);
    if (status != STATUS_OK)
        return status;
    if (run->state.position > run->sampler.count)
        return status_fail(error, STATUS_BAD_INPUT, "%s: impossible place in the data", path);
    sampler_seek(&run->sampler, run->state.epoch, (size_t)run->state.position);
    printf("resumed at %.1f M samples\n", (double)run->state.samples_done / 1e6);
    return STATUS_OK;
}

static void queue_next(Run *run)
{
    trainer_queue(run->trainer, run->dataset.training.items,
                  sampler_next(&run->sampler, run->batch));
}

// Rounds the output weights to what the net file can hold.
static void round_model(Model *model)
{
    for (int tile = 0; tile < model->tiles; tile++) {
        const size_t feature_floats = (model->inputs + 1) * TILE_WIDTH;
        float *weights = model_tile(model, tile) + feature_floats;
        model_round_outputs(weights, weights, model->tile_floats - feature_floats);
    }
}

// One step. `may_look_ahead`: the next batch is unpacked meanwhile, unless that would reshuffle the
// order that is in use.
static void step(Run *run, bool may_look_ahead)
{
    if (!run->is_queued)
        queue_next(run);
    run->is_queued = may_look_ahead && !sampler_ends(&run->sampler, run->batch);
    if (run->is_queued)
        queue_next(run);
    const double rate = run_rate(run->options->rate, run->options->rate_end, progress(run));
    if (!run->has_rounded && progress(run) >= run->options->round_from &&
        run->options->round_from < 1.0) {
        round_model(&run->model);
        trainer_freeze_outputs(run->trainer, true);
        run->has_rounded = true;
    }
    const double loss = trainer_step(run->trainer, &run->model, rate);
    run->state.samples_done += run->batch;
    run->report_loss += loss;
    run->report_steps++;
    run->row_loss += loss;
    run->row_steps++;
}

static double hold_out_loss(Run *run, size_t most)
{
    const SampleList *list = &run->dataset.hold_out;
    return trainer_loss(run->trainer, &run->model, list->items,
                        list->count < most ? list->count : most);
}

// Adds a row to the loss curve. No batch may wait in the trainer.
static Status add_row(Run *run, size_t most, ErrorText *error)
{
    const int64_t now = elapsed_ms(run);
    const double seconds = (double)(now - run->row_ms) / 1000.0;
    const CurveRow row = {
        .samples = run->state.samples_done,
        .elapsed_s = (double)now / 1000.0,
        .rate = run_rate(run->options->rate, run->options->rate_end, progress(run)),
        .training_loss = run->row_loss / (double)(run->row_steps > 0 ? run->row_steps : 1),
        .hold_out_loss = hold_out_loss(run, most),
        .speed = seconds > 0.0 ? (double)run->row_steps * (double)run->batch / seconds : 0.0,
    };
    printf("%.1f M samples: training loss %.6f, hold-out loss %.6f\n", (double)row.samples / 1e6,
           row.training_loss, row.hold_out_loss);
    run->row_loss = 0.0;
    run->row_steps = 0;
    run->row_ms = elapsed_ms(run);
    return curve_add(&run->curve, &row, error);
}

static void report(Run *run)
{
    const int64_t now = elapsed_ms(run);
    const double seconds = (double)(now - run->report_ms) / 1000.0;
    const double done = progress(run);
    const double left = done > 0.0 ? (double)now / 1000.0 * (1.0 - done) / done : 0.0;
    printf(
        "%5.1f %%  %.1f M samples  epoch %llu  %.0f positions/s  lr %.3g  loss %.6f  "
        "ETA %.0f:%02.0f\n",
        100.0 * done, (double)run->state.samples_done / 1e6, (unsigned long long)run->sampler.epoch,
        (double)run->report_steps * (double)run->batch / seconds,
        run_rate(run->options->rate, run->options->rate_end, done),
        run->report_loss / (double)run->report_steps, floor(left / 60.0), floor(fmod(left, 60.0)));
    run->report_ms = now;
    run->report_loss = 0.0;
    run->report_steps = 0;
}

static Status train(Run *run, ErrorText *error)
{
    assert(run->batch > 0); // there are samples, or the run would not have begun
    const uint64_t total_steps = ((uint64_t)run->options->samples + run->batch - 1) / run->batch;
    const uint64_t row_every = total_steps > ROWS_A_RUN ? total_steps / ROWS_A_RUN : 1;
    run->start_ms = clock_now_ms() - (int64_t)run->state.elapsed_ms;
    run->report_ms = run->checkpoint_ms = run->row_ms = (int64_t)run->state.elapsed_ms;
    const double every_ms = run->options->checkpoint_minutes * 60000.0;
    while (progress(run) < 1.0) {
        const bool needs_row = (run->model.steps + 1) % row_every == 0;
        const bool needs_save = (double)(elapsed_ms(run) - run->checkpoint_ms) >= every_ms;
        // The last step by samples looks at nothing more: a run without a time limit always has the
        // same steps, whenever its checkpoints fall.
        const bool is_last =
            run->state.samples_done + run->batch >= (uint64_t)run->options->samples;
        step(run, !needs_row && !needs_save && !is_last);
        Status status = STATUS_OK;
        if (needs_row)
            status = add_row(run, LOSS_SAMPLES, error);
        if (status == STATUS_OK && needs_save)
            status = save(run, error);
        if (status != STATUS_OK)
            return status;
        if (elapsed_ms(run) - run->report_ms >= REPORT_MS)
            report(run);
        fflush(stdout);
    }
    if (run->is_queued) // train on what was unpacked for the step after, rather than drop it
        step(run, false);
    return STATUS_OK;
}

static Status finish(Run *run, ErrorText *error)
{
    Status status =
        run->row_steps > 0 ? add_row(run, run->dataset.hold_out.count, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = save(run, error);
    if (status != STATUS_OK)
        return status;
    const ExportPaths paths = {run->options->out, "net_vectors.txt", NULL};
    char net_path[EXPORT_PATH_BYTES];
    status = export_net(&run->model, run->dataset.hold_out.items, run->dataset.hold_out.count,
                        &paths, net_path, error);
    if (status == STATUS_OK)
        printf("done: %s, %llu steps, %.1f minutes\n", net_path,
               (unsigned long long)run->model.steps, (double)elapsed_ms(run) / 60000.0);
    return status;
}

Status run_training(const Options *options, ErrorText *error)
{
    Run run = {.options = options};
    Status status = set_up(&run, error);
    if (status == STATUS_OK && options->is_resuming)
        status = resume(&run, error);
    fflush(stdout);
    if (status == STATUS_OK)
        status = train(&run, error);
    if (status == STATUS_OK)
        status = finish(&run, error);
    trainer_destroy(run.trainer);
    if (run.model.weights != NULL)
        model_destroy(&run.model);
    sampler_destroy(&run.sampler);
    curve_destroy(&run.curve);
    dataset_destroy(&run.dataset);
    return status;
}
