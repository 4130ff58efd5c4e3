// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the command lines of the tools: named values in ranges, and words without
// a name. Strings stay argv's. One thread.
#ifndef RAVELIN_TOOLS_SUPPORT_ARGUMENTS_H
#define RAVELIN_TOOLS_SUPPORT_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    ARGUMENT_LIST_MAX = 256,
    EXIT_BAD_INPUT = 2, // of every tool, where command line or files cannot be used
};

typedef struct ArgumentList {
    const char *items[ARGUMENT_LIST_MAX];
    int count;
} ArgumentList;

typedef enum ArgumentKind {
    ARGUMENT_WHOLE, // int64_t
    ARGUMENT_REAL,  // double
    ARGUMENT_TEXT,  // const char *
    ARGUMENT_LIST,  // ArgumentList, one item more each time
    ARGUMENT_FLAG,  // bool, takes no value
} ArgumentKind;

typedef struct ArgumentRow {
    const char *name; // with its dashes
    ArgumentKind kind;
    void *target; // of the type that the kind names
    double lowest, highest;
} ArgumentRow;

// Sets the targets of the arguments that are there and puts the words without a name into `words`.
// STATUS_BAD_INPUT with a text that names the argument: unknown, without value, or out of range.
Status arguments_parse(const ArgumentRow *rows, size_t row_count, int argc, char **argv,
                       ArgumentList *words, ErrorText *error);

#endif
