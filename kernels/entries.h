// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the entries of all kernel tables as a list, each with its rows and a way
// to run it on made-up input of a net's shape. Autotune, the benchmark and tests loop over it, so a
// new row needs no edit there and a new entry one description here. No state; a sample belongs to
// whoever made it, one thread a sample.
#ifndef RAVELIN_KERNELS_ENTRIES_H
#define RAVELIN_KERNELS_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "chess/board.h"
#include "kernels/kernels.h"

// Stands for an entry of any type; only a cast to its own type may be called.
typedef void KernelFunction(void);

enum {
    KERNEL_ENTRIES_MAX = 16,
    KERNEL_ROWS_MAX = 32,            // rows of one entry
    KERNEL_SAMPLE_BOARDS_MAX = 1024, // boards of a sample
};

// Input for every entry: boards, and columns, accumulators and weights of one width.
typedef struct KernelSample KernelSample;

// Which nets use an entry.
typedef enum KernelNets {
    KERNEL_NETS_ALL,
    KERNEL_NETS_PLAIN,   // one output behind the accumulators
    KERNEL_NETS_LAYERED, // layers behind them (NnueHead)
} KernelNets;

typedef struct KernelEntry {
    const char *name; // "nnue.output"
    size_t offset;    // of the pointer in Kernels
    // Accumulators, columns and halves of output weights that a call reads or writes; 0 where the
    // input does not depend on the net's width.
    int arrays_moved;
    KernelNets nets;
    // Calls `function`, of the entry's type, `calls` times on inputs that change from call to call
    // and are the same for each function.
    void (*run)(KernelFunction *function, KernelSample *sample, int calls);
} KernelEntry;

// One row of one entry.
typedef struct KernelRow {
    const char *name;
    KernelFunction *function;
    uint32_t needed; // IsaFlag bits
} KernelRow;

// The entries, in the order of the tables; `count` receives their number.
const KernelEntry *kernel_entries(int *count);

// Writes to `rows` those that have an entry of their own, that `isa_flags` allows and that can do
// nets of this width, from the least to the most demanding, and returns their number. The first is
// scalar; the last is what kernels_init and kernels_fit_net choose.
int kernel_entry_rows(const KernelEntry *entry, uint32_t isa_flags, int width,
                      KernelRow rows[KERNEL_ROWS_MAX]);

// Writes to `names` those of the entry's family that are for a net of this width and need what
// `isa_flags` lacks, and returns their number. Whether they have this entry is not asked: of such a
// row nothing may run, not even what fills a table.
int kernel_entry_lacking(const KernelEntry *entry, uint32_t isa_flags, int width,
                         const char *names[KERNEL_ROWS_MAX]);

// The function of an entry in a table, and how to change it.
KernelFunction *kernel_entry_get(const Kernels *kernels, const KernelEntry *entry);
void kernel_entry_set(Kernels *kernels, const KernelEntry *entry, KernelFunction *function);

// Makes input for nets of `width` neurons from a seed; the boards, 1..KERNEL_SAMPLE_BOARDS_MAX, are
// copied. NULL when there is no memory.
//
// Few boards make move generation look faster than it is: a processor learns the branches of some
// hundred boards by heart. From 256 on they are as new each time as those of a search.
KernelSample *kernel_sample_create(int width, const Board *boards, int board_count, uint64_t seed);

// The next call of the entry's `run` begins with input number `turn`; the one after with the next.
void kernel_sample_rewind(KernelSample *sample, uint32_t turn);

// After how many calls the inputs of an entry come again.
int kernel_sample_inputs(const KernelSample *sample, const KernelEntry *entry);

// Frees a sample; NULL is allowed.
void kernel_sample_destroy(KernelSample *sample);

#endif
