// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-net: makes net files, looks at them and tries them.
#include <stdlib.h>
#include <string.h>

#include "nnue/arch.h"
#include "tools/net/commands.h"
#include "tools/net/material.h"
#include "tools/support/arguments.h"

static const char HELP[] =
    "Usage: ravelin-net synth [--seed N] [--width N] [--king-buckets N] [--heads N]\n"
    "                         [--mirrored 0|1] [--layers 0|1] OUT\n"
    "       ravelin-net material OUT\n"
    "       ravelin-net inspect FILE\n"
    "       ravelin-net stamp [--out DIRECTORY] FILE\n"
    "       ravelin-net verify [--positions FILE | --count N --seed N] [FILE]\n"
    "       ravelin-net quantstudy [--positions FILE | --count N --seed N] [FILE]\n"
    "\n"
    "  synth       writes a net with random weights (defaults: seed 1, 64 wide, 1 king bucket,\n"
    "              1 head, mirrored, no layers), for tests\n"
    "  material    writes a net that counts men and sees nothing else, to measure others against\n"
    "  inspect     checks a net file as the engine does and prints its shape, checksum, and the\n"
    "              ranges and the sparsity of its weights\n"
    "  stamp       writes the file with the checksum of its content, named by it (.)\n"
    "  verify      a float reference against the integers, colours changed, files mirrored, and\n"
    "              all kernels of this machine against each other; exit status 2 if one is wrong\n"
    "  quantstudy  what feature weights of 8 bits would cost against those of 16\n"
    "\n"
    "Positions are those of a FEN or EPD file, or of random games (5000, seed 1). Without FILE\n"
    "the built-in net is tried.\n";

typedef struct Line {
    int64_t seed, width, king_buckets, heads, mirrored, layers, count;
    const char *positions, *out;
    ArgumentList words;
} Line;

static Status parse_line(int argc, char **argv, Line *line, ErrorText *error)
{
    *line = (Line){.seed = 1,
                   .width = NNUE_WIDTH_STEP,
                   .king_buckets = 1,
                   .heads = 1,
                   .mirrored = 1,
                   .count = 5000,
                   .out = "."};
    const ArgumentRow rows[] = {
        {"--seed", ARGUMENT_WHOLE, &line->seed, 0, 1e15},
        {"--width", ARGUMENT_WHOLE, &line->width, NNUE_WIDTH_STEP, NNUE_WIDTH_MAX},
        {"--king-buckets", ARGUMENT_WHOLE, &line->king_buckets, 1, NNUE_KING_BUCKETS_MAX},
        {"--heads", ARGUMENT_WHOLE, &line->heads, 1, NNUE_HEADS_MAX},
        {"--mirrored", ARGUMENT_WHOLE, &line->mirrored, 0, 1},
        {"--layers", ARGUMENT_WHOLE, &line->layers, 0, 1},
        {"--count", ARGUMENT_WHOLE, &line->count, 1, 1e7},
        {"--positions", ARGUMENT_TEXT, &line->positions, 0, 0},
        {"--out", ARGUMENT_TEXT, &line->out, 0, 0},
    };
    const Status status =
        arguments_parse(rows, sizeof rows / sizeof rows[0], argc, argv, &line->words, error);
    if (status == STATUS_OK && line->words.count > 1)
        return status_fail(error, STATUS_BAD_INPUT, "%s: one file only", line->words.items[1]);
    return status;
}

static Status run_synth(const Line *line, ErrorText *error)
{
    if (line->width % NNUE_WIDTH_STEP != 0)
        return status_fail(error, STATUS_BAD_INPUT, "--width: wanted a multiple of %d",
                           NNUE_WIDTH_STEP);
    const SynthOptions options = {
        .seed = (uint64_t)line->seed,
        .width = (int)line->width,
        .king_buckets = (int)line->king_buckets,
        .heads = (int)line->heads,
        .is_mirrored = line->mirrored != 0,
        .has_layers = line->layers != 0,
        .path = line->words.items[0],
    };
    return command_synth(&options, error);
}

static Status run_material(const Line *line, ErrorText *error)
{
    return command_material(line->words.items[0], error);
}

static Status run_inspect(const Line *line, ErrorText *error)
{
    return command_inspect(line->words.items[0], stdout, error);
}

static Status run_stamp(const Line *line, ErrorText *error)
{
    return command_stamp(line->words.items[0], line->out, stdout, error);
}

static TrialOptions trial_of(const Line *line)
{
    return (TrialOptions){.net = line->words.count > 0 ? line->words.items[0] : NULL,
                          .positions = line->positions,
                          .count = line->count,
                          .seed = (uint64_t)line->seed};
}

static Status run_verify(const Line *line, ErrorText *error)
{
    const TrialOptions trial = trial_of(line);
    return command_verify(&trial, stdout, error);
}

static Status run_quantstudy(const Line *line, ErrorText *error)
{
    const TrialOptions trial = trial_of(line);
    return command_quantstudy(&trial, stdout, error);
}

static Status run_command(int argc, char **argv, ErrorText *error)
{
    static const struct {
        const char *name;
        bool needs_file;
        Status (*run)(const Line *line, ErrorText *error);
    } commands[] = {
        {"synth", true, run_synth},     {"material", true, run_material},
        {"inspect", true, run_inspect}, {"stamp", true, run_stamp},
        {"verify", false, run_verify},  {"quantstudy", false, run_quantstudy},
    };
    const char *name = argc > 1 ? argv[1] : "(none)";
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        Line line;
        const Status status = parse_line(argc - 2, argv + 2, &line, error);
        if (status != STATUS_OK)
            return status;
        if (commands[i].needs_file && line.words.count == 0)
            return status_fail(error, STATUS_BAD_INPUT, "no file named; see --help");
        return commands[i].run(&line, error);
    }
    return status_fail(error, STATUS_BAD_INPUT, "%s: unknown command; see --help", name);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(HELP, stdout);
        return EXIT_SUCCESS;
    }
    ErrorText error;
    const Status status = run_command(argc, argv, &error);
    if (status != STATUS_OK) {
        fprintf(stderr, "ravelin-net: %s\n", error.text);
        return status == STATUS_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
