// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/counted.h"

#include <stdio.h>

#include "base/compiler.h"
#include "kernels/isa.h"

RAVELIN_NOINLINE static void counted_batch(const KernelEntry *entry, const KernelRow *row,
                                           KernelSample *sample, int calls)
{
    entry->run(row->function, sample, calls);
}

void counted_run(const KernelEntry *entry, KernelSample *sample, int width)
{
    const uint32_t here = isa_detect();
    KernelRow rows[KERNEL_ROWS_MAX];
    const int calls = kernel_sample_inputs(sample, entry);
    const int count = kernel_entry_rows(entry, here & ~(uint32_t)ISA_QUIRK_SLOW_PEXT, width, rows);
    for (int i = 0; i < count; i++) {
        kernel_sample_rewind(sample, 0);
        counted_batch(entry, &rows[i], sample, calls);
        printf("called %s %s %d\n", entry->name, rows[i].name, calls);
    }
    const char *names[KERNEL_ROWS_MAX];
    const int lacking = kernel_entry_lacking(entry, here, width, names);
    for (int i = 0; i < lacking; i++)
        printf("skipped %s %s\n", entry->name, names[i]);
}
