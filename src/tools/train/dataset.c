// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "record/viriformat.h"

enum {
    HOLD_OUT_EVERY = 100, // one game in so many is never trained on
    FIRST_CAPACITY = 1 << 16,
};

Status sample_list_add(SampleList *list, const Sample *sample, ErrorText *error)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? FIRST_CAPACITY : list->capacity * 2;
        Sample *items = mem_alloc_aligned(capacity * sizeof *items);
        if (items == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "out of memory for %zu samples", capacity);
        if (list->count != 0)
            memcpy(items, list->items, list->count * sizeof *items);
        mem_free_aligned(list->items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *sample;
    return STATUS_OK;
}

Status dataset_add_file(Dataset *dataset, const char *path, uint64_t max_games, ErrorText *error)
{
    RecordReader *reader = NULL;
    Status status = record_open(path, &reader, error);
    if (status != STATUS_OK)
        return status;
    uint64_t games = 0;
    for (;;) {
        RecordPosition position;
        bool at_end = false;
        status = record_next(reader, &position, &at_end, error);
        if (status != STATUS_OK || at_end || (max_games != 0 && position.game >= max_games))
            break;
        games = position.game + 1;
        dataset->positions++;
        if (!position.is_quiet)
            continue;
        const Sample sample = sample_pack(position.board, position.score_cp, position.result);
        const bool is_held_out = position.game % HOLD_OUT_EVERY == HOLD_OUT_EVERY - 1;
        status =
            sample_list_add(is_held_out ? &dataset->hold_out : &dataset->training, &sample, error);
        if (status != STATUS_OK)
            break;
    }
    dataset->games += games;
    record_close(reader);
    return status;
}

void dataset_destroy(Dataset *dataset)
{
    mem_free_aligned(dataset->training.items);
    mem_free_aligned(dataset->hold_out.items);
    memset(dataset, 0, sizeof *dataset);
}

// Fisher-Yates from all samples in their order, seeded by seed and epoch.
static void shuffle(Sampler *sampler)
{
    Rng mixer = rng_seeded(sampler->seed + sampler->epoch * 0x9e3779b97f4a7c15U);
    Rng rng = rng_seeded(rng_next(&mixer));
    size_t filled = 0;
    size_t begin = 0;
    for (int s = 0; s < sampler->stretch_count; s++) {
        const Stretch *stretch = &sampler->stretches[s];
        for (int turn = 0; turn < stretch->weight; turn++) {
            for (size_t i = begin; i < stretch->end; i++)
                sampler->order[filled++] = (uint32_t)i;
        }
        begin = stretch->end;
    }
    for (size_t i = sampler->count; i > 1; i--) {
        const size_t pick = rng_below(&rng, (uint32_t)i);
        const uint32_t moved = sampler->order[i - 1];
        sampler->order[i - 1] = sampler->order[pick];
        sampler->order[pick] = moved;
    }
}

Status sampler_create(Sampler *sampler, const Stretch *stretches, int stretch_count, uint64_t seed,
                      ErrorText *error)
{
    size_t count = 0;
    size_t begin = 0;
    for (int s = 0; s < stretch_count; s++) {
        count += (stretches[s].end - begin) * (size_t)stretches[s].weight;
        begin = stretches[s].end;
    }
    if (count == 0 || count > UINT32_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "%zu samples cannot be drawn from", count);
    *sampler = (Sampler){
        .count = count, .stretches = stretches, .stretch_count = stretch_count, .seed = seed};
    sampler->order = mem_alloc_aligned(count * sizeof *sampler->order);
    if (sampler->order == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for the order of %zu samples",
                           count);
    shuffle(sampler);
    return STATUS_OK;
}

void sampler_destroy(Sampler *sampler)
{
    mem_free_aligned(sampler->order);
    sampler->order = NULL;
}

void sampler_seek(Sampler *sampler, uint64_t epoch, size_t position)
{
    if (epoch != sampler->epoch) {
        sampler->epoch = epoch;
        shuffle(sampler);
    }
    sampler->position = position;
}

bool sampler_ends(const Sampler *sampler, size_t batch)
{
    return sampler->count - sampler->position < batch;
}

const uint32_t *sampler_next(Sampler *sampler, size_t batch)
{
    if (sampler_ends(sampler, batch))
        sampler_seek(sampler, sampler->epoch + 1, 0);
    const uint32_t *order = sampler->order + sampler->position;
    sampler->position += batch;
    return order;
}
