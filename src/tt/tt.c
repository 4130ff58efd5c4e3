// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt/tt.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

enum {
    TT_ENTRIES_PER_CLUSTER = 4,
    TT_AGE_COUNT = 32,
    TT_SAMPLED_CLUSTERS = 250,
    // An entry that is a search older counts this many plies less (Stockfish: 8).
    TT_AGE_WEIGHT_PLIES = 8,
    // A new result of the same position and search replaces one that is less than this much deeper
    // (the margins of Stockfish's rule).
    TT_KEEP_MARGIN_PLIES = 4,
    TT_PV_BONUS_PLIES = 2,
};

typedef struct TtSlot {
    _Atomic uint64_t check; // key ^ data
    _Atomic uint64_t data;
} TtSlot;

struct TtCluster {
    TtSlot slots[TT_ENTRIES_PER_CLUSTER];
};

static_assert(sizeof(TtCluster) == 64, "a cluster is a cache line");

// Layout of the data word: move 0-15, score 16-31, eval 32-47, depth 48-55, bound 56-57, pv 58,
// age 59-63. An empty slot is all zero, which is BOUND_NONE.
static uint64_t pack(const TtEntry *entry, unsigned age)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)(uint8_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)entry->is_pv << 58 | (uint64_t)age << 59;
}

static TtEntry unpack(uint64_t data)
{
    return (TtEntry){
        .move = (Move)data,
        .score = (int16_t)(data >> 16),
        .eval = (int16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = (Bound)(data >> 56 & 3),
        .is_pv = (data >> 58 & 1) != 0,
    };
}

static unsigned packed_age(uint64_t data)
{
    return (unsigned)(data >> 59);
}

Status tt_resize(Tt *tt, uint64_t mib, ErrorText *error)
{
    assert(mib >= 1);
    tt_free(tt);
    if (mib > SIZE_MAX >> 20)
        return status_fail(error, STATUS_NO_MEMORY, "%llu MiB of hash exceed the address space",
                           (unsigned long long)mib);
    TtCluster *clusters = mem_alloc_zeroed((size_t)mib << 20);
    if (clusters == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for %llu MiB of hash",
                           (unsigned long long)mib);
    tt->clusters = clusters;
    tt->bytes = mib << 20;
    tt->cluster_count = tt->bytes / sizeof(TtCluster);
    return STATUS_OK;
}

void tt_free(Tt *tt)
{
    mem_free_zeroed(tt->clusters, (size_t)tt->bytes);
    *tt = (Tt){0};
}

void tt_clear(Tt *tt)
{
    // Fresh memory is zero already; not touching it leaves unused pages to the system.
    if (tt->used)
        memset(tt->clusters, 0, (size_t)tt->bytes);
    tt->used = false;
    tt->age = 0;
}

void tt_new_search(Tt *tt)
{
    tt->age = (tt->age + 1) % TT_AGE_COUNT;
    tt->used = true;
}

static TtCluster *find_cluster(const Tt *tt, uint64_t key)
{
    return &tt->clusters[bits_multiply_high(key, tt->cluster_count)];
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry)
{
    TtCluster *cluster = find_cluster(tt, key);
    for (int i = 0; i < TT_ENTRIES_PER_CLUSTER; i++) {
        TtSlot *slot = &cluster->slots[i];
        const uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            *entry = unpack(data);
            return true;
        }
    }
    return false;
}

// What an entry is worth keeping, in plies: its depth, less what its age takes away.
static int keep_value(const Tt *tt, uint64_t data)
{
    if (data == 0)
        return -1000;
    const unsigned searches_ago = (tt->age + TT_AGE_COUNT - packed_age(data)) % TT_AGE_COUNT;
    return unpack(data).depth - TT_AGE_WEIGHT_PLIES * (int)searches_ago;
}

void tt_store(Tt *tt, uint64_t key, const TtEntry *entry)
{
    TtCluster *cluster = find_cluster(tt, key);
    TtSlot *victim = NULL;
    int victim_value = 0;
    TtEntry stored = *entry;
    for (int i = 0; i < TT_ENTRIES_PER_CLUSTER; i++) {
        TtSlot *slot = &cluster->slots[i];
        const uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            const TtEntry old = unpack(data);
            if (stored.move == MOVE_NONE)
                stored.move = old.move;
            const int new_depth = stored.depth + (stored.is_pv ? TT_PV_BONUS_PLIES : 0);
            if (stored.bound != BOUND_EXACT && packed_age(data) == tt->age &&
                new_depth + TT_KEEP_MARGIN_PLIES <= old.depth)
                return;
            victim = slot;
            break;
        }
        const int value = keep_value(tt, data);
        if (victim == NULL || value < victim_value) {
            victim = slot;
            victim_value = value;
        }
    }
    const uint64_t data = pack(&stored, tt->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

void tt_prefetch(const Tt *tt, uint64_t key)
{
    RAVELIN_PREFETCH(find_cluster(tt, key));
}

int tt_permille_used(const Tt *tt)
{
    int used = 0;
    for (int c = 0; c < TT_SAMPLED_CLUSTERS; c++) {
        for (int i = 0; i < TT_ENTRIES_PER_CLUSTER; i++) {
            const uint64_t data =
                atomic_load_explicit(&tt->clusters[c].slots[i].data, memory_order_relaxed);
            used += data != 0 && packed_age(data) == tt->age;
        }
    }
    return used * 1000 / (TT_SAMPLED_CLUSTERS * TT_ENTRIES_PER_CLUSTER);
}

Score tt_score_to_stored(Score score, int ply)
{
    if (score >= SCORE_MATE_BOUND)
        return score + ply;
    if (score <= -SCORE_MATE_BOUND)
        return score - ply;
    return score;
}

Score tt_score_from_stored(Score stored, int ply, int halfmove_clock)
{
    if (stored >= SCORE_MATE_BOUND) {
        const int plies_to_mate = SCORE_MATE - stored;
        return plies_to_mate + halfmove_clock > 100 ? SCORE_EVAL_MAX : stored - ply;
    }
    if (stored <= -SCORE_MATE_BOUND) {
        const int plies_to_mate = SCORE_MATE + stored;
        return plies_to_mate + halfmove_clock > 100 ? -SCORE_EVAL_MAX : stored + ply;
    }
    return stored;
}
