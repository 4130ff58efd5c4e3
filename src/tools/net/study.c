// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/net/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "kernels/kernels.h"
#include "nnue/evaluate.h"
#include "nnue/layers.h"
#include "position/fen.h"
#include "position/position.h"

// The integer output lacks less than one unit of QA * QB by its first division and less than a
// centipawn by its second.
static const double TRUNCATION_CP = 1.0 + (double)NNUE_EVAL_SCALE / (NNUE_QA * NNUE_QB);

static double weight_value(int16_t weight, const WeightForm *form)
{
    const double value = (double)weight / NNUE_QA;
    if (form == NULL)
        return value;
    const double whole = nearbyint(value * form->scale);
    const double kept = whole > form->limit    ? form->limit
                        : whole < -form->limit ? -form->limit
                                               : whole;
    return kept / form->scale;
}

// Row of the feature table for a man as `side` sees it.
static size_t feature_row(const NetShape *shape, const Board *board, Colour side, Square sq)
{
    const Piece pc = board->mailbox[sq];
    const Square king = board->king_square[side];
    const int king_rank = side == WHITE ? king / 8 : 7 - king / 8;
    const int bucket = shape->king_bucket_map[king_rank * 8 + king % 8];
    const int rank = side == WHITE ? sq / 8 : 7 - sq / 8;
    const int file = shape->mirrored != 0 && king % 8 >= 4 ? 7 - sq % 8 : sq % 8;
    const int enemy = piece_colour(pc) == side ? 0 : NNUE_INPUTS / 2;
    return (size_t)(bucket * NNUE_INPUTS + enemy + piece_type(pc) * 64 + rank * 8 + file);
}

static double squared_unit(double sum)
{
    return sum < 0.0 ? 0.0 : sum > 1.0 ? 1.0 : sum * sum;
}

// The output of layers for accumulators [2][width] in real numbers, but for the first layer's
// inputs: products of pairs in steps of 1 / 127.
static double layers_output(const NetShape *shape, const NnueHead *head, const double *sums)
{
    const size_t width = (size_t)shape->width;
    double inputs[NNUE_WIDTH_MAX];
    for (size_t i = 0; i < width; i++) {
        const size_t in_half = i % (width / 2);
        const double *pair = sums + (i < width / 2 ? 0 : width) + in_half / 32 * 64 + in_half % 32;
        const double a = pair[0] < 0.0 ? 0.0 : pair[0] > 1.0 ? 1.0 : pair[0];
        const double b = pair[32] < 0.0 ? 0.0 : pair[32] > 1.0 ? 1.0 : pair[32];
        const double unit = (double)NNUE_QA * NNUE_QA / (1 << NNUE_PAIR_SHIFT);
        inputs[i] = floor(a * b * unit + 0.5) / unit;
    }
    double sums2[NNUE_LAYER2];
    for (size_t k = 0; k < NNUE_LAYER2; k++)
        sums2[k] = (double)head->biases2[k] / LAYERS_SUM2_ONE;
    for (size_t j = 0; j < NNUE_LAYER1; j++) {
        double sum = head->biases1[j] * 8.0 / LAYERS_SUM1_ONE_8;
        for (size_t i = 0; i < width; i++)
            sum += inputs[i] * head->weights1[layers_weight1_at(i, j)] / NNUE_QB;
        for (size_t k = 0; k < NNUE_LAYER2; k++)
            sums2[k] +=
                squared_unit(sum) * head->weights2[layers_weight2_at(j, k)] / LAYERS_WEIGHT_SCALE;
    }
    double output = (double)head->bias3 / LAYERS_ONE;
    for (size_t k = 0; k < NNUE_LAYER2; k++)
        output += squared_unit(sums2[k]) * head->weights3[k] / LAYERS_WEIGHT_SCALE;
    return output;
}

double study_float_output(const Network *network, const Board *board, const WeightForm *form)
{
    const NetShape *shape = &network->shape;
    const size_t width = (size_t)shape->width;
    const int men = bits_count(board_occupied(board));
    const size_t head = (size_t)((men - 2) * shape->heads / 32);
    double both[2 * NNUE_WIDTH_MAX];
    for (int half = 0; half < 2; half++) {
        const Colour side = half == 0 ? board->side_to_move : board->side_to_move ^ 1;
        double *const sums = both + (size_t)half * width;
        for (size_t n = 0; n < width; n++)
            sums[n] = (double)network->feature_biases[n] / NNUE_QA;
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            if (board->mailbox[sq] == NO_PIECE)
                continue;
            const int16_t *row =
                network->feature_weights + feature_row(shape, board, side, sq) * width;
            for (size_t n = 0; n < width; n++)
                sums[n] += weight_value(row[n], form);
        }
    }
    if (layers_are_in(shape))
        return layers_output(shape, &network->heads[head], both) * NNUE_EVAL_SCALE;
    const int16_t *weights = network->output_weights + head * 2 * width;
    double output = (double)network->output_biases[head] / (NNUE_QA * NNUE_QB);
    for (size_t n = 0; n < 2 * width; n++)
        output += squared_unit(both[n]) * (double)weights[n] / NNUE_QB;
    return output * NNUE_EVAL_SCALE;
}

