// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/model.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "tools/train/hidden.h"

Status model_create(const NetShape *shape, Model *model, ErrorText *error)
{
    memset(model, 0, sizeof *model);
    model->shape = *shape;
    model->inputs = (size_t)shape->king_buckets * NNUE_INPUTS;
    model->tiles = shape->width / TILE_WIDTH;
    model->tile_floats = tile_floats(shape);
    model->tail_floats = hidden_is_used(shape) ? hidden_floats(shape) : TILE_WIDTH;
    model->floats = (size_t)model->tiles * model->tile_floats + model->tail_floats;
    const size_t bytes = model->floats * sizeof(float);
    model->weights = mem_alloc_aligned(bytes);
    model->moment1 = mem_alloc_aligned(bytes);
    model->moment2 = mem_alloc_aligned(bytes);
    if (model->weights == NULL || model->moment1 == NULL || model->moment2 == NULL) {
        model_destroy(model);
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for a net %d wide",
                           shape->width);
    }
    memset(model->weights, 0, bytes);
    memset(model->moment1, 0, bytes);
    memset(model->moment2, 0, bytes);
    return STATUS_OK;
}

// Box-Muller: two uniform numbers give one normal number, enough here.
static double draw_normal(Rng *rng)
{
    const double radius = sqrt(-2.0 * log(1.0 - rng_unit(rng)));
    return radius * cos(6.283185307179586 * rng_unit(rng));
}

void model_init(Model *model, uint64_t seed)
{
    Rng rng = rng_seeded(seed);
    const double input_sd = sqrt(2.0 / SAMPLE_MEN_MAX);
    // What the weights behind a neuron see: both halves, or as many pairs of neurons.
    const double seen = (hidden_is_used(&model->shape) ? 1.0 : 2.0) * model->shape.width;
    const double output_sd = sqrt(2.0 / seen);
    const size_t weights = model->inputs * TILE_WIDTH;
    for (int tile = 0; tile < model->tiles; tile++) {
        float *block = model_tile(model, tile);
        for (size_t i = 0; i < weights; i++)
            block[i] = (float)(input_sd * draw_normal(&rng));
        for (size_t i = weights + TILE_WIDTH; i < model->tile_floats; i++)
            block[i] = (float)(output_sd * draw_normal(&rng));
    }
    if (!hidden_is_used(&model->shape))
        return;
    const size_t first = (size_t)model->shape.hidden[0];
    const size_t second = (size_t)model->shape.hidden[1];
    const double sds[2] = {sqrt(2.0 / (double)first), sqrt(2.0 / (double)second)};
    for (int head = 0; head < model->shape.heads; head++) {
        const HiddenHead at = hidden_head(&model->shape, model_tail(model), head);
        for (size_t i = 0; i < first * second; i++)
            at.weights2[i] = (float)(sds[0] * draw_normal(&rng));
        for (size_t i = 0; i < second; i++)
            at.weights3[i] = (float)(sds[1] * draw_normal(&rng));
    }
}

void model_round_outputs(const float *weights, float *rounded, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rounded[i] = roundf(weights[i] * NNUE_QB) / NNUE_QB;
}

void model_destroy(Model *model)
{
    mem_free_aligned(model->weights);
    mem_free_aligned(model->moment1);
    mem_free_aligned(model->moment2);
    memset(model, 0, sizeof *model);
}

float *model_tail(const Model *model)
{
    return model->weights + (size_t)model->tiles * model->tile_floats;
}

float *model_tile(const Model *model, int tile)
{
    return model->weights + (size_t)tile * model->tile_floats;
}

// 1: one bucket; 2: back rank or not; 4: back rank corner, back rank centre, second rank, beyond
// (shares of our data 26/33/19/22 %); 8: those, each split by two files from the edge or further
// (the back rank by single files).
static int bucket_of(Square king, int king_buckets)
{
    const int rank = square_rank(king);
    const int file = square_file(king) < 4 ? square_file(king) : 7 - square_file(king);
    switch (king_buckets) {
    case 2: return rank == 0 ? 0 : 1;
    case 4: return rank == 0 ? file / 2 : rank == 1 ? 2 : 3;
    case 8: return rank == 0 ? file : rank == 1 ? 4 + file / 2 : 6 + file / 2;
    default: return 0;
    }
}

NetShape model_shape(int width, int heads, int king_buckets, int mirrored)
{
    NetShape shape = {
        .king_buckets = king_buckets, .mirrored = mirrored, .width = width, .heads = heads};
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        shape.king_bucket_map[sq] = (uint8_t)bucket_of(sq, king_buckets);
    return shape;
}
