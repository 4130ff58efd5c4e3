// SPDX-License-Identifier: GPL-3.0-or-later
// The keys are all different, none of them zero where it is used, and the same on every machine.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/zobrist.h"

enum { KEY_COUNT = 12 * 64 + 16 + 8 + 1 };

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int collect_keys(uint64_t keys[KEY_COUNT])
{
    int count = 0;
    for (Colour colour = WHITE; colour < COLOUR_COUNT; ++colour)
        for (PieceType type = PAWN; type <= KING; ++type)
            for (Square sq = 0; sq < SQUARE_COUNT; ++sq)
                keys[count++] = zobrist_piece(piece_make(colour, type), sq);
    for (int file = 0; file < 8; ++file) {
        keys[count++] = zobrist_castling(SQ_A1 + file);
        keys[count++] = zobrist_castling(SQ_A8 + file);
        keys[count++] = zobrist_en_passant(SQ_A8 + file);
    }
    keys[count++] = zobrist_side();
    return count;
}

Test(zobrist, keys_differ)
{
    uint64_t keys[KEY_COUNT];
    cr_assert_eq(collect_keys(keys), KEY_COUNT);
    qsort(keys, KEY_COUNT, sizeof keys[0], compare_keys);
    cr_assert_neq(keys[0], 0);
    for (int i = 1; i < KEY_COUNT; ++i)
        cr_assert_neq(keys[i], keys[i - 1]);
}

// Hash signatures and books of ours would break if a key changed unnoticed.
Test(zobrist, keys_are_pinned)
{
    uint64_t keys[KEY_COUNT];
    uint64_t sum = 0;
    const int count = collect_keys(keys);
    for (int i = 0; i < count; ++i)
        sum = (sum << 1 | sum >> 63) ^ keys[i];
    cr_assert_eq(sum, 0x3ba27791b405038bu, "%016llx", (unsigned long long)sum);
}
