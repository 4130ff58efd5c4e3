// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the commands of ravelin-net. One thread; files belong to the caller.
#ifndef RAVELIN_TOOLS_NET_COMMANDS_H
#define RAVELIN_TOOLS_NET_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

// A net of random weights, all numbers within the limits of nnue/arch.h.
typedef struct SynthOptions {
    uint64_t seed;
    int width;
    int king_buckets;
    int heads;
    bool is_mirrored;
    bool has_layers;
    const char *path;
} SynthOptions;

// Writes a random net that the engine accepts.
Status command_synth(const SynthOptions *options, ErrorText *error);

// Checks a net file as the engine does and prints shape, checksum, and ranges and sparsity of its
// weights.
Status command_inspect(const char *path, FILE *out, ErrorText *error);

// Gives a container its checksum, if it is good in all else, and writes it as
// ravelin-<first 8 hex digits of the checksum>.nnue into `directory`; prints the path.
Status command_stamp(const char *path, const char *directory, FILE *out, ErrorText *error);

// On which positions a net is tried.
typedef struct TrialOptions {
    const char *net;       // NULL: the built-in one
    const char *positions; // FEN or EPD file; NULL: random games
    int64_t count;         // of random positions
    uint64_t seed;
} TrialOptions;

// The studies of tools/net/study.h. A net that is not verified is STATUS_BAD_INPUT, after all has
// been printed.
Status command_verify(const TrialOptions *options, FILE *out, ErrorText *error);
Status command_quantstudy(const TrialOptions *options, FILE *out, ErrorText *error);

#endif
