// SPDX-License-Identifier: GPL-3.0-or-later
// The table: what goes in comes out, who is replaced, scores of mates, the size and its failure.
#include <criterion/criterion.h>
#include <string.h>

#include "base/rng.h"
#include "tt/tt.h"

// Positions whose keys share their high bits fall into one cluster of CLUSTER_ENTRIES entries.
enum { CLUSTER_ENTRIES = 4, ROUNDS = 100000 };

static Tt new_table(uint64_t mib)
{
    Tt tt = {0};
    ErrorText error = {""};
    cr_assert_eq(tt_resize(&tt, mib, &error), STATUS_OK, "%s", error.text);
    tt_new_search(&tt);
    return tt;
}

static uint64_t cluster_key(uint64_t cluster, uint64_t number)
{
    return cluster << 40 | number;
}

static TtEntry plain_entry(int depth)
{
    return (TtEntry){.move = 0x123, .score = 17, .eval = -23, .depth = depth, .bound = BOUND_LOWER};
}

static bool is_equal(const TtEntry *a, const TtEntry *b)
{
    return a->move == b->move && a->score == b->score && a->eval == b->eval &&
           a->depth == b->depth && a->bound == b->bound && a->is_pv == b->is_pv;
}

static TtEntry random_entry(Rng *rng)
{
    static const Score EDGES[] = {
        SCORE_MATE, -SCORE_MATE, SCORE_MATE_BOUND, SCORE_EVAL_MAX, -SCORE_EVAL_MAX,
        0,          -1,          SCORE_NONE,       -SCORE_INFINITE};
    TtEntry entry = {
        .move = (Move)rng_next(rng),
        .score = (Score)rng_below(rng, 2 * SCORE_INFINITE + 1) - SCORE_INFINITE,
        .eval = (Score)rng_below(rng, 2 * SCORE_EVAL_MAX + 1) - SCORE_EVAL_MAX,
        .depth = (int)rng_below(rng, 256),
        .bound = (Bound)(1 + rng_below(rng, 3)),
        .is_pv = rng_below(rng, 2) == 0,
    };
    if (rng_below(rng, 4) == 0)
        entry.score = EDGES[rng_below(rng, sizeof EDGES / sizeof EDGES[0])];
    if (rng_below(rng, 4) == 0)
        entry.eval = SCORE_NONE;
    if (entry.move == MOVE_NONE)
        entry.move = MOVE_NULL;
    return entry;
}

Test(tt, all_fields_come_back)
{
    Tt tt = new_table(1);
    Rng rng = rng_seeded(31);
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t key = rng_next(&rng);
        const TtEntry stored = random_entry(&rng);
        tt_prefetch(&tt, key);
        tt_store(&tt, key, &stored);
        TtEntry found;
        cr_assert(tt_probe(&tt, key, &found), "%d", i);
        cr_assert(is_equal(&stored, &found), "%d: move %x score %d eval %d depth %d", i,
                  stored.move, stored.score, stored.eval, stored.depth);
    }
    tt_free(&tt);
}

Test(tt, an_unknown_position_leaves_the_entry_alone)
{
    Tt tt = new_table(1);
    const TtEntry before = plain_entry(99);
    TtEntry found = before;
    cr_assert_not(tt_probe(&tt, 0, &found), "an empty slot has the key 0 too");
    cr_assert_not(tt_probe(&tt, 12345, &found));
    tt_store(&tt, 12345, &before);
    found = plain_entry(98);
    cr_assert_not(tt_probe(&tt, 12346, &found), "the same cluster, another key");
    cr_assert_eq(found.depth, 98);
    cr_assert(tt_probe(&tt, 12345, &found));
    tt_free(&tt);
}

Test(tt, four_positions_share_a_cluster)
{
    Tt tt = new_table(1);
    for (uint64_t cluster = 0; cluster < 1000; cluster++) {
        for (uint64_t n = 0; n < CLUSTER_ENTRIES; n++) {
            const TtEntry entry = plain_entry((int)(10 + n));
            tt_store(&tt, cluster_key(cluster << 14, n), &entry);
        }
        for (uint64_t n = 0; n < CLUSTER_ENTRIES; n++) {
            TtEntry found;
            cr_assert(tt_probe(&tt, cluster_key(cluster << 14, n), &found));
            cr_assert_eq(found.depth, (int)(10 + n));
        }
    }
    tt_free(&tt);
}

