// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/report.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "position/notation.h"

void report_open(Report *report, int fd, LineReader *reader)
{
    report->fd = fd;
    report->reader = reader;
    atomic_init(&report->has_failed, false);
    mutex_init(&report->mutex);
}

void report_close(Report *report)
{
    mutex_destroy(&report->mutex);
}

bool report_has_failed(Report *report)
{
    return atomic_load(&report->has_failed);
}

// Writes all bytes, however many calls it takes. False when the other end is gone or full.
static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            // Somebody made the descriptor non-blocking: wait for room.
            struct pollfd room = {.fd = fd, .events = POLLOUT};
            poll(&room, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

// Ends the text with a line feed and writes it; `line` has room for one byte beyond its NUL.
static void write_line(Report *report, char *line)
{
    text_make_printable(line);
    const size_t length = strlen(line);
    line[length] = '\n';
    mutex_lock(&report->mutex);
    if (!atomic_load(&report->has_failed) && !write_all(report->fd, line, length + 1)) {
        atomic_store(&report->has_failed, true);
        if (report->reader != NULL)
            line_reader_wake(report->reader);
    }
    mutex_unlock(&report->mutex);
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
    if (!score_is_mate(score))
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

void report_search_info(Report *report, const SearchInfo *info, bool chess960)
{
    // A move takes at most six bytes with the blank before it.
    char pv[MAX_PLY * UCI_MOVE_BYTES + 8] = "";
    size_t used = 0;
    for (int i = 0; i < info->pv_length && i < MAX_PLY; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(info->pv[i], chess960, move);
        used += (size_t)snprintf(pv + used, sizeof pv - used, "%s %s", i == 0 ? " pv" : "", move);
    }
    char score[SCORE_TEXT_BYTES];
    report_write_score(info->score, score);
    report_line(report,
                "info depth %d seldepth %d multipv %d score %s%s nodes %" PRIu64 " nps %" PRIu64
                " hashfull %d time %" PRId64 "%s",
                info->depth, info->selective_depth, info->multi_pv, score, bound_text(info->bound),
                info->nodes, info->nps, info->hash_permille, info->time_ms, pv);
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
