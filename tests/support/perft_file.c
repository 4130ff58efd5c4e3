// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/perft_file.h"

#include <stdlib.h>
#include <string.h>

FILE *perft_file_open(const char *name)
{
    const char *shared = getenv("RAVELIN_SHARED");
    if (!shared)
        return NULL;
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/data/perft/%s", shared, name);
    return length < (int)sizeof path ? fopen(path, "r") : NULL;
}

static void read_fields(char *text, PerftLine *line)
{
    line->count = 0;
    for (char *field = strtok(text, ";"); field; field = strtok(NULL, ";")) {
        char *end = NULL;
        const long depth = field[0] == 'D' ? strtol(field + 1, &end, 10) : 0;
        if (depth <= 0 || line->count == PERFT_LINE_FIELDS)
            continue;
        line->depth[line->count] = (int)depth;
        line->nodes[line->count++] = strtoull(end, NULL, 10);
    }
}

bool perft_file_next(FILE *file, PerftLine *line)
{
    while (fgets(line->fen, sizeof line->fen, file)) {
        char *fields = strchr(line->fen, ';');
        if (!fields)
            continue;
        *fields = '\0';
        read_fields(fields + 1, line);
        if (line->count > 0)
            return true;
    }
    return false;
}
