// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the results of a benchmark and the three forms in which they leave: table,
// JSON, chart. One thread.
#ifndef RAVELIN_BENCH_RESULTS_H
#define RAVELIN_BENCH_RESULTS_H

#include <stdio.h>

#include "bench/harness.h"

enum { RESULTS_MAX = 256 };

typedef struct Result {
    const char *entry; // "nnue.output"; string constants
    const char *row;
    BenchTimes times;
    double scalar_ratio; // time of the first row over ours: how many times faster
    double bound_cycles; // bytes moved over two full-width loads a cycle; 0 = no such bound
} Result;

typedef struct Results {
    const char *version;
    const char *cpu;
    double clock_ghz;
    int width; // of the net
    int count;
    Result items[RESULTS_MAX];
} Results;

// The median of a result in cycles of the measured clock.
double result_cycles(const Results *results, const Result *result);

// The table for people, a line a result.
void results_write_table(const Results *results, FILE *out);

// One object with the figures of the head and an array `results`; numbers in nanoseconds and
// cycles. bench/compare.py reads it.
void results_write_json(const Results *results, FILE *out);

// Bars of nanoseconds a call, the quartiles as a line, a group for each entry.
void results_write_svg(const Results *results, FILE *out);

#endif
