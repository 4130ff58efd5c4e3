// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-net: makes and looks at net files.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "nnue/arch.h"
#include "tools/net/commands.h"

static const char HELP[] =
    "Usage: ravelin-net synth [--seed N] [--width N] [--king-buckets N] [--heads N]\n"
    "                         [--mirrored 0|1] OUT\n"
    "       ravelin-net inspect FILE\n"
    "\n"
    "  synth    writes a net with random weights (defaults: seed 1, 64 wide, 1 king bucket,\n"
    "           1 head, mirrored), for tests\n"
    "  inspect  checks a net file as the engine does and prints its shape and ranges\n";

// One number on the command line of synth and where it goes.
typedef struct NumberRow {
    const char *name;
    int64_t lowest;
    int64_t highest;
    int64_t value;
} NumberRow;

enum { ROW_SEED, ROW_WIDTH, ROW_KING_BUCKETS, ROW_HEADS, ROW_MIRRORED, ROW_COUNT };

static Status set_number(NumberRow rows[ROW_COUNT], const char *name, const char *text,
                         ErrorText *error)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        NumberRow *row = &rows[i];
        if (strcmp(name, row->name) != 0)
            continue;
        int64_t value = 0;
        if (text == NULL || !text_parse_int64(text_of(text), &value) || value < row->lowest ||
            value > row->highest)
            return status_fail(error, STATUS_BAD_INPUT, "%s: wanted a whole number, %lld to %lld",
                               name, (long long)row->lowest, (long long)row->highest);
        row->value = value;
        return STATUS_OK;
    }
    return status_fail(error, STATUS_BAD_INPUT, "%s: unknown option; see --help", name);
}

static Status run_synth(int argc, char **argv, ErrorText *error)
{
    NumberRow rows[ROW_COUNT] = {
        [ROW_SEED] = {"--seed", 0, INT64_MAX, 1},
        [ROW_WIDTH] = {"--width", NNUE_WIDTH_STEP, NNUE_WIDTH_MAX, NNUE_WIDTH_STEP},
        [ROW_KING_BUCKETS] = {"--king-buckets", 1, NNUE_KING_BUCKETS_MAX, 1},
        [ROW_HEADS] = {"--heads", 1, NNUE_HEADS_MAX, 1},
        [ROW_MIRRORED] = {"--mirrored", 0, 1, 1},
    };
    const char *path = NULL;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            if (path != NULL)
                return status_fail(error, STATUS_BAD_INPUT, "%s: one file only", argv[i]);
            path = argv[i];
            continue;
        }
        const Status status = set_number(rows, argv[i], i + 1 < argc ? argv[i + 1] : NULL, error);
        if (status != STATUS_OK)
            return status;
        i++;
    }
    if (path == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "no file named; see --help");
    if (rows[ROW_WIDTH].value % NNUE_WIDTH_STEP != 0)
        return status_fail(error, STATUS_BAD_INPUT, "--width: wanted a multiple of %d",
                           NNUE_WIDTH_STEP);
    const SynthOptions options = {
        .seed = (uint64_t)rows[ROW_SEED].value,
        .width = (int)rows[ROW_WIDTH].value,
        .king_buckets = (int)rows[ROW_KING_BUCKETS].value,
        .heads = (int)rows[ROW_HEADS].value,
        .is_mirrored = rows[ROW_MIRRORED].value != 0,
        .path = path,
    };
    return command_synth(&options, error);
}

static Status run_command(int argc, char **argv, ErrorText *error)
{
    if (argc >= 2 && strcmp(argv[1], "synth") == 0)
        return run_synth(argc - 2, argv + 2, error);
    if (argc == 3 && strcmp(argv[1], "inspect") == 0)
        return command_inspect(argv[2], stdout, error);
    return status_fail(error, STATUS_BAD_INPUT, "unknown command; see --help");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(HELP, stdout);
        return EXIT_SUCCESS;
    }
    ErrorText error;
    if (run_command(argc, argv, &error) != STATUS_OK) {
        fprintf(stderr, "ravelin-net: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
