// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: operations on 64-bit sets that one instruction does on most machines.
// The compiler picks the instruction, so an object built for a higher level gets popcnt or tzcnt
// and the baseline gets the portable sequence. No state, any thread.
#ifndef RAVELIN_BASE_BITS_H
#define RAVELIN_BASE_BITS_H

#include <stdint.h>

#include "base/compiler.h"

// Number of set bits, 0..64.
RAVELIN_INLINE int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

// Index of the lowest set bit, 0..63. The set must not be empty.
RAVELIN_INLINE int bits_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

// Index of the highest set bit, 0..63. The set must not be empty.
RAVELIN_INLINE int bits_highest(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

// Removes the lowest set bit of a set that is not empty and returns its index, 0..63.
RAVELIN_INLINE int bits_pop_lowest(uint64_t *set)
{
    const int index = bits_lowest(*set);
    *set &= *set - 1;
    return index;
}

// True if more than one bit is set.
RAVELIN_INLINE int bits_has_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

// The same set with the byte order reversed: on a bitboard, ranks are flipped (a1 <-> a8).
RAVELIN_INLINE uint64_t bits_swap_bytes(uint64_t set)
{
    return __builtin_bswap64(set);
}

#endif
