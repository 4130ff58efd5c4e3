// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt/tt.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/thread.h"

enum {
    TT_ENTRIES_PER_CLUSTER = 4,
    TT_AGE_COUNT = 32,
    TT_SAMPLED_CLUSTERS = 250,
    TT_RESERVE_CLUSTERS = 1024, // 64 KiB; at least as many as are sampled
    // An entry that is a search older counts this many plies less (Stockfish: 8).
    TT_AGE_WEIGHT_PLIES = 8,
    // A new result of the same position and search replaces one that is less than this much deeper
    // (the margins of Stockfish's rule).
    TT_KEEP_MARGIN_PLIES = 4,
    TT_PV_BONUS_PLIES = 2,
    // Clearing: the grain of a thread's part, and beyond this many threads memory is the limit.
    CLEAR_PART_BYTES = 2 << 20,
    CLEAR_THREADS_MAX = 64,
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

// Gives the table up and lets the reserve serve, if there is one.
static void fall_back_on_reserve(Tt *tt)
{
    if (tt->clusters != tt->reserve)
        mem_free_zeroed(tt->clusters, (size_t)tt->bytes);
    *tt = (Tt){.clusters = tt->reserve, .reserve = tt->reserve};
    if (tt->reserve != NULL) {
        tt->cluster_count = TT_RESERVE_CLUSTERS;
        tt->bytes = TT_RESERVE_CLUSTERS * sizeof(TtCluster);
        memset(tt->reserve, 0, (size_t)tt->bytes);
    }
}

Status tt_resize(Tt *tt, uint64_t mib, ErrorText *error)
{
    assert(mib >= 1);
    if (tt->reserve == NULL)
        tt->reserve = mem_alloc_aligned(TT_RESERVE_CLUSTERS * sizeof(TtCluster));
    fall_back_on_reserve(tt);
    if (tt->reserve == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for any hash");
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
    fall_back_on_reserve(tt);
    mem_free_aligned(tt->reserve);
    *tt = (Tt){0};
}

// A part of the table that one thread clears.
typedef struct ClearJob {
    char *start;
    size_t bytes;
} ClearJob;

static void run_clear_job(void *context)
{
    const ClearJob *const job = context;
    memset(job->start, 0, job->bytes);
}

// Cuts the table into parts of whole large pages, the last with what is left. Returns their number.
static int cut_into_jobs(const Tt *tt, int wanted, ClearJob jobs[])
{
    const size_t pages = (size_t)tt->bytes / CLEAR_PART_BYTES;
    const int count = pages < (size_t)wanted ? (int)pages : wanted;
    char *start = (char *)tt->clusters;
    for (int i = 0; i < count; i++) {
        const size_t share =
            pages * (size_t)(i + 1) / (size_t)count - pages * (size_t)i / (size_t)count;
        jobs[i] = (ClearJob){start, share * CLEAR_PART_BYTES};
        start += jobs[i].bytes;
    }
    if (count == 0) {
        jobs[0] = (ClearJob){start, (size_t)tt->bytes};
        return 1;
    }
    jobs[count - 1].bytes += (size_t)tt->bytes % CLEAR_PART_BYTES;
    return count;
}

void tt_clear_with(Tt *tt, int threads)
{
    // Fresh memory is zero already; not touching it leaves unused pages to the system.
    if (tt->used) {
        ClearJob jobs[CLEAR_THREADS_MAX];
        Thread helpers[CLEAR_THREADS_MAX];
        bool has_helper[CLEAR_THREADS_MAX] = {false};
        const int wanted = threads < CLEAR_THREADS_MAX ? threads : CLEAR_THREADS_MAX;
        const int count = cut_into_jobs(tt, wanted, jobs);
        ErrorText ignored;
        for (int i = 1; i < count; i++)
            has_helper[i] =
                thread_start(&helpers[i], run_clear_job, &jobs[i], &ignored) == STATUS_OK;
        for (int i = 0; i < count; i++) {
            if (!has_helper[i])
                run_clear_job(&jobs[i]);
        }
        for (int i = 1; i < count; i++) {
            if (has_helper[i])
                thread_join(&helpers[i]);
        }
    }
    tt->used = false;
    tt->age = 0;
}

void tt_clear(Tt *tt)
{
    tt_clear_with(tt, 1);
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
    if (score >= SCORE_TB_BOUND)
        return score + ply;
    if (score <= -SCORE_TB_BOUND)
        return score - ply;
    return score;
}

// Plies from the stored position to the mate, or to the capture or pawn move into the tables.
static int plies_to_decision(Score size)
{
    return (size >= SCORE_MATE_BOUND ? SCORE_MATE : SCORE_TB_WIN) - size;
}

Score tt_score_from_stored(Score stored, int ply, int halfmove_clock)
{
    if (stored >= SCORE_TB_BOUND)
        return plies_to_decision(stored) + halfmove_clock > 100 ? SCORE_EVAL_MAX : stored - ply;
    if (stored <= -SCORE_TB_BOUND)
        return plies_to_decision(-stored) + halfmove_clock > 100 ? -SCORE_EVAL_MAX : stored + ply;
    return stored;
}
