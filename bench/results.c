// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/results.h"

#include <stdbool.h>
#include <string.h>

double result_cycles(const Results *results, const Result *result)
{
    return result->times.median_ns * results->clock_ghz;
}

static bool begins_entry(const Results *results, int index)
{
    return index == 0 || strcmp(results->items[index].entry, results->items[index - 1].entry) != 0;
}

void results_write_table(const Results *results, FILE *out)
{
    fprintf(out, "Ravelin %s, %s, %.2f GHz by a chain of additions, net width %d\n",
            results->version, results->cpu, results->clock_ghz, results->width);
    fprintf(out,
            "median of %d samples; spread between the quartiles; speed against the first row\n",
            (int)BENCH_SAMPLES);
    fprintf(out, "%-20s %-16s %9s %8s %9s %7s %8s %7s\n", "entry", "row", "ns", "spread", "cycles",
            "speed", "bound", "x bound");
    for (int i = 0; i < results->count; i++) {
        const Result *const r = &results->items[i];
        fprintf(out, "%-20s %-16s %9.1f %7.1f%% %9.0f %7.2f",
                begins_entry(results, i) ? r->entry : "", r->row, r->times.median_ns,
                100 * r->times.spread_ns / r->times.median_ns, result_cycles(results, r),
                r->scalar_ratio);
        if (r->bound_cycles > 0)
            fprintf(out, " %8.0f %7.2f", r->bound_cycles,
                    result_cycles(results, r) / r->bound_cycles);
        fputc('\n', out);
    }
}

// Processor names may hold anything; what JSON and SVG would need escapes for is left out.
static void write_plain(const char *text, FILE *out)
{
    for (; *text != '\0'; text++)
        if (*text >= ' ' && *text <= '~' && strchr("\"\\<>&", *text) == NULL)
            fputc(*text, out);
}

void results_write_json(const Results *results, FILE *out)
{
    fputs("{\"version\": \"", out);
    write_plain(results->version, out);
    fputs("\", \"cpu\": \"", out);
    write_plain(results->cpu, out);
    fprintf(out, "\", \"clock_ghz\": %.4f, \"width\": %d, \"results\": [", results->clock_ghz,
            results->width);
    for (int i = 0; i < results->count; i++) {
        const Result *const r = &results->items[i];
        fprintf(out,
                "%s\n  {\"entry\": \"%s\", \"row\": \"%s\", \"ns\": %.3f, \"spread_ns\": %.3f,"
                " \"cycles\": %.1f, \"scalar_ratio\": %.3f, \"bound_cycles\": %.1f,"
                "\n   \"samples_ns\": [",
                i > 0 ? "," : "", r->entry, r->row, r->times.median_ns, r->times.spread_ns,
                result_cycles(results, r), r->scalar_ratio, r->bound_cycles);
        for (int s = 0; s < BENCH_SAMPLES; s++)
            fprintf(out, "%s%.3f", s > 0 ? ", " : "", r->times.samples_ns[s]);
        fputs("]}", out);
    }
    fputs("\n]}\n", out);
}

enum { CHART_LEFT = 150, CHART_WIDTH = 720, CHART_BAR = 14, CHART_GAP = 10, CHART_HEAD = 40 };

void results_write_svg(const Results *results, FILE *out)
{
    int height = CHART_HEAD;
    double longest = 0;
    for (int i = 0; i < results->count; i++) {
        height += CHART_BAR + (begins_entry(results, i) ? CHART_GAP + CHART_BAR : 0);
        const double ns = results->items[i].times.median_ns;
        longest = ns > longest ? ns : longest;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            " font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"8\" y=\"20\">",
            CHART_LEFT + CHART_WIDTH + 120, height + CHART_GAP);
    write_plain(results->cpu, out);
    fprintf(out, ", nanoseconds a call, net width %d</text>\n", results->width);
    int y = CHART_HEAD;
    // Each group has a scale of its own, whose full length is its slowest row.
    double group_longest = longest;
    for (int i = 0; i < results->count; i++) {
        const Result *const r = &results->items[i];
        if (begins_entry(results, i)) {
            group_longest = 0;
            for (int k = i; k < results->count && strcmp(results->items[k].entry, r->entry) == 0;
                 k++)
                if (results->items[k].times.median_ns > group_longest)
                    group_longest = results->items[k].times.median_ns;
            y += CHART_GAP + CHART_BAR;
            fprintf(out, "<text x=\"8\" y=\"%d\" font-weight=\"bold\">%s</text>\n", y - 3,
                    r->entry);
        }
        const double scale = CHART_WIDTH / group_longest;
        const double length = r->times.median_ns * scale;
        fprintf(out,
                "<text x=\"20\" y=\"%d\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\""
                " height=\"%d\" fill=\"#4a7ebb\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\""
                " stroke=\"black\"/><text x=\"%.1f\" y=\"%d\">%.1f</text>\n",
                y + 10, r->row, CHART_LEFT, y + 1, length, CHART_BAR - 3,
                CHART_LEFT + length - r->times.spread_ns * scale / 2,
                CHART_LEFT + length + r->times.spread_ns * scale / 2, y + 6, y + 6,
                CHART_LEFT + length + 8, y + 10, r->times.median_ns);
        y += CHART_BAR;
    }
    fputs("</svg>\n", out);
}
