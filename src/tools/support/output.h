// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a file that a tool makes appears whole or not at all: it is written beside
// its place and moved there. What is no plain file (a pipe, a device) is written as it is. The
// caller owns the Output; one thread.
#ifndef RAVELIN_TOOLS_SUPPORT_OUTPUT_H
#define RAVELIN_TOOLS_SUPPORT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

enum { OUTPUT_PATH_BYTES = 4096 }; // the longest path that Linux takes

typedef struct Output {
    FILE *file;       // to be written to
    const char *path; // stays the caller's
    char temporary[OUTPUT_PATH_BYTES];
    bool is_direct; // no plain file
} Output;

// Begins a file. On failure (STATUS_BAD_INPUT, STATUS_IO) there is nothing to close.
Status output_open(Output *output, const char *path, ErrorText *error);

// Ends it. With `is_good` false, or if a byte of it could not be written (STATUS_SYSTEM: a full
// disk), what stood at the path before stays.
Status output_close(Output *output, bool is_good, ErrorText *error);

#endif
