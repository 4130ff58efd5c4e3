// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/settings.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    ISA_NAME_BYTES = 64,
    PATH_BYTES = 4096, // the longest path that Linux takes
};

Status setting_hash(Session *session, const OptionValue *value, ErrorText *error)
{
    ErrorText reason;
    const Status status = engine_set_hash(session->engine, value->number, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "Hash is %d MiB: %s", engine_hash_mib(session->engine),
                           reason.text);
    return STATUS_OK;
}

Status setting_clear_hash(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)value;
    (void)error;
    engine_clear_hash(session->engine);
    return STATUS_OK;
}

Status setting_threads(Session *session, const OptionValue *value, ErrorText *error)
{
    ErrorText reason;
    const Status status = engine_set_threads(session->engine, value->number, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "Threads is %d: %s",
                           search_thread_count(engine_search(session->engine)), reason.text);
    return STATUS_OK;
}

// The GUI says whether it may ponder. A move to ponder on is told either way; the time that a move
// may take depends on it.
Status setting_ponder(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    search_set_ponder(engine_search(session->engine), value->number != 0);
    return STATUS_OK;
}

Status setting_multi_pv(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    search_set_multi_pv(engine_search(session->engine), value->number);
    session->multi_pv = value->number;
    return STATUS_OK;
}

Status setting_move_overhead(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    search_set_move_overhead(engine_search(session->engine), value->number);
    return STATUS_OK;
}

Status setting_chess960(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->chess960 = value->number != 0;
    return STATUS_OK;
}

Status setting_show_wdl(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    atomic_store(&session->shows_wdl, value->number != 0);
    return STATUS_OK;
}

// How well to play is put together anew by each `go` (session_skill).

Status setting_limit_strength(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->limits_strength = value->number != 0;
    return STATUS_OK;
}

Status setting_elo(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->elo = value->number;
    return STATUS_OK;
}

Status setting_skill_level(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->skill_level = value->number;
    return STATUS_OK;
}

Status setting_analyse_mode(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->analyse_mode = value->number != 0;
    return STATUS_OK;
}

// A text for people, which the protocol dresses up as an option.
Status setting_engine_about(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)session;
    (void)value;
    (void)error;
    return STATUS_OK;
}

// A net that was named and is not taken: which one still plays is part of the answer.
static Status refuse_net(Session *session, Status status, const char *reason, ErrorText *error)
{
    const Network *const net = engine_network(session->engine);
    session->net_was_refused = true;
    return status_fail(error, status,
                       "EvalFile: %.140s; the net in play stays %.40s, hash %016" PRIx64, reason,
                       net->name, net->hash);
}

Status setting_eval_file(Session *session, const OptionValue *value, ErrorText *error)
{
    char path[PATH_BYTES];
    if (!text_copy(value->text, path, sizeof path))
        return refuse_net(session, STATUS_BAD_INPUT, "the path is too long or holds a NUL", error);
    ErrorText reason;
    const Status status = engine_load_net(session->engine, path[0] != '\0' ? path : NULL, &reason);
    if (status != STATUS_OK)
        return refuse_net(session, status, reason.text, error);
    session_report_net(session);
    return STATUS_OK;
}

Status setting_isa(Session *session, const OptionValue *value, ErrorText *error)
{
    char name[ISA_NAME_BYTES];
    ErrorText reason;
    if (!text_copy(value->text, name, sizeof name))
        return status_fail(error, STATUS_BAD_INPUT, "ISA not changed: '%.*s' is no level",
                           text_quote_length(value->text), value->text.data);
    const Status status =
        engine_set_isa(session->engine, name[0] != '\0' ? name : session->isa_default, &reason);
    return status != STATUS_OK ? status_fail(error, status, "ISA: %s", reason.text) : STATUS_OK;
}

Status setting_debug_log_file(Session *session, const OptionValue *value, ErrorText *error)
{
    char path[PATH_BYTES];
    if (!text_copy(value->text, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT,
                           "Debug Log File: the path is too long or holds a NUL");
    ErrorText reason;
    const Status status = report_log_to(session->report, path[0] != '\0' ? path : NULL, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "Debug Log File not changed: %s", reason.text);
    return STATUS_OK;
}

Status setting_nodestime(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    search_set_nodes_per_ms(engine_search(session->engine), value->number);
    return STATUS_OK;
}

Status setting_own_book(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    ownbook_set_on(session, value->number != 0);
    return STATUS_OK;
}

Status setting_book_file(Session *session, const OptionValue *value, ErrorText *error)
{
    return ownbook_set_files(session, value->text, error);
}

Status setting_book_depth(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->ownbook.depth_plies = value->number;
    return STATUS_OK;
}

Status setting_best_book_move(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->ownbook.is_best_only = value->number != 0;
    return STATUS_OK;
}

static void report_tables(void *context, const char *line)
{
    Session *const session = context;
    report_note(session->report, "%s", line);
}

// Several folders may be longer than a single path, so the copy is as long as it must be.
Status setting_syzygy_path(Session *session, const OptionValue *value, ErrorText *error)
{
    char *const path = malloc(value->text.length + 1);
    if (path == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "SyzygyPath not changed: no memory");
    if (!text_copy(value->text, path, value->text.length + 1)) {
        free(path);
        return status_fail(error, STATUS_BAD_INPUT, "SyzygyPath not changed: it holds a NUL");
    }
    ErrorText reason;
    const Status status =
        engine_load_tables(session->engine, path, report_tables, session, &reason);
    free(path);
    if (status != STATUS_OK)
        return status_fail(error, status, "SyzygyPath: %s", reason.text);
    return STATUS_OK;
}

Status setting_syzygy_probe_depth(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    TableSettings settings = engine_table_settings(session->engine);
    settings.probe_depth = value->number;
    engine_set_table_settings(session->engine, &settings);
    return STATUS_OK;
}

Status setting_syzygy_probe_limit(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    TableSettings settings = engine_table_settings(session->engine);
    settings.probe_limit = value->number;
    engine_set_table_settings(session->engine, &settings);
    return STATUS_OK;
}

Status setting_syzygy_50_move_rule(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    TableSettings settings = engine_table_settings(session->engine);
    settings.use_fifty_moves = value->number != 0;
    engine_set_table_settings(session->engine, &settings);
    return STATUS_OK;
}
