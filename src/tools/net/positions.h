// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: positions to try a net on. The caller owns the array; one thread.
#ifndef RAVELIN_TOOLS_NET_POSITIONS_H
#define RAVELIN_TOOLS_NET_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "kernels/kernels.h"

typedef struct NetPositions {
    Board *boards;
    size_t count;
    size_t bad_lines; // of a file, left out
} NetPositions;

// Reads the positions of a file of FENs or EPDs. STATUS_BAD_INPUT if no line of it is one.
Status positions_read(const char *path, NetPositions *positions, ErrorText *error);

// Makes `count` positions by games of random moves, from the first to the last men: the same for
// the same seed.
Status positions_make(const Kernels *kernels, size_t count, uint64_t seed, NetPositions *positions,
                      ErrorText *error);

// Frees the boards and leaves an empty list; one that is all zeros is allowed.
void positions_free(NetPositions *positions);

#endif
