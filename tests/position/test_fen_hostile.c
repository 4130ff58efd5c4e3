// SPDX-License-Identifier: GPL-3.0-or-later
// FENs with random damage: each is refused whole or gives a position that keeps every promise.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/position.h"
#include "tests/position/slow.h"

enum { SEED = 21, MUTATIONS = 200000, TEXT_BYTES = 256, GARBAGE_TEXTS = 20000 };

static const char *const SEEDS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w GCgc - 0 1",
    "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 3",
    "4k3/8/8/8/3p4/8/4P3/4K3 w - - 149 200",
};

typedef struct Tally {
    Kernels kernels;
    int accepted;
    int refused;
} Tally;

// Changes, removes or inserts a byte, or swaps two; mostly with letters that FENs are made of.
static void mutate(Rng *rng, char text[TEXT_BYTES])
{
    static const char LETTERS[] = "pnbrqkPNBRQK12345678/ wb-KQkqAHah e3d609";
    const size_t length = strlen(text);
    const size_t place = length == 0 ? 0 : rng_below(rng, (uint32_t)length);
    char letter = LETTERS[rng_below(rng, sizeof LETTERS - 1)];
    if (rng_below(rng, 8) == 0)
        letter = (char)(1 + rng_below(rng, 255));
    switch (rng_below(rng, 4)) {
    case 0:
        if (length != 0)
            text[place] = letter;
        break;
    case 1: memmove(text + place, text + place + 1, length - place); break;
    case 2:
        if (length + 1 < TEXT_BYTES) {
            memmove(text + place + 1, text + place, length - place + 1);
            text[place] = letter;
        }
        break;
    default: {
        const size_t other = length == 0 ? 0 : rng_below(rng, (uint32_t)length);
        const char kept = text[place];
        text[place] = text[other];
        text[other] = kept;
    }
    }
}

static void assert_sound(Tally *tally, const Board *board, const char *text)
{
    Board completed = *board;
    cr_assert_eq(position_complete(&completed, NULL), STATUS_OK, "%s", text);
    cr_assert(slow_boards_equal(&completed, board), "%s", text);
    char fen[FEN_BYTES];
    fen_write(board, true, fen);
    Board again;
    cr_assert_eq(fen_parse(fen, true, &again, NULL), STATUS_OK, "%s", text);
    cr_assert(slow_boards_equal(&again, board), "%s", text);
    MoveList list;
    generate_moves(&tally->kernels, board, &list);
    cr_assert_leq(list.count, 218, "%s", text);
    for (int i = 0; i < list.count; i++)
        cr_assert(legality_check(board, list.moves[i]), "%s", text);
}

// Parses a copy in a block of exactly its size, so that a sanitizer sees any step past its end.
static void assert_whole_or_nothing(Tally *tally, const char *text, bool chess960)
{
    Board before;
    memset(&before, 0x5a, sizeof before);
    Board board;
    memcpy(&board, &before, sizeof board);
    ErrorText message = {""};
    char *exact = strdup(text);
    cr_assert_not_null(exact);
    const Status status = fen_parse(exact, chess960, &board, &message);
    free(exact);
    for (const char *c = message.text; *c != '\0'; c++)
        cr_assert((unsigned char)*c >= ' ' && *c != 127, "%s: a control byte in the message", text);
    if (status == STATUS_OK) {
        tally->accepted++;
        assert_sound(tally, &board, text);
        return;
    }
    tally->refused++;
    cr_assert_eq(status, STATUS_BAD_INPUT, "%s", text);
    cr_assert_str_not_empty(message.text, "%s", text);
    cr_assert_eq(memcmp(&board, &before, sizeof board), 0, "%s: the board was touched", text);
}

Test(fen_hostile, damaged_fens)
{
    Tally tally = {.accepted = 0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    Rng rng = rng_seeded(SEED);
    for (int i = 0; i < MUTATIONS; i++) {
        char text[TEXT_BYTES];
        snprintf(text, sizeof text, "%s", SEEDS[rng_below(&rng, sizeof SEEDS / sizeof SEEDS[0])]);
        for (uint32_t n = 1 + rng_below(&rng, 3); n > 0; n--)
            mutate(&rng, text);
        assert_whole_or_nothing(&tally, text, rng_below(&rng, 2) == 0);
    }
    fprintf(stderr, "%d accepted, %d refused\n", tally.accepted, tally.refused);
    cr_assert_gt(tally.accepted, MUTATIONS / 20);
    cr_assert_gt(tally.refused, MUTATIONS / 4);
}

Test(fen_hostile, random_bytes)
{
    Tally tally = {.accepted = 0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    Rng rng = rng_seeded(SEED + 1);
    for (int i = 0; i < GARBAGE_TEXTS; i++) {
        char text[TEXT_BYTES];
        const uint32_t length = rng_below(&rng, TEXT_BYTES);
        for (uint32_t k = 0; k < length; k++)
            text[k] = (char)(1 + rng_below(&rng, 255));
        text[length] = '\0';
        assert_whole_or_nothing(&tally, text, true);
    }
    cr_assert_eq(tally.accepted, 0);
}

// Each field of a good FEN in turn grown to a hundred thousand bytes.
Test(fen_hostile, endless_fields)
{
    enum { LONG = 100000 };
    static const char *const FIELDS[] = {"4k3/8/8/8/8/8/8/4K2R", "w", "K", "-", "0", "1"};
    static const char FILLERS[] = "4/wKH-e09\x80";
    Tally tally = {.accepted = 0};
    cr_assert_eq(kernels_init(&tally.kernels, "scalar", NULL), STATUS_OK);
    char *text = malloc(LONG + 256);
    cr_assert_not_null(text);
    for (int grown = 0; grown < 6; grown++) {
        for (int f = 0; FILLERS[f] != '\0'; f++) {
            size_t length = 0;
            for (int field = 0; field < 6; field++) {
                length += (size_t)sprintf(text + length, "%s", FIELDS[field]);
                if (field == grown) {
                    memset(text + length, FILLERS[f], LONG);
                    length += LONG;
                }
                text[length++] = ' ';
            }
            text[length] = '\0';
            assert_whole_or_nothing(&tally, text, true);
        }
    }
    free(text);
    cr_assert_gt(tally.refused, 20);
}