// What layers may lack, in centipawns: two units of 1 / 32259 in an activation of the first, one of
// 1 / 8064.75 in a sum of the second and of 1 / 31758 in its activation, carried on by the weights
// behind. A square has a slope of 2 at most. The products of pairs are whole numbers in the
// reference as well.
static double layers_truncation(const NnueHead *head)
{
    double lacking = 0.0;
    for (size_t k = 0; k < NNUE_LAYER2; k++) {
        double sum = 1.0 / 8064.75;
        for (size_t j = 0; j < NNUE_LAYER1; j++)
            sum +=
                2.0 / 32259.0 * abs(head->weights2[layers_weight2_at(j, k)]) / LAYERS_WEIGHT_SCALE;
        lacking += (2.0 * sum + 1.0 / 31758.0) * abs(head->weights3[k]) / LAYERS_WEIGHT_SCALE;
    }
    return 1.0 + lacking * NNUE_EVAL_SCALE;
}

// How far the float reference may be from the integers.
static double allowed_difference(const Network *network)
{
    if (!layers_are_in(&network->shape))
        return TRUNCATION_CP;
    double most = 0.0;
    for (int head = 0; head < network->shape.heads; head++)
        most = fmax(most, layers_truncation(&network->heads[head]));
    return most;
}

// Moves each man of `board` to the square with `flip` exclusive-ored in.
static Status transform(const Board *board, int flip, bool swaps_colours, Board *result,
                        ErrorText *error)
{
    memset(result, 0, sizeof *result);
    memset(result->castling_rook, NO_SQUARE, sizeof result->castling_rook);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        const int changed = pc != NO_PIECE && swaps_colours ? pc ^ BLACK_PIECE_BIT : pc;
        result->mailbox[sq ^ flip] = (uint8_t)changed;
    }
    result->side_to_move = (uint8_t)(board->side_to_move ^ (swaps_colours ? 1 : 0));
    result->en_passant = NO_SQUARE;
    result->fullmove_number = 1;
    return position_complete(result, error);
}

Status study_flip_colours(const Board *board, Board *flipped, ErrorText *error)
{
    return transform(board, 56, true, flipped, error);
}

Status study_mirror_files(const Board *board, Board *mirrored, ErrorText *error)
{
    return transform(board, 7, false, mirrored, error);
}

// What a comparison found.
typedef struct Comparison {
    const char *what;
    size_t compared, unequal;
    double most; // difference, centipawns
    Board worst;
} Comparison;

static void compare(Comparison *comparison, double left, double right, double allowed,
                    const Board *board)
{
    const double difference = fabs(left - right);
    comparison->compared++;
    comparison->unequal += difference > allowed;
    if (difference > comparison->most) {
        comparison->most = difference;
        comparison->worst = *board;
    }
}

static void print_comparison(const Comparison *comparison, FILE *out)
{
    fprintf(out, "%-34s %zu compared, %zu wrong, %.3f cp apart at most\n", comparison->what,
            comparison->compared, comparison->unequal, comparison->most);
    if (comparison->unequal == 0)
        return;
    char fen[FEN_BYTES];
    fen_write(&comparison->worst, true, fen);
    fprintf(out, "    worst: %s\n", fen);
}

// The integer output of each level of kernels that this machine has against the best one's.
static bool verify_kernels(const Network *network, const NetPositions *positions, FILE *out)
{
    bool is_good = true;
    Kernels best;
    (void)kernels_init(&best, NULL, NULL);
    for (size_t i = 0; isa_level_name(i / 2) != NULL; i++) {
        // Each level twice: with its rows for any width, and with those for this one.
        const char *name = isa_level_name(i / 2);
        Kernels kernels;
        if (kernels_init(&kernels, name, NULL) != STATUS_OK)
            continue;
        kernels_fit_net(&kernels, i % 2 == 0 ? 0 : network->shape.width);
        char what[64];
        (void)snprintf(what, sizeof what, "kernels %s%s", name, i % 2 == 0 ? "" : ", this width");
        Comparison comparison = {.what = what};
        for (size_t p = 0; p < positions->count; p++) {
            const Board *board = &positions->boards[p];
            compare(&comparison, nnue_raw_output(network, &kernels.nnue, board),
                    nnue_raw_output(network, &best.nnue, board), 0.0, board);
        }
        print_comparison(&comparison, out);
        is_good = is_good && comparison.unequal == 0;
    }
    return is_good;
}

