// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: does a net mean in whole numbers what it means in floats, do the kernels
// agree, are its symmetries kept, and what would 8-bit weights cost. One thread.
#ifndef RAVELIN_TOOLS_NET_STUDY_H
#define RAVELIN_TOOLS_NET_STUDY_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "chess/board.h"
#include "nnue/network.h"
#include "tools/net/positions.h"

// How the feature weights are held in a study: rounded to 1/scale and kept within +-limit; a limit
// of 0 leaves them as the file has them.
typedef struct WeightForm {
    double scale;
    int limit;
} WeightForm;

// The output in centipawns for the side to move in double precision, worked out from the text of
// nnue/container.h and nnue/arch.h without the engine's code: weights as real numbers, nothing
// truncated. `form` NULL is the file's own weights.
double study_float_output(const Network *network, const Board *board, const WeightForm *form);

// The board with colours changed and ranks flipped, or files mirrored; castling rights, which the
// net does not see, are dropped.
Status study_flip_colours(const Board *board, Board *flipped, ErrorText *error);
Status study_mirror_files(const Board *board, Board *mirrored, ErrorText *error);

// Prints what was compared and how it came out; `*is_good` is false where the float reference is
// further from the integers than truncation explains, a kernel differs, or a symmetry is broken.
Status study_verify(const Network *network, const NetPositions *positions, FILE *out, bool *is_good,
                    ErrorText *error);

// Prints, for several scales of 8-bit feature weights, the share of weights that do not fit, and a
// histogram of the difference from the 16-bit evaluation.
void study_quantisation(const Network *network, const NetPositions *positions, FILE *out);

#endif
