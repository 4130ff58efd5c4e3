// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: seeded random numbers that are the same on every machine. The caller owns
// the state; one thread a state.
#ifndef RAVELIN_BASE_RNG_H
#define RAVELIN_BASE_RNG_H

#include <stdint.h>

#include "base/compiler.h"

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): one
// 64-bit word of state, any seed is good, passes BigCrush.
typedef struct Rng {
    uint64_t state;
} Rng;

// A generator at the beginning of the sequence that belongs to `seed`, which may be any.
RAVELIN_INLINE Rng rng_seeded(uint64_t seed)
{
    return (Rng){seed};
}

// The next 64 random bits.
RAVELIN_INLINE uint64_t rng_next(Rng *rng)
{
    uint64_t z = (rng->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// A number in 0..bound-1; bound > 0. The bias is below bound / 2^32.
RAVELIN_INLINE uint32_t rng_below(Rng *rng, uint32_t bound)
{
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

// A number in [0, 1) with 53 random bits.
RAVELIN_INLINE double rng_unit(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}

#endif
