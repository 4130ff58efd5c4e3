// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: nets of any shape with random weights, for tests and tools. They play
// nonsense, but they pass all checks, use both ends of the activation and differ with every seed.
// No state, any thread.
#ifndef RAVELIN_NNUE_SYNTH_H
#define RAVELIN_NNUE_SYNTH_H

#include <stdbool.h>
#include <stdint.h>

#include "nnue/arch.h"

// A shape with a random king-bucket map, symmetric if `mirrored`. The numbers must be within the
// limits of nnue/arch.h. Each bucket is used as long as there are at most as many as the map has
// free squares (32 if mirrored, else 64).
NetShape synth_shape(int king_buckets, bool mirrored, int width, int heads, uint64_t seed);

// A whole container of container_bytes(shape) bytes with weights from `seed`, the same on every
// machine. The caller frees it with mem_free_aligned. NULL when there is no memory.
uint8_t *synth_container(const NetShape *shape, uint64_t seed);

#endif