Status study_verify(const Network *network, const NetPositions *positions, FILE *out, bool *is_good,
                    ErrorText *error)
{
    Kernels kernels;
    Status status = kernels_init(&kernels, NULL, error);
    Comparison reference = {.what = "float reference against integers"};
    const double allowed = allowed_difference(network);
    Comparison flip = {.what = "colours changed, ranks flipped"};
    Comparison mirror = {.what = network->shape.mirrored != 0
                                     ? "files mirrored"
                                     : "files mirrored (not asked of this net)"};
    for (size_t i = 0; i < positions->count && status == STATUS_OK; i++) {
        const Board *board = &positions->boards[i];
        Board other;
        const int whole = nnue_raw_output(network, &kernels.nnue, board);
        compare(&reference, study_float_output(network, board, NULL), whole, allowed, board);
        status = study_flip_colours(board, &other, error);
        if (status != STATUS_OK)
            break;
        compare(&flip, nnue_raw_output(network, &kernels.nnue, &other), whole, 0.0, board);
        status = study_mirror_files(board, &other, error);
        if (status == STATUS_OK)
            compare(&mirror, nnue_raw_output(network, &kernels.nnue, &other), whole,
                    network->shape.mirrored != 0 ? 0.0 : INFINITY, board);
    }
    if (status != STATUS_OK)
        return status;
    print_comparison(&reference, out);
    print_comparison(&flip, out);
    print_comparison(&mirror, out);
    const bool kernels_agree = verify_kernels(network, positions, out);
    *is_good = reference.unequal == 0 && flip.unequal == 0 && mirror.unequal == 0 && kernels_agree;
    fprintf(out, "%s\n", *is_good ? "verified" : "WRONG");
    return STATUS_OK;
}

enum { HISTOGRAM_BINS = 8 };

// Upper ends of the bins in centipawns; the last has none.
static const double BIN_ENDS[HISTOGRAM_BINS] = {1, 2, 4, 8, 16, 32, 64, INFINITY};

static void study_form(const Network *network, const NetPositions *positions,
                       const WeightForm *form, FILE *out)
{
    const size_t count =
        (size_t)network->shape.king_buckets * NNUE_INPUTS * (size_t)network->shape.width;
    size_t cut = 0;
    for (size_t i = 0; i < count; i++)
        cut +=
            fabs((double)network->feature_weights[i] / NNUE_QA * form->scale) > form->limit + 0.5;
    size_t bins[HISTOGRAM_BINS] = {0};
    double sum = 0.0;
    double most = 0.0;
    for (size_t i = 0; i < positions->count; i++) {
        const Board *board = &positions->boards[i];
        const double difference = fabs(study_float_output(network, board, form) -
                                       study_float_output(network, board, NULL));
        int bin = 0;
        while (difference >= BIN_ENDS[bin])
            bin++;
        bins[bin]++;
        sum += difference;
        most = difference > most ? difference : most;
    }
    fprintf(out,
            "8 bits, scale %.1f (up to %.2f): %.3f %% of the weights cut; mean %.2f cp, most "
            "%.1f cp\n",
            form->scale, form->limit / form->scale, 100.0 * (double)cut / (double)count,
            sum / (double)positions->count, most);
    for (int bin = 0; bin < HISTOGRAM_BINS; bin++) {
        const double share = 100.0 * (double)bins[bin] / (double)positions->count;
        if (bin + 1 < HISTOGRAM_BINS)
            fprintf(out, "  below %2.0f cp %6.2f %% ", BIN_ENDS[bin], share);
        else
            fprintf(out, "  beyond      %6.2f %% ", share);
        for (int mark = 0; mark < (int)(share / 2.0 + 0.5); mark++)
            fputc('#', out);
        fputc('\n', out);
    }
}

void study_quantisation(const Network *network, const NetPositions *positions, FILE *out)
{
    const size_t count =
        (size_t)network->shape.king_buckets * NNUE_INPUTS * (size_t)network->shape.width;
    int largest = 1;
    for (size_t i = 0; i < count; i++) {
        const int size = abs(network->feature_weights[i]);
        largest = size > largest ? size : largest;
    }
    fprintf(out, "feature weights of 16 bits, scale %d, up to %.2f; %zu positions\n", NNUE_QA,
            (double)largest / NNUE_QA, positions->count);
    // One that holds the largest weight, the one that holds 1.98 (the trainer's clip), and finer.
    const double scales[] = {127.0 * NNUE_QA / largest, 64.0, 96.0, 128.0};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const WeightForm form = {scales[i], 127};
        study_form(network, positions, &form, out);
    }
}
