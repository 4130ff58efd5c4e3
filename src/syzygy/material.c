// SPDX-License-Identifier: GPL-3.0-or-later
#include "syzygy/material.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Names give the men of a side from the queen down.
static const char NAME_LETTERS[KING] = "PNBRQ";

Material material_of_board(const Board *board)
{
    Material material;
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        for (PieceType type = PAWN; type < KING; type++)
            material.count[colour][type] = (uint8_t)bits_count(board_pieces(board, colour, type));
    }
    return material;
}

static int side_men(const uint8_t count[KING])
{
    return count[PAWN] + count[KNIGHT] + count[BISHOP] + count[ROOK] + count[QUEEN];
}

int material_men(const Material *material)
{
    return 2 + side_men(material->count[0]) + side_men(material->count[1]);
}

// Five counts of at most five men: three bits each. Queens are highest, so that a larger number is
// the side that comes first among sides of equally many men.
static uint32_t side_key(const uint8_t count[KING])
{
    uint32_t key = 0;
    for (PieceType type = QUEEN; type >= PAWN; type--)
        key = key << 3 | count[type];
    return key;
}

// True if the first side is the one that a name begins with (or they are equal): more men, or as
// many and the more valuable ones.
static bool is_in_order(const Material *material)
{
    const int men[COLOUR_COUNT] = {side_men(material->count[0]), side_men(material->count[1])};
    return men[0] != men[1] ? men[0] > men[1]
                            : side_key(material->count[0]) >= side_key(material->count[1]);
}

uint32_t material_key(const Material *material)
{
    assert(material_men(material) <= TABLE_MEN_MAX);
    const bool in_order = is_in_order(material);
    return side_key(material->count[!in_order]) << 15 | side_key(material->count[in_order]);
}

void material_write_name(const Material *material, char out[TABLE_NAME_BYTES])
{
    assert(material_men(material) <= TABLE_MEN_MAX);
    const int first = !is_in_order(material);
    char *cursor = out;
    for (int side = 0; side < COLOUR_COUNT; side++) {
        if (side == 1)
            *cursor++ = 'v';
        *cursor++ = 'K';
        for (PieceType type = QUEEN; type >= PAWN; type--) {
            for (int i = 0; i < material->count[side ^ first][type]; i++)
                *cursor++ = NAME_LETTERS[type];
        }
    }
    *cursor = '\0';
}

// All ways to have `left` more men of the types up to `type` on one side.
typedef struct SideList {
    int count;
    uint8_t sides[256][KING]; // five men of five types: at most C(9,4) = 126 ways, 252 in all
} SideList;

static void list_sides(SideList *list, uint8_t side[KING], PieceType type, int left)
{
    if (left == 0 || type == PAWN) {
        side[type] = (uint8_t)left;
        memcpy(list->sides[list->count++], side, KING);
        side[type] = 0;
        return;
    }
    for (int men = left; men >= 0; men--) {
        side[type] = (uint8_t)men;
        list_sides(list, side, type - 1, left - men);
    }
    side[type] = 0;
}

// Fewer men first, then fewer pawns: a capture takes a man, a promotion a pawn. Among the rest the
// key makes the order the same everywhere.
static int compare(const void *left, const void *right)
{
    const Material *const a = left;
    const Material *const b = right;
    const int men = material_men(a) - material_men(b);
    if (men != 0)
        return men;
    const int pawns = a->count[0][PAWN] + a->count[1][PAWN] - b->count[0][PAWN] - b->count[1][PAWN];
    if (pawns != 0)
        return pawns;
    const uint32_t keys[2] = {material_key(a), material_key(b)};
    return keys[0] < keys[1] ? -1 : keys[0] > keys[1];
}

int material_list(int men, Material out[TABLE_COUNT_MAX])
{
    assert(men <= TABLE_MEN_MAX);
    SideList list = {0};
    for (int side_count = 0; side_count <= men - 2; side_count++) {
        uint8_t side[KING] = {0};
        list_sides(&list, side, QUEEN, side_count);
    }
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        for (int k = 0; k < list.count; k++) {
            Material material;
            memcpy(material.count[0], list.sides[i], KING);
            memcpy(material.count[1], list.sides[k], KING);
            const int all = material_men(&material);
            if (all < TABLE_MEN_MIN || all > men || !is_in_order(&material))
                continue;
            out[count++] = material;
        }
    }
    qsort(out, (size_t)count, sizeof out[0], compare);
    return count;
}
