// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/entries.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum {
    SAMPLE_COLUMNS = 32, // together they stay in the first levels of cache
    SAMPLE_ACCUMULATORS = 8,
    SAMPLE_ADDED = 3, // a refresh through the cache finds a few men that differ
    SAMPLE_REMOVED = 3,
    SAMPLE_WEIGHT_MAX = 15, // the sum of 2 * 2048 such weights keeps to the loader's bound
};

struct KernelSample {
    int width;
    int board_count;
    uint32_t turn;   // walks through the inputs
    int64_t sink;    // what results are added to, so that none is thrown away
    int16_t *arrays; // accumulators, then columns, then two halves of output weights
    int8_t *layers;  // weights of the first layer, then the other arrays of NnueHead
    NnueHead head;
    NnueChanges changes;
    Board boards[KERNEL_SAMPLE_BOARDS_MAX];
    Move moves[MOVE_LIST_CAPACITY];
};

static int16_t *array_at(const KernelSample *sample, size_t index)
{
    return sample->arrays + index * (size_t)sample->width;
}

static int16_t *accumulator(const KernelSample *sample, uint32_t n)
{
    return array_at(sample, n % SAMPLE_ACCUMULATORS);
}

static const int16_t *column(const KernelSample *sample, uint32_t n)
{
    return array_at(sample, SAMPLE_ACCUMULATORS + n % SAMPLE_COLUMNS);
}

static const int16_t *output_weights(const KernelSample *sample)
{
    return array_at(sample, SAMPLE_ACCUMULATORS + SAMPLE_COLUMNS);
}

// Each call goes from one accumulator to the next, as along a line of moves.
static void run_add1sub1(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueAdd1Sub1 *const entry = (NnueAdd1Sub1 *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        entry(accumulator(sample, n + 1), accumulator(sample, n), column(sample, 5 * n),
              column(sample, 7 * n + 3), sample->width);
    }
}

static void run_add1sub2(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueAdd1Sub2 *const entry = (NnueAdd1Sub2 *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        entry(accumulator(sample, n + 1), accumulator(sample, n), column(sample, 5 * n),
              column(sample, 7 * n + 3), column(sample, 9 * n + 1), sample->width);
    }
}

static void run_add2sub2(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueAdd2Sub2 *const entry = (NnueAdd2Sub2 *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        entry(accumulator(sample, n + 1), accumulator(sample, n), column(sample, 5 * n),
              column(sample, 3 * n + 2), column(sample, 7 * n + 3), column(sample, 9 * n + 1),
              sample->width);
    }
}

static void run_refresh(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueRefresh *const entry = (NnueRefresh *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        entry(accumulator(sample, n + 1), accumulator(sample, n), column(sample, 0),
              &sample->changes, sample->width);
    }
}

static void run_output(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueOutput *const entry = (NnueOutput *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        sample->sink += entry(accumulator(sample, n), accumulator(sample, n + 1),
                              output_weights(sample), sample->width);
    }
}

// Both sides one step along their lines: odd accumulators are one side's, even ones the other's.
static void next_steps(KernelSample *sample, NnueStep steps[2])
{
    const uint32_t n = sample->turn++;
    for (uint32_t side = 0; side < 2; side++) {
        steps[side] = (NnueStep){
            .out = accumulator(sample, 2 * n + side + 2),
            .in = accumulator(sample, 2 * n + side),
            .added = column(sample, 5 * n + side),
            .removed = {column(sample, 7 * n + 3 + side), column(sample, 9 * n + 1 + side)},
        };
    }
}

static void run_eval_add1sub1(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueEvalAdd1Sub1 *const entry = (NnueEvalAdd1Sub1 *)function;
    for (int i = 0; i < calls; i++) {
        NnueStep steps[2];
        next_steps(sample, steps);
        sample->sink += entry(steps, output_weights(sample), sample->width);
    }
}

static void run_eval_add1sub2(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueEvalAdd1Sub2 *const entry = (NnueEvalAdd1Sub2 *)function;
    for (int i = 0; i < calls; i++) {
        NnueStep steps[2];
        next_steps(sample, steps);
        sample->sink += entry(steps, output_weights(sample), sample->width);
    }
}

static void run_layers(KernelFunction *function, KernelSample *sample, int calls)
{
    NnueLayers *const entry = (NnueLayers *)function;
    for (int i = 0; i < calls; i++) {
        const uint32_t n = sample->turn++;
        sample->sink +=
            entry(accumulator(sample, n), accumulator(sample, n + 1), &sample->head, sample->width);
    }
}

static const Board *next_board(KernelSample *sample)
{
    return &sample->boards[sample->turn++ % (uint32_t)sample->board_count];
}

