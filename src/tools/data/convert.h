// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: positions from one format to another. One thread.
#ifndef RAVELIN_TOOLS_DATA_CONVERT_H
#define RAVELIN_TOOLS_DATA_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "kernels/kernels.h"
#include "tools/support/arguments.h"

typedef enum DataFormat {
    FORMAT_VIRIFORMAT, // games, zstd
    FORMAT_BULLET,
    FORMAT_TEXT,
    FORMAT_EPD,
    FORMAT_UNKNOWN,
} DataFormat;

// Which positions are kept.
typedef struct PositionRules {
    bool is_quiet_only; // not in check, the move played no capture or promotion; formats without
                        // moves: not in check
    int64_t most_score; // |score|, centipawns
    int64_t least_ply;  // of the game by the position's own count
    int64_t least_men, most_men;
    int64_t keep_permille; // chance to keep any other position
    uint64_t seed;
    bool is_shuffled; // bulletformat only: records in random order, held in memory
} PositionRules;

typedef struct ConvertTotals {
    uint64_t read, written;
    uint64_t bad_records; // lines or records left out
    int damaged_files;
} ConvertTotals;

// The format that a name or the end of a path means (viriformat .vbin.zst, bullet .bullet .bin
// .data, text .txt, epd .epd), FORMAT_UNKNOWN otherwise.
DataFormat convert_format_of(const char *name);

// Converts all files, of one format, into `out`. A record that is none is left out, the first of a
// file is told with its offset. Where viriformat is written from a format without moves, each
// position becomes a game of its own with any quiet move, so that readers that filter by the move
// keep it; positions without a quiet move are left out.
Status convert_files(const ArgumentList *files, DataFormat from, const char *out, DataFormat to,
                     const PositionRules *rules, const Kernels *kernels, ConvertTotals *totals,
                     ErrorText *error);

#endif
