// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/quantise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nnue/layers.h"
#include "tools/train/hidden.h"

Status quantise_create(const NetShape *shape, NetWeights *weights, ErrorText *error)
{
    const size_t width = (size_t)shape->width;
    const size_t heads = (size_t)shape->heads;
    const size_t rows = (size_t)shape->king_buckets * NNUE_INPUTS;
    weights->feature_weights = calloc(rows * width, sizeof(int16_t));
    weights->feature_biases = calloc(width, sizeof(int16_t));
    weights->output_weights = calloc(heads * 2 * width, sizeof(int16_t));
    weights->output_biases = calloc(heads, sizeof(int32_t));
    void *layers = malloc(layers_bytes(shape) + 1);
    weights->layers = layers_in(shape, layers);
    if (layers != NULL && weights->feature_weights != NULL && weights->feature_biases != NULL &&
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
    free(weights->layers.weights1); // the start of the block
    *weights = (NetWeights){0};
}

// The input of the first layer that is product `i` of a tile: its products of the side to move come
// first there, the others stand behind all of those.
static size_t first_input(size_t width, int tile, size_t i)
{
    return i / TILE_PAIRS * (width / 2) + (size_t)tile * TILE_PAIRS + i % TILE_PAIRS;
}

static int16_t round_to_int16(float value, int scale)
{
    return (int16_t)lround((double)value * scale);
}

// The weights of the first layer that look at one neuron tile's products.
static void quantise_first(const Model *model, int tile, const float *outputs,
                           const NetLayers *layers)
{
    const size_t first = (size_t)model->shape.hidden[0];
    const size_t width = (size_t)model->shape.width;
    for (size_t head = 0; head < (size_t)model->shape.heads; head++) {
        const float *rows = outputs + head * TILE_WIDTH * first;
        int8_t *out = layers->weights1 + head * width * first;
        for (size_t i = 0; i < TILE_WIDTH; i++) {
            for (size_t j = 0; j < first; j++)
                out[layers_weight1_at(first_input(width, tile, i), j)] =
                    (int8_t)lround((double)rows[i * first + j] * NNUE_QB);
        }
    }
}

static int32_t round_to_int32(float value, double scale)
{
    return (int32_t)lround((double)value * scale);
}

// What lies behind the first layer's weights.
static void quantise_tail(const Model *model, NetWeights *weights)
{
    const NetShape *shape = &model->shape;
    const size_t first = (size_t)shape->hidden[0];
    const size_t second = (size_t)shape->hidden[1];
    const NetLayers *layers = &weights->layers;
    for (int head = 0; head < shape->heads; head++) {
        const HiddenHead at = hidden_head(shape, model_tail(model), head);
        const size_t n = (size_t)head;
        for (size_t i = 0; i < first; i++) {
            layers->biases1[n * first + i] = round_to_int32(at.biases1[i], LAYERS_SUM1_ONE_8 / 8.0);
            for (size_t k = 0; k < second; k++)
                layers->weights2[n * first * second + layers_weight2_at(i, k)] =
                    round_to_int16(at.weights2[i * second + k], LAYERS_WEIGHT_SCALE);
        }
        for (size_t k = 0; k < second; k++) {
            layers->biases2[n * second + k] = round_to_int32(at.biases2[k], LAYERS_SUM2_ONE);
            layers->weights3[n * second + k] = round_to_int16(at.weights3[k], LAYERS_WEIGHT_SCALE);
        }
        weights->output_biases[head] = round_to_int32(*at.bias3, LAYERS_ONE);
    }
}

void quantise_model(const Model *model, NetWeights *weights)
{
    const size_t width = (size_t)model->shape.width;
    const size_t output_heads = hidden_is_used(&model->shape) ? 0 : (size_t)model->shape.heads;
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
            for (size_t half = 0; half < 2 * output_heads; half++)
                weights->output_weights[half * width + column] =
                    round_to_int16(outputs[half * TILE_WIDTH + n], NNUE_QB);
        }
        if (hidden_is_used(&model->shape))
            quantise_first(model, tile, outputs, &weights->layers);
    }
    if (hidden_is_used(&model->shape)) {
        quantise_tail(model, weights);
        return;
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
    if (memcmp(from->hidden, to->hidden, sizeof to->hidden) != 0)
        return "layers";
    return NULL;
}

static void restore_first(const Network *network, Model *model, int tile, float *outputs)
{
    const size_t first = (size_t)model->shape.hidden[0];
    const size_t width = (size_t)model->shape.width;
    for (int head = 0; head < model->shape.heads; head++) {
        const int8_t *in = network->heads[head % network->shape.heads].weights1;
        float *rows = outputs + (size_t)head * TILE_WIDTH * first;
        for (size_t i = 0; i < TILE_WIDTH; i++) {
            for (size_t j = 0; j < first; j++)
                rows[i * first + j] =
                    (float)in[layers_weight1_at(first_input(width, tile, i), j)] / NNUE_QB;
        }
    }
}

