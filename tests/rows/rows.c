// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rows/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tests/rows/guarded.h"

enum {
    COLUMNS = 40, // columns that the inputs choose from
    WIDTH_MAX = 2048,
    ROUNDS = 60,        // inputs for each width of a row that takes any
    ROUNDS_FIXED = 400, // inputs for a row with one width
    COLUMN_ROUNDS = 8,  // rounds between new columns, which cost most of the time
    INPUTS_A_ROUND = 8, // one for each entry
    WEIGHT_MAX = 127,
    MAGNITUDES_MAX = INT32_MAX / (255 * 255), // largest sum of output weights
};

static const int widths[] = {64, 128, 192, 256, 320, 512, 576, 704, 768, 1024, 1088, 1984, 2048};
enum { WIDTH_COUNT = sizeof widths / sizeof widths[0] };

// The buffers of one width; `expected` is what the scalar row wrote.
typedef struct Bench {
    int width;
    const char *name; // of the row
    RowsFault *fault;
    Guarded in, out, kept, columns, weights;
    Guarded weights1, weights2, weights3, biases1, biases2; // of the layers
    int16_t expected[WIDTH_MAX];
    int16_t expected_kept[WIDTH_MAX];
    Rng rng;
} Bench;

static size_t array_bytes(int width, int count)
{
    return (size_t)width * (size_t)count * sizeof(int16_t);
}

static Bench *bench_create(const NnueRow *row, int width, uint64_t seed, RowsFault *fault)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        abort();
    bench->width = width;
    bench->name = row->name;
    bench->fault = fault;
    bench->in = guarded_alloc(array_bytes(width, 1));
    bench->out = guarded_alloc(array_bytes(width, 1));
    bench->kept = guarded_alloc(array_bytes(width, 1));
    bench->columns = guarded_alloc(array_bytes(width, COLUMNS));
    bench->weights = guarded_alloc(array_bytes(width, 2));
    bench->weights1 = guarded_alloc((size_t)width * NNUE_LAYER1);
    bench->weights2 = guarded_alloc(sizeof(int16_t) * NNUE_LAYER1 * NNUE_LAYER2);
    bench->weights3 = guarded_alloc(sizeof(int16_t) * NNUE_LAYER2);
    bench->biases1 = guarded_alloc(sizeof(int32_t) * NNUE_LAYER1);
    bench->biases2 = guarded_alloc(sizeof(int32_t) * NNUE_LAYER2);
    bench->rng = rng_seeded(seed);
    return bench;
}

// Notes the first fault.
static void report(const Bench *bench, const char *what)
{
    if (bench->fault->text[0] == '\0')
        snprintf(bench->fault->text, sizeof bench->fault->text, "%s, width %d: %s", bench->name,
                 bench->width, what);
}

static void bench_destroy(Bench *bench)
{
    Guarded *all[] = {&bench->in,      &bench->out,      &bench->kept,     &bench->columns,
                      &bench->weights, &bench->weights1, &bench->weights2, &bench->weights3,
                      &bench->biases1, &bench->biases2};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!guarded_is_intact(all[i]))
            report(bench, "a write before a buffer");
        guarded_free(all[i]);
    }
    free(bench);
}

// Random values of the full range with the edges of the clamp and of int16 thrown in.
static void fill_edgy(Rng *rng, void *data, size_t count)
{
    static const int16_t edges[] = {INT16_MIN, INT16_MIN + 1, -256,      -255, -1,  0,
                                    1,         127,           128,       254,  255, 256,
                                    257,       INT16_MAX - 1, INT16_MAX, 181};
    int16_t *out = data;
    const unsigned style = rng_below(rng, 3);
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = rng_next(rng);
        const int16_t any = (int16_t)(uint16_t)bits;
        const int16_t edge = edges[(bits >> 16) % 16];
        const int16_t near_clamp = (int16_t)((bits >> 24) % 400 - 60);
        out[i] = style == 0 ? any : style == 1 ? edge : near_clamp;
    }
}

