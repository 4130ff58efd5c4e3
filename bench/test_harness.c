// SPDX-License-Identifier: GPL-3.0-or-later
// The timing harness: a plain program, status 0 if all holds.
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/harness.h"

enum { RUN_NS = 200000, ROWS = 2, CALLS_AT_LEAST = 100 };

// Work that takes next to no time, but whose first run of each row is held up by as much as two
// runs may take, as when the system gives the core away.
typedef struct Work {
    int runs[ROWS];
    int last_row;
    int least_calls; // of a sample
    int turns;       // samples that followed one of the other row
} Work;

static void work(void *context, int row, int calls)
{
    Work *const of = context;
    if (of->runs[row]++ == 0) {
        const int64_t start_ns = clock_now_ns();
        while (clock_now_ns() - start_ns < 2 * RUN_NS) {
        }
    }
    // The warm-up of the second row is over once the first comes again.
    if (of->last_row == ROWS - 1 && row == 0)
        of->turns++;
    if (of->turns > 0 && (of->least_calls == 0 || calls < of->least_calls))
        of->least_calls = calls;
    of->last_row = row;
}

int main(void)
{
    Work of = {.last_row = -1};
    BenchTimes times[ROWS];
    bench_time_rows(work, &of, ROWS, RUN_NS, times);
    if (of.turns != BENCH_SAMPLES) {
        fprintf(stderr, "the rows took %d turns, not %d\n", of.turns, (int)BENCH_SAMPLES);
        return EXIT_FAILURE;
    }
    if (of.least_calls < CALLS_AT_LEAST) {
        fprintf(stderr, "a disturbed warm-up left %d calls a sample\n", of.least_calls);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
