// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/diagnose.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(DiagnoseCounts) == DIAGNOSE_SLOTS * sizeof(uint64_t),
              "the counts are numbers and nothing else");

enum { SLOTS_KEPT = sizeof(Diagnostics) / sizeof(uint64_t) };

void diagnose_sum(const Diagnostics *diagnostics, DiagnoseCounts *sum)
{
    uint64_t total[DIAGNOSE_SLOTS];
    memcpy(total, sum, sizeof total);
    for (int i = 0; i < SLOTS_KEPT; i++)
        total[i] += atomic_load_explicit(&diagnostics->slots[i], memory_order_relaxed);
    memcpy(sum, total, sizeof total);
}

void diagnose_clear(Diagnostics *diagnostics)
{
    for (int i = 0; i < SLOTS_KEPT; i++)
        atomic_store_explicit(&diagnostics->slots[i], 0, memory_order_relaxed);
}
