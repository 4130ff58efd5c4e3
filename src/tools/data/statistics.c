// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/statistics.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "chess/score.h"
#include "position/position.h"
#include "record/sink.h"

static void end_game(Statistics *statistics)
{
    if (statistics->game_plies == 0)
        return;
    statistics->games++;
    statistics->results[statistics->game_result]++;
    const uint64_t bin = statistics->game_plies / PLY_BIN;
    statistics->plies[bin < PLY_BINS ? bin : PLY_BINS - 1]++;
    if (statistics->game_plies > statistics->longest)
        statistics->longest = statistics->game_plies;
    statistics->game_plies = 0;
}

void statistics_add(Statistics *statistics, int file, const RecordPosition *position)
{
    if (statistics->game != position->game || statistics->game_file != file)
        end_game(statistics);
    const Board *board = position->board;
    statistics->game = position->game;
    statistics->game_file = file;
    statistics->game_plies++;
    statistics->game_result =
        board->side_to_move == WHITE ? position->result : 2 - position->result;
    const int size = abs(position->score_cp);
    const int bin = size / SCORE_BIN_CP < SCORE_BINS ? size / SCORE_BIN_CP : SCORE_BINS - 1;
    statistics->positions++;
    statistics->quiet += position->is_quiet;
    statistics->in_check += position_in_check(board);
    statistics->mates += score_is_mate(position->score_cp);
    statistics->scores[bin]++;
    statistics->points[bin] +=
        (position->score_cp >= 0 ? position->result : 2 - position->result) / 2.0;
    statistics->men[bits_count(board_occupied(board))]++;
}

void statistics_finish(Statistics *statistics)
{
    end_game(statistics);
}

