// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tools/train/hidden.h"

// Work other than tiles is cut into this many parts, whatever the number of threads, so that sums
// are always added in the same order.
enum { SLICES = 8 };

// AdamW as jw1912/bullet's documentation has it for such nets, with bias correction.
static const double BETA1 = 0.9;
static const double BETA2 = 0.999;
static const double EPSILON = 1e-8;
static const double DECAY = 0.01;
static const double CLIP = 1.98;       // 64 * 1.98 rounds to 127, the largest output weight
static const double LAYERS_CLIP = 3.9; // 512 * 3.9 * 32 * 31752 and the bias fit int32

// An unpacked batch.
typedef struct Inputs {
    uint16_t (*features)[2][SAMPLE_MEN_MAX];
    uint8_t *counts;
    uint8_t *heads;
    float *targets;
    int positions;
} Inputs;

// What a slice of the output layer adds up.
typedef struct SliceSums {
    double loss;
    double bias_gradients[NNUE_HEADS_MAX];
} SliceSums;

struct Trainer {
    NetShape shape;
    TrainerOptions options;
    Team *team;
    Inputs front; // the batch of the next step
    Inputs back;  // filled while that step runs
    bool has_front;
    bool has_frozen_outputs;
    const Sample *queued_samples; // NULL if nothing waits for `back`
    const uint32_t *queued_order; // NULL: the samples in their own order
    Inputs *unpack_into;
    float *activations; // [tile][batch][2][64]
    size_t signals;     // numbers a position that go from the tiles on and back: 1 or hidden[0]
    float *partials;    // [tile][batch][signals]
    float *slopes;      // [batch][signals]
    float *tails;       // [SLICES][tail floats], gradients of hidden layers
    float *gradients;   // [thread][tile_floats]
    SliceSums sums[SLICES];
    Model *model; // the model being updated, NULL while only gradients are wanted
    const Model *source;
    float *gradient_copy;
    AdamStep step;
};

static float *alloc_floats(size_t count)
{
    return mem_alloc_aligned(count * sizeof(float));
}

static bool inputs_create(Inputs *inputs, int batch)
{
    const size_t count = (size_t)batch;
    inputs->features = mem_alloc_aligned(count * sizeof *inputs->features);
    inputs->counts = mem_alloc_aligned(count);
    inputs->heads = mem_alloc_aligned(count);
    inputs->targets = alloc_floats(count);
    return inputs->features != NULL && inputs->counts != NULL && inputs->heads != NULL &&
           inputs->targets != NULL;
}

static void inputs_destroy(Inputs *inputs)
{
    mem_free_aligned(inputs->features);
    mem_free_aligned(inputs->counts);
    mem_free_aligned(inputs->heads);
    mem_free_aligned(inputs->targets);
}

Status trainer_create(const NetShape *shape, const TrainerOptions *options, Trainer **out,
                      ErrorText *error)
{
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for the trainer");
    trainer->shape = *shape;
    trainer->options = *options;
    const size_t batch = (size_t)options->batch;
    const size_t tiles = (size_t)shape->width / TILE_WIDTH;
    const bool has_inputs = inputs_create(&trainer->front, options->batch) &&
                            inputs_create(&trainer->back, options->batch);
    trainer->activations = alloc_floats(tiles * batch * 2 * TILE_WIDTH);
    trainer->signals = hidden_is_used(shape) ? (size_t)shape->hidden[0] : 1;
    trainer->partials = alloc_floats(tiles * batch * trainer->signals);
    trainer->slopes = alloc_floats(batch * trainer->signals);
    trainer->tails = alloc_floats(SLICES * hidden_floats(shape));
    trainer->gradients = alloc_floats((size_t)options->threads * tile_floats(shape));
    Status status = STATUS_OK;
    if (!has_inputs || trainer->activations == NULL || trainer->partials == NULL ||
        trainer->slopes == NULL || trainer->tails == NULL || trainer->gradients == NULL)
        status =
            status_fail(error, STATUS_NO_MEMORY, "out of memory for batches of %d", options->batch);
    else
        status = team_create(options->threads, &trainer->team, error);
    if (status != STATUS_OK) {
        trainer_destroy(trainer);
        return status;
    }
    *out = trainer;
    return STATUS_OK;
}

void trainer_destroy(Trainer *trainer)
{
    if (trainer == NULL)
        return;
    team_destroy(trainer->team);
    inputs_destroy(&trainer->front);
    inputs_destroy(&trainer->back);
    mem_free_aligned(trainer->activations);
    mem_free_aligned(trainer->partials);
    mem_free_aligned(trainer->slopes);
    mem_free_aligned(trainer->tails);
    mem_free_aligned(trainer->gradients);
    free(trainer);
}

