// SPDX-License-Identifier: GPL-3.0-or-later
// Build program: finds the multipliers of magics.h from a fixed seed.
//   find_magics            prints the header
//   find_magics FILE       exits 0 if FILE holds exactly that text, 1 otherwise (the test)
//
// A magic multiplier maps every set of blockers on a slider's mask to an index of exactly as many
// bits as the mask has squares, so that sets with different attacks never share an index. Sparse
// random numbers (three ANDed together) hit soonest; each candidate is tried on all sets.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "chess/slider_walk.h"

enum { MAX_BLOCKER_SETS = 4096, TEXT_BYTES = 16384 };

static const uint64_t MAGIC_SEED = 0x526176656c696e01u; // "Ravelin", 1

typedef struct SlideCase {
    int count;
    Bitboard blockers[MAX_BLOCKER_SETS];
    Bitboard attacks[MAX_BLOCKER_SETS];
} SlideCase;

static void list_blocker_sets(PieceType type, Square sq, SlideCase *slide)
{
    const Bitboard mask = slider_walk_mask(type, sq);
    Bitboard set = 0;
    slide->count = 0;
    do {
        slide->blockers[slide->count] = set;
        slide->attacks[slide->count] = slider_walk_attacks(type, sq, set);
        slide->count++;
        set = (set - mask) & mask; // the next subset of the mask in counting order
    } while (set);
}

static bool magic_separates(const SlideCase *slide, uint64_t magic, int shift)
{
    static Bitboard slots[MAX_BLOCKER_SETS];
    memset(slots, 0, sizeof slots);
    for (int i = 0; i < slide->count; ++i) {
        Bitboard *slot = &slots[(slide->blockers[i] * magic) >> shift];
        if (*slot == 0)
            *slot = slide->attacks[i]; // attack sets are never empty
        else if (*slot != slide->attacks[i])
            return false;
    }
    return true;
}

static uint64_t find_magic(PieceType type, Square sq, Rng *rng)
{
    static SlideCase slide;
    list_blocker_sets(type, sq, &slide);
    const Bitboard mask = slider_walk_mask(type, sq);
    const int shift = 64 - bits_count(mask);
    for (;;) {
        // NOLINTNEXTLINE(misc-redundant-expression): three draws are three numbers
        const uint64_t magic = rng_next(rng) & rng_next(rng) & rng_next(rng);
        // A product whose top byte is nearly empty cannot spread the sets: skip it unseen.
        if (bits_count((mask * magic) >> 56) >= 6 && magic_separates(&slide, magic, shift))
            return magic;
    }
}

static size_t write_array(char *text, size_t used, const char *name, PieceType type, Rng *rng)
{
    used += (size_t)snprintf(text + used, TEXT_BYTES - used,
                             "\nstatic const uint64_t %s[SQUARE_COUNT] = {\n", name);
    for (Square sq = 0; sq < SQUARE_COUNT; ++sq)
        used += (size_t)snprintf(
            text + used, TEXT_BYTES - used, "%s0x%016llxu,%s", sq % 4 == 0 ? "    " : " ",
            (unsigned long long)find_magic(type, sq, rng), sq % 4 == 3 ? "\n" : "");
    return used + (size_t)snprintf(text + used, TEXT_BYTES - used, "};\n");
}

static size_t write_header(char *text)
{
    Rng rng = rng_seeded(MAGIC_SEED);
    size_t used = (size_t)snprintf(
        text, TEXT_BYTES, "%s",
        "// SPDX-License-Identifier: GPL-3.0-or-later\n"
        "// What this part is for: the magic multipliers of the slider tables, read by the table\n"
        "// builder alone. Written by find_magics.c; a test runs it and compares every byte.\n"
        "#ifndef RAVELIN_CHESS_MAGICS_H\n#define RAVELIN_CHESS_MAGICS_H\n\n"
        "#include <stdint.h>\n\n#include \"chess/types.h\"\n");
    used = write_array(text, used, "BISHOP_MAGICS", BISHOP, &rng);
    used = write_array(text, used, "ROOK_MAGICS", ROOK, &rng);
    return used + (size_t)snprintf(text + used, TEXT_BYTES - used, "\n#endif\n");
}

static bool file_equals(const char *path, const char *text, size_t bytes)
{
    static char held[TEXT_BYTES];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const size_t got = fread(held, 1, sizeof held, file);
    fclose(file);
    return got == bytes && memcmp(held, text, bytes) == 0;
}

int main(int argc, char **argv)
{
    static char text[TEXT_BYTES];
    const size_t bytes = write_header(text);
    if (argc < 2)
        return fwrite(text, 1, bytes, stdout) == bytes ? 0 : 1;
    if (file_equals(argv[1], text, bytes))
        return 0;
    fprintf(stderr, "find_magics: %s is not what the seed gives\n", argv[1]);
    return 1;
}
