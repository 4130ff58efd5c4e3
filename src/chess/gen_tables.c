// SPDX-License-Identifier: GPL-3.0-or-later
// Build program: writes the constant tables of chess/attacks.h, chess/cycles.h and chess/zobrist.h,
// or those of the PEXT kernels, as C source. It runs on the build machine, so the output holds no
// machine's traits.
//   gen_tables chess FILE    tables of the chess room
//   gen_tables pext FILE     tables of kernels/pext.h
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "chess/attacks.h"
#include "chess/cycles.h"
#include "chess/magics.h"
#include "chess/slider_walk.h"
#include "chess/zobrist.h"

static const uint64_t ZOBRIST_SEED = 0x526176656c696e02u; // "Ravelin", 2

static Bitboard slots[SLIDER_SLOT_COUNT];

static void write_words(FILE *out, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        fprintf(out, "0x%llx,%s", (unsigned long long)words[i], i % 6 == 5 ? "\n" : "");
}

static void write_table(FILE *out, const char *declaration, const uint64_t *words, size_t count)
{
    fprintf(out, "const uint64_t %s = {\n", declaration);
    write_words(out, words, count);
    fprintf(out, "};\n");
}

static void write_square_pairs(FILE *out, const char *declaration,
                               Bitboard (*of_pair)(Square, Square))
{
    fprintf(out, "const uint64_t %s = {\n", declaration);
    for (Square a = 0; a < SQUARE_COUNT; ++a) {
        Bitboard row[SQUARE_COUNT];
        for (Square b = 0; b < SQUARE_COUNT; ++b)
            row[b] = of_pair(a, b);
        fprintf(out, "{");
        write_words(out, row, SQUARE_COUNT);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static Bitboard between_squares(Square a, Square b)
{
    for (PieceType type = BISHOP; type <= ROOK; ++type)
        if (a != b && (slider_walk_attacks(type, a, 0) & square_bb(b)))
            return slider_walk_attacks(type, a, square_bb(b)) &
                   slider_walk_attacks(type, b, square_bb(a));
    return 0;
}

static Bitboard line_squares(Square a, Square b)
{
    for (PieceType type = BISHOP; type <= ROOK; ++type)
        if (a != b && (slider_walk_attacks(type, a, 0) & square_bb(b)))
            return (slider_walk_attacks(type, a, 0) & slider_walk_attacks(type, b, 0)) |
                   square_bb(a) | square_bb(b);
    return 0;
}

// The squares of the board at the given steps (pairs of file and rank difference) from `sq`.
static Bitboard leaper_squares(Square sq, const int (*steps)[2], int step_count)
{
    Bitboard set = 0;
    for (int i = 0; i < step_count; ++i) {
        const int file = square_file(sq) + steps[i][0];
        const int rank = square_rank(sq) + steps[i][1];
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
            set |= square_bb(square_make(file, rank));
    }
    return set;
}

static void write_leapers(FILE *out)
{
    static const int KNIGHT_STEPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                           {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    Bitboard knight[SQUARE_COUNT];
    Bitboard king[SQUARE_COUNT];
    Bitboard pawn[COLOUR_COUNT][SQUARE_COUNT];
    for (Square sq = 0; sq < SQUARE_COUNT; ++sq) {
        knight[sq] = leaper_squares(sq, KNIGHT_STEPS, 8);
        king[sq] = leaper_squares(sq, SLIDER_STEPS, 8);
        pawn[WHITE][sq] = pawn_set_attacks(WHITE, square_bb(sq));
        pawn[BLACK][sq] = pawn_set_attacks(BLACK, square_bb(sq));
    }
    write_table(out, "KNIGHT_ATTACKS[64]", knight, SQUARE_COUNT);
    write_table(out, "KING_ATTACKS[64]", king, SQUARE_COUNT);
    fprintf(out, "const uint64_t PAWN_ATTACKS[2][64] = {\n");
    for (Colour colour = WHITE; colour < COLOUR_COUNT; ++colour) {
        fprintf(out, "{");
        write_words(out, pawn[colour], SQUARE_COUNT);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

// The bits of `set` under `mask`, packed to the low end: what the PEXT instruction does.
static uint64_t extract_bits(uint64_t set, uint64_t mask)
{
    uint64_t packed = 0;
    for (int i = 0; mask; ++i)
        packed |= ((set >> bits_pop_lowest(&mask)) & 1) << i;
    return packed;
}

// Fills the slots of one square, from `offset` on, and returns the number of its slots, or 0 if two
// sets of blockers with different attacks meet in one slot. `magic` 0 means PEXT indices.
static uint32_t fill_square(PieceType type, Square sq, uint64_t magic, uint32_t offset)
{
    const Bitboard mask = slider_walk_mask(type, sq);
    const int bits = bits_count(mask);
    Bitboard set = 0;
    do {
        const uint64_t index = magic ? (set * magic) >> (64 - bits) : extract_bits(set, mask);
        Bitboard *slot = &slots[offset + index];
        const Bitboard attacks = slider_walk_attacks(type, sq, set);
        if (*slot != 0 && *slot != attacks)
            return 0;
        *slot = attacks;
        set = (set - mask) & mask;
    } while (set);
    return (uint32_t)1 << bits;
}

static bool write_magic_sliders(FILE *out)
{
    uint32_t offset = 0;
    for (PieceType type = BISHOP; type <= ROOK; ++type) {
        fprintf(out, "const SliderMagic %s_MAGIC_ENTRIES[64] = {\n",
                type == BISHOP ? "BISHOP" : "ROOK");
        for (Square sq = 0; sq < SQUARE_COUNT; ++sq) {
            const Bitboard mask = slider_walk_mask(type, sq);
            const uint64_t magic = type == BISHOP ? BISHOP_MAGICS[sq] : ROOK_MAGICS[sq];
            const uint32_t used = fill_square(type, sq, magic, offset);
            if (!used)
                return false;
            fprintf(out, "{0x%llx, 0x%llx, %u, %d},\n", (unsigned long long)mask,
                    (unsigned long long)magic, (unsigned)offset, 64 - bits_count(mask));
            offset += used;
        }
        fprintf(out, "};\n");
    }
    write_table(out, "SLIDER_ATTACKS[SLIDER_SLOT_COUNT]", slots, SLIDER_SLOT_COUNT);
    return offset == SLIDER_SLOT_COUNT;
}

static bool write_pext_sliders(FILE *out)
{
    uint32_t offset = 0;
    for (PieceType type = BISHOP; type <= ROOK; ++type) {
        fprintf(out, "const PextEntry %s_PEXT_ENTRIES[64] = {\n",
                type == BISHOP ? "BISHOP" : "ROOK");
        for (Square sq = 0; sq < SQUARE_COUNT; ++sq) {
            const uint32_t used = fill_square(type, sq, 0, offset);
            if (!used)
                return false;
            fprintf(out, "{0x%llx, %u},\n", (unsigned long long)slider_walk_mask(type, sq),
                    (unsigned)offset);
            offset += used;
        }
        fprintf(out, "};\n");
    }
    write_table(out, "PEXT_ATTACKS[SLIDER_SLOT_COUNT]", slots, SLIDER_SLOT_COUNT);
    return offset == SLIDER_SLOT_COUNT;
}

// All men's keys as write_zobrist drew them, and the side's; for write_cycles.
static uint64_t piece_keys[PIECE_CODE_COUNT][SQUARE_COUNT];
static uint64_t side_key;

static void write_zobrist(FILE *out)
{
    Rng rng = rng_seeded(ZOBRIST_SEED);
    fprintf(out, "const uint64_t ZOBRIST_PIECE[PIECE_CODE_COUNT][64] = {\n");
    for (Piece pc = 0; pc < PIECE_CODE_COUNT; ++pc) {
        uint64_t keys[SQUARE_COUNT] = {0};
        for (Square sq = 0; sq < SQUARE_COUNT && piece_type(pc) < PIECE_TYPE_COUNT; ++sq)
            keys[sq] = rng_next(&rng);
        memcpy(piece_keys[pc], keys, sizeof keys);
        fprintf(out, "{");
        write_words(out, keys, SQUARE_COUNT);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
    uint64_t castling[SQUARE_COUNT] = {0};
    for (Square sq = 0; sq < SQUARE_COUNT; ++sq)
        if (square_rank(sq) == 0 || square_rank(sq) == 7)
            castling[sq] = rng_next(&rng);
    write_table(out, "ZOBRIST_CASTLING[64]", castling, SQUARE_COUNT);
    uint64_t en_passant[8];
    for (int file = 0; file < 8; ++file)
        en_passant[file] = rng_next(&rng);
    write_table(out, "ZOBRIST_EN_PASSANT[8]", en_passant, 8);
    side_key = rng_next(&rng);
    fprintf(out, "const uint64_t ZOBRIST_SIDE = 0x%llx;\n", (unsigned long long)side_key);
}

static CycleEntry cycle_entries[CYCLE_TABLE_SIZE];

// Puts a move into the table; whoever lies in its place moves to the other of his two. False if
// that never ends, with these keys.
static bool insert_cycle(CycleEntry entry)
{
    unsigned place = cycle_first_place(entry.key);
    for (int tries = 0; tries < CYCLE_TABLE_SIZE; ++tries) {
        const CycleEntry other = cycle_entries[place];
        cycle_entries[place] = entry;
        if (other.key == 0)
            return true;
        entry = other;
        place = cycle_first_place(entry.key) ^ cycle_second_place(entry.key) ^ place;
    }
    return false;
}

static bool man_reaches(PieceType type, Square from, Square to)
{
    static const int KNIGHT_DISTANCES = 5; // squares of the two differences added
    const int files = square_file(from) - square_file(to);
    const int ranks = square_rank(from) - square_rank(to);
    if (type == KNIGHT)
        return files * files + ranks * ranks == KNIGHT_DISTANCES;
    if (type == KING)
        return files * files + ranks * ranks <= 2;
    const bool as_bishop = slider_walk_attacks(BISHOP, from, 0) & square_bb(to);
    const bool as_rook = slider_walk_attacks(ROOK, from, 0) & square_bb(to);
    return (type != ROOK && as_bishop) || (type != BISHOP && as_rook);
}

// The moves that can be taken back, by the key of the difference that they make.
static bool write_cycles(FILE *out)
{
    for (int index = 0; index < COLOUR_COUNT * PIECE_TYPE_COUNT; ++index) {
        const Piece pc = piece_make(index / PIECE_TYPE_COUNT, index % PIECE_TYPE_COUNT);
        for (Square from = 0; piece_type(pc) != PAWN && from < SQUARE_COUNT; ++from) {
            for (Square to = from + 1; to < SQUARE_COUNT; ++to) {
                const CycleEntry entry = {
                    .key = piece_keys[pc][from] ^ piece_keys[pc][to] ^ side_key,
                    .squares = (uint16_t)(from | to << 6),
                };
                if (man_reaches(piece_type(pc), from, to) && !insert_cycle(entry))
                    return false;
            }
        }
    }
    fprintf(out, "const CycleEntry CYCLE_TABLE[CYCLE_TABLE_SIZE] = {\n");
    for (int i = 0; i < CYCLE_TABLE_SIZE; ++i)
        fprintf(out, "{0x%llx, %d},\n", (unsigned long long)cycle_entries[i].key,
                cycle_entries[i].squares);
    fprintf(out, "};\n");
    return true;
}

static bool write_chess(FILE *out)
{
    fprintf(out, "// SPDX-License-Identifier: GPL-3.0-or-later\n// Written by gen_tables.c.\n"
                 "#include \"chess/attacks.h\"\n#include \"chess/cycles.h\"\n"
                 "#include \"chess/zobrist.h\"\n");
    write_leapers(out);
    write_square_pairs(out, "BETWEEN_SQUARES[64][64]", between_squares);
    write_square_pairs(out, "LINE_SQUARES[64][64]", line_squares);
    write_zobrist(out);
    return write_cycles(out) && write_magic_sliders(out);
}

static bool write_pext(FILE *out)
{
    fprintf(out, "// SPDX-License-Identifier: GPL-3.0-or-later\n// Written by gen_tables.c.\n"
                 "#include \"kernels/pext.h\"\n");
    return write_pext_sliders(out);
}

int main(int argc, char **argv)
{
    const bool is_pext = argc == 3 && strcmp(argv[1], "pext") == 0;
    if (argc != 3 || (!is_pext && strcmp(argv[1], "chess") != 0)) {
        fprintf(stderr, "usage: gen_tables chess|pext FILE\n");
        return 2;
    }
    FILE *out = fopen(argv[2], "wb");
    if (!out) {
        fprintf(stderr, "gen_tables: cannot write %s\n", argv[2]);
        return 1;
    }
    const bool is_sound = is_pext ? write_pext(out) : write_chess(out);
    if (!is_sound)
        fprintf(stderr, "gen_tables: two entries of a table share a slot\n");
    bool is_written = !ferror(out);
    is_written = fclose(out) == 0 && is_written;
    if (is_sound && is_written)
        return 0;
    remove(argv[2]);
    return 1;
}