double trainer_target(const Sample *sample, double wdl_share)
{
    const double expected = 1.0 / (1.0 + exp(-(double)sample->score_cp / NNUE_EVAL_SCALE));
    return wdl_share * sample->result / 2.0 + (1.0 - wdl_share) * expected;
}

// Unpacks one slice of the queued samples.
static void unpack_slice(Trainer *trainer, int slice)
{
    enum { AHEAD = 8 }; // samples lie anywhere in memory: ask for them in time
    Inputs *inputs = trainer->unpack_into;
    const uint32_t *order = trainer->queued_order;
    const Sample *samples = trainer->queued_samples;
    const int begin = (int)((int64_t)inputs->positions * slice / SLICES);
    const int end = (int)((int64_t)inputs->positions * (slice + 1) / SLICES);
    for (int p = begin; p < end; p++) {
        if (order != NULL && p + AHEAD < end)
            RAVELIN_PREFETCH(&samples[order[p + AHEAD]]);
        const Sample *sample = &samples[order != NULL ? order[p] : (uint32_t)p];
        const int men = sample_features(sample, &trainer->shape, inputs->features[p]);
        inputs->counts[p] = (uint8_t)men;
        inputs->heads[p] = (uint8_t)sample_head(men, trainer->shape.heads);
        inputs->targets[p] = (float)trainer_target(sample, trainer->options.wdl_share);
    }
}

static void unpack_task(void *context, int task, int worker)
{
    (void)worker;
    unpack_slice(context, task);
}

static TileBatch front_batch(const Trainer *trainer)
{
    const Inputs *inputs = &trainer->front;
    return (TileBatch){inputs->positions, inputs->features, inputs->counts, inputs->heads,
                       trainer->shape.heads};
}

static float *tile_activations(const Trainer *trainer, int tile)
{
    return trainer->activations + (size_t)tile * (size_t)trainer->options.batch * 2 * TILE_WIDTH;
}

static float *tile_partials(const Trainer *trainer, int tile)
{
    return trainer->partials + (size_t)tile * (size_t)trainer->options.batch * trainer->signals;
}

static void forward_task(void *context, int tile, int worker)
{
    (void)worker;
    const Trainer *trainer = context;
    const TileBatch batch = front_batch(trainer);
    const TileKernels *kernels = trainer->options.kernels;
    const Model *model = trainer->source;
    float *partials = tile_partials(trainer, tile);
    if (hidden_is_used(&model->shape))
        kernels->forward_pairs(&batch, model->inputs, model->shape.hidden[0],
                               model_tile(model, tile), tile_activations(trainer, tile), partials);
    else
        kernels->forward(&batch, model->inputs, model_tile(model, tile),
                         tile_activations(trainer, tile), partials);
}

// The hidden layers, loss and slopes of one slice of the front batch.
static void hidden_task(void *context, int slice, int worker)
{
    (void)worker;
    Trainer *trainer = context;
    const Inputs *inputs = &trainer->front;
    const Model *model = trainer->source;
    const NetShape *shape = &model->shape;
    float *tail = trainer->tails + (size_t)slice * model->tail_floats;
    memset(tail, 0, model->tail_floats * sizeof *tail);
    const int begin = (int)((int64_t)inputs->positions * slice / SLICES);
    const int end = (int)((int64_t)inputs->positions * (slice + 1) / SLICES);
    double loss = 0.0;
    for (int p = begin; p < end; p++) {
        float sums[NNUE_HIDDEN_MAX] = {0};
        for (int tile = 0; tile < model->tiles; tile++) {
            const float *partials = tile_partials(trainer, tile) + (size_t)p * trainer->signals;
            for (size_t i = 0; i < trainer->signals; i++)
                sums[i] += partials[i];
        }
        const HiddenHead head = hidden_head(shape, model_tail(model), inputs->heads[p]);
        const HiddenHead gradients = hidden_head(shape, tail, inputs->heads[p]);
        const HiddenTarget target = {inputs->targets[p], 1.0F / (float)inputs->positions};
        loss += (double)hidden_pass(shape, &head, &gradients, sums, &target,
                                    trainer->slopes + (size_t)p * trainer->signals);
    }
    trainer->sums[slice] = (SliceSums){.loss = loss};
}

