// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/autotune.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum {
    VISITS = 4,             // how often a row runs on the same inputs: the least counts
    VISITS_MIN = 3,         // with fewer nothing is chosen
    CHUNKS_MAX = 16,        // parts of the inputs, each of which is visited so often
    RUN_NS = 10000,         // how long one row runs at a time: many times the clock's own cost
    PROBE_CALLS = 4,        // the first look, which also loads code and data
    HOPELESS_PERCENT = 150, // rows that the first look finds so slow are not measured further
    AGREE_PERCENT = 110,    // the two least times must lie so near, or all were disturbed
    PASSES_MAX = 4,         // over what is not settled, while there is time
    CALLS_MAX = 4096,
    PS_MAX = 1000000000, // a call of a millisecond; more is no figure of ours
};

// The least two times of a row on a part of the inputs.
typedef struct Least {
    int visits;
    int64_t ps[2];
} Least;

// One entry under measurement.
typedef struct Meter {
    const KernelEntry *entry;
    KernelSample *sample;
    const TuneClock *clock;
    int64_t deadline_ns;
    int calls;  // in one run
    int chunks; // each of `calls` inputs
    bool hopeless[KERNEL_ROWS_MAX];
    Least least[KERNEL_ROWS_MAX][CHUNKS_MAX];
} Meter;

static int64_t system_now_ns(void *context)
{
    (void)context;
    return clock_now_ns();
}

static const TuneClock SYSTEM_CLOCK = {system_now_ns, NULL};

static TuneReason first_reason(const KernelEntry *entry, int row_count, bool has_layers)
{
    if (entry->nets == (has_layers ? KERNEL_NETS_PLAIN : KERNEL_NETS_LAYERED))
        return TUNE_UNUSED;
    return row_count > 1 ? TUNE_STATIC : TUNE_ONLY;
}

void tuning_begin(Tuning *tuning, uint32_t isa_flags, int width, bool has_layers)
{
    const KernelEntry *const entries = kernel_entries(&tuning->entry_count);
    tuning->starts = 0;
    tuning->spent_ns = 0;
    for (int i = 0; i < tuning->entry_count; i++) {
        TunedEntry *const tuned = &tuning->entries[i];
        memset(tuned, 0, sizeof *tuned);
        tuned->row_count = kernel_entry_rows(&entries[i], isa_flags, width, tuned->rows);
        tuned->chosen = tuned->row_count - 1;
        tuned->reason = first_reason(&entries[i], tuned->row_count, has_layers);
    }
}

static int64_t now(const Meter *meter)
{
    return meter->clock->now_ns(meter->clock->context);
}

// Picoseconds a call, from 1 to what a file of results may hold: a wait for the processor in the
// middle of a measurement can make any number of them. 0 when the time is over.
static int64_t time_calls(Meter *meter, const KernelRow *row, uint32_t first_input, int calls)
{
    const int64_t start_ns = now(meter);
    if (start_ns >= meter->deadline_ns)
        return 0;
    kernel_sample_rewind(meter->sample, first_input);
    meter->entry->run(row->function, meter->sample, calls);
    const int64_t ps = (now(meter) - start_ns) * 1000 / calls;
    return ps < 1 ? 1 : ps > PS_MAX ? PS_MAX : ps;
}

// A first look at each row: how many calls make a run, and which rows are not worth one.
static bool probe(Meter *meter, TunedEntry *tuned)
{
    int64_t least = PS_MAX;
    int64_t pass_ps = 0; // one call of each row that is measured
    for (int r = 0; r < tuned->row_count; r++) {
        if (time_calls(meter, &tuned->rows[r], 0, 1) == 0)
            return false;
        tuned->ps[r] = time_calls(meter, &tuned->rows[r], 0, PROBE_CALLS);
        if (tuned->ps[r] == 0)
            return false;
        least = tuned->ps[r] < least ? tuned->ps[r] : least;
    }
    for (int r = 0; r < tuned->row_count; r++) {
        meter->hopeless[r] =
            r < tuned->row_count - 1 && tuned->ps[r] * 100 > least * HOPELESS_PERCENT;
        pass_ps += meter->hopeless[r] ? 0 : tuned->ps[r];
    }
    const int64_t wanted = RUN_NS * INT64_C(1000) / least + 1;
    meter->calls = wanted > CALLS_MAX ? CALLS_MAX : (int)wanted;
    const int inputs = kernel_sample_inputs(meter->sample, meter->entry);
    const int64_t left_ps = (meter->deadline_ns - now(meter)) * 1000;
    assert(pass_ps > 0 && meter->calls > 0); // the favourite is never hopeless
    const int64_t fitting = left_ps / (pass_ps * meter->calls * VISITS);
    int64_t chunks = (inputs + meter->calls - 1) / meter->calls;
    chunks = chunks > fitting ? fitting : chunks;
    meter->chunks = chunks > CHUNKS_MAX ? CHUNKS_MAX : chunks < 1 ? 1 : (int)chunks;
    return true;
}

