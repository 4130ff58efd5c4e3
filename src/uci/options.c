// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/options.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum OptionType { OPTION_SPIN, OPTION_CHECK, OPTION_BUTTON, OPTION_STRING } OptionType;

typedef enum OptionKey {
    OPTION_HASH,
    OPTION_CLEAR_HASH,
    OPTION_THREADS,
    OPTION_MOVE_OVERHEAD,
    OPTION_CHESS960,
    OPTION_EVAL_FILE,
    OPTION_COUNT
} OptionKey;

// What setoption gave, read as the type of the row wants it.
typedef struct OptionValue {
    int number; // spin: within the range; check: 0 or 1
    Text text;  // string: empty for the default
} OptionValue;

typedef struct OptionRow {
    const char *name;
    OptionType type;
    bool needs_idle; // a running search is ended before the change
    int fallback;    // spin and check: the default
    int smallest;
    int largest;
    Status (*apply)(Session *session, const OptionValue *value, ErrorText *error);
} OptionRow;

enum {
    EVAL_FILE_BYTES = 4096, // the longest path that Linux takes
};

static Status apply_hash(Session *session, const OptionValue *value, ErrorText *error)
{
    ErrorText reason;
    const Status status = engine_set_hash(session->engine, value->number, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "Hash is %d MiB: %s", engine_hash_mib(session->engine),
                           reason.text);
    return STATUS_OK;
}

static Status apply_clear_hash(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)value;
    (void)error;
    engine_clear_hash(session->engine);
    return STATUS_OK;
}

static Status apply_threads(Session *session, const OptionValue *value, ErrorText *error)
{
    ErrorText reason;
    const Status status = engine_set_threads(session->engine, value->number, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "Threads is %d: %s",
                           search_thread_count(engine_search(session->engine)), reason.text);
    return STATUS_OK;
}

static Status apply_move_overhead(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    search_set_move_overhead(engine_search(session->engine), value->number);
    return STATUS_OK;
}

static Status apply_chess960(Session *session, const OptionValue *value, ErrorText *error)
{
    (void)error;
    session->chess960 = value->number != 0;
    return STATUS_OK;
}

static Status apply_eval_file(Session *session, const OptionValue *value, ErrorText *error)
{
    char path[EVAL_FILE_BYTES];
    if (!text_copy(value->text, path, sizeof path))
        return status_fail(error, STATUS_BAD_INPUT,
                           "EvalFile: the path is too long or holds a NUL; the net in play stays");
    ErrorText reason;
    const Status status = engine_load_net(session->engine, path[0] != '\0' ? path : NULL, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "EvalFile: %s; the net in play stays", reason.text);
    session_report_net(session);
    return STATUS_OK;
}

static const OptionRow ROWS[OPTION_COUNT] = {
    [OPTION_HASH] = {"Hash", OPTION_SPIN, true, ENGINE_HASH_DEFAULT_MIB, 1, ENGINE_HASH_MAX_MIB,
                     apply_hash},
    [OPTION_CLEAR_HASH] = {"Clear Hash", OPTION_BUTTON, true, 0, 0, 0, apply_clear_hash},
    [OPTION_THREADS] = {"Threads", OPTION_SPIN, true, 1, 1, SEARCH_THREADS_MAX, apply_threads},
    [OPTION_MOVE_OVERHEAD] = {"Move Overhead", OPTION_SPIN, true, ENGINE_MOVE_OVERHEAD_DEFAULT_MS,
                              0, ENGINE_MOVE_OVERHEAD_MAX_MS, apply_move_overhead},
    [OPTION_CHESS960] = {"UCI_Chess960", OPTION_CHECK, false, 0, 0, 1, apply_chess960},
    [OPTION_EVAL_FILE] = {"EvalFile", OPTION_STRING, true, 0, 0, 0, apply_eval_file},
};

