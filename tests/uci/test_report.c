// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as they leave: whole under any number of writers, clean, and silent once nobody reads.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uci/report.h"

typedef struct Channel {
    Report report;
    int read_end;
    int write_end;
} Channel;

static void open_channel(Channel *channel)
{
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    channel->read_end = fds[0];
    channel->write_end = fds[1];
    report_open(&channel->report, fds[1], NULL);
}

// All that was written, after the last write; the caller frees it.
static char *read_all(Channel *channel)
{
    close(channel->write_end);
    size_t capacity = 1 << 16, length = 0;
    char *text = malloc(capacity);
    cr_assert(text != NULL);
    for (;;) {
        const ssize_t got = read(channel->read_end, text + length, capacity - length - 1);
        cr_assert_geq(got, 0);
        if (got == 0)
            break;
        length += (size_t)got;
        if (capacity - length < 1000) {
            capacity *= 2;
            char *const larger = realloc(text, capacity);
            cr_assert(larger != NULL);
            text = larger;
        }
    }
    text[length] = '\0';
    report_close(&channel->report);
    return text;
}

Test(report, scores_count_moves_not_plies)
{
    static const struct {
        Score score;
        const char *text;
    } SCORES[] = {
        {0, "cp 0"},
        {-31, "cp -31"},
        {SCORE_EVAL_MAX, "cp 20000"},
        {SCORE_MATE - 1, "mate 1"},
        {SCORE_MATE - 2, "mate 1"},
        {SCORE_MATE - 3, "mate 2"},
        {-SCORE_MATE, "mate 0"},
        {-SCORE_MATE + 2, "mate -1"},
        {-SCORE_MATE + 4, "mate -2"},
        {SCORE_MATE_BOUND, "mate 123"},
    };
    for (size_t i = 0; i < sizeof SCORES / sizeof SCORES[0]; i++) {
        char text[SCORE_TEXT_BYTES];
        report_write_score(SCORES[i].score, text);
        cr_assert_str_eq(text, SCORES[i].text);
    }
}

Test(report, lines_of_the_search)
{
    Channel channel;
    open_channel(&channel);
    const Move pv[] = {move_make(SQ_E1, SQ_D1), move_make_kind(SQ_E8, SQ_H8, MOVE_CASTLING)};
    SearchInfo info = {
        .depth = 7,
        .selective_depth = 12,
        .multi_pv = 1,
        .score = 25,
        .bound = BOUND_EXACT,
        .time_ms = 3,
        .nodes = 18446744073709551615u,
        .nps = 5,
        .hash_permille = 1000,
        .tb_hits = 41,
        .pv = pv,
        .pv_length = 2,
    };
    report_search_info(&channel.report, &info, &(InfoStyle){.chess960 = false});
    info.bound = BOUND_LOWER;
    report_search_info(&channel.report, &info, &(InfoStyle){.chess960 = true});
    info.bound = BOUND_UPPER;
    info.pv_length = 0;
    report_search_info(&channel.report, &info, &(InfoStyle){.chess960 = true});
    report_root_move(&channel.report, 9, pv[1], 3, false);
    report_best_move(&channel.report, pv[1], pv[0], true);
    report_best_move(&channel.report, pv[1], MOVE_NONE, false);
    report_best_move(&channel.report, MOVE_NONE, MOVE_NONE, false);
    char *text = read_all(&channel);
    cr_assert_str_eq(text,
                     "info depth 7 seldepth 12 multipv 1 score cp 25 nodes 18446744073709551615"
                     " nps 5 hashfull 1000 tbhits 41 time 3 pv e1d1 e8g8\n"
                     "info depth 7 seldepth 12 multipv 1 score cp 25 lowerbound nodes"
                     " 18446744073709551615 nps 5 hashfull 1000 tbhits 41 time 3 pv e1d1 e8h8\n"
                     "info depth 7 seldepth 12 multipv 1 score cp 25 upperbound nodes"
                     " 18446744073709551615 nps 5 hashfull 1000 tbhits 41 time 3\n"
                     "info depth 9 currmove e8g8 currmovenumber 3\n"
                     "bestmove e8h8 ponder e1d1\nbestmove e8g8\nbestmove (none)\n");
    free(text);
}

