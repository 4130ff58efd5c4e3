// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: reading files of perft counts, one position a line: a FEN, then fields
// ";D<depth> <nodes>". The caller owns the lines.
#ifndef RAVELIN_TESTS_SUPPORT_PERFT_FILE_H
#define RAVELIN_TESTS_SUPPORT_PERFT_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { PERFT_LINE_BYTES = 512, PERFT_LINE_FIELDS = 16 };

typedef struct PerftLine {
    char fen[PERFT_LINE_BYTES];
    int count;
    int depth[PERFT_LINE_FIELDS];
    uint64_t nodes[PERFT_LINE_FIELDS];
} PerftLine;

// Opens a file of the perft folder of the reference data beside the checkout, or returns NULL.
FILE *perft_file_open(const char *name);

// Reads the next line with at least one count; false at the end of the file.
bool perft_file_next(FILE *file, PerftLine *line);

#endif
