// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/curve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The picture, in pixels.
enum { WIDTH = 800, HEIGHT = 400, MARGIN = 60, GRID_LINES = 5 };

Status curve_add(Curve *curve, const CurveRow *row, ErrorText *error)
{
    if (curve->count == curve->capacity) {
        const size_t capacity = curve->capacity == 0 ? 64 : curve->capacity * 2;
        CurveRow *rows = realloc(curve->rows, capacity * sizeof *rows);
        if (rows == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "out of memory for the loss curve");
        curve->rows = rows;
        curve->capacity = capacity;
    }
    curve->rows[curve->count++] = *row;
    return STATUS_OK;
}

void curve_destroy(Curve *curve)
{
    free(curve->rows);
    *curve = (Curve){0};
}

static Status close_file(FILE *file, const char *path, ErrorText *error)
{
    const bool is_good = ferror(file) == 0;
    const bool is_closed = fclose(file) == 0;
    if (!is_good || !is_closed)
        return status_fail(error, STATUS_IO, "%s: cannot be written", path);
    return STATUS_OK;
}

Status curve_write_csv(const Curve *curve, const char *path, ErrorText *error)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    fputs("samples,elapsed_s,learning_rate,training_loss,hold_out_loss,samples_per_s\n", file);
    for (size_t i = 0; i < curve->count; i++) {
        const CurveRow *row = &curve->rows[i];
        fprintf(file, "%llu,%.1f,%.4g,%.6f,%.6f,%.0f\n", (unsigned long long)row->samples,
                row->elapsed_s, row->rate, row->training_loss, row->hold_out_loss, row->speed);
    }
    return close_file(file, path, error);
}

typedef struct Range {
    double low;
    double high;
} Range;

// The losses shown. The first row, of a net hardly trained, is left out where there are others, or
// it would flatten all that follows.
static Range loss_range(const Curve *curve)
{
    Range range = {1.0, 0.0};
    for (size_t i = curve->count > 2 ? 1 : 0; i < curve->count; i++) {
        const CurveRow *row = &curve->rows[i];
        const double low =
            row->training_loss < row->hold_out_loss ? row->training_loss : row->hold_out_loss;
        const double high =
            row->training_loss > row->hold_out_loss ? row->training_loss : row->hold_out_loss;
        range.low = low < range.low ? low : range.low;
        range.high = high > range.high ? high : range.high;
    }
    if (range.high <= range.low)
        range.high = range.low + 1e-6;
    return range;
}

static double loss_y(Range range, double loss)
{
    const double share = (loss - range.low) / (range.high - range.low);
    return HEIGHT - MARGIN - (share > 1.0 ? 1.0 : share) * (HEIGHT - 2 * MARGIN);
}

static void draw_line(FILE *file, const Curve *curve, Range range, bool is_hold_out)
{
    const double last = (double)curve->rows[curve->count - 1].samples;
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            is_hold_out ? "#c0392b" : "#2c5f8a");
    for (size_t i = 0; i < curve->count; i++) {
        const CurveRow *row = &curve->rows[i];
        const double x = MARGIN + (double)row->samples / last * (WIDTH - 2 * MARGIN);
        fprintf(file, "%.1f,%.1f ", x,
                loss_y(range, is_hold_out ? row->hold_out_loss : row->training_loss));
    }
    fputs("\"/>\n", file);
}

Status curve_write_svg(const Curve *curve, const char *path, ErrorText *error)
{
    if (curve->count == 0)
        return STATUS_OK;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, HEIGHT);
    const Range range = loss_range(curve);
    const double last = (double)curve->rows[curve->count - 1].samples;
    for (int i = 0; i < GRID_LINES; i++) {
        const double share = (double)i / (GRID_LINES - 1);
        const double loss = range.low + share * (range.high - range.low);
        const double y = loss_y(range, loss);
        const double x = MARGIN + share * (WIDTH - 2 * MARGIN);
        fprintf(file, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                MARGIN, WIDTH - MARGIN, y, y);
        fprintf(file, "<text x=\"4\" y=\"%.1f\">%.5f</text>\n", y + 4.0, loss);
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f M</text>\n", x,
                HEIGHT - MARGIN + 20, share * last / 1e6);
    }
    draw_line(file, curve, range, false);
    draw_line(file, curve, range, true);
    fprintf(file,
            "<text x=\"%d\" y=\"30\" fill=\"#2c5f8a\">training loss</text>\n"
            "<text x=\"%d\" y=\"30\" fill=\"#c0392b\">hold-out loss</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">samples</text>\n</svg>\n",
            MARGIN, MARGIN + 120, WIDTH / 2, HEIGHT - 16);
    return close_file(file, path, error);
}