// Score below which `share` of all positions lie, to the width of a bin.
static int score_quantile(const Statistics *statistics, double share)
{
    uint64_t below = 0;
    for (int bin = 0; bin < SCORE_BINS; bin++) {
        below += statistics->scores[bin];
        if ((double)below >= share * (double)statistics->positions)
            return (bin + 1) * SCORE_BIN_CP;
    }
    return SCORE_BINS * SCORE_BIN_CP;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

void statistics_print(const Statistics *statistics, FILE *out)
{
    static const double shares[] = {0.10, 0.25, 0.50, 0.75, 0.90, 0.97};
    const uint64_t games = statistics->games;
    fprintf(out, "games %llu, positions %llu, a game %.1f, longest %llu\n",
            (unsigned long long)games, (unsigned long long)statistics->positions,
            games == 0 ? 0.0 : (double)statistics->positions / (double)games,
            (unsigned long long)statistics->longest);
    fprintf(out, "results: White won %.1f %%, drawn %.1f %%, Black won %.1f %%\n",
            percent(statistics->results[2], games), percent(statistics->results[1], games),
            percent(statistics->results[0], games));
    fprintf(out, "positions: quiet %.1f %%, in check %.1f %%, mate scores %.1f %%\n",
            percent(statistics->quiet, statistics->positions),
            percent(statistics->in_check, statistics->positions),
            percent(statistics->mates, statistics->positions));
    fprintf(out, "|score| below which 10/25/50/75/90/97 %% lie:");
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        fprintf(out, " %d", score_quantile(statistics, shares[i]));
    fputs("\nresult of the side that the score favours, by |score|:", out);
    for (int from = 0; from < 1000; from += 200) {
        double points = 0.0;
        uint64_t count = 0;
        for (int bin = from / SCORE_BIN_CP; bin < (from + 200) / SCORE_BIN_CP; bin++) {
            points += statistics->points[bin];
            count += statistics->scores[bin];
        }
        if (count != 0)
            fprintf(out, " %d-%d %.3f", from, from + 200, points / (double)count);
    }
    fputc('\n', out);
}

// One histogram's place and words.
typedef struct Chart {
    const char *title;
    int left, top;
    int bins;
    double step; // of the axis, a bin
    int first;   // bin that is drawn first
} Chart;

enum { CHART_WIDTH = 400, CHART_HEIGHT = 200, CHART_MARGIN = 40, TEXT_BYTES = 1 << 16 };

typedef struct Picture {
    char text[TEXT_BYTES];
    size_t used;
} Picture;

static void put(Picture *picture, const char *format, ...) RAVELIN_PRINTF(2, 3);

static void put(Picture *picture, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t room = TEXT_BYTES - picture->used;
    const int length = vsnprintf(picture->text + picture->used, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < room)
        picture->used += (size_t)length;
}

static void draw(Picture *picture, const Chart *chart, const double *values)
{
    double most = 0.0;
    for (int bin = chart->first; bin < chart->bins; bin++)
        most = values[bin] > most ? values[bin] : most;
    const double width = CHART_WIDTH - 2.0 * CHART_MARGIN;
    const double height = CHART_HEIGHT - 2.0 * CHART_MARGIN;
    const int shown = chart->bins - chart->first;
    put(picture, "<g transform=\"translate(%d %d)\">\n<text x=\"%d\" y=\"24\">%s</text>\n",
        chart->left, chart->top, CHART_MARGIN, chart->title);
    put(picture, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.3g</text>\n", CHART_MARGIN - 4,
        CHART_MARGIN + 4, most);
    for (int bin = chart->first; bin < chart->bins; bin++) {
        const double tall = most > 0.0 ? values[bin] / most * height : 0.0;
        put(picture,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#2c5f8a\"/>\n",
            CHART_MARGIN + width * (bin - chart->first) / shown, CHART_HEIGHT - CHART_MARGIN - tall,
            width / shown * 0.9, tall);
    }
    for (int mark = 0; mark <= 4; mark++) {
        const double bin = chart->first + shown * mark / 4.0;
        put(picture, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n",
            CHART_MARGIN + width * mark / 4.0, CHART_HEIGHT - CHART_MARGIN + 16, bin * chart->step);
    }
    put(picture, "</g>\n");
}

// Shares of the total in percent.
static void to_shares(const uint64_t *counts, int bins, uint64_t total, double *shares)
{
    for (int bin = 0; bin < bins; bin++)
        shares[bin] = percent(counts[bin], total);
}

Status statistics_write_svg(const Statistics *statistics, const char *path, ErrorText *error)
{
    Picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    put(picture,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        2 * CHART_WIDTH, 2 * CHART_HEIGHT);
    double values[SCORE_BINS];
    static_assert(PLY_BINS <= SCORE_BINS, "one array serves all");
    static_assert(MEN_BINS <= SCORE_BINS, "one array serves all");
    const Chart scores = {
        "|score| in centipawns, % of positions", 0, 0, SCORE_BINS, SCORE_BIN_CP, 0};
    to_shares(statistics->scores, SCORE_BINS, statistics->positions, values);
    draw(picture, &scores, values);
    const Chart results = {
        "result of the side that the score favours", CHART_WIDTH, 0, SCORE_BINS, SCORE_BIN_CP, 0};
    for (int bin = 0; bin < SCORE_BINS; bin++)
        values[bin] = statistics->scores[bin] == 0
                          ? 0.0
                          : statistics->points[bin] / (double)statistics->scores[bin];
    draw(picture, &results, values);
    const Chart men = {"men on the board, % of positions", 0, CHART_HEIGHT, MEN_BINS, 1.0, 1};
    to_shares(statistics->men, MEN_BINS, statistics->positions, values);
    draw(picture, &men, values);
    const Chart plies = {
        "positions of a game, % of games", CHART_WIDTH, CHART_HEIGHT, PLY_BINS, PLY_BIN, 0};
    to_shares(statistics->plies, PLY_BINS, statistics->games, values);
    draw(picture, &plies, values);
    put(picture, "</svg>\n");
    Sink *sink = NULL;
    Status status = sink_open(path, false, &sink, error);
    if (status == STATUS_OK) {
        status = sink_write(sink, picture->text, picture->used, error);
        const Status closed = sink_close(sink, status == STATUS_OK, error);
        status = status == STATUS_OK ? closed : status;
    }
    free(picture);
    return status;
}
