// SPDX-License-Identifier: GPL-3.0-or-later
// The command about the kernel tables.
#include <inttypes.h>
#include <stdio.h>

#include "kernels/shadow.h"
#include "search/core.h"
#include "uci/commands.h"

static const char *reason_text(const TunedEntry *tuned)
{
    switch (tuned->reason) {
    case TUNE_ONLY: return "no other fits";
    case TUNE_UNUSED: return "expected to be fastest; this net does not use it";
    case TUNE_STATIC: return "expected to be fastest, not measured";
    case TUNE_FAVOURITE: return "expected to be fastest, no other wins by more than 3 %";
    case TUNE_FASTER: return "measured faster than the one expected";
    }
    return "";
}

static const char *source_text(TunerSource source)
{
    switch (source) {
    case TUNER_OFF: return "not measured";
    case TUNER_MEASURED: return "measured now";
    case TUNER_REMEMBERED: return "measured at an earlier start";
    case TUNER_COMPLETED: return "measured at an earlier start and, where that had no time, now";
    }
    return "";
}

static void report_entry(Session *session, const KernelEntry *entry, const TunedEntry *tuned)
{
    // What runs is looked up in the table in use, not in the plan for it.
    KernelFunction *running = kernel_entry_get(engine_kernels(session->engine), entry);
#ifdef RAVELIN_SHADOW
    running = shadow_chosen(entry);
#endif
    bool is_known = false;
    for (int r = 0; r < tuned->row_count; r++) {
        const bool runs = r == tuned->chosen && tuned->rows[r].function == running;
        char cost[32] = "-";
        if (tuned->ps[r] > 0)
            snprintf(cost, sizeof cost, "%.1f", (double)tuned->ps[r] / 1000);
        report_line(session->report, "%-18s %-16s %10s  %s%s", r == 0 ? entry->name : "",
                    tuned->rows[r].name, cost, runs ? "runs: " : "",
                    runs ? reason_text(tuned) : "");
        is_known |= runs;
    }
#ifdef RAVELIN_SHADOW
    report_line(session->report, "%-18s shadow: %" PRIu64 " calls of the row that runs", "",
                shadow_calls(entry));
#endif
    if (!is_known)
        report_line(session->report, "%-18s (a row of another table runs)", "");
}

Status command_kernels(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    const Kernels *const kernels = engine_kernels(session->engine);
    const Tuner *const tuner = engine_tuner(session->engine);
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    report_line(session->report, "level %s, search core %s, net width %d, %s", kernels->isa,
                core_row_for(kernels->isa_flags)->name,
                engine_network(session->engine)->shape.width, source_text(tuner->source));
    if (tuner->source == TUNER_MEASURED || tuner->source == TUNER_COMPLETED) {
        report_line(session->report, "measuring took %.1f ms",
                    (double)tuner->tuning.spent_ns / 1000000);
        if (tuner->unsaved.text[0] != '\0')
            report_line(session->report, "not remembered: %s", tuner->unsaved.text);
    }
    report_line(session->report, "%-18s %-16s %10s", "entry", "row", "ns a call");
    for (int i = 0; i < count; i++)
        report_entry(session, &entries[i], &tuner->tuning.entries[i]);
    return STATUS_OK;
}
