// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: all samples of a run in memory, split by game into training and hold-out,
// and the order in which they are drawn. The dataset owns its arrays; one thread.
#ifndef RAVELIN_TOOLS_TRAIN_DATASET_H
#define RAVELIN_TOOLS_TRAIN_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "tools/train/sample.h"

// A growing array of samples.
typedef struct SampleList {
    Sample *items;
    size_t count;
    size_t capacity;
} SampleList;

typedef struct Dataset {
    SampleList training;
    SampleList hold_out;
    uint64_t games;
    uint64_t positions; // read, kept or not
} Dataset;

// Appends the quiet positions of a training file. Every 100th game of a file goes to the hold-out.
// Stops after `max_games` games of the file (0: all). On failure the dataset keeps what it has.
Status dataset_add_file(Dataset *dataset, const char *path, uint64_t max_games, ErrorText *error);

// Frees both lists and leaves an empty data set; one that is all zeros is allowed.
void dataset_destroy(Dataset *dataset);

// Appends one sample; STATUS_NO_MEMORY leaves the list as it was.
Status sample_list_add(SampleList *list, const Sample *sample, ErrorText *error);

// Samples that are drawn `weight` times an epoch: from the end of the stretch before up to `end`.
typedef struct Stretch {
    size_t end;
    int weight; // > 0
} Stretch;

// Draws all samples, each by its weight, once an epoch in an order of its own: a function of seed
// and epoch alone, so that (epoch, position) is the whole state.
typedef struct Sampler {
    uint32_t *order;
    size_t count;             // drawn in an epoch
    const Stretch *stretches; // borrowed
    int stretch_count;
    uint64_t seed;
    uint64_t epoch;
    size_t position; // in `order`: the next one to hand out
} Sampler;

// The weights' sum over all samples is 1..2^32-1. The stretches must outlive the sampler.
Status sampler_create(Sampler *sampler, const Stretch *stretches, int stretch_count, uint64_t seed,
                      ErrorText *error);

// Frees the order; the samples are not its own.
void sampler_destroy(Sampler *sampler);

// Goes to a place in an epoch (position <= count).
void sampler_seek(Sampler *sampler, uint64_t epoch, size_t position);

// The next `batch` (<= count) indices. An epoch's remainder that does not fill a batch is dropped;
// a new epoch rewrites the order, so what was handed out before is gone.
const uint32_t *sampler_next(Sampler *sampler, size_t batch);

// True if sampler_next(batch) would begin a new epoch.
bool sampler_ends(const Sampler *sampler, size_t batch);

#endif