// Output weights up to +-127 whose magnitudes add up to at most what the loader allows; one style
// uses up the allowance with a single sign, to reach the ends of int32.
static void fill_weights(Rng *rng, int16_t *out, int count)
{
    const unsigned style = rng_below(rng, 3);
    int left = MAGNITUDES_MAX;
    memset(out, 0, (size_t)count * sizeof *out);
    const int start = (int)rng_below(rng, (uint32_t)count);
    for (int n = 0; n < count; n++) {
        const int random = (int)rng_below(rng, 2 * WEIGHT_MAX + 1) - WEIGHT_MAX;
        int weight = style == 0 ? WEIGHT_MAX : style == 1 ? -WEIGHT_MAX : random;
        if (abs(weight) > left)
            weight = weight < 0 ? -left : left;
        left -= abs(weight);
        out[(start + n) % count] = (int16_t)weight;
    }
}

static const int16_t *random_column(Bench *bench)
{
    const size_t column = rng_below(&bench->rng, COLUMNS);
    return (const int16_t *)bench->columns.data + column * (size_t)bench->width;
}

// Runs one update of both tables, into another array or in place.
static void check_updates(Bench *bench, const NnueKernels *scalar, const NnueKernels *row)
{
    const int width = bench->width;
    const size_t bytes = array_bytes(width, 1);
    const int16_t *c[4];
    for (int i = 0; i < 4; i++)
        c[i] = random_column(bench);
    const bool in_place = rng_below(&bench->rng, 2) == 0;
    for (int entry = 0; entry < 3; entry++) {
        const int16_t *in = bench->in.data;
        int16_t *out = bench->out.data;
        memset(out, 0x5a, bytes);
        if (in_place) {
            memcpy(out, in, bytes);
            in = out;
        }
        if (entry == 0) {
            scalar->add1sub1(bench->expected, bench->in.data, c[0], c[1], width);
            row->add1sub1(out, in, c[0], c[1], width);
        } else if (entry == 1) {
            scalar->add1sub2(bench->expected, bench->in.data, c[0], c[1], c[2], width);
            row->add1sub2(out, in, c[0], c[1], c[2], width);
        } else {
            scalar->add2sub2(bench->expected, bench->in.data, c[0], c[1], c[2], c[3], width);
            row->add2sub2(out, in, c[0], c[1], c[2], c[3], width);
        }
        if (memcmp(out, bench->expected, bytes) != 0)
            report(bench, entry == 0   ? "add1sub1 differs"
                          : entry == 1 ? "add1sub2 differs"
                                       : "add2sub2 differs");
    }
}

static void check_refresh(Bench *bench, const NnueKernels *scalar, const NnueKernels *row)
{
    const size_t bytes = array_bytes(bench->width, 1);
    NnueChanges changes;
    changes.added_count = (int)rng_below(&bench->rng, 65);
    changes.removed_count = (int)rng_below(&bench->rng, 65);
    for (int i = 0; i < 64; i++) {
        changes.added[i] = (uint16_t)rng_below(&bench->rng, COLUMNS);
        changes.removed[i] = (uint16_t)rng_below(&bench->rng, COLUMNS);
    }
    memcpy(bench->expected_kept, bench->in.data, bytes);
    memcpy(bench->kept.data, bench->in.data, bytes);
    scalar->refresh(bench->expected_kept, bench->expected, bench->columns.data, &changes,
                    bench->width);
    row->refresh(bench->kept.data, bench->out.data, bench->columns.data, &changes, bench->width);
    if (memcmp(bench->out.data, bench->expected, bytes) != 0)
        report(bench, "refresh differs");
    if (memcmp(bench->kept.data, bench->expected_kept, bytes) != 0)
        report(bench, "refresh keeps something else");
}

static void check_output(Bench *bench, const NnueKernels *scalar, const NnueKernels *row)
{
    fill_edgy(&bench->rng, bench->out.data, (size_t)bench->width);
    fill_weights(&bench->rng, bench->weights.data, 2 * bench->width);
    const int32_t wanted =
        scalar->output(bench->in.data, bench->out.data, bench->weights.data, bench->width);
    const int32_t got =
        row->output(bench->in.data, bench->out.data, bench->weights.data, bench->width);
    if (got != wanted) {
        char text[80];
        snprintf(text, sizeof text, "output %" PRId32 ", scalar %" PRId32, got, wanted);
        report(bench, text);
    }
}

