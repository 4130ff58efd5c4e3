// SPDX-License-Identifier: GPL-3.0-or-later
// Each row of the NNUE table against the scalar one: equal in every bit on seeded inputs with many
// edge values, in buffers that catch reads and writes outside.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kernels/isa.h"
#include "kernels/nnue.h"
#include "tests/nnue/guarded.h"

enum {
    COLUMNS = 40, // columns that the tests choose from
    WIDTH_MAX = 2048,
    ROUNDS = 60, // inputs for each width and row
    WEIGHT_MAX = 127,
    MAGNITUDES_MAX = INT32_MAX / (255 * 255), // largest sum of output weights
};

static const int widths[] = {64, 128, 192, 256, 320, 512, 576, 704, 768, 1024, 1088, 1984, 2048};
enum { WIDTH_COUNT = sizeof widths / sizeof widths[0] };

// The buffers of one width; `expected` is what the scalar row wrote.
typedef struct Bench {
    int width;
    Guarded in, out, kept, columns, weights;
    int16_t expected[WIDTH_MAX];
    int16_t expected_kept[WIDTH_MAX];
    Rng rng;
} Bench;

static size_t array_bytes(int width, int count)
{
    return (size_t)width * (size_t)count * sizeof(int16_t);
}

static Bench *bench_create(int width, uint64_t seed)
{
    Bench *bench = calloc(1, sizeof *bench);
    cr_assert_not_null(bench);
    bench->width = width;
    bench->in = guarded_alloc(array_bytes(width, 1));
    bench->out = guarded_alloc(array_bytes(width, 1));
    bench->kept = guarded_alloc(array_bytes(width, 1));
    bench->columns = guarded_alloc(array_bytes(width, COLUMNS));
    bench->weights = guarded_alloc(array_bytes(width, 2));
    bench->rng = rng_seeded(seed);
    return bench;
}

static void bench_destroy(Bench *bench)
{
    Guarded *all[] = {&bench->in, &bench->out, &bench->kept, &bench->columns, &bench->weights};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        cr_assert(guarded_is_intact(all[i]), "wrote before a buffer, width %d", bench->width);
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
static void check_updates(Bench *bench, const NnueKernels *scalar, const NnueKernels *row,
                          const char *name)
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
        cr_assert_eq(memcmp(out, bench->expected, bytes), 0, "%s: update %d differs, width %d",
                     name, entry, width);
    }
}

static void check_refresh(Bench *bench, const NnueKernels *scalar, const NnueKernels *row,
                          const char *name)
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
    cr_assert_eq(memcmp(bench->out.data, bench->expected, bytes), 0,
                 "%s: refresh differs, width %d", name, bench->width);
    cr_assert_eq(memcmp(bench->kept.data, bench->expected_kept, bytes), 0,
                 "%s: refresh keeps something else, width %d", name, bench->width);
}

static void check_output(Bench *bench, const NnueKernels *scalar, const NnueKernels *row,
                         const char *name)
{
    fill_edgy(&bench->rng, bench->out.data, (size_t)bench->width);
    fill_weights(&bench->rng, bench->weights.data, 2 * bench->width);
    const int32_t wanted =
        scalar->output(bench->in.data, bench->out.data, bench->weights.data, bench->width);
    const int32_t got =
        row->output(bench->in.data, bench->out.data, bench->weights.data, bench->width);
    cr_assert_eq(got, wanted, "%s: output %" PRId32 ", scalar %" PRId32 ", width %d", name, got,
                 wanted, bench->width);
}

static void check_row(const NnueRow *row, const NnueKernels *scalar, uint64_t seed)
{
    NnueKernels kernels;
    nnue_fill_scalar(&kernels);
    row->fill(&kernels);
    for (int w = 0; w < WIDTH_COUNT; w++) {
        Bench *bench = bench_create(widths[w], seed + (uint64_t)w);
        for (int round = 0; round < ROUNDS; round++) {
            fill_edgy(&bench->rng, bench->in.data, (size_t)bench->width);
            fill_edgy(&bench->rng, bench->columns.data, (size_t)bench->width * COLUMNS);
            check_updates(bench, scalar, &kernels, row->name);
            check_refresh(bench, scalar, &kernels, row->name);
            check_output(bench, scalar, &kernels, row->name);
        }
        bench_destroy(bench);
    }
}

Test(nnue_kernels, every_row_equals_scalar)
{
    const uint64_t seed = 0x5eed0001;
    const uint32_t flags = isa_detect();
    int count;
    const NnueRow *rows = nnue_rows(&count);
    NnueKernels scalar;
    nnue_fill_scalar(&scalar);
    int usable = 0;
    int ran = 0;
    for (int i = 0; i < count; i++)
        usable += (rows[i].needed & ~flags) == 0;
    for (int i = 0; i < count; i++) {
        if ((rows[i].needed & ~flags) != 0) {
            fprintf(stderr, "SKIPPED: nnue row %s, this CPU lacks it\n", rows[i].name);
            continue;
        }
        check_row(&rows[i], &scalar, seed);
        ran++;
    }
    fprintf(stderr, "nnue rows: %d of %d ran, seed %#" PRIx64 "\n", ran, count, seed);
    cr_assert_eq(ran, usable);
    cr_assert_geq(ran, 1);
}

// The reference itself on numbers worked out by hand.
Test(nnue_kernels, scalar_by_hand)
{
    NnueKernels scalar;
    nnue_fill_scalar(&scalar);
    alignas(64) int16_t in[64] = {10, -5, INT16_MAX, 300};
    alignas(64) int16_t added[64] = {5, -5, 1, 0};
    alignas(64) int16_t removed[64] = {1, 1, 0, -20};
    alignas(64) int16_t other[64] = {2, 2, 2, 2};
    alignas(64) int16_t out[64];
    scalar.add1sub1(out, in, added, removed, 64);
    cr_assert_eq(out[0], 14);
    cr_assert_eq(out[1], -11);
    cr_assert_eq(out[2], INT16_MIN);
    cr_assert_eq(out[3], 320);
    scalar.add1sub2(out, in, added, removed, other, 64);
    cr_assert_eq(out[0], 12);
    scalar.add2sub2(out, in, added, other, removed, removed, 64);
    cr_assert_eq(out[0], 15);
    cr_assert_eq(out[3], 342);

    alignas(64) int16_t weights[128] = {3, 100, 1, -2};
    weights[64] = -1;
    weights[67] = 127;
    // us: 10^2*3 + 0*100 + 255^2*1 + 255^2*-2, them (removed): 1*-1 + 0*127
    cr_assert_eq(scalar.output(in, removed, weights, 64), 300 - 65025 - 1);
}

Test(nnue_kernels, rows_start_with_scalar_and_fill_everything)
{
    int count;
    const NnueRow *rows = nnue_rows(&count);
    cr_assert_geq(count, 1);
    cr_assert_str_eq(rows[0].name, "scalar");
    cr_assert_eq(rows[0].needed, 0);
    NnueKernels kernels;
    memset(&kernels, 0, sizeof kernels);
    nnue_fill(&kernels, 0);
    NnueKernels scalar;
    nnue_fill_scalar(&scalar);
    cr_assert_eq(memcmp(&kernels, &scalar, sizeof kernels), 0);
}
