// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what each option changes, one function each. uci/options.c has the table
// that names them. Used by the thread that reads commands; where the row asks for it no search runs
// any more.
#ifndef RAVELIN_UCI_SETTINGS_H
#define RAVELIN_UCI_SETTINGS_H

#include "base/status.h"
#include "base/text.h"
#include "uci/session.h"

// What setoption gave, read as the type of the row wants it.
typedef struct OptionValue {
    int number; // spin: within the range; check: 0 or 1
    Text text;  // string: empty for the default
} OptionValue;

// Makes the change. On failure what was in force stays and `error` says why; a table or a number of
// threads that could only be had in part is a failure that says what is in force.
typedef Status SettingFunction(Session *session, const OptionValue *value, ErrorText *error);

SettingFunction setting_hash, setting_clear_hash, setting_threads, setting_ponder, setting_multi_pv,
    setting_move_overhead, setting_chess960, setting_show_wdl, setting_limit_strength, setting_elo,
    setting_skill_level, setting_analyse_mode, setting_engine_about, setting_eval_file,
    setting_debug_log_file, setting_nodestime, setting_isa, setting_own_book, setting_book_file,
    setting_book_depth, setting_best_book_move, setting_syzygy_path, setting_syzygy_probe_depth,
    setting_syzygy_probe_limit, setting_syzygy_50_move_rule;

#endif
