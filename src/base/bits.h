// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: operations on 64-bit sets that one instruction does on most machines.
// The compiler picks the instruction, so an object built for a higher level gets popcnt or tzcnt
// and the baseline gets the portable sequence. No state, any thread.
#ifndef RAVELIN_BASE_BITS_H
#define RAVELIN_BASE_BITS_H

#include <stdint.h>

#include "base/compiler.h"

// Number of set bits, 0..64. Without a popcnt instruction gcc calls a library routine that takes
// three times as long as these sums of 2, 4 and 8 bits side by side; where the object's level has
// the instruction, gcc makes it of this form. Clang does both by itself.
RAVELIN_INLINE int bits_count(uint64_t set)
{
#ifdef __clang__
    return __builtin_popcountll(set);
#else
    set = set - ((set >> 1) & 0x5555555555555555u);
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((set * 0x0101010101010101u) >> 56);
#endif
}

// Index of the lowest set bit, 0..63. The set must not be empty.
RAVELIN_INLINE int bits_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
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

// The upper 64 bits of the 128-bit product. With a random `a`, a * n >> 64 is a fair index below n.
RAVELIN_INLINE uint64_t bits_multiply_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)((Wide)a * b >> 64);
#else
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    const uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
#endif
}

#endif
