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
    const char *path;
} SynthOptions;

// Writes a random net that the engine accepts.
Status command_synth(const SynthOptions *options, ErrorText *error);

// Checks a net file as the engine does and prints shape, checksum and ranges of its weights.
Status command_inspect(const char *path, FILE *out, ErrorText *error);

#endif
