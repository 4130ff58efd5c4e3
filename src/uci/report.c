// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "position/notation.h"
#include "uci/wdl.h"

void report_open(Report *report, int fd, LineReader *reader)
{
    report->fd = fd;
    report->reader = reader;
    report->log_fd = -1;
    atomic_init(&report->has_failed, false);
    mutex_init(&report->mutex);
}

void report_close(Report *report)
{
    if (report->log_fd >= 0)
        file_close(report->log_fd);
    mutex_destroy(&report->mutex);
}

bool report_has_failed(Report *report)
{
    return atomic_load(&report->has_failed);
}

// Copies a line, which needs no end, to the log. True if copying had to be given up. The mutex is
// held.
static bool log_line(Report *report, const char *mark, const char *bytes, size_t length)
{
    if (report->log_fd < 0 ||
        (file_write_all(report->log_fd, mark, strlen(mark)) &&
         file_write_all(report->log_fd, bytes, length) && file_write_all(report->log_fd, "\n", 1)))
        return false;
    file_close(report->log_fd);
    report->log_fd = -1;
    return true;
}

static const char LOG_GIVEN_UP[] = "Debug Log File: a line cannot be written, logging ends";

Status report_log_to(Report *report, const char *path, ErrorText *error)
{
    int fd = -1;
    if (path != NULL) {
        fd = file_open_append(path);
        if (fd < 0)
            return status_fail(error, STATUS_IO, "cannot open %.150s: %s", path, strerror(errno));
    }
    mutex_lock(&report->mutex);
    const int before = report->log_fd;
    report->log_fd = fd;
    mutex_unlock(&report->mutex);
    if (before >= 0)
        file_close(before);
    return STATUS_OK;
}

void report_log_input(Report *report, Text line)
{
    mutex_lock(&report->mutex);
    const bool gave_up = log_line(report, ">> ", line.data, line.length);
    mutex_unlock(&report->mutex);
    if (gave_up)
        report_note(report, "%s", LOG_GIVEN_UP);
}

// Ends the text with a line feed and writes it; `line` has room for one byte beyond its NUL.
static void write_line(Report *report, char *line)
{
    text_make_printable(line);
    const size_t length = strlen(line);
    mutex_lock(&report->mutex);
    const bool gave_up = log_line(report, "<< ", line, length);
    line[length] = '\n';
    if (!atomic_load(&report->has_failed) && !file_write_all(report->fd, line, length + 1)) {
        atomic_store(&report->has_failed, true);
        if (report->reader != NULL)
            line_reader_wake(report->reader);
    }
    mutex_unlock(&report->mutex);
    if (gave_up)
        report_note(report, "%s", LOG_GIVEN_UP);
}

static void write_formatted(Report *report, const char *prefix, const char *format, va_list args)
    RAVELIN_PRINTF(3, 0);

static void write_formatted(Report *report, const char *prefix, const char *format, va_list args)
{
    char line[REPORT_LINE_BYTES + 1];
    const size_t used = strlen(prefix);
    memcpy(line, prefix, used);
    if (vsnprintf(line + used, REPORT_LINE_BYTES - used, format, args) < 0)
        line[used] = '\0';
    write_line(report, line);
}

void report_line(Report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_formatted(report, "", format, args);
    va_end(args);
}

void report_note(Report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_formatted(report, "info string ", format, args);
    va_end(args);
}

void report_write_score(Score score, char out[SCORE_TEXT_BYTES])
{
    // A table win is shown beyond every evaluation, the sooner the higher, as Stockfish does.
    if (score_is_decided(score) && !score_is_mate(score))
        snprintf(out, SCORE_TEXT_BYTES, "cp %d",
                 score > 0 ? score - SCORE_TB_WIN + SCORE_EVAL_MAX
                           : score + SCORE_TB_WIN - SCORE_EVAL_MAX);
    else if (!score_is_mate(score))
        snprintf(out, SCORE_TEXT_BYTES, "cp %d", score);
    else if (score > 0)
        snprintf(out, SCORE_TEXT_BYTES, "mate %d", (SCORE_MATE - score + 1) / 2);
    else
        snprintf(out, SCORE_TEXT_BYTES, "mate %d", -(SCORE_MATE + score) / 2);
}

static const char *bound_text(Bound bound)
{
    switch (bound) {
    case BOUND_LOWER: return " lowerbound";
    case BOUND_UPPER: return " upperbound";
    default: return "";
    }
}

enum { WDL_TEXT_BYTES = 48 };

void report_search_info(Report *report, const SearchInfo *info, const InfoStyle *style)
{
    // A move takes at most six bytes with the blank before it.
    char pv[MAX_PLY * UCI_MOVE_BYTES + 8] = "";
    size_t used = 0;
    for (int i = 0; i < info->pv_length && i < MAX_PLY; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(info->pv[i], style->chess960, move);
        used += (size_t)snprintf(pv + used, sizeof pv - used, "%s %s", i == 0 ? " pv" : "", move);
    }
    char score[SCORE_TEXT_BYTES], wdl_text[WDL_TEXT_BYTES] = "";
    report_write_score(info->score, score);
    if (style->has_wdl) {
        const Chances wdl = wdl_of_score(info->score, style->material);
        snprintf(wdl_text, sizeof wdl_text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    report_line(report,
                "info depth %d seldepth %d multipv %d score %s%s%s nodes %" PRIu64 " nps %" PRIu64
                " hashfull %d tbhits %" PRIu64 " time %" PRId64 "%s",
                info->depth, info->selective_depth, info->multi_pv, score, wdl_text,
                bound_text(info->bound), info->nodes, info->nps, info->hash_permille, info->tb_hits,
                info->time_ms, pv);
}

void report_root_move(Report *report, int depth, Move move, int number, bool chess960)
{
    char text[UCI_MOVE_BYTES];
    notation_write_uci(move, chess960, text);
    report_line(report, "info depth %d currmove %s currmovenumber %d", depth, text, number);
}

void report_best_move(Report *report, Move best, Move ponder, bool chess960)
{
    if (best == MOVE_NONE) {
        report_line(report, "bestmove (none)");
        return;
    }
    char best_text[UCI_MOVE_BYTES], ponder_text[UCI_MOVE_BYTES];
    notation_write_uci(best, chess960, best_text);
    if (ponder == MOVE_NONE) {
        report_line(report, "bestmove %s", best_text);
        return;
    }
    notation_write_uci(ponder, chess960, ponder_text);
    report_line(report, "bestmove %s ponder %s", best_text, ponder_text);
}
