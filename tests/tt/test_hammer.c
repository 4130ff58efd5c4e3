// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads write and read the same few clusters: what is found was stored whole by one of them.
#include <criterion/criterion.h>

#include "base/rng.h"
#include "base/thread.h"
#include "tt/tt.h"

enum { THREADS = 2, KEYS = 24, STORES_A_THREAD = 2000000 };

typedef struct Hammer {
    Tt *tt;
    int index;
    long found;
    long torn;
} Hammer;

// Six keys a cluster, so that entries are also pushed out all the time.
static uint64_t hammer_key(uint32_t number)
{
    return (uint64_t)(number / 6) << 58 | (number * 0x9e3779b9u);
}

// An entry of which every field follows from the key and a salt that it carries as its move.
static TtEntry made_entry(uint64_t key, Move salt)
{
    Rng rng = rng_seeded(key ^ (uint64_t)salt << 20);
    return (TtEntry){
        .move = salt,
        .score = (Score)rng_below(&rng, 60001) - 30000,
        .eval = (Score)rng_below(&rng, 40001) - 20000,
        .depth = (int)rng_below(&rng, 256),
        .bound = BOUND_EXACT,
        .is_pv = rng_below(&rng, 2) == 0,
    };
}

static void run_hammer(void *context)
{
    Hammer *hammer = context;
    Rng rng = rng_seeded(41 + (uint64_t)hammer->index);
    for (int i = 0; i < STORES_A_THREAD; i++) {
        const uint64_t key = hammer_key(rng_below(&rng, KEYS));
        const TtEntry entry = made_entry(key, (Move)(1 + rng_below(&rng, 65535)));
        tt_store(hammer->tt, key, &entry);
        const uint64_t asked = hammer_key(rng_below(&rng, KEYS));
        TtEntry found;
        if (!tt_probe(hammer->tt, asked, &found))
            continue;
        const TtEntry whole = made_entry(asked, found.move);
        hammer->found++;
        hammer->torn += found.score != whole.score || found.eval != whole.eval ||
                        found.depth != whole.depth || found.bound != whole.bound ||
                        found.is_pv != whole.is_pv;
    }
}

Test(tt_hammer, no_torn_entry_is_found)
{
    Tt tt = {0};
    cr_assert_eq(tt_resize(&tt, 1, NULL), STATUS_OK);
    tt_new_search(&tt);
    Hammer hammers[THREADS];
    Thread threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        hammers[i] = (Hammer){.tt = &tt, .index = i};
        cr_assert_eq(thread_start(&threads[i], run_hammer, &hammers[i], NULL), STATUS_OK);
    }
    for (int i = 0; i < THREADS; i++)
        thread_join(&threads[i]);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(hammers[i].torn, 0, "%ld of %ld", hammers[i].torn, hammers[i].found);
        cr_assert_gt(hammers[i].found, STORES_A_THREAD / 10);
    }
    tt_free(&tt);
}
