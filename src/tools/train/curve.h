// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the course of a run as numbers (CSV) and as a picture (SVG). The caller
// owns the curve; one thread.
#ifndef RAVELIN_TOOLS_TRAIN_CURVE_H
#define RAVELIN_TOOLS_TRAIN_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct CurveRow {
    uint64_t samples;     // trained on so far
    double elapsed_s;     // spent training
    double rate;          // learning rate
    double training_loss; // mean since the previous row
    double hold_out_loss; // of the present weights
    double speed;         // samples a second since the previous row
} CurveRow;

typedef struct Curve {
    CurveRow *rows;
    size_t count;
    size_t capacity;
} Curve;

// Adds a row at the end; a curve that is all zeros is empty. STATUS_NO_MEMORY, the curve as it was.
Status curve_add(Curve *curve, const CurveRow *row, ErrorText *error);

// Frees the rows and leaves an empty curve.
void curve_destroy(Curve *curve);

// Writes the rows with a heading line.
Status curve_write_csv(const Curve *curve, const char *path, ErrorText *error);

// Draws both losses over the samples.
Status curve_write_svg(const Curve *curve, const char *path, ErrorText *error);

#endif