// The update of both sides with the output behind it, into other arrays or in place.
static void check_evals(Bench *bench, const NnueKernels *scalar, const NnueKernels *row)
{
    const int width = bench->width;
    const size_t bytes = array_bytes(width, 1);
    int16_t *got_sums[2] = {bench->out.data, bench->kept.data};
    int16_t *wanted_sums[2] = {bench->expected, bench->expected_kept};
    const bool in_place = rng_below(&bench->rng, 2) == 0;
    fill_weights(&bench->rng, bench->weights.data, 2 * width);
    for (int removed = 1; removed <= 2; removed++) {
        NnueStep wanted_steps[2];
        NnueStep got_steps[2];
        for (int side = 0; side < 2; side++) {
            wanted_steps[side] = (NnueStep){
                .out = wanted_sums[side],
                .in = side == 0 ? bench->in.data : random_column(bench),
                .added = random_column(bench),
                .removed = {random_column(bench), removed == 2 ? random_column(bench) : NULL},
            };
            got_steps[side] = wanted_steps[side];
            got_steps[side].out = got_sums[side];
            if (in_place) {
                memcpy(got_sums[side], wanted_steps[side].in, bytes);
                got_steps[side].in = got_sums[side];
            }
        }
        const int16_t *weights = bench->weights.data;
        const int32_t wanted = removed == 1 ? scalar->eval_add1sub1(wanted_steps, weights, width)
                                            : scalar->eval_add1sub2(wanted_steps, weights, width);
        const int32_t got = removed == 1 ? row->eval_add1sub1(got_steps, weights, width)
                                         : row->eval_add1sub2(got_steps, weights, width);
        if (got != wanted)
            report(bench, removed == 1 ? "eval_add1sub1 gives another output"
                                       : "eval_add1sub2 gives another output");
        for (int side = 0; side < 2; side++) {
            if (memcmp(got_sums[side], wanted_sums[side], bytes) != 0)
                report(bench, removed == 1 ? "eval_add1sub1 differs" : "eval_add1sub2 differs");
        }
    }
}

// Weights of the first layer; two styles reach the ends of what pairs of products and sums may be.
static void fill_weights1(Rng *rng, int8_t *out, size_t count)
{
    const unsigned style = rng_below(rng, 4);
    for (size_t i = 0; i < count; i++) {
        const int random = (int)rng_below(rng, 2 * WEIGHT_MAX + 1) - WEIGHT_MAX;
        const int weight = style == 0   ? WEIGHT_MAX
                           : style == 1 ? -WEIGHT_MAX
                           : style == 2 ? random / 16
                                        : random;
        out[i] = (int8_t)weight;
    }
}

// `count` weights and their bias, so that activations up to `active_max` use up
// int32 but do not leave it.
static void fill_sum(Rng *rng, int16_t *weights, int count, int active_max, int32_t *bias)
{
    const unsigned style = rng_below(rng, 3);
    int64_t left = INT32_MAX - (int64_t)rng_below(rng, INT32_MAX);
    const int64_t size = INT32_MAX - left;
    *bias = (int32_t)(rng_below(rng, 2) == 0 ? size : -size);
    for (int i = 0; i < count; i++) {
        const int64_t most = left / active_max < INT16_MAX ? left / active_max : INT16_MAX;
        const int random = (int)rng_below(rng, 2 * (uint32_t)most + 1) - (int)most;
        const int weight = style == 0   ? (int)most / 2
                           : style == 1 ? -(int)most / 2
                                        : random / (int)(1 + rng_below(rng, 8));
        weights[i] = (int16_t)weight;
        left -= (int64_t)abs(weight) * active_max;
    }
}

