// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the slider lookups of movegen_tmpl.h by PEXT, which packs the men on a
// slider's mask straight into an index. Constant tables from chess/gen_tables.c; any thread.
#ifndef RAVELIN_KERNELS_PEXT_H
#define RAVELIN_KERNELS_PEXT_H

#include <stdint.h>

#include "chess/attacks.h"

typedef struct PextEntry {
    Bitboard mask;   // squares whose men matter
    uint64_t offset; // first slot of this square in PEXT_ATTACKS
} PextEntry;

extern const PextEntry BISHOP_PEXT_ENTRIES[SQUARE_COUNT];
extern const PextEntry ROOK_PEXT_ENTRIES[SQUARE_COUNT];
extern const Bitboard PEXT_ATTACKS[SLIDER_SLOT_COUNT];

// Only objects built for BMI2 use the lookups; the tables' own file includes this header as well.
#ifdef __BMI2__
#include <immintrin.h>

RAVELIN_INLINE Bitboard word_bishop_attacks(Square sq, Bitboard occupied)
{
    const PextEntry *entry = &BISHOP_PEXT_ENTRIES[sq];
    return PEXT_ATTACKS[entry->offset + _pext_u64(occupied, entry->mask)];
}

RAVELIN_INLINE Bitboard word_rook_attacks(Square sq, Bitboard occupied)
{
    const PextEntry *entry = &ROOK_PEXT_ENTRIES[sq];
    return PEXT_ATTACKS[entry->offset + _pext_u64(occupied, entry->mask)];
}
#endif

#endif