// Output, loss and slope of one slice of the front batch.
static void output_task(void *context, int slice, int worker)
{
    (void)worker;
    Trainer *trainer = context;
    const Inputs *inputs = &trainer->front;
    const Model *model = trainer->source;
    const float *biases = model->weights + (size_t)model->tiles * model->tile_floats;
    const size_t batch = (size_t)trainer->options.batch;
    const int begin = (int)((int64_t)inputs->positions * slice / SLICES);
    const int end = (int)((int64_t)inputs->positions * (slice + 1) / SLICES);
    SliceSums sums = {0};
    for (int p = begin; p < end; p++) {
        float output = biases[inputs->heads[p]];
        for (int tile = 0; tile < model->tiles; tile++)
            output += trainer->partials[(size_t)tile * batch + (size_t)p];
        const float expected = 1.0F / (1.0F + expf(-output));
        const float miss = expected - inputs->targets[p];
        const float slope = 2.0F * miss * expected * (1.0F - expected) / (float)inputs->positions;
        trainer->slopes[p] = slope;
        sums.loss += (double)miss * (double)miss;
        sums.bias_gradients[inputs->heads[p]] += (double)slope;
    }
    trainer->sums[slice] = sums;
}

// Gradients of one tile and, unless only gradients are wanted, its optimiser step; tasks past the
// tiles unpack the queued batch, small work that fills the gaps at the end.
static void backward_task(void *context, int task, int worker)
{
    Trainer *trainer = context;
    const Model *model = trainer->source;
    if (task >= model->tiles) {
        unpack_slice(trainer, task - model->tiles);
        return;
    }
    const TileKernels *kernels = trainer->options.kernels;
    const size_t count = model->tile_floats;
    const size_t offset = (size_t)task * count;
    float *gradients = trainer->gradients + (size_t)worker * count;
    memset(gradients, 0, count * sizeof *gradients);
    const TileBatch batch = front_batch(trainer);
    if (hidden_is_used(&model->shape))
        kernels->backward_pairs(&batch, model->inputs, model->shape.hidden[0],
                                model_tile(model, task), tile_activations(trainer, task),
                                trainer->slopes, gradients);
    else
        kernels->backward(&batch, model->inputs, model_tile(model, task),
                          tile_activations(trainer, task), trainer->slopes, gradients);
    // The output weights are the last of a tile.
    const size_t feature_floats = (model->inputs + 1) * TILE_WIDTH;
    if (trainer->model != NULL)
        kernels->adamw(model->weights + offset, gradients, model->moment1 + offset,
                       model->moment2 + offset,
                       trainer->has_frozen_outputs ? feature_floats : count, &trainer->step);
    else
        memcpy(trainer->gradient_copy + offset, gradients, count * sizeof *gradients);
}

static double run_forward(Trainer *trainer, const Model *model)
{
    trainer->source = model;
    team_run(trainer->team, forward_task, trainer, model->tiles);
    team_run(trainer->team, hidden_is_used(&model->shape) ? hidden_task : output_task, trainer,
             SLICES);
    double loss = 0.0;
    for (int slice = 0; slice < SLICES; slice++)
        loss += trainer->sums[slice].loss;
    return loss / trainer->front.positions;
}

static void unpack_front(Trainer *trainer, const Sample *samples, const uint32_t *order,
                         int positions)
{
    trainer->unpack_into = &trainer->front;
    trainer->front.positions = positions;
    trainer->queued_samples = samples;
    trainer->queued_order = order;
    team_run(trainer->team, unpack_task, trainer, SLICES);
    trainer->queued_samples = NULL;
}

void trainer_queue(Trainer *trainer, const Sample *samples, const uint32_t *order)
{
    assert(trainer->queued_samples == NULL);
    if (!trainer->has_front) {
        unpack_front(trainer, samples, order, trainer->options.batch);
        trainer->has_front = true;
        return;
    }
    trainer->queued_samples = samples;
    trainer->queued_order = order;
    trainer->unpack_into = &trainer->back;
    trainer->back.positions = trainer->options.batch;
}

void trainer_freeze_outputs(Trainer *trainer, bool is_frozen)
{
    trainer->has_frozen_outputs = is_frozen;
}

// Gradients of what lies behind the tiles.
static void add_tail_gradients(const Trainer *trainer, const Model *model, float *gradients)
{
    memset(gradients, 0, model->tail_floats * sizeof *gradients);
    if (hidden_is_used(&model->shape)) {
        for (int slice = 0; slice < SLICES; slice++) {
            const float *tail = trainer->tails + (size_t)slice * model->tail_floats;
            for (size_t i = 0; i < model->tail_floats; i++)
                gradients[i] += tail[i];
        }
        return;
    }
    for (int head = 0; head < model->shape.heads; head++) {
        double sum = 0.0;
        for (int slice = 0; slice < SLICES; slice++)
            sum += trainer->sums[slice].bias_gradients[head];
        gradients[head] = (float)sum;
    }
}

