// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that the trainer wrote beside the net in the binary (tests/data/net_vectors.txt:
// fen;float_cp;int_cp): the integers exactly on every row, the floats nearly.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "nnue/embed.h"
#include "nnue/evaluate.h"
#include "tests/nnue/nets.h"

// Rounding the output weights to 1/QB moves the value: 7.5 cp on average in a net of 64 neurons
// that was rounded only after training, less where the trainer knew of the rounding. More than
// these, or a shift of all values in one direction, is a fault of trainer or engine.
enum {
    VECTORS_MIN = 200,
    MEAN_SHIFT_MAX_CP = 5,
    MEAN_DIFFERENCE_MAX_CP = 5,
    FLOAT_RANGE_CP = 1000, // larger values differ by a share, not by centipawns
};

typedef struct Totals {
    int count;
    int in_range;
    double shift;
    double difference;
} Totals;

static void check_vector(const Network *net, const NnueKernels *kernels, char *line, Totals *totals)
{
    char *float_text = strchr(line, ';');
    cr_assert_not_null(float_text);
    *float_text++ = '\0';
    char *int_text = strchr(float_text, ';');
    cr_assert_not_null(int_text);
    const double float_cp = strtod(float_text, NULL);
    const long int_cp = strtol(int_text + 1, NULL, 10);
    const Board board = test_board(line);
    const int got = nnue_raw_output(net, kernels, &board);
    cr_assert_eq(got, int_cp, "%s: %d, trainer %ld", line, got, int_cp);
    totals->count++;
    if (fabs(float_cp) < FLOAT_RANGE_CP) {
        totals->in_range++;
        totals->shift += got - float_cp;
        totals->difference += fabs(got - float_cp);
    }
}

static Totals check_vectors(const NnueKernels *kernels)
{
    Network *net = NULL;
    ErrorText error = {""};
    cr_assert_eq(network_load_embedded(&net, &error), STATUS_OK, "%s", error.text);
    const char *source = getenv("RAVELIN_SOURCE");
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/data/net_vectors.txt", source != NULL ? source : ".");
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot open %s", path);
    Totals totals = {0};
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != '#' && line[0] != '\n')
            check_vector(net, kernels, line, &totals);
    }
    fclose(file);
    network_destroy(net);
    return totals;
}

Test(nnue_vectors, integers_are_the_trainers_on_every_row)
{
    int count;
    const NnueRow *rows = nnue_rows(&count);
    const uint32_t flags = isa_detect();
    Network *net = NULL;
    cr_assert_eq(network_load_embedded(&net, NULL), STATUS_OK);
    const int width = net->shape.width;
    network_destroy(net);
    int ran = 0;
    for (int i = 0; i < count; i++) {
        if (!nnue_row_fits(&rows[i], flags, width))
            continue;
        NnueKernels kernels;
        nnue_fill_scalar(&kernels);
        rows[i].fill(&kernels);
        cr_assert_geq(check_vectors(&kernels).count, VECTORS_MIN);
        ran++;
    }
    cr_assert_geq(ran, 1);
}

Test(nnue_vectors, floats_are_near)
{
    NnueKernels kernels;
    nnue_fill_scalar(&kernels);
    const Totals totals = check_vectors(&kernels);
    cr_assert_geq(totals.in_range, VECTORS_MIN / 2);
    const double shift = totals.shift / totals.in_range;
    const double difference = totals.difference / totals.in_range;
    fprintf(stderr, "integer minus float: mean %.2f cp, mean magnitude %.2f cp\n", shift,
            difference);
    cr_assert(fabs(shift) <= MEAN_SHIFT_MAX_CP, "shifted by %.2f cp", shift);
    cr_assert(difference <= MEAN_DIFFERENCE_MAX_CP, "off by %.2f cp on average", difference);
}