Test(report, the_longest_pv_is_written_whole)
{
    Channel channel;
    open_channel(&channel);
    Move pv[MAX_PLY];
    for (int i = 0; i < MAX_PLY; i++)
        pv[i] = move_make_promotion(SQUARE_COUNT - 9, SQUARE_COUNT - 1, QUEEN);
    const SearchInfo info = {.multi_pv = 1, .pv = pv, .pv_length = MAX_PLY};
    report_search_info(&channel.report, &info, &(InfoStyle){.chess960 = false});
    char *text = read_all(&channel);
    int moves = 0;
    for (const char *at = text; (at = strstr(at, " h7h8q")) != NULL; at++)
        moves++;
    cr_assert_eq(moves, MAX_PLY);
    cr_assert_str_eq(text + strlen(text) - 7, " h7h8q\n");
    free(text);
}

Test(report, what_is_quoted_cannot_break_the_line)
{
    Channel channel;
    open_channel(&channel);
    report_note(&channel.report, "bad '%s'", "a\nbestmove e2e4\r\x1b[0m\xff");
    char *const endless = malloc(3 * REPORT_LINE_BYTES);
    cr_assert(endless != NULL);
    memset(endless, 'x', 3 * REPORT_LINE_BYTES);
    endless[3 * REPORT_LINE_BYTES - 1] = '\0';
    report_line(&channel.report, "%s", endless);
    free(endless);
    char *text = read_all(&channel);
    static const char FIRST[] = "info string bad 'a?bestmove e2e4??[0m?'\n";
    cr_assert_eq(strncmp(text, FIRST, sizeof FIRST - 1), 0, "%s", text);
    cr_assert_eq(strlen(text), sizeof FIRST - 1 + REPORT_LINE_BYTES, "cut, with its line end");
    cr_assert_eq(text[strlen(text) - 1], '\n');
    free(text);
}

enum { WRITERS = 4, LINES_EACH = 2000 };

static void write_many(void *context)
{
    for (int i = 0; i < LINES_EACH; i++)
        report_line(context, "line %d of a writer, long enough to be torn if it could be", i);
}

static void collect(void *context)
{
    Thread threads[WRITERS];
    Channel *const channel = context;
    for (int i = 0; i < WRITERS; i++)
        cr_assert_eq(thread_start(&threads[i], write_many, &channel->report, NULL), STATUS_OK);
    for (int i = 0; i < WRITERS; i++)
        thread_join(&threads[i]);
    close(channel->write_end);
}

Test(report, lines_of_many_threads_never_mix, .timeout = 60)
{
    Channel channel;
    open_channel(&channel);
    Thread all;
    cr_assert_eq(thread_start(&all, collect, &channel, NULL), STATUS_OK);
    FILE *const file = fdopen(channel.read_end, "r");
    char line[200];
    int counts[LINES_EACH] = {0};
    int lines = 0;
    for (; fgets(line, sizeof line, file) != NULL; lines++) {
        char wanted[200];
        const int number = (int)strtol(line + 5, NULL, 10);
        cr_assert(number >= 0 && number < LINES_EACH, "%s", line);
        snprintf(wanted, sizeof wanted,
                 "line %d of a writer, long enough to be torn if it could be\n", number);
        cr_assert_str_eq(line, wanted);
        counts[number]++;
    }
    thread_join(&all);
    cr_assert_eq(lines, WRITERS * LINES_EACH);
    for (int i = 0; i < LINES_EACH; i++)
        cr_assert_eq(counts[i], WRITERS);
    fclose(file);
    report_close(&channel.report);
}

Test(report, a_failed_write_is_noticed_and_wakes_the_reader, .timeout = 30)
{
    signal(SIGPIPE, SIG_IGN);
    Channel channel;
    open_channel(&channel);
    LineReader reader;
    cr_assert_eq(line_reader_open(&reader, channel.read_end, NULL), STATUS_OK);
    channel.report.reader = &reader;
    cr_assert_not(report_has_failed(&channel.report));
    close(channel.read_end);
    report_line(&channel.report, "nobody reads this");
    cr_assert(report_has_failed(&channel.report));
    report_line(&channel.report, "nor this");
    atomic_bool interrupted;
    atomic_init(&interrupted, false);
    line_reader_wait_for_wake(&reader, &interrupted); // returns only if it was woken
    line_reader_close(&reader);
    report_close(&channel.report);
}
