// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of the search did, for those who work on it.
#include <inttypes.h>

#include "uci/commands.h"

static const char *const RULE_NAMES[DIAGNOSED_RULE_COUNT] = {
    [DIAGNOSE_NULL_MOVE] = "null move: passes searched, that did not refute",
    [DIAGNOSE_PVS] = "PVS: zero windows beside the principal variation, searched again",
    [DIAGNOSE_LMR] = "LMR: reduced searches, that came out above alpha",
    [DIAGNOSE_REVERSE_FUTILITY] = "reverse futility: nodes, that went on",
    [DIAGNOSE_LMP] = "LMP: quiet moves looked at, not late enough",
    [DIAGNOSE_IIR] = "IIR: reduced nodes, that came out above alpha",
    [DIAGNOSE_SEE_CAPTURE] = "SEE: captures looked at, that stayed",
    [DIAGNOSE_SEE_QUIET] = "SEE: quiet moves looked at, that stayed",
};

static const char *const BOUND_NAMES[DIAGNOSE_BOUNDS] = {
    [BOUND_NONE] = "evaluation only",
    [BOUND_UPPER] = "upper bound",
    [BOUND_LOWER] = "lower bound",
    [BOUND_EXACT] = "exact",
};

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static uint64_t sum_of(const uint64_t *counts, int length)
{
    uint64_t sum = 0;
    for (int i = 0; i < length; i++)
        sum += counts[i];
    return sum;
}

static void report_cutoffs(Report *report, const DiagnoseCounts *counts)
{
    const uint64_t all = sum_of(counts->cutoffs, DIAGNOSE_MOVE_NUMBERS);
    report_line(report, "cutoffs: %" PRIu64, all);
    for (int i = 0; i < DIAGNOSE_MOVE_NUMBERS; i++)
        report_line(report, "cutoffs by move %d%s: %" PRIu64 " (%.2f %%)", i + 1,
                    i + 1 == DIAGNOSE_MOVE_NUMBERS ? " and later" : "", counts->cutoffs[i],
                    percent(counts->cutoffs[i], all));
}

static void report_table(Report *report, const DiagnoseCounts *counts)
{
    const uint64_t hits = sum_of(counts->hits, DIAGNOSE_BOUNDS);
    report_line(report, "table: %" PRIu64 " probes, %" PRIu64 " hits (%.2f %%)", counts->probes,
                hits, percent(hits, counts->probes));
    for (int i = 0; i < DIAGNOSE_BOUNDS; i++)
        report_line(report, "table hits, %s: %" PRIu64 " (%.2f %%)", BOUND_NAMES[i],
                    counts->hits[i], percent(counts->hits[i], hits));
}

static Status refuse_unless_counted(const char *command, ErrorText *error)
{
    if (DIAGNOSE_ON)
        return STATUS_OK;
    return status_fail(error, STATUS_BAD_INPUT,
                       "%s: nothing is counted in this build, see -Ddiagnostics=true", command);
}

Status command_dbg(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    const Status status = refuse_unless_counted("dbg", error);
    if (status != STATUS_OK)
        return status;
    DiagnoseCounts counts;
    search_sum_diagnostics(engine_search(session->engine), &counts);
    report_cutoffs(session->report, &counts);
    report_table(session->report, &counts);
    for (int i = 0; i < DIAGNOSED_RULE_COUNT; i++)
        report_line(session->report, "%s: %" PRIu64 ", %" PRIu64 " (%.2f %%)", RULE_NAMES[i],
                    counts.tries[i], counts.failures[i],
                    percent(counts.failures[i], counts.tries[i]));
    return STATUS_OK;
}

Status command_dbgclear(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    const Status status = refuse_unless_counted("dbgclear", error);
    if (status != STATUS_OK)
        return status;
    session_end_search(session, "dbgclear");
    search_clear_diagnostics(engine_search(session->engine));
    return STATUS_OK;
}
