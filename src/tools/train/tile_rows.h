// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the kernel sets that the objects of this room define, for the table in
// tile.c alone. Const data.
#ifndef RAVELIN_TOOLS_TRAIN_TILE_ROWS_H
#define RAVELIN_TOOLS_TRAIN_TILE_ROWS_H

#include "tools/train/tile.h"

extern const TileKernels tile_kernels_scalar;
#if defined(RAVELIN_TRAIN_X86)
extern const TileKernels tile_kernels_avx2;
extern const TileKernels tile_kernels_avx512;
#endif

#endif
