// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: move generation as a table of functions, one row an instruction set. The
// table belongs to the engine, is filled once before any thread and then only read; the functions
// keep no state, so any thread may call them.
//
// All entries take a board that keeps the invariants of chess/board.h and give fully legal moves:
// pins, checks, en passant that uncovers the king and castling in standard chess and Chess960 are
// dealt with. Each legal move appears exactly once. The order of the moves is the same in all rows.
#ifndef RAVELIN_KERNELS_MOVEGEN_H
#define RAVELIN_KERNELS_MOVEGEN_H

#include <stdint.h>

#include "chess/board.h"
#include "chess/move.h"

// Writes moves to `out`, which holds MOVE_LIST_CAPACITY moves, and returns their number, 0..218.
// What lies in `out` behind the last move is undefined afterwards.
typedef int MovegenList(const Board *board, Move *out);

// Returns the number of legal moves, 0..218, or of legal sequences of two moves, 0..218 * 218.
typedef int MovegenCount(const Board *board);

typedef struct MovegenKernels {
    MovegenList *all;        // every legal move
    MovegenList *captures;   // captures, en passant included, and every promotion
    MovegenList *quiets;     // the rest: `captures` and `quiets` together are `all` in some order
    MovegenCount *count;     // how many moves `all` would give
    MovegenCount *count_two; // sequences of two moves: the sum of `count` over the children
} MovegenKernels;

// One row: an instruction set and the entries that it overrides.
typedef struct MovegenRow {
    const char *name;                      // the level, with "+pext" where PEXT is used
    uint32_t needed;                       // IsaFlag bits, all of which must be there
    uint32_t unwanted;                     // IsaFlag quirks, none of which may be there
    void (*fill)(MovegenKernels *kernels); // overrides the entries that this row has
} MovegenRow;

// The rows of this build from the least to the most demanding; the first is scalar and needs
// nothing. `count` receives their number.
const MovegenRow *movegen_rows(int *count);

// Fills every entry: the scalar reference first, then each row that fits `isa_flags`.
void movegen_fill(MovegenKernels *kernels, uint32_t isa_flags);

// Fills every entry with the reference that all other rows must equal.
void movegen_fill_scalar(MovegenKernels *kernels);

#endif
