// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/evaluate.h"

#include <stdalign.h>
#include <string.h>

#include "base/compiler.h"
#include "nnue/features.h"
#include "nnue/layers.h"

// The output weights for a position with `men` men.
static const int16_t *output_weights(const Network *net, int men)
{
    const int head = features_head(&net->shape, men);
    return net->output_weights + (size_t)head * 2 * (size_t)net->shape.width;
}

// The layers for a position with `men` men.
static const NnueHead *layers_of(const Network *net, int men)
{
    return &net->heads[features_head(&net->shape, men)];
}

// From the sum of the output layer to centipawns.
static int sum_to_cp(const Network *net, int32_t sum, int men)
{
    if (layers_are_in(&net->shape))
        return (int)((int64_t)sum * NNUE_EVAL_SCALE / LAYERS_ONE);
    // The loader has proved that the first line fits int32; the product does not.
    const int64_t scaled = sum / NNUE_QA + net->output_biases[features_head(&net->shape, men)];
    return (int)(scaled * NNUE_EVAL_SCALE / (NNUE_QA * NNUE_QB));
}

static Score clamp_score(int cp)
{
    return cp > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : cp < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : cp;
}

Score nnue_evaluate(Accumulators *accumulators, const Board *board)
{
    const Network *net = accumulators_network(accumulators);
    const int men = bits_count(board_occupied(board));
    const int32_t sum = layers_are_in(&net->shape)
                            ? accumulators_layers(accumulators, board, layers_of(net, men))
                            : accumulators_output(accumulators, board, output_weights(net, men));
    return clamp_score(sum_to_cp(net, sum, men));
}

// All men of `board` as `perspective` sees them.
static NnueChanges all_men(const Network *net, const Board *board, Colour perspective)
{
    const int view = features_view(&net->shape, perspective, board->king_square[perspective]);
    NnueChanges changes = {0};
    Bitboard men = board_occupied(board);
    while (men != 0) {
        const Square sq = bits_pop_lowest(&men);
        const int index = features_index(view, perspective, board->mailbox[sq], sq);
        changes.added[changes.added_count++] = (uint16_t)index;
    }
    return changes;
}

int nnue_raw_output(const Network *net, const NnueKernels *kernels, const Board *board)
{
    alignas(RAVELIN_CACHE_LINE) int16_t sums[COLOUR_COUNT][NNUE_WIDTH_MAX];
    alignas(RAVELIN_CACHE_LINE) int16_t kept[NNUE_WIDTH_MAX];
    const int width = net->shape.width;
    for (Colour c = WHITE; c <= BLACK; c++) {
        const NnueChanges changes = all_men(net, board, c);
        memcpy(kept, net->feature_biases, (size_t)width * sizeof *kept);
        kernels->refresh(kept, sums[c], net->feature_weights, &changes, width);
    }
    const Colour us = board->side_to_move;
    const int men = bits_count(board_occupied(board));
    const int32_t sum = layers_are_in(&net->shape)
                            ? kernels->layers(sums[us], sums[!us], layers_of(net, men), width)
                            : kernels->output(sums[us], sums[!us], output_weights(net, men), width);
    return sum_to_cp(net, sum, men);
}

Score nnue_evaluate_fresh(const Network *net, const NnueKernels *kernels, const Board *board)
{
    return clamp_score(nnue_raw_output(net, kernels, board));
}
