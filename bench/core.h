// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: timing of what exists once for all machines: table and exchanges. One
// thread; the caller owns the object.
#ifndef RAVELIN_BENCH_CORE_H
#define RAVELIN_BENCH_CORE_H

#include "bench/results.h"
#include "kernels/kernels.h"

// Appends the rows tt.probe, tt.store, see.at_least and position.apply_move to the results.
// STATUS_NO_MEMORY when there is none for a table of 16 MiB.
Status core_measure(Results *results, const Kernels *kernels, int64_t run_ns, ErrorText *error);

#endif
