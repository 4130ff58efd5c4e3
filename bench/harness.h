// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: timing of small functions that take turns, and what is known of the times:
// median, spread, cycles. No state of its own; one thread.
#ifndef RAVELIN_BENCH_HARNESS_H
#define RAVELIN_BENCH_HARNESS_H

#include <stdint.h>

enum {
    BENCH_SAMPLES = 21, // times of each function; odd, so that the median is one of them
    BENCH_ROWS_MAX = 32,
};

// Does the work `calls` times.
typedef void BenchWork(void *context, int row, int calls);

typedef struct BenchTimes {
    double samples_ns[BENCH_SAMPLES]; // a call, in the order of measuring
    double median_ns;
    double spread_ns; // between the quartiles
} BenchTimes;

// Times rows 0..row_count-1 of `work`, each in BENCH_SAMPLES runs of at least `run_ns`. After a
// warm-up the rows take turns, so that a change of load or clock meets all of them.
void bench_time_rows(BenchWork *work, void *context, int row_count, int64_t run_ns,
                     BenchTimes *times);

// The clock of this core in GHz, from a chain of additions each of which needs the one before and
// takes one cycle on every processor that we know. The most of several runs: a disturbance slows.
double bench_clock_ghz(void);

#endif