static void run_list(KernelFunction *function, KernelSample *sample, int calls)
{
    MovegenList *const entry = (MovegenList *)function;
    for (int i = 0; i < calls; i++)
        sample->sink += entry(next_board(sample), sample->moves);
}

static void run_count(KernelFunction *function, KernelSample *sample, int calls)
{
    MovegenCount *const entry = (MovegenCount *)function;
    for (int i = 0; i < calls; i++)
        sample->sink += entry(next_board(sample));
}

enum {
    REFRESH_ARRAYS = 1 + SAMPLE_ADDED + SAMPLE_REMOVED + 2,
    LAYERS_ARRAYS = 2 + NNUE_LAYER1 / 2, // two accumulators, and the bytes of the first layer
};

static const KernelEntry ENTRIES[] = {
    {"movegen.all", offsetof(Kernels, movegen.all), 0, KERNEL_NETS_ALL, run_list},
    {"movegen.captures", offsetof(Kernels, movegen.captures), 0, KERNEL_NETS_ALL, run_list},
    {"movegen.quiets", offsetof(Kernels, movegen.quiets), 0, KERNEL_NETS_ALL, run_list},
    {"movegen.count", offsetof(Kernels, movegen.count), 0, KERNEL_NETS_ALL, run_count},
    {"movegen.count_two", offsetof(Kernels, movegen.count_two), 0, KERNEL_NETS_ALL, run_count},
    {"nnue.add1sub1", offsetof(Kernels, nnue.add1sub1), 4, KERNEL_NETS_ALL, run_add1sub1},
    {"nnue.add1sub2", offsetof(Kernels, nnue.add1sub2), 5, KERNEL_NETS_ALL, run_add1sub2},
    {"nnue.add2sub2", offsetof(Kernels, nnue.add2sub2), 6, KERNEL_NETS_ALL, run_add2sub2},
    {"nnue.refresh", offsetof(Kernels, nnue.refresh), REFRESH_ARRAYS, KERNEL_NETS_ALL, run_refresh},
    {"nnue.output", offsetof(Kernels, nnue.output), 4, KERNEL_NETS_PLAIN, run_output},
    {"nnue.eval_add1sub1", offsetof(Kernels, nnue.eval_add1sub1), 10, KERNEL_NETS_PLAIN,
     run_eval_add1sub1},
    {"nnue.eval_add1sub2", offsetof(Kernels, nnue.eval_add1sub2), 12, KERNEL_NETS_PLAIN,
     run_eval_add1sub2},
    {"nnue.layers", offsetof(Kernels, nnue.layers), LAYERS_ARRAYS, KERNEL_NETS_LAYERED, run_layers},
};

static_assert(sizeof ENTRIES / sizeof ENTRIES[0] <= KERNEL_ENTRIES_MAX, "room for all entries");

const KernelEntry *kernel_entries(int *count)
{
    *count = (int)(sizeof ENTRIES / sizeof ENTRIES[0]);
    return ENTRIES;
}

KernelFunction *kernel_entry_get(const Kernels *kernels, const KernelEntry *entry)
{
    KernelFunction *function;
    memcpy(&function, (const char *)kernels + entry->offset, sizeof function);
    return function;
}

void kernel_entry_set(Kernels *kernels, const KernelEntry *entry, KernelFunction *function)
{
    memcpy((char *)kernels + entry->offset, &function, sizeof function);
}

// Appends the row unless it leaves the entry to the rows before it.
static void add_row(KernelRow *rows, int *count, const KernelEntry *entry, const Kernels *filled,
                    const KernelRow *row)
{
    KernelFunction *const function = kernel_entry_get(filled, entry);
    if (function == NULL || *count == KERNEL_ROWS_MAX)
        return;
    rows[*count] = *row;
    rows[(*count)++].function = function;
}

static bool is_of_movegen(const KernelEntry *entry)
{
    return entry->offset < offsetof(Kernels, nnue);
}

int kernel_entry_rows(const KernelEntry *entry, uint32_t isa_flags, int width,
                      KernelRow rows[KERNEL_ROWS_MAX])
{
    int count = 0;
    int row_count;
    if (is_of_movegen(entry)) {
        const MovegenRow *const all = movegen_rows(&row_count);
        for (int i = 0; i < row_count; i++) {
            if ((all[i].needed & ~isa_flags) != 0 || (all[i].unwanted & isa_flags) != 0)
                continue;
            Kernels filled = {0};
            all[i].fill(&filled.movegen);
            add_row(rows, &count, entry, &filled, &(KernelRow){all[i].name, NULL, all[i].needed});
        }
    } else {
        const NnueRow *const all = nnue_rows(&row_count);
        for (int i = 0; i < row_count; i++) {
            if (!nnue_row_fits(&all[i], isa_flags, width))
                continue;
            Kernels filled = {0};
            all[i].fill(&filled.nnue);
            add_row(rows, &count, entry, &filled, &(KernelRow){all[i].name, NULL, all[i].needed});
        }
    }
    return count;
}

