// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: everything that the engine says, a whole line at a time. The uci room owns
// the one Report on standard output; any thread may write, lines of several threads never mix. Each
// line is handed to the system at once, so there is nothing to flush.
#ifndef RAVELIN_UCI_REPORT_H
#define RAVELIN_UCI_REPORT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "base/input.h"
#include "base/thread.h"
#include "chess/score.h"
#include "search/search.h"

typedef struct Report {
    int fd;
    Mutex mutex;            // held while a line is written
    atomic_bool has_failed; // nobody can read us any more: say nothing, come to an end
    LineReader *reader;     // woken on the first failure; may be NULL
    int log_fd;             // copies of all lines go there; -1: nowhere
} Report;

// Prepares to write to `fd`, which stays the caller's. SIGPIPE must be ignored for a failed write
// to be noticed here.
void report_open(Report *report, int fd, LineReader *reader);
void report_close(Report *report);

// True once a write has failed (nobody reads, disk full).
bool report_has_failed(Report *report);

// Copies every line that comes in (">> ") and goes out ("<< ") to the end of the file at `path`, in
// place of an earlier one; NULL ends it. STATUS_IO when the file cannot be opened; the copies then
// go where they went before. When a copy cannot be written that is said once, and copying ends.
Status report_log_to(Report *report, const char *path, ErrorText *error);

// Copies a line that came in.
void report_log_input(Report *report, Text line);

// Writes one line; the format has no line end. Control characters and bytes that are no UTF-8
// become '?', what is beyond REPORT_LINE_BYTES is cut.
enum { REPORT_LINE_BYTES = 8192 };
void report_line(Report *report, const char *format, ...) RAVELIN_PRINTF(2, 3);

// The same with "info string " before it.
void report_note(Report *report, const char *format, ...) RAVELIN_PRINTF(2, 3);

// How the lines of a search are written.
typedef struct InfoStyle {
    bool chess960; // castling is spelt king takes rook
    bool has_wdl;  // with the chances of win, draw and loss,
    int material;  // which depend on wdl_material() of the root
} InfoStyle;

// An info line of the search.
void report_search_info(Report *report, const SearchInfo *info, const InfoStyle *style);

// The line that tells which root move, number `number`, is being searched.
void report_root_move(Report *report, int depth, Move move, int number, bool chess960);

// The bestmove line: "(none)" for MOVE_NONE, and a ponder move only if there is one.
void report_best_move(Report *report, Move best, Move ponder, bool chess960);

// Writes a score as UCI wants it: "cp 31", "mate 3" (full moves, negative when being mated).
enum { SCORE_TEXT_BYTES = 24 };
void report_write_score(Score score, char out[SCORE_TEXT_BYTES]);

#endif
