// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: labelled samples from random games, shared by the trainer's tests.
#ifndef RAVELIN_TESTS_TOOLS_TRAIN_SUPPORT_H
#define RAVELIN_TESTS_TOOLS_TRAIN_SUPPORT_H

#include <criterion/criterion.h>

#include "support/positions.h"
#include "tools/train/sample.h"

typedef struct SampleFill {
    Sample *samples;
    Rng rng;
    int count;
} SampleFill;

static inline void fill_one(void *context, const Board *board)
{
    SampleFill *fill = context;
    const int score = (int)rng_below(&fill->rng, 1601) - 800;
    const int result = (int)rng_below(&fill->rng, 3);
    fill->samples[fill->count++] = sample_pack(board, score, result);
}

// Fills `count` samples with random positions, scores within +-800 and results.
static inline void fill_samples(Sample *samples, int count, uint64_t seed)
{
    SampleFill fill = {.samples = samples, .rng = rng_seeded(seed)};
    positions_walk(seed, count, fill_one, &fill);
    cr_assert_eq(fill.count, count);
}

#endif
