// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-bench: times each row of each kernel entry, and the core's small functions. README.md
// tells how to read it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/version.h"
#include "bench/core.h"
#include "bench/counted.h"
#include "bench/results.h"
#include "engine/bench.h"
#include "kernels/entries.h"
#include "kernels/isa.h"
#include "nnue/embed.h"
#include "nnue/network.h"

enum {
    EXIT_USAGE = 2,
    BOARDS = KERNEL_SAMPLE_BOARDS_MAX,
    BENCH_SEED = 5,
    RUN_NS = 200000,
    RUN_QUICK_NS = 10000
};

typedef struct Arguments {
    const char *json;
    const char *svg;
    const char *only; // part of an entry's name
    int width;        // 0: of the built-in net
    bool is_quick;
    bool is_counted; // calls for a tool that counts, no times
} Arguments;

static const char USAGE[] =
    "usage: ravelin-bench [--json FILE] [--svg FILE] [--only TEXT] [--width N] [--quick]\n"
    "       ravelin-bench --counted [--only TEXT] [--width N]\n"
    "\n"
    "  --json FILE   the results for bench/compare.py\n"
    "  --svg FILE    a chart\n"
    "  --only TEXT   only entries whose name holds the text\n"
    "  --width N     net width, a multiple of 64 up to 2048 (default: of the built-in net)\n"
    "  --quick       short runs: a look, no measurement\n"
    "  --counted     time nothing: call each row for bench/instructions.py to count\n";

static bool read_arguments(int argc, char **argv, Arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        int64_t width;
        if (strcmp(argv[i], "--quick") == 0) {
            arguments->is_quick = true;
        } else if (strcmp(argv[i], "--counted") == 0) {
            arguments->is_counted = true;
        } else if (i + 1 < argc && strcmp(argv[i], "--json") == 0) {
            arguments->json = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--svg") == 0) {
            arguments->svg = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--only") == 0) {
            arguments->only = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--width") == 0 &&
                   text_parse_int64(text_of(argv[i + 1]), &width) && width >= 64 &&
                   width <= NNUE_WIDTH_MAX && width % 64 == 0) {
            arguments->width = (int)width;
            i++;
        } else {
            fprintf(stderr, "ravelin-bench: unknown, incomplete or out of range: '%s'\n", argv[i]);
            return false;
        }
    }
    return true;
}

// What bench_time_rows hands to the rows of one entry.
typedef struct EntryWork {
    const KernelEntry *entry;
    KernelSample *sample;
    KernelRow rows[KERNEL_ROWS_MAX];
} EntryWork;

static void work(void *context, int row, int calls)
{
    EntryWork *const of = context;
    of->entry->run(of->rows[row].function, of->sample, calls);
}

// Bytes of the widest load of a row's level; even the baselines of x86-64 and arm64 have 16.
static int load_bytes(uint32_t needed)
{
    if ((needed & (ISA_AVX512 | ISA_AVX512VNNI)) != 0)
        return 64;
    if ((needed & (ISA_AVX2 | ISA_AVXVNNI)) != 0)
        return 32;
    return 16;
}

static void measure_entry(Results *results, EntryWork *of, int64_t run_ns)
{
    BenchTimes times[KERNEL_ROWS_MAX];
    const int rows = kernel_entry_rows(of->entry, isa_detect(), results->width, of->rows);
    bench_time_rows(work, of, rows, run_ns, times);
    for (int row = 0; row < rows && results->count < RESULTS_MAX; row++) {
        const double bytes = (double)of->entry->arrays_moved * results->width * 2;
        results->items[results->count++] = (Result){
            .entry = of->entry->name,
            .row = of->rows[row].name,
            .times = times[row],
            .scalar_ratio = times[0].median_ns / times[row].median_ns,
            .bound_cycles = bytes / (2 * load_bytes(of->rows[row].needed)),
        };
    }
}

static Status measure(Results *results, const Arguments *arguments, ErrorText *error)
{
    const int64_t run_ns = arguments->is_quick ? RUN_QUICK_NS : RUN_NS;
    static Board boards[BOARDS];
    Kernels kernels;
    (void)kernels_init(&kernels, NULL, NULL);
    bench_random_boards(&kernels, BENCH_SEED, boards, BOARDS);
    EntryWork of = {.sample = kernel_sample_create(results->width, boards, BOARDS, BENCH_SEED)};
    if (of.sample == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory");
    if (!arguments->is_counted)
        results->clock_ghz = bench_clock_ghz();
    int count;
    int found = 0;
    const KernelEntry *const entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        if (arguments->only != NULL && strstr(entries[i].name, arguments->only) == NULL)
            continue;
        of.entry = &entries[i];
        found++;
        if (arguments->is_counted)
            counted_run(of.entry, of.sample, results->width);
        else
            measure_entry(results, &of, run_ns);
    }
    kernel_sample_destroy(of.sample);
    if (found == 0)
        return status_fail(error, STATUS_BAD_INPUT, "no entry is called '%s'", arguments->only);
    if (arguments->only != NULL || arguments->is_counted)
        return STATUS_OK;
    return core_measure(results, &kernels, run_ns, error);
}

static bool write_file(const char *path, const Results *results,
                       void (*write)(const Results *results, FILE *out))
{
    if (path == NULL)
        return true;
    FILE *const out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
        return false;
    }
    write(results, out);
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed) {
        fprintf(stderr, "ravelin-bench: %s could not be written\n", path);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Arguments arguments = {0};
    if (!read_arguments(argc, argv, &arguments)) {
        fputs(USAGE, stderr);
        return EXIT_USAGE;
    }
    static Results results = {.version = VERSION_NUMBER};
    static char cpu[ISA_CPU_NAME_BYTES]; // the results point at it
    isa_cpu_name(cpu);
    text_make_printable(cpu);
    results.cpu = cpu[0] != '\0' ? cpu : "unnamed processor";
    results.width = arguments.width;
    ErrorText error = {""};
    if (results.width == 0) {
        Network *network;
        if (network_load_embedded(&network, &error) != STATUS_OK) {
            fprintf(stderr, "ravelin-bench: %s; give --width\n", error.text);
            return EXIT_FAILURE;
        }
        results.width = network->shape.width;
        network_destroy(network);
    }
    const Status status = measure(&results, &arguments, &error);
    if (status != STATUS_OK) {
        fprintf(stderr, "ravelin-bench: %s\n", error.text);
        return status == STATUS_BAD_INPUT ? EXIT_USAGE : EXIT_FAILURE;
    }
    if (arguments.is_counted)
        return EXIT_SUCCESS;
    results_write_table(&results, stdout);
    const bool json_ok = write_file(arguments.json, &results, results_write_json);
    const bool svg_ok = write_file(arguments.svg, &results, results_write_svg);
    return json_ok && svg_ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
