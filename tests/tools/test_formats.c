// SPDX-License-Identifier: GPL-3.0-or-later
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "position/fen.h"
#include "tools/data/formats.h"

static Labelled labelled_of(const char *fen, int white_score, int white_result)
{
    Labelled labelled = {.white_score = white_score, .white_result = white_result};
    ErrorText message;
    cr_assert_eq(fen_parse(fen, true, &labelled.board, &message), STATUS_OK, "%s", message.text);
    return labelled;
}

// Worked out by hand from the description of the format.
Test(formats, bullet_bytes_are_as_described)
{
    const Labelled white = labelled_of("4k3/8/8/8/8/8/4P3/4K2R w K - 3 9", -300, 2);
    uint8_t bytes[BULLET_BYTES];
    format_write_bullet(&white, bytes);
    static const uint8_t wanted[BULLET_BYTES] = {0x90, 0x10, 0, 0, 0, 0, 0, 0x10, // e1 h1 e2 e8
                                                 0x35, 0xd0, 0, 0, 0, 0, 0, 0,
                                                 0,    0,    0, 0, 0, 0, 0, 0, // K R, P k
                                                 0xd4, 0xfe, 2, 4, 4, 0, 0, 0};
    cr_assert_arr_eq(bytes, wanted, BULLET_BYTES);
    // The same with colours changed is the same record.
    const Labelled black = labelled_of("4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9", 300, 0);
    format_write_bullet(&black, bytes);
    cr_assert_arr_eq(bytes, wanted, BULLET_BYTES);
}

Test(formats, lines_are_as_described)
{
    const Labelled black = labelled_of("4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9", 300, 0);
    char line[FORMAT_LINE_BYTES];
    format_write_text(&black, line);
    cr_assert_str_eq(line, "4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9 | 300 | 0.0");
    format_write_epd(&black, line);
    cr_assert_str_eq(line, "4k2r/4p3/8/8/8/8/8/4K3 b k - hmvc 3; fmvn 9; ce -300; c9 \"0-1\";");
}

static void assert_same(const Labelled *left, const Labelled *right, const char *what)
{
    char fens[2][FEN_BYTES];
    fen_write(&left->board, true, fens[0]);
    fen_write(&right->board, true, fens[1]);
    cr_assert_str_eq(fens[0], fens[1], "%s", what);
    cr_assert_eq(left->white_score, right->white_score, "%s", what);
    cr_assert_eq(left->white_result, right->white_result, "%s", what);
}

Test(formats, what_is_written_is_read_back)
{
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 5 77",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BRKBNQNR w HBhf - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 12",
        "8/8/8/8/8/2k5/1q6/K7 w - - 99 200",
    };
    Rng rng = rng_seeded(9);
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        for (int result = 0; result < 3; result++) {
            const int score = (int)rng_below(&rng, 60000) - 30000;
            const Labelled made = labelled_of(fens[i], score, result);
            char line[FORMAT_LINE_BYTES];
            Labelled again;
            ErrorText error;
            format_write_text(&made, line);
            cr_assert_eq(format_read_text(line, &again, &error), STATUS_OK, "%s", error.text);
            assert_same(&made, &again, line);
            format_write_epd(&made, line);
            cr_assert_eq(format_read_epd(line, &again, &error), STATUS_OK, "%s", error.text);
            assert_same(&made, &again, line);
            uint8_t bytes[BULLET_BYTES];
            uint8_t twice[BULLET_BYTES];
            format_write_bullet(&made, bytes);
            cr_assert_eq(format_read_bullet(bytes, &again, &error), STATUS_OK, "%s", error.text);
            format_write_bullet(&again, twice);
            cr_assert_arr_eq(bytes, twice, BULLET_BYTES);
            cr_assert_eq(again.board.side_to_move, WHITE);
        }
    }
}

Test(formats, refuses_what_is_none)
{
    static const char *const texts[] = {
        "",
        "|",
        FEN_START,
        FEN_START " | 3",
        FEN_START " | 3 | 2.0",
        FEN_START " | 40000 | 1.0",
        FEN_START " | x | 1.0",
        FEN_START " | 3 | 1.0 | 4",
        "8/8/8/8/8/8/8/8 w - - 0 1 | 3 | 1.0",
    };
    static const char *const epds[] = {
        "",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w - - bm e1e2;",
        "4k3/8/8/8/8/8/8/4K3 w - - ce 12;",
        "4k3/8/8/8/8/8/8/4K3 w - - c9 \"1-0\";",
        "4k3/8/8/8/8/8/8/4K3 w - - ce 99999; c9 \"1-0\";",
        "4k3/8/8/8/8/8/8/4K3 w - - ce 9; c9 \"*\";",
        "8/8/8/8/8/8/8/4K3 w - - ce 9; c9 \"1-0\";",
    };
    Labelled labelled;
    ErrorText error;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_assert_eq(format_read_text(texts[i], &labelled, &error), STATUS_BAD_INPUT, "%zu", i);
    for (size_t i = 0; i < sizeof epds / sizeof epds[0]; i++)
        cr_assert_eq(format_read_epd(epds[i], &labelled, &error), STATUS_BAD_INPUT, "%zu", i);
    // Random changes to a good record: refused, or a position that is whole.
    Rng rng = rng_seeded(4);
    int refused = 0;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[BULLET_BYTES];
        const Labelled good = labelled_of(FEN_START, 20, 1);
        format_write_bullet(&good, bytes);
        for (int change = 0; change < 3; change++)
            bytes[rng_below(&rng, BULLET_BYTES)] = (uint8_t)rng_next(&rng);
        if (format_read_bullet(bytes, &labelled, &error) != STATUS_OK) {
            refused++;
            continue;
        }
        Labelled again;
        format_write_bullet(&labelled, bytes);
        cr_assert_eq(format_read_bullet(bytes, &again, &error), STATUS_OK, "%s", error.text);
        assert_same(&labelled, &again, "changed record");
    }
    cr_assert(refused > 10000 && refused < 20000, "%d", refused);
}