static void step_tail(Trainer *trainer, Model *model)
{
    const size_t offset = (size_t)model->tiles * model->tile_floats;
    // The worker's gradients of tiles are no longer needed, and they are longer.
    float *gradients = trainer->gradients;
    add_tail_gradients(trainer, model, gradients);
    AdamStep step = trainer->step;
    // An output bias has 32 bits in the net file. Layers have more to keep to: no sum of theirs
    // leaves int32 (nnue/layers.h) as long as no weight is beyond this.
    step.clip = hidden_is_used(&model->shape) ? (float)LAYERS_CLIP : INFINITY;
    const TileKernels *scalar = tile_kernels("scalar");
    scalar->adamw(model->weights + offset, gradients, model->moment1 + offset,
                  model->moment2 + offset, model->tail_floats, &step);
}

double trainer_step(Trainer *trainer, Model *model, double rate)
{
    assert(trainer->has_front);
    model->steps++;
    const double loss = run_forward(trainer, model);
    trainer->model = model;
    trainer->step = (AdamStep){
        .rate = (float)rate,
        .keep = (float)(1.0 - rate * DECAY),
        .beta1 = (float)BETA1,
        .beta2 = (float)BETA2,
        .fix1 = (float)(1.0 / (1.0 - pow(BETA1, (double)model->steps))),
        .fix2 = (float)(1.0 / (1.0 - pow(BETA2, (double)model->steps))),
        .epsilon = (float)EPSILON,
        .clip = (float)CLIP,
    };
    const bool has_queued = trainer->queued_samples != NULL;
    team_run(trainer->team, backward_task, trainer, model->tiles + (has_queued ? SLICES : 0));
    step_tail(trainer, model);
    const Inputs done = trainer->front;
    trainer->front = trainer->back;
    trainer->back = done;
    trainer->has_front = has_queued;
    trainer->queued_samples = NULL;
    return loss;
}

double trainer_loss(Trainer *trainer, const Model *model, const Sample *samples, size_t count)
{
    assert(!trainer->has_front);
    double sum = 0.0;
    for (size_t done = 0; done < count;) {
        const size_t left = count - done;
        const size_t batch = (size_t)trainer->options.batch;
        const int positions = (int)(left < batch ? left : batch);
        unpack_front(trainer, samples + done, NULL, positions);
        sum += run_forward(trainer, model) * positions;
        done += (size_t)positions;
    }
    return sum / (double)count;
}

double trainer_gradient(Trainer *trainer, const Model *model, const Sample *samples,
                        float *gradients)
{
    assert(!trainer->has_front);
    unpack_front(trainer, samples, NULL, trainer->options.batch);
    const double loss = run_forward(trainer, model);
    trainer->model = NULL;
    trainer->gradient_copy = gradients;
    team_run(trainer->team, backward_task, trainer, model->tiles);
    add_tail_gradients(trainer, model, gradients + (size_t)model->tiles * model->tile_floats);
    return loss;
}

// Adds a perspective's share in the sums of the first hidden layer.
static void add_pair_sums(const Model *model, const float *weights, const double *acts, int half,
                          double *sums)
{
    const size_t first = (size_t)model->shape.hidden[0];
    for (size_t n = 0; n < TILE_PAIRS; n++) {
        const float *row = weights + ((size_t)half * TILE_PAIRS + n) * first;
        for (size_t o = 0; o < first; o++)
            sums[o] += acts[n] * acts[n + TILE_PAIRS] * (double)row[o];
    }
}

double trainer_output(const Model *model, const Sample *sample)
{
    const NetShape *shape = &model->shape;
    uint16_t features[2][SAMPLE_MEN_MAX];
    const int men = sample_features(sample, shape, features);
    const int head = sample_head(men, shape->heads);
    double output = 0.0;
    double sums[NNUE_HIDDEN_MAX] = {0};
    for (int tile = 0; tile < model->tiles; tile++) {
        const float *rows = model_tile(model, tile);
        const float *biases = rows + model->inputs * TILE_WIDTH;
        const size_t stride = TILE_WIDTH * (hidden_is_used(shape) ? (size_t)shape->hidden[0] : 2);
        const float *weights = biases + TILE_WIDTH + (size_t)head * stride;
        for (int half = 0; half < 2; half++) {
            double acts[TILE_WIDTH];
            for (size_t n = 0; n < TILE_WIDTH; n++) {
                double acc = (double)biases[n];
                for (int i = 0; i < men; i++)
                    acc += (double)rows[(size_t)features[half][i] * TILE_WIDTH + n];
                acts[n] = acc < 0.0 ? 0.0 : acc > 1.0 ? 1.0 : acc;
                if (!hidden_is_used(shape))
                    output += acts[n] * acts[n] * (double)weights[(size_t)half * TILE_WIDTH + n];
            }
            if (hidden_is_used(shape))
                add_pair_sums(model, weights, acts, half, sums);
        }
    }
    if (!hidden_is_used(shape))
        return output + (double)model_tail(model)[head];
    const HiddenHead at = hidden_head(shape, model_tail(model), head);
    return hidden_output(shape, &at, sums);
}
