// SPDX-License-Identifier: GPL-3.0-or-later
// Input that nobody means well: truncated and random bytes, huge lines, deep nesting, text that is
// no UTF-8. Nothing crashes, and what is read is legal.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "book/support.h"
#include "position/legality.h"
#include "position/position.h"

enum { BIG = 4 << 20 };

// Reads games and checks every move.
static int read_all(Text text)
{
    Source *source;
    PgnReader *reader;
    cr_assert_eq(source_open_memory(text, "memory", &source, NULL), STATUS_OK);
    cr_assert_eq(pgn_open(source, &reader, NULL), STATUS_OK);
    int count = 0;
    for (;; count++) {
        PgnGame game;
        bool at_end;
        cr_assert_eq(pgn_next(reader, &game, &at_end, NULL), STATUS_OK);
        if (at_end)
            break;
        Board board = game.start;
        for (int i = 0; i < game.ply_count; i++) {
            cr_assert(legality_check(&board, game.moves[i]));
            const Board parent = board;
            position_apply_move(&parent, game.moves[i], &board);
        }
    }
    pgn_close(reader);
    source_close(source);
    return count;
}

static char *repeated(const char *piece, size_t bytes)
{
    char *const text = malloc(bytes);
    cr_assert_not_null(text);
    const size_t length = strlen(piece);
    for (size_t i = 0; i < bytes; i++)
        text[i] = piece[i % length];
    return text;
}

Test(hostile, one_huge_piece_of_pgn)
{
    static const char *const PIECES[] = {
        "(",          ")",
        "{",          "}",
        "[",          "[Event \"",
        "\"",         "$1",
        "1.",         "1",
        "e4",         "(1.",
        "\\",         "\xff",
        "\xe2",       "\xe2\x99\x98",
        "%",          ";",
        "\n",         "*",
        "a8(Q",       "-",
        "O-",         "0-",
        "[a \"b\\\"", "Nf3 Nf6 Ng1 Ng8 ",
        "( { ) } ",   "[Event \"x\"]\n",
    };
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++) {
        char *const text = repeated(PIECES[i], BIG / 4);
        read_all((Text){text, BIG / 4});
        free(text);
    }
}

// Variations a million deep cost a counter, not a stack.
Test(hostile, deep_nesting)
{
    enum { DEPTH = 1000000 };
    char *const text = malloc(2 * DEPTH + 32);
    cr_assert_not_null(text);
    size_t used = (size_t)sprintf(text, "1. e4 ");
    memset(text + used, '(', DEPTH);
    memset(text + used + DEPTH, ')', DEPTH);
    used += 2 * DEPTH;
    used += (size_t)sprintf(text + used, " e5 *");
    static SupportGame game;
    cr_assert_eq(support_read_games((Text){text, used}, &game, 1), 1);
    cr_assert_str_eq(game.moves, "e2e4 e7e5 ");
    free(text);
}

// A comment, a tag and a word of megabytes on one line each are skipped or cut; the game counts.
Test(hostile, huge_lines)
{
    char *const filler = repeated("x", BIG);
    char *const text = malloc(2 * BIG + 128);
    cr_assert_not_null(text);
    size_t used = (size_t)sprintf(text, "[Event \"%.*s\"]\n\n1. e4 {", BIG, filler);
    used += (size_t)sprintf(text + used, "%.*s} e5 *\n", BIG, filler);
    static SupportGame game;
    cr_assert_eq(support_read_games((Text){text, used}, &game, 1), 1);
    cr_assert_str_eq(game.moves, "e2e4 e7e5 ");
    used = (size_t)sprintf(text, "1. e4 %.*s e5 *\n", BIG, filler);
    cr_assert_eq(support_read_games((Text){text, used}, &game, 1), 1);
    cr_assert_neq(strstr(game.game.fault.text, "is no move"), NULL);
    free(text);
    free(filler);
}

Test(hostile, a_game_that_never_ends)
{
    char *const text = repeated("Nf3 Nf6 Ng1 Ng8 ", BIG);
    static SupportGame game;
    cr_assert_eq(support_read_games((Text){text, BIG}, &game, 1), 1);
    cr_assert_neq(strstr(game.game.fault.text, "too long"), NULL, "%s", game.game.fault.text);
    free(text);
}