static void note_time(Least *least, int64_t ps)
{
    const int known = least->visits++;
    if (known == 0 || ps < least->ps[0]) {
        least->ps[1] = known == 0 ? PS_MAX : least->ps[0];
        least->ps[0] = ps;
    } else if (ps < least->ps[1]) {
        least->ps[1] = ps;
    }
}

// The time of a row over all inputs; 0 where it was not measured so that it can be believed.
static int64_t settled_time(const Meter *meter, int row)
{
    int64_t sums[2] = {0, 0};
    for (int c = 0; c < meter->chunks; c++) {
        const Least *const least = &meter->least[row][c];
        if (least->visits < VISITS_MIN)
            return 0;
        sums[0] += least->ps[0];
        sums[1] += least->ps[1];
    }
    return sums[1] * 100 > sums[0] * AGREE_PERCENT ? 0 : sums[0] / meter->chunks;
}

// A row that was left out or that is not settled cannot win, and nobody wins against a favourite
// that is not settled.
static void choose(const Meter *meter, TunedEntry *tuned)
{
    const int favourite = tuned->row_count - 1;
    const int64_t favourite_ps = settled_time(meter, favourite);
    if (favourite_ps == 0) {
        memset(tuned->ps, 0, sizeof tuned->ps);
        return;
    }
    int fastest = favourite;
    tuned->ps[favourite] = favourite_ps;
    for (int r = 0; r < favourite; r++) {
        if (meter->hopeless[r])
            continue;
        tuned->ps[r] = settled_time(meter, r);
        if (tuned->ps[r] > 0 && tuned->ps[r] < tuned->ps[fastest])
            fastest = r;
    }
    const bool wins = tuned->ps[fastest] * (1000 + TUNE_MARGIN_PERMILLE) < favourite_ps * 1000;
    tuned->chosen = wins ? fastest : favourite;
    tuned->reason = wins ? TUNE_FASTER : TUNE_FAVOURITE;
}

// Each row once on one part of the inputs; false when the time is over.
static bool visit(Meter *meter, const TunedEntry *tuned, int chunk)
{
    for (int r = 0; r < tuned->row_count; r++) {
        if (meter->hopeless[r])
            continue;
        const uint32_t first = (uint32_t)(chunk * meter->calls);
        const int64_t ps = time_calls(meter, &tuned->rows[r], first, meter->calls);
        if (ps == 0)
            return false;
        note_time(&meter->least[r][chunk], ps);
    }
    return true;
}

// Rows take turns on the same inputs, so that a change of the clock or of the load meets all of
// them, and come to the same inputs only after all others.
static void measure_entry(Meter *meter, TunedEntry *tuned)
{
    meter->chunks = 1;
    bool in_time = probe(meter, tuned);
    for (int i = 0; i < VISITS && in_time; i++)
        for (int chunk = 0; chunk < meter->chunks && in_time; chunk++)
            in_time = visit(meter, tuned, chunk);
    choose(meter, tuned);
}

static int unmeasured(const Tuning *tuning)
{
    int count = 0;
    for (int i = 0; i < tuning->entry_count; i++)
        count += tuning->entries[i].reason == TUNE_STATIC;
    return count;
}

bool tuning_is_final(const Tuning *tuning)
{
    return tuning->starts >= TUNE_STARTS_MAX || unmeasured(tuning) == 0;
}

// Each entry gets its part of what is left, so that none is starved by those before it. Those of
// the net, which the search needs most and which take the least time, come first.
static void measure_all(Meter *meter, Tuning *tuning, int64_t end_ns)
{
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    int left = unmeasured(tuning);
    for (int i = tuning->entry_count - 1; i >= 0; i--) {
        if (tuning->entries[i].reason != TUNE_STATIC)
            continue;
        const int64_t now_ns = now(meter);
        meter->entry = &entries[i];
        meter->deadline_ns = now_ns + (end_ns - now_ns) / left--;
        memset(meter->least, 0, sizeof meter->least);
        measure_entry(meter, &tuning->entries[i]);
    }
}

