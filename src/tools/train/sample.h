// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one training position in 32 bytes, and its net inputs. Positions are held
// as the side to move sees them, so its colour need not be stored. The caller owns the data; any
// thread.
#ifndef RAVELIN_TOOLS_TRAIN_SAMPLE_H
#define RAVELIN_TOOLS_TRAIN_SAMPLE_H

#include <stdint.h>

#include "chess/board.h"
#include "nnue/arch.h"

enum { SAMPLE_MEN_MAX = 32 };

typedef struct Sample {
    uint64_t occupied;  // ranks flipped if Black is to move: rank 1 is the side to move's own
    uint8_t men[16];    // nibble i, low first: the man on the i-th lowest occupied square, its
                        // type plus 8 for a man of the side not to move
    int16_t score_cp;   // for the side to move
    uint8_t result;     // for the side to move: 0 lost, 1 drawn, 2 won
    uint8_t padding[5]; // zero
} Sample;

static_assert(sizeof(Sample) == 32, "millions of samples are held in memory");

// Packs a board (2..32 men) with its label, both for the side to move.
Sample sample_pack(const Board *board, int score_cp, int result);

// Unpacks the men into a mailbox of Piece values as the side to move sees them, itself as White.
void sample_mailbox(const Sample *sample, uint8_t mailbox[SQUARE_COUNT]);

// Writes the active inputs of both perspectives, side to move first, in the order of the occupied
// squares; returns their number per perspective, 2..32. The king-bucket map is asked with the king
// square before mirroring.
int sample_features(const Sample *sample, const NetShape *shape,
                    uint16_t features[2][SAMPLE_MEN_MAX]);

// Output head for a number of men, 2..32: even slices of the count, 0..heads-1.
int sample_head(int men, int heads);

#endif