// Fills the cluster of `cluster` with positions 0..3 of depths 20, 12, 16, 14.
static void fill_cluster(Tt *tt, uint64_t cluster)
{
    static const int DEPTHS[CLUSTER_ENTRIES] = {20, 12, 16, 14};
    for (uint64_t n = 0; n < CLUSTER_ENTRIES; n++) {
        const TtEntry entry = plain_entry(DEPTHS[n]);
        tt_store(tt, cluster_key(cluster, n), &entry);
    }
}

static bool is_known(const Tt *tt, uint64_t cluster, uint64_t number)
{
    TtEntry found;
    return tt_probe(tt, cluster_key(cluster, number), &found);
}

Test(tt, the_shallowest_goes_first)
{
    Tt tt = new_table(1);
    fill_cluster(&tt, 7);
    const TtEntry shallow = plain_entry(1);
    tt_store(&tt, cluster_key(7, 9), &shallow);
    cr_assert(is_known(&tt, 7, 9), "what was just found always goes in");
    cr_assert_not(is_known(&tt, 7, 1));
    cr_assert(is_known(&tt, 7, 0) && is_known(&tt, 7, 2) && is_known(&tt, 7, 3));
    tt_store(&tt, cluster_key(7, 10), &shallow);
    cr_assert_not(is_known(&tt, 7, 9), "the newcomer of depth 1 is now the shallowest");
    cr_assert(is_known(&tt, 7, 10) && is_known(&tt, 7, 3));
    tt_free(&tt);
}

Test(tt, old_searches_go_before_deep_entries)
{
    Tt tt = new_table(1);
    fill_cluster(&tt, 7);
    for (int i = 0; i < 3; i++)
        tt_new_search(&tt);
    for (uint64_t n = 10; n < 10 + CLUSTER_ENTRIES; n++) {
        const TtEntry shallow = plain_entry(3);
        tt_store(&tt, cluster_key(7, n), &shallow);
    }
    for (uint64_t n = 0; n < CLUSTER_ENTRIES; n++)
        cr_assert_eq(is_known(&tt, 7, n), false, "%d is three searches old", (int)n);
    for (uint64_t n = 10; n < 10 + CLUSTER_ENTRIES; n++)
        cr_assert(is_known(&tt, 7, n));
    tt_free(&tt);
}

Test(tt, the_count_of_searches_may_run_round)
{
    Tt tt = new_table(1);
    for (int i = 0; i < 100; i++) {
        tt_new_search(&tt);
        tt_store(&tt, cluster_key(7, 1000),
                 &(TtEntry){.move = 9, .depth = i, .bound = BOUND_UPPER});
        TtEntry found;
        cr_assert(tt_probe(&tt, cluster_key(7, 1000), &found));
        cr_assert_eq(found.depth, i, "a new search replaces the entry of the position");
    }
    // Two searches old is as old beyond the turn as before it.
    for (int i = 0; i < 40; i++) {
        tt_clear(&tt);
        for (int k = 0; k < i; k++)
            tt_new_search(&tt);
        fill_cluster(&tt, 7);
        tt_new_search(&tt);
        tt_new_search(&tt);
        for (uint64_t n = 10; n < 9 + CLUSTER_ENTRIES; n++) {
            const TtEntry shallow = plain_entry(5);
            tt_store(&tt, cluster_key(7, n), &shallow);
        }
        cr_assert(is_known(&tt, 7, 0), "the deepest stays, the three newcomers take the rest");
        for (uint64_t n = 1; n < CLUSTER_ENTRIES; n++)
            cr_assert_not(is_known(&tt, 7, n), "%d is two searches old, after %d", (int)n, i);
    }
    tt_free(&tt);
}

static int depth_after(Tt *tt, uint64_t key, const TtEntry *first, const TtEntry *second)
{
    tt_store(tt, key, first);
    tt_store(tt, key, second);
    TtEntry found;
    cr_assert(tt_probe(tt, key, &found));
    return found.depth;
}

Test(tt, one_position_keeps_its_deeper_entry)
{
    Tt tt = new_table(1);
    const TtEntry deep = plain_entry(20);
    TtEntry shallow = plain_entry(5);
    cr_assert_eq(depth_after(&tt, 1, &deep, &shallow), 20);
    shallow.bound = BOUND_UPPER;
    cr_assert_eq(depth_after(&tt, 2, &deep, &shallow), 20);
    shallow.bound = BOUND_EXACT;
    cr_assert_eq(depth_after(&tt, 3, &deep, &shallow), 5, "exact beats bound");
    const TtEntry deeper = plain_entry(25);
    cr_assert_eq(depth_after(&tt, 4, &deep, &deeper), 25);
    cr_assert_eq(depth_after(&tt, 5, &deep, &deep), 20);
    tt_store(&tt, 6, &deep);
    tt_new_search(&tt);
    shallow.bound = BOUND_LOWER;
    tt_store(&tt, 6, &shallow);
    TtEntry found;
    cr_assert(tt_probe(&tt, 6, &found));
    cr_assert_eq(found.depth, 5, "an older search gives way");
    tt_free(&tt);
}

