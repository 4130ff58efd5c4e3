// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/options.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "nnue/arch.h"
#include "tools/train/team.h"

const char OPTIONS_HELP[] =
    "Usage: ravelin-train --data FILE [--data FILE ...] --out DIRECTORY [options]\n"
    "Trains a net for Ravelin on labelled games (viriformat, zstd).\n"
    "\n"
    "  --data FILE[:N]          training games, drawn N times an epoch (1); may be given several\n"
    "                           times; a damaged file is used as far as it is whole\n"
    "  --out DIRECTORY          where net, vectors, loss curve and checkpoint go; must exist\n"
    "  --width N                hidden neurons, a multiple of 64 (512)\n"
    "  --heads N                output heads, 1 to 8 (1)\n"
    "  --layers 16x32           layers of 16 and 32 neurons behind the products of pairs of\n"
    "                           neurons, in place of the one output layer\n"
    "  --king-buckets N         1, 2, 4 or 8 (1)\n"
    "  --mirrored 0|1           mirror files when the king stands on e-h (1)\n"
    "  --start-from NET         begin with the weights of a net file of this width, in place of\n"
    "                           random ones; one king bucket or head stands for all\n"
    "  --samples N              positions to draw in the whole run (1000000000)\n"
    "  --minutes M              end annealed after this time at the latest; gives up bit-equal\n"
    "                           repeatability, since the schedule then follows the clock (0: off)\n"
    "  --batch N                positions a step (16384)\n"
    "  --lr X, --lr-end X       learning rate at start and end, cosine between (1e-3, 5e-6)\n"
    "  --wdl X                  share of the game result in the target (0.1)\n"
    "  --round-from X           share of the run after which the output weights are rounded to\n"
    "                           what the net file can hold and kept, while the others go on (0.6)\n"
    "  --seed N                 start weights and order of the samples (1)\n"
    "  --threads N              (2)\n"
    "  --isa NAME               auto, scalar, avx2 or avx512 (auto)\n"
    "  --checkpoint-minutes M   time between checkpoints (3)\n"
    "  --resume                 go on from the checkpoint in the out directory\n"
    "  --max-games N            games read of each file (0: all)\n"
    "  --overfit N              train on N positions only: the loss must go towards its floor\n"
    "  --help                   this text\n"
    "\n"
    "Same seed, data, kernels and batch give the same net, bit for bit, with any --threads.\n";

typedef enum ValueKind { VALUE_WHOLE, VALUE_REAL, VALUE_TEXT } ValueKind;

typedef struct OptionRow {
    const char *name;
    ValueKind kind;
    size_t offset; // of the member of Options
    double lowest;
    double highest;
} OptionRow;

static const OptionRow ROWS[] = {
    {"--out", VALUE_TEXT, offsetof(Options, out), 0, 0},
    {"--layers", VALUE_TEXT, offsetof(Options, layers), 0, 0},
    {"--start-from", VALUE_TEXT, offsetof(Options, start_from), 0, 0},
    {"--isa", VALUE_TEXT, offsetof(Options, isa), 0, 0},
    {"--width", VALUE_WHOLE, offsetof(Options, width), NNUE_WIDTH_STEP, NNUE_WIDTH_MAX},
    {"--heads", VALUE_WHOLE, offsetof(Options, heads), 1, NNUE_HEADS_MAX},
    {"--king-buckets", VALUE_WHOLE, offsetof(Options, king_buckets), 1, 8},
    {"--mirrored", VALUE_WHOLE, offsetof(Options, mirrored), 0, 1},
    {"--samples", VALUE_WHOLE, offsetof(Options, samples), 1, 1e15},
    {"--minutes", VALUE_REAL, offsetof(Options, minutes), 0, 1e6},
    {"--batch", VALUE_WHOLE, offsetof(Options, batch), 1, 1 << 20},
    {"--lr", VALUE_REAL, offsetof(Options, rate), 0, 1},
    {"--lr-end", VALUE_REAL, offsetof(Options, rate_end), 0, 1},
    {"--wdl", VALUE_REAL, offsetof(Options, wdl_share), 0, 1},
    {"--round-from", VALUE_REAL, offsetof(Options, round_from), 0, 1},
    {"--seed", VALUE_WHOLE, offsetof(Options, seed), 0, 1e15},
    {"--threads", VALUE_WHOLE, offsetof(Options, threads), 1, TEAM_THREADS_MAX},
    {"--checkpoint-minutes", VALUE_REAL, offsetof(Options, checkpoint_minutes), 0.01, 1e6},
    {"--max-games", VALUE_WHOLE, offsetof(Options, max_games), 0, 1e15},
    {"--overfit", VALUE_WHOLE, offsetof(Options, overfit), 0, 1e9},
};

