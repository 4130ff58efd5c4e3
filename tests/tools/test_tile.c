// SPDX-License-Identifier: GPL-3.0-or-later
// Each set of float kernels against the plain one. Sums are taken in another order, so they agree
// up to rounding, not bit for bit.
#include "tools/train_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tools/train/tile.h"

enum { SEED = 5, POSITIONS = 200, HEADS = 3, INPUTS = NNUE_INPUTS, KERNEL_SETS = 3 };
enum { ACTIVATIONS = POSITIONS * 2 * TILE_WIDTH };

typedef struct Fixture {
    int first;    // neurons of the first hidden layer; 0: none
    int floats;   // of a tile
    int partials; // sums that the forward pass gives
    uint16_t features[POSITIONS][2][SAMPLE_MEN_MAX];
    uint8_t counts[POSITIONS];
    uint8_t heads[POSITIONS];
    float *parameters;
    float *slopes;
} Fixture;

// What one set of kernels makes of the fixture.
typedef struct Outcome {
    float *activations;
    float *partials;
    float *gradients;
    float *stepped;
} Outcome;

static float *floats(size_t count)
{
    float *block = mem_alloc_aligned(count * sizeof *block);
    cr_assert_not_null(block);
    memset(block, 0, count * sizeof *block);
    return block;
}

static void set_up(Fixture *fixture, int first)
{
    Sample samples[POSITIONS];
    fill_samples(samples, POSITIONS, SEED);
    NetShape shape = {.king_buckets = 1, .mirrored = 1, .width = TILE_WIDTH, .heads = HEADS};
    shape.hidden[0] = first;
    Rng rng = rng_seeded(SEED);
    fixture->first = first;
    fixture->floats = (int)tile_floats(&shape);
    fixture->partials = POSITIONS * (first != 0 ? first : 1);
    fixture->parameters = floats((size_t)fixture->floats);
    fixture->slopes = floats((size_t)fixture->partials);
    for (int i = 0; i < fixture->floats; i++)
        fixture->parameters[i] = (float)(rng_unit(&rng) - 0.45) * 0.2F;
    for (int p = 0; p < POSITIONS; p++) {
        const int men = sample_features(&samples[p], &shape, fixture->features[p]);
        fixture->counts[p] = (uint8_t)men;
        fixture->heads[p] = (uint8_t)sample_head(men, HEADS);
    }
    for (int i = 0; i < fixture->partials; i++)
        fixture->slopes[i] = (float)(rng_unit(&rng) - 0.5);
}

static Outcome run_kernels(const TileKernels *kernels, const Fixture *fixture)
{
    const TileBatch batch = {POSITIONS, fixture->features, fixture->counts, fixture->heads, HEADS};
    const size_t count = (size_t)fixture->floats;
    Outcome outcome = {floats(ACTIVATIONS), floats((size_t)fixture->partials), floats(count),
                       floats(count)};
    if (fixture->first == 0) {
        kernels->forward(&batch, INPUTS, fixture->parameters, outcome.activations,
                         outcome.partials);
        kernels->backward(&batch, INPUTS, fixture->parameters, outcome.activations, fixture->slopes,
                          outcome.gradients);
    } else {
        kernels->forward_pairs(&batch, INPUTS, fixture->first, fixture->parameters,
                               outcome.activations, outcome.partials);
        kernels->backward_pairs(&batch, INPUTS, fixture->first, fixture->parameters,
                                outcome.activations, fixture->slopes, outcome.gradients);
    }
    float *moment1 = floats(count);
    float *moment2 = floats(count);
    memcpy(outcome.stepped, fixture->parameters, count * sizeof(float));
    const AdamStep step = {0.01F, 0.999F, 0.9F, 0.999F, 10.0F, 1000.0F, 1e-8F, 0.09F};
    kernels->adamw(outcome.stepped, outcome.gradients, moment1, moment2, count, &step);
    mem_free_aligned(moment1);
    mem_free_aligned(moment2);
    return outcome;
}

static void drop(Outcome *outcome)
{
    mem_free_aligned(outcome->activations);
    mem_free_aligned(outcome->partials);
    mem_free_aligned(outcome->gradients);
    mem_free_aligned(outcome->stepped);
}

static void assert_close(const char *what, const float *found, const float *wanted, int count,
                         float tolerance)
{
    for (int i = 0; i < count; i++)
        cr_assert(fabsf(found[i] - wanted[i]) <= tolerance, "%s %d: %g, wanted %g", what, i,
                  (double)found[i], (double)wanted[i]);
}

static void compare_sets(int first)
{
    Fixture *fixture = malloc(sizeof *fixture);
    cr_assert_not_null(fixture);
    set_up(fixture, first);
    Outcome plain = run_kernels(tile_kernels("scalar"), fixture);
    // Both ends of the clamp and its inside must occur, or the test proves little.
    int low = 0;
    int high = 0;
    for (int i = 0; i < ACTIVATIONS; i++) {
        low += plain.activations[i] <= 0.0F;
        high += plain.activations[i] >= 1.0F;
    }
    cr_assert(low > 100 && high > 100 && low + high < ACTIVATIONS - 100, "%d %d", low, high);
    int sets = 0;
    int skipped = 0;
    for (int i = 0; tile_kernels_name(i) != NULL; i++) {
        const TileKernels *kernels = tile_kernels(tile_kernels_name(i));
        if (kernels == NULL) {
            // Not as a warning of Criterion's: with one, the program's exit status is 1.
            fprintf(stderr, "kernels %s skipped: not on this CPU\n", tile_kernels_name(i));
            skipped++;
            continue;
        }
        Outcome outcome = run_kernels(kernels, fixture);
        assert_close("activation", outcome.activations, plain.activations, ACTIVATIONS, 1e-5F);
        assert_close("partial", outcome.partials, plain.partials, fixture->partials, 1e-4F);
        assert_close("gradient", outcome.gradients, plain.gradients, fixture->floats, 1e-4F);
        // Where the gradient is near 0 its sign, and so Adam's step of +-0.01, is rounding.
        for (int n = 0; n < fixture->floats; n++)
            if (fabsf(plain.gradients[n]) > 1e-3F)
                assert_close("parameter", outcome.stepped + n, plain.stepped + n, 1, 1e-5F);
        drop(&outcome);
        sets++;
    }
    cr_assert(sets >= 1 && sets + skipped <= KERNEL_SETS);
    drop(&plain);
    mem_free_aligned(fixture->parameters);
    mem_free_aligned(fixture->slopes);
    free(fixture);
}

Test(tile, every_set_agrees_with_the_plain_one)
{
    compare_sets(0);
}

Test(tile, every_set_agrees_with_hidden_layers_behind)
{
    compare_sets(16);
    compare_sets(32);
}

Test(tile, unknown_names_are_refused)
{
    cr_assert_null(tile_kernels("sse9"));
    cr_assert_not_null(tile_kernels("auto"));
    cr_assert_str_eq(tile_kernels("scalar")->name, "scalar");
}
