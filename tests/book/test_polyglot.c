// SPDX-License-Identifier: GPL-3.0-or-later
// Polyglot books: published keys, literal entries, castling, promotion and en passant.
#include <criterion/criterion.h>
#include <string.h>

#include "book/polyglot.h"
#include "book/random64.h"
#include "book/support.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "support/positions.h"

typedef struct KnownKey {
    const char *moves;
    uint64_t key;
} KnownKey;

Test(polyglot, published_keys)
{
    static const KnownKey CASES[] = {
        {"", 0x463b96181691fc9c},
        {"e2e4", 0x823c9b50fd114196},
        {"e2e4 d7d5", 0x0756b94461c50fb0},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Board board = support_after(CASES[i].moves);
        cr_assert_eq(polyglot_key(&board), CASES[i].key, "%s", CASES[i].moves);
    }
    const Board castles = support_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false);
    cr_assert_eq(polyglot_key(&castles), 0xfda239cc692a6053);
}

// A published number each at both ends; the keys above use many between.
Test(polyglot, the_table)
{
    cr_assert_eq(POLYGLOT_RANDOM[0], 0x9d39247e33776d41);
    cr_assert_eq(POLYGLOT_RANDOM[POLYGLOT_WHITE_TO_MOVE], 0xf8d626aaaf278509);
    for (int i = 0; i < POLYGLOT_RANDOM_COUNT; i++) {
        for (int j = 0; j < i; j++)
            cr_assert_neq(POLYGLOT_RANDOM[i], POLYGLOT_RANDOM[j], "%d and %d", i, j);
    }
}

static bool has_key(const Board *board, uint64_t key)
{
    uint64_t keys[POLYGLOT_KEYS_MAX];
    const int count = polyglot_keys(board, keys);
    for (int i = 0; i < count; i++) {
        if (keys[i] == key)
            return true;
    }
    return false;
}

// Polyglot counts the file of a pawn that could be taken but for a pin; so do the programs that
// write such books. Both names of the position are known.
Test(polyglot, en_passant_that_a_pin_forbids)
{
    // The pawn on e5 is pinned on its rank: after d7d5 it may not take.
    Board board = support_board("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1", false);
    support_play(&board, "d7d5");
    cr_assert_eq(board.en_passant, NO_SQUARE);
    const uint64_t plain = polyglot_key(&board);
    const uint64_t with_file = plain ^ POLYGLOT_RANDOM[POLYGLOT_EN_PASSANT + 3];
    cr_assert(has_key(&board, plain));
    cr_assert(has_key(&board, with_file));
    uint64_t keys[POLYGLOT_KEYS_MAX];
    cr_assert_eq(polyglot_keys(&board, keys), 2);
    cr_assert_eq(keys[0], plain);
    // A quiet move later it is one position only.
    support_play(&board, "a5a4");
    support_play(&board, "h1h2");
    cr_assert_eq(polyglot_keys(&board, keys), 1);
    // Without a pawn beside it there is nothing to count.
    const Board alone = support_after("e2e4");
    cr_assert_eq(polyglot_keys(&alone, keys), 1);
    // A legal capture is in the one key.
    const Board legal = support_after("e2e4 d7d5 e4e5 f7f5");
    cr_assert_eq(polyglot_keys(&legal, keys), 1);
}

// What one entry of a book means.
typedef struct KnownMove {
    const char *fen;
    bool chess960;
    uint8_t bytes[16]; // as in the file
    const char *move;
} KnownMove;

#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTES "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define CASTLES_KEY 0xfd, 0xa2, 0x39, 0xcc, 0x69, 0x2a, 0x60, 0x53
#define PROMOTES_KEY 0xe7, 0x78, 0x3b, 0x5a, 0x70, 0xda, 0x76, 0x85

static const KnownMove MOVES[] = {
    {FEN_START,
     false,
     {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0xdb, 0x00, 0x01},
     "d2d4"},
    {"1r1qr1k1/1b2bp1n/p2p2pB/1pnPp2p/P1p1P3/R1P2NNP/1PBQ1PP1/4R1K1 w - - 0 1",
     false,
     {0xc3, 0x4a, 0xf3, 0xb8, 0xa8, 0x69, 0xec, 0xdd, 0x01, 0x00, 0x00, 0x15},
     "e1a1"},
    {CASTLES, false, {CASTLES_KEY, 0x01, 0x07, 0x00, 0x01}, "e1g1"},
    {CASTLES, false, {CASTLES_KEY, 0x01, 0x00, 0x00, 0x01}, "e1c1"},
    {CASTLES, true, {CASTLES_KEY, 0x01, 0x07, 0x00, 0x01}, "e1h1"},
    {PROMOTES, false, {PROMOTES_KEY, 0x4c, 0x38, 0x00, 0x01}, "a7a8q"},
    {PROMOTES, false, {PROMOTES_KEY, 0x1c, 0x38, 0x00, 0x01}, "a7a8n"},
};

Test(polyglot, literal_entries)
{
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        const KnownMove *const known = &MOVES[i];
        const Board board = support_board(known->fen, known->chess960);
        BookTable table = {0};
        ErrorText error = {""};
        cr_assert_eq(polyglot_read((Text){(const char *)known->bytes, 16}, &table, &error),
                     STATUS_OK, "%s", error.text);
        cr_assert_eq(table.count, 1);
        cr_assert_eq(table.entries[0].key, polyglot_key(&board), "%s", known->fen);
        cr_assert_eq(table.entries[0].weight, known->bytes[11]);
        char move[UCI_MOVE_BYTES];
        notation_write_uci(polyglot_decode_move(&board, table.entries[0].move), known->chess960,
                           move);
        cr_assert_str_eq(move, known->move);
        book_table_free(&table);
    }
}

// Without the right the same code is no castling, and no move at all.
Test(polyglot, castling_needs_the_right)
{
    const Board without = support_board("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", false);
    cr_assert_eq(polyglot_decode_move(&without, 0x0107), MOVE_NONE);
    cr_assert_neq(polyglot_decode_move(&without, 0x0100), MOVE_NONE);
    cr_assert_eq(polyglot_decode_move(&without, 0x5107), MOVE_NONE, "promotion code 5");
    cr_assert_eq(polyglot_decode_move(&without, 0xf107), MOVE_NONE, "bit 15");
}

static void assert_codes(void *context, const Board *board)
{
    const Kernels *const kernels = context;
    MoveList list;
    generate_moves(kernels, board, &list);
    for (int i = 0; i < list.count; i++)
        cr_assert_eq(polyglot_decode_move(board, polyglot_encode_move(list.moves[i])),
                     list.moves[i]);
}

Test(polyglot, every_legal_move_there_and_back)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    positions_walk(5, 3000, assert_codes, &kernels);
    positions_scatter(5, 2000, assert_codes, &kernels);
}

Test(polyglot, files_that_are_no_books)
{
    static const uint8_t TWO[32] = {[0] = 2, [16] = 1};
    BookTable table = {0};
    ErrorText error;
    cr_assert_eq(polyglot_read((Text){(const char *)TWO, 32}, &table, &error), STATUS_BAD_INPUT);
    cr_assert_neq(strstr(error.text, "out of order"), NULL, "%s", error.text);
    for (size_t size = 0; size < 32; size++) {
        if (size != 16)
            cr_assert_eq(polyglot_read((Text){(const char *)TWO, size}, &table, &error),
                         STATUS_BAD_INPUT, "%zu bytes", size);
    }
    cr_assert_neq(strstr(error.text, "31 bytes"), NULL, "%s", error.text);
    book_table_free(&table);
}