// A good file cut off at each byte.
Test(hostile, truncated_pgn)
{
    static const char TEXT[] =
        "\xef\xbb\xbf[Event \"A\"]\r\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]"
        "\r\n\r\n1. a8(Q)+ {c \xe2\x99\x98} Kf7 (1... Ke7 $5 ; x\r\n) 2. "
        "Qf3+ Ke6 1-0\r\n\r\n1. e4 *";
    for (size_t length = 0; length < sizeof TEXT; length++) {
        char *const copy = malloc(length + 1); // exactly as long, so that a sanitizer sees overruns
        memcpy(copy, TEXT, length);
        cr_assert_leq(read_all((Text){copy, length}), 2);
        free(copy);
    }
}

static void load_bytes(const void *bytes, size_t size, const char *ending)
{
    char path[SUPPORT_PATH_BYTES];
    support_write_file(bytes, size, ending, path);
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    ErrorText error = {""};
    const Status status = book_load_file(book, path, &notes, &error);
    cr_assert_eq(book_file_count(book), status == STATUS_OK);
    cr_assert_leq(kept.count, BOOK_NOTES_MAX + 1);
    if (status != STATUS_OK)
        cr_assert_neq(error.text[0], '\0');
    // Whatever came in, the answer is legal or none.
    const Board start = support_after("");
    Rng rng = rng_seeded(1);
    const BookPolicy policy = {.depth_plies = 10};
    const Move move = book_choose(book, &start, &policy, &rng);
    cr_assert(move == MOVE_NONE || legality_check(&start, move));
    book_destroy(book);
    remove(path);
}

Test(hostile, random_bytes_as_every_kind)
{
    static const char *const ENDINGS[] = {".bin", ".pgn", ".txt"};
    static uint8_t bytes[65536];
    Rng rng = rng_seeded(9);
    for (int round = 0; round < 30; round++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
        const size_t size = rng_below(&rng, sizeof bytes) & ~(size_t)15;
        load_bytes(bytes, size + rng_below(&rng, 2), ENDINGS[round % 3]);
    }
}

// Random text of the letters that matter, where a parser has most to stumble over.
Test(hostile, random_text_of_the_right_letters)
{
    static const char LETTERS[] = "abcdefgh12345678NBRQKO0x-=+#(){}[];%$.!?*\"\\/ \n\r\t<>"
                                  "e4e5Nf3wk\xe2\x99\x98\xff";
    static char text[4096];
    Rng rng = rng_seeded(10);
    for (int round = 0; round < 600; round++) {
        const size_t size = rng_below(&rng, sizeof text);
        for (size_t i = 0; i < size; i++)
            text[i] = LETTERS[rng_below(&rng, sizeof LETTERS)];
        read_all((Text){text, size});
        if (round % 20 == 0)
            load_bytes(text, size, round % 40 == 0 ? ".pgn" : ".txt");
    }
}

// A Polyglot book cut off at each byte of three entries.
Test(hostile, truncated_polyglot)
{
    static const uint8_t BYTES[48] = {
        [0] = 0x46, 0x3b, 0x96, 0x18,        0x16, 0x91, 0xfc,        0x9c, 0x02,
        0xdb,       0x00, 0x01, [16] = 0x46, 0x3b, 0x96, 0x18,        0x16, 0x91,
        0xfc,       0x9c, 0x03, 0x1c,        0x00, 0x01, [32] = 0xff,
    };
    for (size_t size = 0; size <= sizeof BYTES; size++)
        load_bytes(BYTES, size, ".bin");
}

// A line of a text book beyond its limit is left out with a word, its neighbours stay.
Test(hostile, huge_lines_of_text)
{
    enum { SIZE = 1 << 20 };
    char *const text = malloc(SIZE + 64);
    cr_assert_not_null(text);
    size_t used = (size_t)sprintf(text, "e2e4\n");
    memset(text + used, ' ', SIZE);
    used += SIZE;
    used += (size_t)sprintf(text + used, "d2d4\nc2c4\n");
    Book *const book = book_create();
    SupportNotes kept;
    const BookNotes notes = support_notes(&kept);
    cr_assert_eq(book_load_text(book, (Text){text, used}, "text", &notes, NULL), STATUS_OK);
    cr_assert_eq(kept.count, 1);
    cr_assert_neq(strstr(kept.texts[0], "text:2: line left out: the line is too long"), NULL);
    const Board start = support_after("");
    BookMoves moves;
    book_find(book, 0, &start, &moves);
    cr_assert_eq(moves.count, 2);
    book_destroy(book);
    free(text);
}