int kernel_entry_lacking(const KernelEntry *entry, uint32_t isa_flags, int width,
                         const char *names[KERNEL_ROWS_MAX])
{
    int count = 0;
    int row_count;
    if (is_of_movegen(entry)) {
        const MovegenRow *const all = movegen_rows(&row_count);
        for (int i = 0; i < row_count && count < KERNEL_ROWS_MAX; i++)
            if ((all[i].needed & ~isa_flags) != 0)
                names[count++] = all[i].name;
    } else {
        const NnueRow *const all = nnue_rows(&row_count);
        for (int i = 0; i < row_count && count < KERNEL_ROWS_MAX; i++)
            if ((all[i].needed & ~isa_flags) != 0 && nnue_row_fits(&all[i], all[i].needed, width))
                names[count++] = all[i].name;
    }
    return count;
}

enum {
    LAYERS_WEIGHTS2 = NNUE_LAYER1 * NNUE_LAYER2,
    // What lies behind the weights of the first layer.
    LAYERS_BYTES = 2 * (LAYERS_WEIGHTS2 + NNUE_LAYER2) + 4 * (NNUE_LAYER1 + NNUE_LAYER2),
};

// Small weights, so that no sum leaves int32; biases are 0.
static void fill_head(KernelSample *sample, Rng *rng)
{
    const size_t first = (size_t)sample->width * NNUE_LAYER1;
    int16_t *const weights2 = (int16_t *)(void *)(sample->layers + first);
    int32_t *const biases = (int32_t *)(void *)(weights2 + LAYERS_WEIGHTS2 + NNUE_LAYER2);
    memset(sample->layers, 0, first + LAYERS_BYTES);
    for (size_t i = 0; i < first; i++)
        sample->layers[i] =
            (int8_t)((int)rng_below(rng, 2 * SAMPLE_WEIGHT_MAX + 1) - SAMPLE_WEIGHT_MAX);
    for (int i = 0; i < LAYERS_WEIGHTS2 + NNUE_LAYER2; i++)
        weights2[i] = (int16_t)((int)rng_below(rng, 2 * SAMPLE_WEIGHT_MAX + 1) - SAMPLE_WEIGHT_MAX);
    sample->head = (NnueHead){
        .weights1 = sample->layers,
        .weights2 = weights2,
        .weights3 = weights2 + LAYERS_WEIGHTS2,
        .biases1 = biases,
        .biases2 = biases + NNUE_LAYER1,
    };
}

KernelSample *kernel_sample_create(int width, const Board *boards, int board_count, uint64_t seed)
{
    assert(board_count > 0 && board_count <= KERNEL_SAMPLE_BOARDS_MAX);
    KernelSample *sample = calloc(1, sizeof *sample);
    if (sample == NULL)
        return NULL;
    const size_t values = (size_t)(SAMPLE_ACCUMULATORS + SAMPLE_COLUMNS + 2) * (size_t)width;
    sample->arrays = mem_alloc_aligned(values * sizeof *sample->arrays);
    sample->layers = mem_alloc_aligned((size_t)width * NNUE_LAYER1 + LAYERS_BYTES);
    if (sample->arrays == NULL || sample->layers == NULL) {
        kernel_sample_destroy(sample);
        return NULL;
    }
    sample->width = width;
    sample->board_count = board_count;
    memcpy(sample->boards, boards, (size_t)board_count * sizeof *boards);
    Rng rng = rng_seeded(seed);
    for (size_t i = 0; i < values; i++)
        sample->arrays[i] =
            (int16_t)((int)rng_below(&rng, 2 * SAMPLE_WEIGHT_MAX + 1) - SAMPLE_WEIGHT_MAX);
    fill_head(sample, &rng);
    sample->changes.added_count = SAMPLE_ADDED;
    sample->changes.removed_count = SAMPLE_REMOVED;
    for (int i = 0; i < SAMPLE_ADDED; i++)
        sample->changes.added[i] = (uint16_t)rng_below(&rng, SAMPLE_COLUMNS);
    for (int i = 0; i < SAMPLE_REMOVED; i++)
        sample->changes.removed[i] = (uint16_t)rng_below(&rng, SAMPLE_COLUMNS);
    return sample;
}

void kernel_sample_rewind(KernelSample *sample, uint32_t turn)
{
    sample->turn = turn;
}

int kernel_sample_inputs(const KernelSample *sample, const KernelEntry *entry)
{
    return entry->arrays_moved > 0 ? SAMPLE_COLUMNS : sample->board_count;
}

void kernel_sample_destroy(KernelSample *sample)
{
    if (sample == NULL)
        return;
    mem_free_aligned(sample->arrays);
    mem_free_aligned(sample->layers);
    free(sample);
}
