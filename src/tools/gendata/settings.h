// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what a run of ravelin-gendata was asked for, and the header text that
// tells it in each file. Filled by main, only read then.
#ifndef RAVELIN_TOOLS_GENDATA_SETTINGS_H
#define RAVELIN_TOOLS_GENDATA_SETTINGS_H

#include <stdint.h>

#include "record/archive.h"
#include "tools/gendata/play.h"
#include "tools/gendata/teacher.h"

enum { GENDATA_THREADS_MAX = 1024 };

typedef struct Settings {
    PlayRules rules;
    Starts starts;
    int hard_factor;
    int hash_mib; // a player
    int threads;
    uint64_t seed;
    int shard;              // of runs that share a seed: each has its own games
    const char *out;        // directory, or the file of `openings`
    const char *name;       // of the files: NAME-SHARD-WORKER.vbin.zst
    int64_t positions;      // wanted in all, or
    int64_t games;          // if this is not 0, games
    int64_t count;          // of openings
    double report_seconds;  // between progress lines
    const Kernels *kernels; // borrowed, as is the net
    const Network *network;
    const Syzygy *tables;    // borrowed; NULL: none
    TeacherSettings teacher; // command NULL: our own search plays
} Settings;

// A player as the settings want it.
Status settings_make_player(const Settings *settings, Player **player, ErrorText *error);

// The header of a worker's file: one JSON object with all that its games follow from. Two runs with
// the same header make the same games.
Status settings_header(const Settings *settings, int worker, char out[ARCHIVE_HEADER_BYTES_MAX],
                       ErrorText *error);

// The random numbers of one game (or draw), from nothing but its place.
Rng settings_rng(const Settings *settings, int worker, uint64_t game);

#endif
