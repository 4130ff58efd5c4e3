// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/tune.h"

#include "search/tunables.h"
#include "uci/commands.h"

enum { NO_TUNABLE = -1 };

static int find_tunable(Text name)
{
    for (int i = 0; i < tunables_count(); i++) {
        if (text_matches_name(name, tunables_row(i)->name))
            return i;
    }
    return NO_TUNABLE;
}

void tune_report_options(Session *session)
{
    for (int i = 0; i < tunables_count(); i++) {
        const Tunable *const row = tunables_row(i);
        report_line(session->report, "option name %s type spin default %d min %d max %d", row->name,
                    row->fallback, row->smallest, row->largest);
    }
}

bool tune_has_option(Text name)
{
    return find_tunable(name) != NO_TUNABLE;
}

Status tune_set_option(Session *session, const SetOptionCommand *command, ErrorText *error)
{
    const int index = find_tunable(command->name);
    const Tunable *const row = tunables_row(index);
    int64_t value;
    if (!text_parse_int64(command->value, &value) || value < row->smallest || value > row->largest)
        return status_fail(
            error, STATUS_BAD_INPUT, "%s not changed: '%.*s' is no number from %d to %d", row->name,
            text_quote_length(command->value), command->value.data, row->smallest, row->largest);
    session_end_search(session, "setoption");
    search_set_tunable(engine_search(session->engine), index, (int)value);
    return STATUS_OK;
}

Status command_tune(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    if (tunables_count() == 0)
        return status_fail(error, STATUS_BAD_INPUT,
                           "tune: the parameters are constants in this build, see -Dtune=true");
    for (int i = 0; i < tunables_count(); i++)
        report_line(session->report, "%s", tunables_row(i)->spsa);
    return STATUS_OK;
}
