// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: calls of each row for a tool that counts instructions. Nothing is timed.
// One thread; bench/instructions.py runs it under callgrind.
#ifndef RAVELIN_BENCH_COUNTED_H
#define RAVELIN_BENCH_COUNTED_H

#include "kernels/entries.h"

// Calls each row of the entry once with each input of the sample, through a function whose name
// begins with `counted_batch` and which does nothing else, once a row; rows that the processor has
// and would not choose are called as well. A line on standard output for each in that order,
// "called ENTRY ROW CALLS", then "skipped ENTRY ROW" for those that need what the processor, which
// may be a tool's, lacks.
void counted_run(const KernelEntry *entry, KernelSample *sample, int width);

#endif
