// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/quantise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Status quantise_create(const NetShape *shape, NetWeights *weights, ErrorText *error)
{
    const size_t width = (size_t)shape->width;
    const size_t heads = (size_t)shape->heads;
    const size_t rows = (size_t)shape->king_buckets * NNUE_INPUTS;
    weights->feature_weights = calloc(rows * width, sizeof(int16_t));
    weights->feature_biases = calloc(width, sizeof(int16_t));
    weights->output_weights = calloc(heads * 2 * width, sizeof(int16_t));
    weights->output_biases = calloc(heads, sizeof(int32_t));
    if (weights->feature_weights != NULL && weights->feature_biases != NULL &&
        weights->output_weights != NULL && weights->output_biases != NULL)
        return STATUS_OK;
    quantise_destroy(weights);
    return status_fail(error, STATUS_NO_MEMORY, "out of memory for a net %d wide", shape->width);
}

void quantise_destroy(NetWeights *weights)
{
    free(weights->feature_weights);
    free(weights->feature_biases);
    free(weights->output_weights);
    free(weights->output_biases);
    *weights = (NetWeights){0};
}

static int16_t round_to_int16(float value, int scale)
{
    return (int16_t)lround((double)value * scale);
}

void quantise_model(const Model *model, NetWeights *weights)
{
    const size_t width = (size_t)model->shape.width;
    for (int tile = 0; tile < model->tiles; tile++) {
        const float *rows = model_tile(model, tile);
        const float *biases = rows + model->inputs * TILE_WIDTH;
        const float *outputs = biases + TILE_WIDTH;
        for (size_t n = 0; n < TILE_WIDTH; n++) {
            const size_t column = (size_t)tile * TILE_WIDTH + n;
            for (size_t row = 0; row < model->inputs; row++)
                weights->feature_weights[row * width + column] =
                    round_to_int16(rows[row * TILE_WIDTH + n], NNUE_QA);
            weights->feature_biases[column] = round_to_int16(biases[n], NNUE_QA);
            for (size_t half = 0; half < 2 * (size_t)model->shape.heads; half++)
                weights->output_weights[half * width + column] =
                    round_to_int16(outputs[half * TILE_WIDTH + n], NNUE_QB);
        }
    }
    const float *biases = model->weights + (size_t)model->tiles * model->tile_floats;
    for (int head = 0; head < model->shape.heads; head++)
        weights->output_biases[head] = (int32_t)lround((double)biases[head] * NNUE_QA * NNUE_QB);
}

// NULL, or why a net's weights cannot stand in a model of this shape.
static const char *find_misfit(const NetShape *from, const NetShape *to)
{
    if (from->width != to->width)
        return "neurons";
    if ((from->mirrored != 0) != (to->mirrored != 0))
        return "mirrored files";
    if (from->king_buckets != 1 &&
        (from->king_buckets != to->king_buckets ||
         memcmp(from->king_bucket_map, to->king_bucket_map, sizeof to->king_bucket_map) != 0))
        return "king buckets";
    if (from->heads != 1 && from->heads != to->heads)
        return "heads";
    return NULL;
}

Status quantise_restore(const Network *network, Model *model, ErrorText *error)
{
    const NetShape *from = &network->shape;
    const char *misfit = find_misfit(from, &model->shape);
    if (misfit != NULL)
        return status_fail(error, STATUS_BAD_INPUT, "%s: its %s are not those asked for",
                           network->origin, misfit);
    const size_t width = (size_t)from->width;
    const size_t net_rows = (size_t)from->king_buckets * NNUE_INPUTS;
    const size_t net_halves = 2 * (size_t)from->heads;
    for (int tile = 0; tile < model->tiles; tile++) {
        float *rows = model_tile(model, tile);
        float *biases = rows + model->inputs * TILE_WIDTH;
        float *outputs = biases + TILE_WIDTH;
        for (size_t n = 0; n < TILE_WIDTH; n++) {
            const size_t column = (size_t)tile * TILE_WIDTH + n;
            for (size_t row = 0; row < model->inputs; row++)
                rows[row * TILE_WIDTH + n] =
                    (float)network->feature_weights[row % net_rows * width + column] / NNUE_QA;
            biases[n] = (float)network->feature_biases[column] / NNUE_QA;
            for (size_t half = 0; half < 2 * (size_t)model->shape.heads; half++)
                outputs[half * TILE_WIDTH + n] =
                    (float)network->output_weights[half % net_halves * width + column] / NNUE_QB;
        }
    }
    float *biases = model->weights + (size_t)model->tiles * model->tile_floats;
    for (int head = 0; head < model->shape.heads; head++)
        biases[head] = (float)network->output_biases[head % from->heads] / (NNUE_QA * NNUE_QB);
    return STATUS_OK;
}

// Row of the feature table for a man as one side sees it; `is_second` is the side not to move.
static size_t reference_row(const NetShape *shape, int piece, int square, int king, int is_second)
{
    int rank = square / 8;
    int file = square % 8;
    int king_rank = king / 8;
    int is_enemy = piece >= BLACK_PIECE_BIT;
    if (is_second) {
        rank = 7 - rank;
        king_rank = 7 - king_rank;
        is_enemy = !is_enemy;
    }
    const int bucket = shape->king_bucket_map[king_rank * 8 + king % 8];
    if (shape->mirrored && king % 8 >= 4)
        file = 7 - file;
    const int type = piece % BLACK_PIECE_BIT;
    return (size_t)(bucket * NNUE_INPUTS + (is_enemy ? 384 : 0) + type * 64 + rank * 8 + file);
}

int64_t quantise_reference(const NetShape *shape, const NetWeights *weights,
                           const uint8_t mailbox[SQUARE_COUNT])
{
    int men = 0;
    int kings[2] = {0, 0};
    for (int square = 0; square < SQUARE_COUNT; square++) {
        men += mailbox[square] != NO_PIECE;
        if (mailbox[square] == KING)
            kings[0] = square;
        if (mailbox[square] == KING + BLACK_PIECE_BIT)
            kings[1] = square;
    }
    const size_t width = (size_t)shape->width;
    const size_t head = (size_t)((men - 2) * shape->heads / 32);
    int64_t sum = 0;
    for (int side = 0; side < 2; side++) {
        for (size_t n = 0; n < width; n++) {
            int64_t acc = weights->feature_biases[n];
            for (int square = 0; square < SQUARE_COUNT; square++) {
                if (mailbox[square] == NO_PIECE)
                    continue;
                const size_t row = reference_row(shape, mailbox[square], square, kings[side], side);
                acc += weights->feature_weights[row * width + n];
            }
            acc = acc < 0 ? 0 : acc > NNUE_QA ? NNUE_QA : acc;
            sum += acc * acc * weights->output_weights[(head * 2 + (size_t)side) * width + n];
        }
    }
    return (sum / NNUE_QA + weights->output_biases[head]) * NNUE_EVAL_SCALE / (NNUE_QA * NNUE_QB);
}
