// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/net/material.h"

#include <stdlib.h>

#include "chess/types.h"
#include "record/sink.h"

// Values in thirds of a pawn. All men of a side but the king make 119, so a difference never leaves
// the clamp around CENTRE.
static const int16_t VALUES[PIECE_TYPE_COUNT] = {
    [PAWN] = 3, [KNIGHT] = 9, [BISHOP] = 10, [ROOK] = 15, [QUEEN] = 27};

enum {
    CENTRE = NNUE_QA / 2,
    // Each pair of neurons gives 4 * CENTRE * difference * weight before the division by QA, which
    // is 18.6 centipawns a pawn with the largest weight: five pairs make 93.
    PAIRS = 5,
};

// (centre + x)^2 - (centre - x)^2 = 4 * centre * x: a pair of squared neurons is linear in x.
static void fill(const NetShape *shape, const NetWeights *weights)
{
    const size_t width = (size_t)shape->width;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        for (int half = 0; half < 2; half++) {
            const size_t neuron = 2 * pair + (size_t)half;
            const int sign = half == 0 ? 1 : -1;
            weights->feature_biases[neuron] = CENTRE;
            weights->output_weights[neuron] = (int16_t)(sign * NNUE_OUTPUT_WEIGHT_MAX);
            for (size_t row = 0; row < NNUE_INPUTS; row++) {
                const int value = VALUES[row % (NNUE_INPUTS / 2) / SQUARE_COUNT];
                const int side = row < NNUE_INPUTS / 2 ? 1 : -1;
                weights->feature_weights[row * width + neuron] = (int16_t)(sign * side * value);
            }
        }
    }
}

Status command_material(const char *path, ErrorText *error)
{
    const NetShape shape = {.king_buckets = 1, .mirrored = 0, .width = NNUE_WIDTH_STEP, .heads = 1};
    const size_t width = (size_t)shape.width;
    int16_t *block = calloc(NNUE_INPUTS * width + 3 * width, sizeof *block);
    uint8_t *data = malloc(container_bytes(&shape));
    int32_t bias = 0;
    Status status = STATUS_OK;
    if (block == NULL || data == NULL) {
        status = status_fail(error, STATUS_NO_MEMORY, "out of memory for the net");
    } else {
        const NetWeights weights = {
            .feature_weights = block,
            .feature_biases = block + NNUE_INPUTS * width,
            .output_weights = block + NNUE_INPUTS * width + width,
            .output_biases = &bias,
        };
        fill(&shape, &weights);
        container_write(data, &shape, &weights);
        Sink *sink = NULL;
        status = sink_open(path, false, &sink, error);
        if (status == STATUS_OK) {
            status = sink_write(sink, data, container_bytes(&shape), error);
            const Status closed = sink_close(sink, status == STATUS_OK, error);
            status = status == STATUS_OK ? closed : status;
        }
    }
    free(block);
    free(data);
    return status;
}
