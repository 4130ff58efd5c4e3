// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the transposition table. The engine owns it; resizing and clearing need
// an idle search, probing and storing come from all search threads at once without locks.
//
// A cluster of four entries fills a cache line. An entry is two 64-bit words, written and read with
// relaxed atomics: the data, and the key XORed with the data. A torn entry (two threads writing the
// same place) does not decode to a key that anyone asks for, so it is simply not found.
// (R. Hyatt, T. Mann: "A lock-less transposition table implementation for parallel search", 2002.)
#ifndef RAVELIN_TT_TT_H
#define RAVELIN_TT_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/move.h"
#include "chess/score.h"

typedef struct TtCluster TtCluster;

typedef struct Tt {
    TtCluster *clusters;
    uint64_t cluster_count;
    uint64_t bytes;
    TtCluster *reserve; // what serves where a resize finds no memory, taken with the first table
    unsigned age;       // of the current search
    bool used;          // something may have been stored since the memory was zero
} Tt;

// What is known of a position. Scores of mates and table wins count from this position, not from
// the root.
typedef struct TtEntry {
    Move move; // best or refuting move, MOVE_NONE if none is known; may belong to another
               // position, so test its legality
    Score score;
    Score eval; // raw static evaluation, SCORE_NONE if in check
    int depth;  // plies, 0..255
    Bound bound;
    bool is_pv; // was once on a principal variation
} TtEntry;

// Takes `mib` MiB (>= 1). The old table is given up first, as there need not be room for both. On
// failure (STATUS_NO_MEMORY) a reserve of some KiB serves until the caller asks for less; only
// where the first resize of all fails there may be no table.
Status tt_resize(Tt *tt, uint64_t mib, ErrorText *error);
void tt_free(Tt *tt);

// Forgets everything.
void tt_clear(Tt *tt);

// Does the same with up to `threads` (>= 1) threads, the caller's among them: one processor cannot
// fill memory as fast as it can be filled. Where threads cannot be had it is slower, nothing else.
void tt_clear_with(Tt *tt, int threads);

// Begins a search: what earlier ones stored is the first to be replaced.
void tt_new_search(Tt *tt);

// True, and `entry` filled, if the position is known.
bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);

// Stores what is known of a position, replacing what is worth least in its cluster. A known move is
// kept if the new entry has none; an entry of the same position that is deeper stays, unless the
// new one is exact or of a newer search.
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);

// Starts loading the cluster of a position that will be asked for soon.
void tt_prefetch(const Tt *tt, uint64_t key);

// Share of sampled entries that the current search wrote, 0..1000.
int tt_permille_used(const Tt *tt);

// A score as seen from the root, `ply` plies above, to the form that is stored, and back. On the
// way back a mate or table win that the fifty-move rule would cut off (clock `halfmove_clock`)
// becomes an ordinary winning score, since the entry may come from a path with a lower clock.
Score tt_score_to_stored(Score score, int ply);
Score tt_score_from_stored(Score stored, int ply, int halfmove_clock);

#endif