static float real_of(int32_t whole, double scale)
{
    return (float)(whole / scale);
}

static void restore_tail(const Network *network, Model *model)
{
    const NetShape *shape = &model->shape;
    const size_t second = (size_t)shape->hidden[1];
    for (int head = 0; head < shape->heads; head++) {
        const NnueHead *in = &network->heads[head % network->shape.heads];
        const HiddenHead at = hidden_head(shape, model_tail(model), head);
        for (size_t i = 0; i < (size_t)shape->hidden[0]; i++) {
            at.biases1[i] = real_of(in->biases1[i], LAYERS_SUM1_ONE_8 / 8.0);
            for (size_t k = 0; k < second; k++)
                at.weights2[i * second + k] =
                    real_of(in->weights2[layers_weight2_at(i, k)], LAYERS_WEIGHT_SCALE);
        }
        for (size_t k = 0; k < second; k++) {
            at.biases2[k] = real_of(in->biases2[k], LAYERS_SUM2_ONE);
            at.weights3[k] = real_of(in->weights3[k], LAYERS_WEIGHT_SCALE);
        }
        *at.bias3 = real_of(in->bias3, LAYERS_ONE);
    }
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
    const bool has_layers = hidden_is_used(from);
    const size_t net_halves = 2 * (size_t)from->heads;
    const size_t halves = has_layers ? 0 : 2 * (size_t)model->shape.heads;
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
            for (size_t half = 0; half < halves; half++)
                outputs[half * TILE_WIDTH + n] =
                    (float)network->output_weights[half % net_halves * width + column] / NNUE_QB;
        }
        if (has_layers)
            restore_first(network, model, tile, outputs);
    }
    if (has_layers) {
        restore_tail(network, model);
        return STATUS_OK;
    }
    float *biases = model_tail(model);
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

static int64_t clamp64(int64_t value, int64_t top)
{
    return value < 0 ? 0 : value > top ? top : value;
}

// The output of the layers of a head for accumulators [2][width], from the text of kernels/nnue.h.
static int64_t reference_layers(const NetShape *shape, const NetLayers *layers, size_t head,
                                const int64_t *accumulators)
{
    const size_t width = (size_t)shape->width;
    int64_t sums2[NNUE_LAYER2];
    for (size_t k = 0; k < NNUE_LAYER2; k++)
        sums2[k] = layers->biases2[head * NNUE_LAYER2 + k];
    for (size_t j = 0; j < NNUE_LAYER1; j++) {
        int64_t sum = layers->biases1[head * NNUE_LAYER1 + j];
        for (size_t input = 0; input < width; input++) {
            const size_t pair = input % (width / 2);
            const int64_t *neuron =
                accumulators + input / (width / 2) * width + pair / 32 * 64 + pair % 32;
            const int64_t product =
                (clamp64(neuron[0], NNUE_QA) * clamp64(neuron[32], NNUE_QA) + 256) / 512;
            const size_t at = ((head * (width / 4) + input / 4) * NNUE_LAYER1 + j) * 4 + input % 4;
            sum += product * layers->weights1[at];
        }
        sum = clamp64(sum, NNUE_LAYER1_TOP);
        for (size_t k = 0; k < NNUE_LAYER2; k++) {
            const size_t at = ((head * (NNUE_LAYER1 / 2) + j / 2) * NNUE_LAYER2 + k) * 2 + j % 2;
            sums2[k] += sum * sum / 2048 * layers->weights2[at];
        }
    }
    int64_t output = 0;
    for (size_t k = 0; k < NNUE_LAYER2; k++) {
        const int64_t sum = clamp64(clamp64(sums2[k], INT64_MAX) / 2048, NNUE_LAYER2_TOP);
        output += sum * sum / 2048 * layers->weights3[head * NNUE_LAYER2 + k];
    }
    return output;
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
    int64_t accumulators[2 * NNUE_WIDTH_MAX];
    for (int side = 0; side < 2; side++) {
        for (size_t n = 0; n < width; n++) {
            int64_t acc = weights->feature_biases[n];
            for (int square = 0; square < SQUARE_COUNT; square++) {
                if (mailbox[square] == NO_PIECE)
                    continue;
                const size_t row = reference_row(shape, mailbox[square], square, kings[side], side);
                acc += weights->feature_weights[row * width + n];
            }
            accumulators[(size_t)side * width + n] = acc;
        }
    }
    if (hidden_is_used(shape))
        return (reference_layers(shape, &weights->layers, head, accumulators) +
                weights->output_biases[head]) *
               NNUE_EVAL_SCALE / LAYERS_ONE;
    int64_t sum = 0;
    for (size_t n = 0; n < 2 * width; n++) {
        const int64_t active = clamp64(accumulators[n], NNUE_QA);
        sum += active * active * weights->output_weights[head * 2 * width + n];
    }
    return (sum / NNUE_QA + weights->output_biases[head]) * NNUE_EVAL_SCALE / (NNUE_QA * NNUE_QB);
}
