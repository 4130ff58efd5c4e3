// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/harness.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"

enum {
    CALLS_MAX = 1 << 24,
    CALLS_TRIES = 3,        // runs that must all be long, or a disturbance would end the search
    CHAIN_LENGTH = 1 << 20, // a multiple of CHAIN_STEP; about a third of a millisecond
    CHAIN_STEP = 16,        // additions between two tests of the loop
    CHAIN_RUNS = 25,
};

static double time_run(BenchWork *work, void *context, int row, int calls)
{
    const int64_t start_ns = clock_now_ns();
    work(context, row, calls);
    return (double)(clock_now_ns() - start_ns) / calls;
}

// True if every try takes that long: on a busy machine single runs do though the work is short.
static bool is_long_enough(BenchWork *work, void *context, int row, int calls, int64_t run_ns)
{
    for (int i = 0; i < CALLS_TRIES; i++)
        if (time_run(work, context, row, calls) * calls < (double)run_ns)
            return false;
    return true;
}

// Doubles the calls until a run is long enough; this is the warm-up as well.
static int find_calls(BenchWork *work, void *context, int row, int64_t run_ns)
{
    int calls = 1;
    while (calls < CALLS_MAX && !is_long_enough(work, context, row, calls, run_ns))
        calls *= 2;
    return calls;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(BenchTimes *times)
{
    double sorted[BENCH_SAMPLES];
    memcpy(sorted, times->samples_ns, sizeof sorted);
    qsort(sorted, BENCH_SAMPLES, sizeof sorted[0], compare_doubles);
    times->median_ns = sorted[BENCH_SAMPLES / 2];
    times->spread_ns = sorted[BENCH_SAMPLES * 3 / 4] - sorted[BENCH_SAMPLES / 4];
}

void bench_time_rows(BenchWork *work, void *context, int row_count, int64_t run_ns,
                     BenchTimes *times)
{
    int calls[BENCH_ROWS_MAX];
    for (int row = 0; row < row_count; row++)
        calls[row] = find_calls(work, context, row, run_ns);
    for (int i = 0; i < BENCH_SAMPLES; i++)
        for (int row = 0; row < row_count; row++)
            times[row].samples_ns[i] = time_run(work, context, row, calls[row]);
    for (int row = 0; row < row_count; row++)
        summarise(&times[row]);
}

// The addend is opaque too, or the compiler could make one multiplication of the chain.
static void add_chain(uint64_t *sum, uint64_t addend)
{
    uint64_t x = *sum;
    for (int i = 0; i < CHAIN_LENGTH; i += CHAIN_STEP) {
        for (int k = 0; k < CHAIN_STEP; k++) {
            x += addend;
            RAVELIN_OPAQUE(x);
        }
    }
    *sum = x;
}

double bench_clock_ghz(void)
{
    uint64_t sum = 0;
    uint64_t addend = 3;
    RAVELIN_OPAQUE(addend);
    double best = 0;
    for (int i = 0; i < CHAIN_RUNS; i++) {
        const int64_t start_ns = clock_now_ns();
        add_chain(&sum, addend);
        const double ghz = (double)CHAIN_LENGTH / (double)(clock_now_ns() - start_ns);
        best = ghz > best ? ghz : best;
    }
    return best;
}
