// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which squares a man attacks, and the squares between and along two
// squares. Constant tables, written at build time by gen_tables.c; any thread.
//
// Sliders use fancy magics: the men on a slider's mask, times the square's multiplier, shifted so
// that as many bits remain as the mask has squares, index the square's part of one common table.
// The builder fails if two blocker sets with different attacks share a slot.
#ifndef RAVELIN_CHESS_ATTACKS_H
#define RAVELIN_CHESS_ATTACKS_H

#include <stdint.h>

#include "chess/bitboard.h"

enum {
    BISHOP_SLOT_COUNT = 5248, // sum over the squares of 2^(squares of the bishop's mask)
    ROOK_SLOT_COUNT = 102400, // the same for the rook
    SLIDER_SLOT_COUNT = BISHOP_SLOT_COUNT + ROOK_SLOT_COUNT,
};

typedef struct SliderMagic {
    Bitboard mask;   // squares whose men matter
    uint64_t magic;  // multiplier
    uint32_t offset; // first slot of this square in SLIDER_ATTACKS
    uint32_t shift;  // 64 minus the number of squares in the mask
} SliderMagic;

// All names below are data of gen_tables.c; use the functions.
extern const Bitboard KNIGHT_ATTACKS[SQUARE_COUNT];
extern const Bitboard KING_ATTACKS[SQUARE_COUNT];
extern const Bitboard PAWN_ATTACKS[COLOUR_COUNT][SQUARE_COUNT];
extern const Bitboard BETWEEN_SQUARES[SQUARE_COUNT][SQUARE_COUNT];
extern const Bitboard LINE_SQUARES[SQUARE_COUNT][SQUARE_COUNT];
extern const SliderMagic BISHOP_MAGIC_ENTRIES[SQUARE_COUNT];
extern const SliderMagic ROOK_MAGIC_ENTRIES[SQUARE_COUNT];
extern const Bitboard SLIDER_ATTACKS[SLIDER_SLOT_COUNT];

// The squares that a knight on `sq` attacks.
RAVELIN_INLINE Bitboard knight_attacks(Square sq)
{
    return KNIGHT_ATTACKS[sq];
}

// The squares that a king on `sq` attacks.
RAVELIN_INLINE Bitboard king_attacks(Square sq)
{
    return KING_ATTACKS[sq];
}

// The (at most two) squares that a pawn of `colour` on `sq` attacks; `sq` may be on any rank.
RAVELIN_INLINE Bitboard pawn_attacks(Colour colour, Square sq)
{
    return PAWN_ATTACKS[colour][sq];
}

// The attacks that the magic of one square finds for `occupied`.
RAVELIN_INLINE Bitboard slider_magic_lookup(const SliderMagic *entry, Bitboard occupied)
{
    return SLIDER_ATTACKS[entry->offset +
                          (((occupied & entry->mask) * entry->magic) >> entry->shift)];
}

// Slider attacks reach up to and including the first man of `occupied` in each direction, whatever
// its colour; whether `sq` itself is in `occupied` does not matter.
RAVELIN_INLINE Bitboard bishop_attacks(Square sq, Bitboard occupied)
{
    return slider_magic_lookup(&BISHOP_MAGIC_ENTRIES[sq], occupied);
}

// The same for a rook.
RAVELIN_INLINE Bitboard rook_attacks(Square sq, Bitboard occupied)
{
    return slider_magic_lookup(&ROOK_MAGIC_ENTRIES[sq], occupied);
}

// The same for a queen.
RAVELIN_INLINE Bitboard queen_attacks(Square sq, Bitboard occupied)
{
    return bishop_attacks(sq, occupied) | rook_attacks(sq, occupied);
}

// The squares strictly between two squares of one rank, file or diagonal; empty for all others and
// for neighbours.
RAVELIN_INLINE Bitboard between_bb(Square a, Square b)
{
    return BETWEEN_SQUARES[a][b];
}

// The whole rank, file or diagonal through two different squares, from edge to edge, both squares
// included; empty if there is none or a == b.
RAVELIN_INLINE Bitboard line_bb(Square a, Square b)
{
    return LINE_SQUARES[a][b];
}

#endif
