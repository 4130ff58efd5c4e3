// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which men are on the board, as the names of tablebase files tell it
// ("KRPvKR"), and the list of all names. Pure functions, any thread.
#ifndef RAVELIN_SYZYGY_MATERIAL_H
#define RAVELIN_SYZYGY_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/board.h"

enum {
    TABLE_MEN_MIN = 3,
    TABLE_MEN_MAX = 7, // no larger tables exist
    TABLE_NAME_BYTES = TABLE_MEN_MAX + 2,
    TABLE_COUNT_MAX = 1511, // names of 3 to 7 men
};

// Men of both sides besides the kings. [0] is the side that a file's name begins with.
typedef struct Material {
    uint8_t count[COLOUR_COUNT][KING]; // by type, PAWN..QUEEN
} Material;

// The men of a position, [0] White's, whatever side a file's name would begin with.
Material material_of_board(const Board *board);

// All men, the two kings included.
int material_men(const Material *material);

// A number that is the same for two materials exactly when one is the other or the other with
// colours exchanged. Only for at most TABLE_MEN_MAX men; 0 for two bare kings.
uint32_t material_key(const Material *material);

// The file name without its ending; the stronger side comes first as the tables have it.
void material_write_name(const Material *material, char out[TABLE_NAME_BYTES]);

// Fills `out` with every material of 3 to `men` men, each once and as its file names it: sorted so
// that whatever a capture or a promotion leads to stands before what leads there. Returns how many.
int material_list(int men, Material out[TABLE_COUNT_MAX]);

#endif
