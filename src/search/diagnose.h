// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: counts of what the rules of the search do, in a build with
// -Ddiagnostics=true; in others the functions below are empty and cost nothing. Each worker owns a
// Diagnostics that only its own thread writes, while others may read it. Clearing needs an idle
// search.
#ifndef RAVELIN_SEARCH_DIAGNOSE_H
#define RAVELIN_SEARCH_DIAGNOSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "chess/score.h"

#ifdef RAVELIN_DIAGNOSTICS
enum { DIAGNOSE_ON = 1 };
#else
enum { DIAGNOSE_ON = 0 };
#endif

// Rules with tries and failures. A try is a move or node that the rule was asked about where its
// depth allows it; what a failure is stands beside each.
typedef enum DiagnosedRule {
    DIAGNOSE_NULL_MOVE,        // the pass did not refute
    DIAGNOSE_PVS,              // a move of the principal variation had to be searched again
    DIAGNOSE_LMR,              // a reduced search came out above alpha
    DIAGNOSE_REVERSE_FUTILITY, // the evaluation was not far enough above beta
    DIAGNOSE_LMP,              // the quiet move was not late enough
    DIAGNOSE_IIR,              // a node reduced for want of a hash move came out above alpha
    DIAGNOSE_SEE_CAPTURE,      // the capture does not lose enough to be left out
    DIAGNOSE_SEE_QUIET,        // the same of a quiet move
    DIAGNOSED_RULE_COUNT
} DiagnosedRule;

// Cutoffs are counted by the number of the move, from 1; the last slot has all later ones.
enum { DIAGNOSE_MOVE_NUMBERS = 16, DIAGNOSE_BOUNDS = BOUND_EXACT + 1 };

// Counts of one worker, or sums.
typedef struct DiagnoseCounts {
    uint64_t tries[DIAGNOSED_RULE_COUNT];
    uint64_t failures[DIAGNOSED_RULE_COUNT];
    uint64_t cutoffs[DIAGNOSE_MOVE_NUMBERS]; // of the main search, by move number - 1
    uint64_t probes;                         // of the table
    uint64_t hits[DIAGNOSE_BOUNDS];          // by bound; BOUND_NONE holds an evaluation only
} DiagnoseCounts;

enum { DIAGNOSE_SLOTS = sizeof(DiagnoseCounts) / sizeof(uint64_t) };

typedef struct Diagnostics {
    // A DiagnoseCounts, number by number; a placeholder where nothing is counted.
    _Atomic uint64_t slots[DIAGNOSE_ON ? DIAGNOSE_SLOTS : 1];
} Diagnostics;

// Adds one to the member of DiagnoseCounts that stands at this offset in bytes. Single writer: a
// plain load and store.
RAVELIN_INLINE void diagnose_add(Diagnostics *diagnostics, size_t offset)
{
    _Atomic uint64_t *slot = &diagnostics->slots[offset / sizeof(uint64_t)];
    const uint64_t count = atomic_load_explicit(slot, memory_order_relaxed);
    atomic_store_explicit(slot, count + 1, memory_order_relaxed);
}

// A rule was asked; `worked` is false for a failure as it stands beside the rule.
RAVELIN_INLINE void diagnose_outcome(Diagnostics *diagnostics, DiagnosedRule rule, bool worked)
{
    if (!DIAGNOSE_ON)
        return;
    diagnose_add(diagnostics, offsetof(DiagnoseCounts, tries) + (size_t)rule * sizeof(uint64_t));
    if (!worked)
        diagnose_add(diagnostics,
                     offsetof(DiagnoseCounts, failures) + (size_t)rule * sizeof(uint64_t));
}

// The move with this number, from 1, refuted.
RAVELIN_INLINE void diagnose_cutoff(Diagnostics *diagnostics, int number)
{
    if (!DIAGNOSE_ON)
        return;
    const int last = DIAGNOSE_MOVE_NUMBERS - 1;
    const size_t index = (size_t)(number - 1 < last ? number - 1 : last);
    diagnose_add(diagnostics, offsetof(DiagnoseCounts, cutoffs) + index * sizeof(uint64_t));
}

// The table was asked; `is_hit` tells whether it knew the position, `bound` what it knew.
RAVELIN_INLINE void diagnose_probe(Diagnostics *diagnostics, bool is_hit, Bound bound)
{
    if (!DIAGNOSE_ON)
        return;
    diagnose_add(diagnostics, offsetof(DiagnoseCounts, probes));
    if (is_hit)
        diagnose_add(diagnostics,
                     offsetof(DiagnoseCounts, hits) + (size_t)bound * sizeof(uint64_t));
}

// Adds a worker's counts to `sum`. Any thread.
void diagnose_sum(const Diagnostics *diagnostics, DiagnoseCounts *sum);

// Sets all counts to 0.
void diagnose_clear(Diagnostics *diagnostics);

#endif
