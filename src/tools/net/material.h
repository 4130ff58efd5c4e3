// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a net that counts men and nothing else, so that a trained one can be
// measured against a material evaluation with the same engine. One thread.
#ifndef RAVELIN_TOOLS_NET_MATERIAL_H
#define RAVELIN_TOOLS_NET_MATERIAL_H

#include "base/status.h"
#include "nnue/container.h"

// Writes a net of 64 neurons that judges a position by its men alone: 93 centipawns a pawn, knight
// 3, bishop 3 1/3, rook 5, queen 9 pawns. Exact, but for truncation, while a side has no more than
// the men that it begins with.
Status command_material(const char *path, ErrorText *error);

#endif
