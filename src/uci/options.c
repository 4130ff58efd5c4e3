// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/options.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "kernels/isa.h"
#include "search/nodeclock.h"
#include "uci/settings.h"
#include "uci/tune.h"

typedef enum OptionType { OPTION_SPIN, OPTION_CHECK, OPTION_BUTTON, OPTION_STRING } OptionType;

typedef enum OptionKey {
    OPTION_HASH,
    OPTION_CLEAR_HASH,
    OPTION_THREADS,
    OPTION_PONDER,
    OPTION_MULTI_PV,
    OPTION_MOVE_OVERHEAD,
    OPTION_CHESS960,
    OPTION_SHOW_WDL,
    OPTION_LIMIT_STRENGTH,
    OPTION_ELO,
    OPTION_SKILL_LEVEL,
    OPTION_ANALYSE_MODE,
    OPTION_ENGINE_ABOUT,
    OPTION_OWN_BOOK,
    OPTION_BOOK_FILE,
    OPTION_BOOK_DEPTH,
    OPTION_BEST_BOOK_MOVE,
    OPTION_SYZYGY_PATH,
    OPTION_SYZYGY_PROBE_DEPTH,
    OPTION_SYZYGY_50_MOVE_RULE,
    OPTION_SYZYGY_PROBE_LIMIT,
    OPTION_EVAL_FILE,
    OPTION_ISA,
    OPTION_DEBUG_LOG_FILE,
    OPTION_NODESTIME,
    OPTION_COUNT
} OptionKey;

typedef struct OptionRow {
    const char *name;
    OptionType type;
    bool needs_idle; // a running search is ended before the change
    int fallback;    // spin and check: the default
    int smallest;
    int largest;
    const char *text; // string: the default, NULL for none
    SettingFunction *apply;
} OptionRow;

// What users see, in this order.
static const OptionRow ROWS[OPTION_COUNT] = {
    [OPTION_HASH] = {.name = "Hash",
                     .type = OPTION_SPIN,
                     .needs_idle = true,
                     .fallback = ENGINE_HASH_DEFAULT_MIB,
                     .smallest = 1,
                     .largest = ENGINE_HASH_MAX_MIB,
                     .apply = setting_hash},
    [OPTION_CLEAR_HASH] = {.name = "Clear Hash",
                           .type = OPTION_BUTTON,
                           .needs_idle = true,
                           .apply = setting_clear_hash},
    [OPTION_THREADS] = {.name = "Threads",
                        .type = OPTION_SPIN,
                        .needs_idle = true,
                        .fallback = 1,
                        .smallest = 1,
                        .largest = SEARCH_THREADS_MAX,
                        .apply = setting_threads},
    [OPTION_PONDER] = {.name = "Ponder",
                       .type = OPTION_CHECK,
                       .needs_idle = true,
                       .apply = setting_ponder},
    [OPTION_MULTI_PV] = {.name = "MultiPV",
                         .type = OPTION_SPIN,
                         .needs_idle = true,
                         .fallback = 1,
                         .smallest = 1,
                         .largest = SEARCH_MULTI_PV_MAX,
                         .apply = setting_multi_pv},
    [OPTION_MOVE_OVERHEAD] = {.name = "Move Overhead",
                              .type = OPTION_SPIN,
                              .needs_idle = true,
                              .fallback = ENGINE_MOVE_OVERHEAD_DEFAULT_MS,
                              .largest = ENGINE_MOVE_OVERHEAD_MAX_MS,
                              .apply = setting_move_overhead},
    [OPTION_CHESS960] = {.name = "UCI_Chess960", .type = OPTION_CHECK, .apply = setting_chess960},
    [OPTION_SHOW_WDL] = {.name = "UCI_ShowWDL", .type = OPTION_CHECK, .apply = setting_show_wdl},
    [OPTION_LIMIT_STRENGTH] = {.name = "UCI_LimitStrength",
                               .type = OPTION_CHECK,
                               .apply = setting_limit_strength},
    [OPTION_ELO] = {.name = "UCI_Elo",
                    .type = OPTION_SPIN,
                    .fallback = SKILL_ELO_DEFAULT,
                    .smallest = SKILL_ELO_MIN,
                    .largest = SKILL_ELO_MAX,
                    .apply = setting_elo},
    [OPTION_SKILL_LEVEL] = {.name = "Skill Level",
                            .type = OPTION_SPIN,
                            .fallback = SKILL_LEVEL_MAX,
                            .largest = SKILL_LEVEL_MAX,
                            .apply = setting_skill_level},
    [OPTION_ANALYSE_MODE] = {.name = "UCI_AnalyseMode",
                             .type = OPTION_CHECK,
                             .apply = setting_analyse_mode},
    [OPTION_ENGINE_ABOUT] = {.name = "UCI_EngineAbout",
                             .type = OPTION_STRING,
                             .text = VERSION_ABOUT,
                             .apply = setting_engine_about},
    [OPTION_OWN_BOOK] = {.name = "OwnBook",
                         .type = OPTION_CHECK,
                         .needs_idle = true,
                         .apply = setting_own_book},
    [OPTION_BOOK_FILE] = {.name = "BookFile",
                          .type = OPTION_STRING,
                          .needs_idle = true,
                          .apply = setting_book_file},
    [OPTION_BOOK_DEPTH] = {.name = "Book Depth",
                           .type = OPTION_SPIN,
                           .fallback = OWNBOOK_DEPTH_DEFAULT,
                           .largest = OWNBOOK_DEPTH_MAX,
                           .apply = setting_book_depth},
    [OPTION_BEST_BOOK_MOVE] = {.name = "Best Book Move",
                               .type = OPTION_CHECK,
                               .apply = setting_best_book_move},
    [OPTION_SYZYGY_PATH] = {.name = "SyzygyPath",
                            .type = OPTION_STRING,
                            .needs_idle = true,
                            .apply = setting_syzygy_path},
    [OPTION_SYZYGY_PROBE_DEPTH] = {.name = "SyzygyProbeDepth",
                                   .type = OPTION_SPIN,
                                   .needs_idle = true,
                                   .fallback = ENGINE_TABLE_PROBE_DEPTH_DEFAULT,
                                   .smallest = 1,
                                   .largest = ENGINE_TABLE_PROBE_DEPTH_MAX,
                                   .apply = setting_syzygy_probe_depth},
    [OPTION_SYZYGY_50_MOVE_RULE] = {.name = "Syzygy50MoveRule",
                                    .type = OPTION_CHECK,
                                    .needs_idle = true,
                                    .fallback = true,
                                    .apply = setting_syzygy_50_move_rule},
    [OPTION_SYZYGY_PROBE_LIMIT] = {.name = "SyzygyProbeLimit",
                                   .type = OPTION_SPIN,
                                   .needs_idle = true,
                                   .fallback = ENGINE_TABLE_PROBE_LIMIT_MAX,
                                   .largest = ENGINE_TABLE_PROBE_LIMIT_MAX,
                                   .apply = setting_syzygy_probe_limit},
    [OPTION_EVAL_FILE] = {.name = "EvalFile",
                          .type = OPTION_STRING,
                          .needs_idle = true,
                          .apply = setting_eval_file},
    [OPTION_ISA] = {.name = "ISA",
                    .type = OPTION_STRING,
                    .needs_idle = true,
                    .text = ISA_NAME_BEST,
                    .apply = setting_isa},
    [OPTION_DEBUG_LOG_FILE] = {.name = "Debug Log File",
                               .type = OPTION_STRING,
                               .apply = setting_debug_log_file},
    [OPTION_NODESTIME] = {.name = "nodestime",
                          .type = OPTION_SPIN,
                          .needs_idle = true,
                          .largest = NODES_PER_MS_MAX,
                          .apply = setting_nodestime},
};

