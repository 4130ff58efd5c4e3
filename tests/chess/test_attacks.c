// SPDX-License-Identifier: GPL-3.0-or-later
// The tables against geometry computed on the spot.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/rng.h"
#include "chess/attacks.h"
#include "chess/slider_walk.h"

static int file_distance(Square a, Square b)
{
    return abs(square_file(a) - square_file(b));
}

static int rank_distance(Square a, Square b)
{
    return abs(square_rank(a) - square_rank(b));
}

Test(attacks, leapers)
{
    for (Square a = 0; a < SQUARE_COUNT; ++a)
        for (Square b = 0; b < SQUARE_COUNT; ++b) {
            const int files = file_distance(a, b);
            const int ranks = rank_distance(a, b);
            cr_assert_eq(knight_attacks(a) >> b & 1, files * ranks == 2);
            cr_assert_eq(king_attacks(a) >> b & 1, a != b && files <= 1 && ranks <= 1);
            const int up = square_rank(b) - square_rank(a);
            cr_assert_eq(pawn_attacks(WHITE, a) >> b & 1, files == 1 && up == 1);
            cr_assert_eq(pawn_attacks(BLACK, a) >> b & 1, files == 1 && up == -1);
        }
}

// Every blocker set of every mask, which is every slot of the table.
Test(attacks, sliders_on_all_blocker_sets)
{
    int sets = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; ++sq)
        for (PieceType type = BISHOP; type <= ROOK; ++type) {
            const Bitboard mask = slider_walk_mask(type, sq);
            Bitboard set = 0;
            do {
                const Bitboard found =
                    type == BISHOP ? bishop_attacks(sq, set) : rook_attacks(sq, set);
                cr_assert_eq(found, slider_walk_attacks(type, sq, set));
                set = (set - mask) & mask;
                ++sets;
            } while (set);
        }
    cr_assert_eq(sets, SLIDER_SLOT_COUNT);
}

Test(attacks, sliders_on_random_boards)
{
    Rng rng = rng_seeded(1);
    for (int i = 0; i < 100000; ++i) {
        const Square sq = (Square)rng_below(&rng, SQUARE_COUNT);
        // NOLINTNEXTLINE(misc-redundant-expression): two draws are two numbers
        const Bitboard occupied = rng_next(&rng) & rng_next(&rng);
        const Bitboard diagonal = slider_walk_attacks(BISHOP, sq, occupied);
        const Bitboard straight = slider_walk_attacks(ROOK, sq, occupied);
        cr_assert_eq(bishop_attacks(sq, occupied), diagonal);
        cr_assert_eq(rook_attacks(sq, occupied), straight);
        cr_assert_eq(queen_attacks(sq, occupied), diagonal | straight);
    }
}

Test(attacks, between_and_line)
{
    for (Square a = 0; a < SQUARE_COUNT; ++a)
        for (Square b = 0; b < SQUARE_COUNT; ++b) {
            const int files = square_file(b) - square_file(a);
            const int ranks = square_rank(b) - square_rank(a);
            Bitboard between = 0;
            Bitboard line = 0;
            if (a != b && (files == 0 || ranks == 0 || abs(files) == abs(ranks)))
                for (Square c = 0; c < SQUARE_COUNT; ++c) {
                    const int c_files = square_file(c) - square_file(a);
                    const int c_ranks = square_rank(c) - square_rank(a);
                    const int along = c_files * files + c_ranks * ranks;
                    if (c_files * ranks != c_ranks * files) // not on the line
                        continue;
                    line |= square_bb(c);
                    if (along > 0 && along < files * files + ranks * ranks)
                        between |= square_bb(c);
                }
            cr_assert_eq(between_bb(a, b), between, "%d %d", a, b);
            cr_assert_eq(line_bb(a, b), line, "%d %d", a, b);
        }
}
