// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-train: from labelled games to a net file.
#include <stdio.h>
#include <stdlib.h>

#include "tools/support/arguments.h"
#include "tools/train/options.h"
#include "tools/train/run.h"

int main(int argc, char **argv)
{
    Options options;
    ErrorText error;
    Status status = options_parse(argc, argv, &options, &error);
    if (status == STATUS_OK && options.wants_help) {
        fputs(OPTIONS_HELP, stdout);
        return EXIT_SUCCESS;
    }
    if (status == STATUS_OK)
        status = run_training(&options, &error);
    if (status != STATUS_OK) {
        fprintf(stderr, "ravelin-train: %s\n", error.text);
        return status == STATUS_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
