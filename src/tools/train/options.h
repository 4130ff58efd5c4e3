// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the command line of ravelin-train. The strings belong to argv; one thread.
#ifndef RAVELIN_TOOLS_TRAIN_OPTIONS_H
#define RAVELIN_TOOLS_TRAIN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { DATA_FILES_MAX = 256, DATA_WEIGHT_MAX = 100 };

typedef struct Options {
    const char *data[DATA_FILES_MAX];
    int data_weights[DATA_FILES_MAX]; // how often a file's positions are drawn in an epoch
    int data_count;
    const char *out;        // directory for everything that is written
    const char *start_from; // a net file whose weights the run starts with; NULL: drawn
    const char *isa;        // kernels: auto, scalar, avx2, avx512
    int64_t width;
    int64_t heads;
    const char *layers; // "16x32", or NULL: none
    int64_t king_buckets;
    int64_t mirrored;
    int64_t samples; // length of the run, positions drawn
    double minutes;  // 0: no limit; else the schedule ends with this time at the latest
    int64_t batch;
    double rate;     // learning rate at the start
    double rate_end; // and at the end
    double wdl_share;
    double round_from; // share of the run after which output weights are rounded and kept
    int64_t seed;
    int64_t threads;
    double checkpoint_minutes;
    int64_t max_games; // per file, 0: all
    int64_t overfit;   // > 0: train on so many positions only
    bool is_resuming;
    bool wants_help;
} Options;

// Fills `options` from the command line. On failure the text names the argument.
Status options_parse(int argc, char **argv, Options *options, ErrorText *error);

// The help text, one option a line.
extern const char OPTIONS_HELP[];

#endif
