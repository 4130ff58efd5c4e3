// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the moves that can be taken back (all but those of pawns), found by the
// difference that they make to a position's key. Two positions an odd number of plies apart whose
// keys differ by such a move are one move from each other. A cuckoo table of two places a key: the
// method is Marcel van Kervinck's, in Stockfish since 2018. Constant data from gen_tables.c; any
// thread.
#ifndef RAVELIN_CHESS_CYCLES_H
#define RAVELIN_CHESS_CYCLES_H

#include <stddef.h>
#include <stdint.h>

#include "chess/types.h"

enum { CYCLE_TABLE_SIZE = 8192 };

typedef struct CycleEntry {
    uint64_t key;     // of man on one square, man on the other, and the side; 0: no entry
    uint16_t squares; // the lower one + 64 * the other
} CycleEntry;

extern const CycleEntry CYCLE_TABLE[CYCLE_TABLE_SIZE];

// The two places, 0..CYCLE_TABLE_SIZE - 1, one of which holds a key that is in the table.
RAVELIN_INLINE unsigned cycle_first_place(uint64_t key)
{
    return (unsigned)(key % CYCLE_TABLE_SIZE);
}

// The other place; see cycle_first_place.
RAVELIN_INLINE unsigned cycle_second_place(uint64_t key)
{
    return (unsigned)(key >> 16) % CYCLE_TABLE_SIZE;
}

// The move that makes the difference `key`, or NULL.
RAVELIN_INLINE const CycleEntry *cycle_find(uint64_t key)
{
    const CycleEntry *first = &CYCLE_TABLE[cycle_first_place(key)];
    if (first->key == key)
        return first;
    const CycleEntry *second = &CYCLE_TABLE[cycle_second_place(key)];
    return second->key == key ? second : NULL;
}

#endif