Test(tt, a_known_move_is_kept)
{
    Tt tt = new_table(1);
    const TtEntry with_move = plain_entry(5);
    TtEntry without_move = plain_entry(9);
    without_move.move = MOVE_NONE;
    tt_store(&tt, 1, &with_move);
    tt_store(&tt, 1, &without_move);
    TtEntry found;
    cr_assert(tt_probe(&tt, 1, &found));
    cr_assert_eq(found.move, with_move.move);
    cr_assert_eq(found.depth, 9);
    tt_store(&tt, 2, &without_move);
    cr_assert(tt_probe(&tt, 2, &found));
    cr_assert_eq(found.move, MOVE_NONE, "the move of another position is none of its own");
    tt_free(&tt);
}

Test(tt, clear_forgets_everything)
{
    Tt tt = new_table(2);
    Rng rng = rng_seeded(32);
    uint64_t keys[500];
    const TtEntry entry = plain_entry(8);
    for (int i = 0; i < 500; i++) {
        keys[i] = rng_next(&rng);
        tt_store(&tt, keys[i], &entry);
    }
    for (uint64_t n = 0; n < 64; n++)
        tt_store(&tt, n, &entry);
    cr_assert_gt(tt_permille_used(&tt), 0);
    tt_clear(&tt);
    TtEntry found;
    for (int i = 0; i < 500; i++)
        cr_assert_not(tt_probe(&tt, keys[i], &found));
    cr_assert_eq(tt_permille_used(&tt), 0);
    tt_clear(&tt);
    tt_new_search(&tt);
    tt_store(&tt, keys[0], &entry);
    cr_assert(tt_probe(&tt, keys[0], &found));
    tt_free(&tt);
}

Test(tt, clear_reaches_every_byte_with_any_number_of_threads)
{
    static const int SIZES_MIB[] = {1, 2, 3, 7};
    static const int THREADS[] = {1, 2, 3, 5, 200};
    for (size_t s = 0; s < sizeof SIZES_MIB / sizeof SIZES_MIB[0]; s++) {
        Tt tt = new_table((uint64_t)SIZES_MIB[s]);
        for (size_t t = 0; t < sizeof THREADS / sizeof THREADS[0]; t++) {
            tt_new_search(&tt);
            memset(tt.clusters, 0xa5, (size_t)tt.bytes);
            tt_clear_with(&tt, THREADS[t]);
            const char *bytes = (const char *)tt.clusters;
            size_t left = 0;
            for (size_t i = 0; i < tt.bytes; i++)
                left += bytes[i] != 0;
            cr_assert_eq(left, 0, "%d MiB, %d threads: %zu bytes left", SIZES_MIB[s], THREADS[t],
                         left);
            cr_assert_eq(tt.age, 0);
        }
        tt_free(&tt);
    }
}

Test(tt, permille_grows_from_zero_to_a_thousand)
{
    Tt tt = new_table(1);
    cr_assert_eq(tt_permille_used(&tt), 0);
    Rng rng = rng_seeded(33);
    const TtEntry entry = plain_entry(8);
    int last = 0;
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 16384; k++)
            tt_store(&tt, rng_next(&rng), &entry);
        const int now = tt_permille_used(&tt);
        cr_assert(now >= last && now <= 1000, "%d after %d", now, last);
        last = now;
    }
    cr_assert_gt(last, 950, "ten times its entries");
    tt_new_search(&tt);
    cr_assert_eq(tt_permille_used(&tt), 0, "only this search counts");
    tt_free(&tt);
}