static const OptionRow *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        if (strcmp(name, ROWS[i].name) == 0)
            return &ROWS[i];
    }
    return NULL;
}

static Status set_value(Options *options, const OptionRow *row, const char *text, ErrorText *error)
{
    char *member = (char *)options + row->offset;
    if (row->kind == VALUE_TEXT) {
        memcpy(member, &text, sizeof text);
        return STATUS_OK;
    }
    char *end = NULL;
    errno = 0;
    const double real = strtod(text, &end);
    const bool is_number = end != text && *end == '\0' && errno == 0 && isfinite(real);
    const bool is_whole = is_number && nearbyint(real) == real;
    if (!is_number || real < row->lowest || real > row->highest ||
        (row->kind == VALUE_WHOLE && !is_whole))
        return status_fail(error, STATUS_BAD_INPUT, "%s %s: wanted a %s from %g to %g", row->name,
                           text, row->kind == VALUE_WHOLE ? "whole number" : "number", row->lowest,
                           row->highest);
    if (row->kind == VALUE_REAL) {
        memcpy(member, &real, sizeof real);
    } else {
        const int64_t whole = (int64_t)real;
        memcpy(member, &whole, sizeof whole);
    }
    return STATUS_OK;
}

// FILE or FILE:WEIGHT; the weight is cut off in place. A file whose name ends so is taken as it is.
static Status add_data(Options *options, char *argument, ErrorText *error)
{
    char *colon = strrchr(argument, ':');
    int64_t weight = 1;
    if (colon != NULL && access(argument, F_OK) != 0 &&
        text_parse_int64(text_of(colon + 1), &weight)) {
        if (weight < 1 || weight > DATA_WEIGHT_MAX)
            return status_fail(error, STATUS_BAD_INPUT, "--data %s: wanted a weight from 1 to %d",
                               argument, DATA_WEIGHT_MAX);
        *colon = '\0';
    }
    options->data_weights[options->data_count] = (int)weight;
    options->data[options->data_count++] = argument;
    return STATUS_OK;
}

static Status check(const Options *options, ErrorText *error)
{
    if (options->layers != NULL && strcmp(options->layers, "16x32") != 0)
        return status_fail(error, STATUS_BAD_INPUT, "--layers %s: wanted 16x32", options->layers);
    if (options->data_count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "no --data given; see --help");
    if (options->out == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "no --out given; see --help");
    if (options->width % NNUE_WIDTH_STEP != 0)
        return status_fail(error, STATUS_BAD_INPUT, "--width %lld: wanted a multiple of %d",
                           (long long)options->width, NNUE_WIDTH_STEP);
    const int64_t buckets = options->king_buckets;
    if ((buckets & (buckets - 1)) != 0)
        return status_fail(error, STATUS_BAD_INPUT, "--king-buckets %lld: wanted 1, 2, 4 or 8",
                           (long long)buckets);
    return STATUS_OK;
}

Status options_parse(int argc, char **argv, Options *options, ErrorText *error)
{
    *options = (Options){
        .isa = "auto",
        .width = 512,
        .heads = 1,
        .king_buckets = 1,
        .mirrored = 1,
        .samples = 1000000000,
        .batch = 16384,
        .rate = 1e-3,
        .rate_end = 5e-6,
        .wdl_share = 0.1,
        .round_from = 0.6,
        .seed = 1,
        .threads = 2,
        .checkpoint_minutes = 3.0,
    };
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--help") == 0) {
            options->wants_help = true;
            return STATUS_OK;
        }
        if (strcmp(name, "--resume") == 0) {
            options->is_resuming = true;
            continue;
        }
        const bool is_data = strcmp(name, "--data") == 0;
        const OptionRow *row = find_row(name);
        if (!is_data && row == NULL)
            return status_fail(error, STATUS_BAD_INPUT, "%s: unknown option; see --help", name);
        if (++i == argc)
            return status_fail(error, STATUS_BAD_INPUT, "%s: wants a value", name);
        if (is_data) {
            if (options->data_count == DATA_FILES_MAX)
                return status_fail(error, STATUS_BAD_INPUT, "more than %d --data", DATA_FILES_MAX);
            const Status status = add_data(options, argv[i], error);
            if (status != STATUS_OK)
                return status;
            continue;
        }
        const Status status = set_value(options, row, argv[i], error);
        if (status != STATUS_OK)
            return status;
    }
    return check(options, error);
}