void tuning_measure(Tuning *tuning, KernelSample *sample, int64_t budget_ns, const TuneClock *clock)
{
    Meter meter = {.sample = sample, .clock = clock != NULL ? clock : &SYSTEM_CLOCK};
    const int64_t start_ns = now(&meter);
    const int64_t end_ns = start_ns + budget_ns;
    for (int pass = 0; pass < PASSES_MAX && unmeasured(tuning) > 0 && now(&meter) < end_ns; pass++)
        measure_all(&meter, tuning, end_ns);
    tuning->starts += tuning->starts < TUNE_STARTS_MAX;
    tuning->spent_ns = now(&meter) - start_ns;
}

void tuning_apply(const Tuning *tuning, Kernels *kernels)
{
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    for (int i = 0; i < tuning->entry_count; i++) {
        const TunedEntry *const tuned = &tuning->entries[i];
        kernel_entry_set(kernels, &entries[i], tuned->rows[tuned->chosen].function);
    }
}

size_t tuning_write(const Tuning *tuning, char *out, size_t size)
{
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    const int first = snprintf(out, size, "starts %d\n", tuning->starts);
    if (first < 0 || (size_t)first >= size)
        return 0;
    size_t used = (size_t)first;
    for (int i = 0; i < tuning->entry_count; i++) {
        const TunedEntry *const tuned = &tuning->entries[i];
        for (int r = -1; r < tuned->row_count; r++) {
            int length;
            if (r < 0)
                length = snprintf(out + used, size - used, "%s", entries[i].name);
            else
                length = snprintf(out + used, size - used, " %s%s %" PRId64,
                                  r == tuned->chosen ? "*" : "", tuned->rows[r].name, tuned->ps[r]);
            if (length < 0 || (size_t)length >= size - used)
                return 0;
            used += (size_t)length;
        }
        if (size - used < 2)
            return 0;
        out[used++] = '\n';
        out[used] = '\0';
    }
    return used;
}

// Reads " ROW PS" for every row of an entry; exactly one has the star.
static bool read_rows(TunedEntry *tuned, Text *rest)
{
    int stars = 0;
    for (int r = 0; r < tuned->row_count; r++) {
        Text name, figure;
        if (!text_next_word(rest, &name) || !text_next_word(rest, &figure))
            return false;
        if (name.data[0] == '*') {
            name = (Text){name.data + 1, name.length - 1};
            tuned->chosen = r;
            stars++;
        }
        if (!text_equals(name, tuned->rows[r].name) || !text_parse_int64(figure, &tuned->ps[r]) ||
            tuned->ps[r] < 0 || tuned->ps[r] > PS_MAX)
            return false;
    }
    return stars == 1;
}

// Reads "starts N".
static bool read_starts(int *starts, Text *rest)
{
    Text name, figure;
    int64_t value;
    if (!text_next_word(rest, &name) || !text_equals(name, "starts") ||
        !text_next_word(rest, &figure) || !text_parse_int64(figure, &value) || value < 0 ||
        value > TUNE_STARTS_MAX)
        return false;
    *starts = (int)value;
    return true;
}

// The reason follows from the figures. False where the choice has none.
static bool settle_reason(TunedEntry *tuned)
{
    const int favourite = tuned->row_count - 1;
    if (tuned->reason == TUNE_STATIC && tuned->ps[favourite] > 0 && tuned->ps[tuned->chosen] > 0) {
        tuned->reason = tuned->chosen == favourite ? TUNE_FAVOURITE : TUNE_FASTER;
        return true;
    }
    return tuned->chosen == favourite;
}

Status tuning_read(Tuning *tuning, Text text, ErrorText *error)
{
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    Tuning found = *tuning;
    Text rest = text;
    if (!read_starts(&found.starts, &rest))
        return status_fail(error, STATUS_BAD_INPUT, "the number of starts is not as it should be");
    for (int i = 0; i < found.entry_count; i++) {
        TunedEntry *const tuned = &found.entries[i];
        Text name;
        if (!text_next_word(&rest, &name) || !text_equals(name, entries[i].name) ||
            !read_rows(tuned, &rest))
            return status_fail(error, STATUS_BAD_INPUT, "the line of %s is not as it should be",
                               entries[i].name);
        if (!settle_reason(tuned))
            return status_fail(error, STATUS_BAD_INPUT, "%s has a choice without a figure",
                               entries[i].name);
    }
    if (text_trim(rest).length > 0)
        return status_fail(error, STATUS_BAD_INPUT, "there is more than the entries");
    *tuning = found;
    return STATUS_OK;
}
