// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the first layer of the net along the line that a search stands on. Each
// search thread owns one Accumulators object; only that thread may touch it. The net and the
// kernels are borrowed and outlive it.
//
// It is a stack. A push only notes which men moved; the sums are made when an evaluation asks for
// them, by walking back to the last position on the line whose sums are known and carrying them
// forward, one fused pass a move. When the view of a side (nnue/features.h) has changed on the way,
// that side is refreshed instead: a cache keeps for each view the sums of the position that last
// needed them, and only the men that differ are added and removed.
#ifndef RAVELIN_NNUE_ACCUMULATOR_H
#define RAVELIN_NNUE_ACCUMULATOR_H

#include <stdint.h>

#include "chess/board.h"
#include "chess/move.h"
#include "kernels/nnue.h"
#include "nnue/network.h"

typedef struct Accumulators Accumulators;

// Room for a root and `max_ply` (> 0) moves or passes after it. NULL when there is no memory.
// accumulators_reset must come first.
Accumulators *accumulators_create(const Network *net, const NnueKernels *kernels, int max_ply);

// Frees the stack; NULL is allowed.
void accumulators_destroy(Accumulators *accumulators);

// Empties the stack and makes `root` its only position.
void accumulators_reset(Accumulators *accumulators, const Board *root);

// Puts `child` on top, which is `parent`, the present top, after the legal move `move`. The boards
// are not kept. At most max_ply pushes may be open.
void accumulators_push(Accumulators *accumulators, const Board *parent, Move move,
                       const Board *child);

// Puts the position after a pass on top: the same men, so it shares all sums with its parent.
void accumulators_push_null(Accumulators *accumulators, const Board *child);

// Takes back the last push of either kind.
void accumulators_pop(Accumulators *accumulators);

// The accumulator of `perspective` for the top of the stack, of which `board` is the position:
// shape.width values, aligned to 64 bytes, valid until the top changes.
const int16_t *accumulators_materialise(Accumulators *accumulators, const Board *board,
                                        Colour perspective);

// The sum of the output layer (NnueOutput of kernels/nnue.h) for the top of the stack, of which
// `board` is the position, with the output weights of one head. Where both accumulators are a move
// behind, that move and the sum are done in one pass.
int32_t accumulators_output(Accumulators *accumulators, const Board *board, const int16_t *weights);

// The same by way of the layers of one head (NnueLayers).
int32_t accumulators_layers(Accumulators *accumulators, const Board *board, const NnueHead *head);

// How sums were come by since the last accumulators_reset, one count for a perspective.
typedef struct AccumulatorCounts {
    uint64_t known;     // asked for and there already
    uint64_t carried;   // made by carrying others forward; as many moves as `moves` says
    uint64_t refreshed; // made from the refresh cache
    uint64_t moves;
} AccumulatorCounts;

// What was counted since the stack was made.
AccumulatorCounts accumulators_counts(const Accumulators *accumulators);

// The net and the kernels that the stack was made with.
const Network *accumulators_network(const Accumulators *accumulators);
const NnueKernels *accumulators_kernels(const Accumulators *accumulators);

#endif