// The environment's default of a number. STATUS_BAD_INPUT where it is not usable; that of the row
// holds then, and where there is none.
static Status read_default(const OptionRow *row, const char *variable, int *out, ErrorText *error)
{
    *out = row->fallback;
    const char *const text = getenv(variable);
    if (text == NULL || text[0] == '\0')
        return STATUS_OK;
    int64_t value;
    if (!text_parse_int64(text_trim(text_of(text)), &value) || value < row->smallest ||
        value > row->largest)
        return status_fail(error, STATUS_BAD_INPUT, "%s: '%.40s' is no number from %d to %d",
                           variable, text, row->smallest, row->largest);
    *out = (int)value;
    return STATUS_OK;
}

static const char HASH_VARIABLE[] = "RAVELIN_HASH";
static const char THREADS_VARIABLE[] = "RAVELIN_THREADS";

void options_read_defaults(Session *session)
{
    ErrorText error;
    if (read_default(&ROWS[OPTION_HASH], HASH_VARIABLE, &session->hash_mib_default, &error) !=
        STATUS_OK)
        report_note(session->report, "ignored: %s", error.text);
    if (read_default(&ROWS[OPTION_THREADS], THREADS_VARIABLE, &session->threads_default, &error) !=
        STATUS_OK)
        report_note(session->report, "ignored: %s", error.text);
}

Status options_check_variables(ErrorText *error)
{
    int unused;
    const Status status = read_default(&ROWS[OPTION_HASH], HASH_VARIABLE, &unused, error);
    return status != STATUS_OK
               ? status
               : read_default(&ROWS[OPTION_THREADS], THREADS_VARIABLE, &unused, error);
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
        case OPTION_STRING: {
            const char *const text = key == OPTION_EVAL_FILE ? session->eval_file_default
                                     : key == OPTION_ISA     ? session->isa_default
                                                             : row->text;
            report_line(session->report, "option name %s type string default %s", row->name,
                        text != NULL ? text : "<empty>");
            break;
        }
        }
    }
    tune_report_options(session);
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
    if (tune_has_option(command->name))
        return tune_set_option(session, command, error);
    return status_fail(error, STATUS_BAD_INPUT, "there is no option '%.*s'",
                       text_quote_length(command->name), command->name.data);
}