// The layers on edgy accumulators, with weights up to the bounds that the loader allows.
static void check_layers(Bench *bench, const NnueKernels *scalar, const NnueKernels *row)
{
    enum {
        ACTIVE1_MAX = NNUE_LAYER1_TOP * NNUE_LAYER1_TOP >> NNUE_LAYER_SHIFT,
        ACTIVE2_MAX = NNUE_LAYER2_TOP * NNUE_LAYER2_TOP >> NNUE_LAYER_SHIFT,
        BIAS1_MAX = 1 << 30,
    };
    Rng *const rng = &bench->rng;
    int16_t *const weights2 = bench->weights2.data;
    int32_t *const biases1 = bench->biases1.data;
    int32_t *const biases2 = bench->biases2.data;
    NnueHead head = {bench->weights1.data, weights2, bench->weights3.data, biases1, biases2, 0};
    fill_edgy(rng, bench->out.data, (size_t)bench->width);
    fill_weights1(rng, bench->weights1.data, (size_t)bench->width * NNUE_LAYER1);
    const unsigned style = rng_below(rng, 3);
    for (int j = 0; j < NNUE_LAYER1; j++) {
        const int32_t size = (int32_t)rng_below(rng, style == 0 ? BIAS1_MAX + 1 : 20000);
        biases1[j] = rng_below(rng, 2) == 0 ? size : -size;
    }
    for (int k = 0; k < NNUE_LAYER2; k++) {
        int16_t column[NNUE_LAYER1];
        fill_sum(rng, column, NNUE_LAYER1, ACTIVE1_MAX, &biases2[k]);
        for (int j = 0; j < NNUE_LAYER1; j++)
            weights2[(j / 2 * NNUE_LAYER2 + k) * 2 + j % 2] = column[j];
    }
    fill_sum(rng, bench->weights3.data, NNUE_LAYER2, ACTIVE2_MAX, &head.bias3);
    const int32_t wanted = scalar->layers(bench->in.data, bench->out.data, &head, bench->width);
    const int32_t got = row->layers(bench->in.data, bench->out.data, &head, bench->width);
    if (got != wanted) {
        char text[80];
        snprintf(text, sizeof text, "layers %" PRId32 ", scalar %" PRId32, got, wanted);
        report(bench, text);
    }
}

static void check_width(const NnueRow *row, int width, uint64_t seed, RowsFault *fault)
{
    NnueKernels scalar;
    NnueKernels kernels;
    nnue_fill_scalar(&scalar);
    nnue_fill_scalar(&kernels);
    row->fill(&kernels);
    Bench *bench = bench_create(row, width, seed, fault);
    const int rounds = row->width == 0 ? ROUNDS : ROUNDS_FIXED;
    for (int round = 0; round < rounds; round++) {
        fill_edgy(&bench->rng, bench->in.data, (size_t)width);
        if (round % COLUMN_ROUNDS == 0)
            fill_edgy(&bench->rng, bench->columns.data, (size_t)width * COLUMNS);
        check_updates(bench, &scalar, &kernels);
        check_refresh(bench, &scalar, &kernels);
        check_output(bench, &scalar, &kernels);
        check_evals(bench, &scalar, &kernels);
        check_layers(bench, &scalar, &kernels);
        fault->inputs += INPUTS_A_ROUND;
    }
    bench_destroy(bench);
}

bool rows_equal_scalar(const NnueRow *row, uint64_t seed, RowsFault *fault)
{
    memset(fault, 0, sizeof *fault);
    for (int w = 0; w < WIDTH_COUNT; w++) {
        if (row->width == 0 || row->width == widths[w])
            check_width(row, widths[w], seed + (uint64_t)w, fault);
    }
    return fault->text[0] == '\0' && fault->inputs > 0;
}

int rows_check(uint32_t usable_flags, uint32_t wanted_flags, uint64_t seed)
{
    int count;
    const NnueRow *rows = nnue_rows(&count);
    int ran = 0;
    int skipped = 0;
    for (int i = 0; i < count; i++) {
        if (wanted_flags != 0 && (rows[i].needed & wanted_flags) == 0)
            continue;
        if ((rows[i].needed & ~usable_flags) != 0) {
            fprintf(stderr, "SKIPPED: nnue row %s, this CPU lacks it\n", rows[i].name);
            skipped++;
            continue;
        }
        RowsFault fault;
        if (!rows_equal_scalar(&rows[i], seed, &fault)) {
            fprintf(stderr, "FAILED: %s (seed %#" PRIx64 ")\n", fault.text, seed);
            return -1;
        }
        fprintf(stderr, "nnue row %s equals scalar on %d inputs\n", rows[i].name, fault.inputs);
        ran++;
    }
    fprintf(stderr, "nnue rows: %d ran, %d SKIPPED, seed %#" PRIx64 "\n", ran, skipped, seed);
    return ran;
}