// The default of a number: the environment's where it is a usable one, else the row's.
static int read_default(Session *session, const OptionRow *row, const char *variable)
{
    const char *const text = getenv(variable);
    if (text == NULL || text[0] == '\0')
        return row->fallback;
    int64_t value;
    if (!text_parse_int64(text_trim(text_of(text)), &value) || value < row->smallest ||
        value > row->largest) {
        report_note(session->report, "%s ignored: '%.40s' is no number from %d to %d", variable,
                    text, row->smallest, row->largest);
        return row->fallback;
    }
    return (int)value;
}

void options_read_defaults(Session *session)
{
    session->hash_mib_default = read_default(session, &ROWS[OPTION_HASH], "RAVELIN_HASH");
    session->threads_default = read_default(session, &ROWS[OPTION_THREADS], "RAVELIN_THREADS");
}

static int default_of(const Session *session, OptionKey key)
{
    switch (key) {
    case OPTION_HASH: return session->hash_mib_default;
    case OPTION_THREADS: return session->threads_default;
    default: return ROWS[key].fallback;
    }
}

void options_report(Session *session)
{
    for (OptionKey key = 0; key < OPTION_COUNT; key++) {
        const OptionRow *const row = &ROWS[key];
        const int value = default_of(session, key);
        switch (row->type) {
        case OPTION_SPIN:
            report_line(session->report, "option name %s type spin default %d min %d max %d",
                        row->name, value, row->smallest, row->largest);
            break;
        case OPTION_CHECK:
            report_line(session->report, "option name %s type check default %s", row->name,
                        value != 0 ? "true" : "false");
            break;
        case OPTION_BUTTON:
            report_line(session->report, "option name %s type button", row->name);
            break;
        case OPTION_STRING:
            report_line(session->report, "option name %s type string default <empty>", row->name);
            break;
        }
    }
}

static Status read_spin(Session *session, const OptionRow *row, Text text, OptionValue *out,
                        ErrorText *error)
{
    int64_t number;
    if (!text_parse_int64(text, &number))
        return status_fail(error, STATUS_BAD_INPUT, "%s not changed: '%.*s' is no whole number",
                           row->name, text_quote_length(text), text.data);
    out->number = number < row->smallest  ? row->smallest
                  : number > row->largest ? row->largest
                                          : (int)number;
    if (number != out->number)
        report_note(session->report, "%s: %" PRId64 " is not within %d to %d, set to %d", row->name,
                    number, row->smallest, row->largest, out->number);
    return STATUS_OK;
}

static Status read_value(Session *session, const OptionRow *row, Text text, OptionValue *out,
                         ErrorText *error)
{
    *out = (OptionValue){.text = text};
    switch (row->type) {
    case OPTION_SPIN: return read_spin(session, row, text, out, error);
    case OPTION_CHECK:
        out->number = text_equals_ignoring_case(text, "true");
        if (out->number == 0 && !text_equals_ignoring_case(text, "false"))
            return status_fail(error, STATUS_BAD_INPUT,
                               "%s not changed: 'true' or 'false' expected", row->name);
        return STATUS_OK;
    case OPTION_STRING:
        if (text_equals(text, "<empty>"))
            out->text = (Text){"", 0};
        return STATUS_OK;
    case OPTION_BUTTON: return STATUS_OK;
    }
    return STATUS_OK;
}

Status options_set(Session *session, const SetOptionCommand *command, ErrorText *error)
{
    for (OptionKey key = 0; key < OPTION_COUNT; key++) {
        const OptionRow *const row = &ROWS[key];
        if (!text_matches_name(command->name, row->name))
            continue;
        OptionValue value;
        const Status status = read_value(session, row, command->value, &value, error);
        if (status != STATUS_OK)
            return status;
        if (row->needs_idle)
            session_end_search(session, "setoption");
        return row->apply(session, &value, error);
    }
    return status_fail(error, STATUS_BAD_INPUT, "there is no option '%.*s'",
                       text_quote_length(command->name), command->name.data);
}
