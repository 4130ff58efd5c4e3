// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/support/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const ArgumentRow *find_row(const ArgumentRow *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, rows[i].name) == 0)
            return &rows[i];
    }
    return NULL;
}

static Status add_item(ArgumentList *list, const char *text, ErrorText *error)
{
    if (list->count == ARGUMENT_LIST_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "%s: more than %d of its kind", text,
                           ARGUMENT_LIST_MAX);
    list->items[list->count++] = text;
    return STATUS_OK;
}

static Status set_number(const ArgumentRow *row, const char *text, ErrorText *error)
{
    if (row->kind == ARGUMENT_WHOLE) {
        int64_t value = 0;
        if (!text_parse_int64(text_of(text), &value) || (double)value < row->lowest ||
            (double)value > row->highest)
            return status_fail(error, STATUS_BAD_INPUT,
                               "%s %s: wanted a whole number from %.0f to %.0f", row->name, text,
                               row->lowest, row->highest);
        *(int64_t *)row->target = value;
        return STATUS_OK;
    }
    char *end = NULL;
    errno = 0;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !isfinite(value) || value < row->lowest ||
        value > row->highest)
        return status_fail(error, STATUS_BAD_INPUT, "%s %s: wanted a number from %g to %g",
                           row->name, text, row->lowest, row->highest);
    *(double *)row->target = value;
    return STATUS_OK;
}

Status arguments_parse(const ArgumentRow *rows, size_t row_count, int argc, char **argv,
                       ArgumentList *words, ErrorText *error)
{
    Status status = STATUS_OK;
    for (int i = 0; i < argc && status == STATUS_OK; i++) {
        const char *name = argv[i];
        if (strncmp(name, "--", 2) != 0) {
            status = add_item(words, name, error);
            continue;
        }
        const ArgumentRow *row = find_row(rows, row_count, name);
        if (row == NULL)
            return status_fail(error, STATUS_BAD_INPUT, "%s: unknown option; see --help", name);
        if (row->kind == ARGUMENT_FLAG) {
            *(bool *)row->target = true;
            continue;
        }
        if (++i == argc)
            return status_fail(error, STATUS_BAD_INPUT, "%s: wants a value", name);
        if (row->kind == ARGUMENT_TEXT)
            *(const char **)row->target = argv[i];
        else if (row->kind == ARGUMENT_LIST)
            status = add_item(row->target, argv[i], error);
        else
            status = set_number(row, argv[i], error);
    }
    return status;
}