Test(tt, sizes_and_refusals)
{
    Tt tt = {0};
    ErrorText error = {""};
    static const uint64_t SIZES_MIB[] = {1, 3, 16, 2, 5};
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(tt_resize(&tt, SIZES_MIB[i], &error), STATUS_OK, "%s", error.text);
        tt_new_search(&tt);
        const TtEntry entry = plain_entry(4);
        TtEntry found;
        cr_assert_not(tt_probe(&tt, UINT64_MAX, &found), "the old contents are gone");
        tt_store(&tt, 0, &entry);
        tt_store(&tt, UINT64_MAX, &entry);
        cr_assert(tt_probe(&tt, 0, &found) && tt_probe(&tt, UINT64_MAX, &found));
    }
    static const uint64_t TOO_MUCH_MIB[] = {UINT64_MAX, UINT64_MAX >> 20, (uint64_t)1 << 44,
                                            (uint64_t)1 << 32};
    for (int i = 0; i < 4; i++) {
        error.text[0] = '\0';
        cr_assert_eq(tt_resize(&tt, TOO_MUCH_MIB[i], &error), STATUS_NO_MEMORY);
        cr_assert_not_null(strstr(error.text, "hash"), "%s", error.text);
        cr_assert_eq(tt_resize(&tt, TOO_MUCH_MIB[i], NULL), STATUS_NO_MEMORY);
        cr_assert_eq(tt_resize(&tt, 1, &error), STATUS_OK, "less can be had afterwards");
    }
    tt_free(&tt);
    tt_free(&tt);
}

// Where no memory is to be had the old table is gone already; what serves then is small and empty.
Test(tt, without_memory_a_reserve_serves)
{
    Tt tt = new_table(1);
    const TtEntry entry = plain_entry(4);
    TtEntry found;
    for (int i = 0; i < 2; i++) {
        tt_new_search(&tt);
        tt_store(&tt, 77, &entry);
        cr_assert(tt_probe(&tt, 77, &found));
        cr_assert_eq(tt_resize(&tt, (uint64_t)1 << 44, NULL), STATUS_NO_MEMORY);
        cr_assert_not(tt_probe(&tt, 77, &found));
    }
    tt_store(&tt, 0, &entry);
    tt_store(&tt, UINT64_MAX, &entry);
    tt_prefetch(&tt, UINT64_MAX);
    cr_assert(tt_probe(&tt, 0, &found) && tt_probe(&tt, UINT64_MAX, &found));
    cr_assert_leq(tt_permille_used(&tt), 1000);
    tt.used = true;
    tt_clear_with(&tt, 4);
    cr_assert_not(tt_probe(&tt, 0, &found));
    cr_assert_eq(tt_resize(&tt, 2, NULL), STATUS_OK);
    tt_store(&tt, UINT64_MAX, &entry);
    cr_assert(tt_probe(&tt, UINT64_MAX, &found));
    tt_free(&tt);
}

// A mate counts from the position when it is stored, from the root when it is used.
Test(tt, mates_move_with_the_ply)
{
    for (int to_mate = 0; to_mate <= 90; to_mate++) {
        for (int ply = 0; ply + to_mate < MAX_PLY; ply += 7) {
            for (int other = 0; other + to_mate < MAX_PLY; other += 11) {
                const Score giving = tt_score_to_stored(score_mate_in(ply + to_mate), ply);
                cr_assert_eq(giving, score_mate_in(to_mate));
                cr_assert_eq(tt_score_from_stored(giving, other, 0),
                             score_mate_in(other + to_mate));
                const Score taking = tt_score_to_stored(score_mated_in(ply + to_mate), ply);
                cr_assert_eq(taking, score_mated_in(to_mate));
                cr_assert_eq(tt_score_from_stored(taking, other, 0),
                             score_mated_in(other + to_mate));
            }
        }
    }
}

Test(tt, other_scores_stay)
{
    for (Score score = -SCORE_EVAL_MAX; score <= SCORE_EVAL_MAX; score += 13) {
        cr_assert_eq(tt_score_to_stored(score, 100), score);
        cr_assert_eq(tt_score_from_stored(score, 100, 99), score);
    }
}

// The clock runs out at a hundred plies; a mate that comes later is no mate any more.
Test(tt, mates_behind_the_fifty_move_rule_are_none)
{
    for (int to_mate = 1; to_mate <= 99; to_mate++) {
        for (int clock = 0; clock <= 120; clock++) {
            const Score giving = tt_score_from_stored(score_mate_in(to_mate), 3, clock);
            const Score taking = tt_score_from_stored(score_mated_in(to_mate), 3, clock);
            if (to_mate + clock <= 100) { // a mate with the hundredth ply is one
                cr_assert_eq(giving, score_mate_in(to_mate + 3));
                cr_assert_eq(taking, score_mated_in(to_mate + 3));
            } else {
                cr_assert(!score_is_mate(giving) && giving > SCORE_DRAW);
                cr_assert(!score_is_mate(taking) && taking < SCORE_DRAW);
            }
        }
    }
}
