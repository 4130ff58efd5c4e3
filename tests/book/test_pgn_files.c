// SPDX-License-Identifier: GPL-3.0-or-later
// Real PGN files with their oddities, from the reference data beside the checkout.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/pgn.h"
#include "position/generate.h"
#include "position/position.h"

typedef struct KnownFile {
    const char *name;
    int games;
    int plies; // of the first game
    PgnResult result;
    bool has_null_move;
} KnownFile;

// Plays the game over: every move is legal where it stands.
static void assert_playable(const PgnGame *game)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    Board board = game->start;
    for (int i = 0; i < game->ply_count; i++) {
        cr_assert(generate_contains(&kernels, &board, game->moves[i]));
        const Board parent = board;
        position_apply_move(&parent, game->moves[i], &board);
    }
}

static void assert_file(const KnownFile *known, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/data/pgn/%s", folder, known->name);
    Source *source;
    ErrorText error = {""};
    cr_assert_eq(source_open(path, &source, &error), STATUS_OK, "%s", error.text);
    PgnReader *reader;
    cr_assert_eq(pgn_open(source, &reader, &error), STATUS_OK);
    int count = 0;
    for (;;) {
        PgnGame game;
        bool at_end;
        cr_assert_eq(pgn_next(reader, &game, &at_end, &error), STATUS_OK, "%s", error.text);
        if (at_end)
            break;
        cr_assert_str_eq(game.fault.text, "", "%s: %s", known->name, game.fault.text);
        assert_playable(&game);
        if (count++ > 0)
            continue;
        cr_assert_eq(game.ply_count, known->plies, "%s: %d plies", known->name, game.ply_count);
        cr_assert_eq(game.result, known->result, "%s", known->name);
        cr_assert_eq(game.has_null_move, known->has_null_move, "%s", known->name);
    }
    cr_assert_eq(count, known->games, "%s: %d games", known->name, count);
    pgn_close(reader);
    source_close(source);
}

Test(pgn_files, the_reference_games)
{
    static const KnownFile FILES[] = {
        {"anastasian-lewis.pgn", 1, 81, PGN_WHITE_WON, true},
        {"chessbase-empty-line.pgn", 1, 134, PGN_BLACK_WON, false},
        {"cutechess-fischerrandom.pgn", 4, 120, PGN_BLACK_WON, false},
        {"kasparov-deep-blue-1997.pgn", 6, 89, PGN_WHITE_WON, false},
        {"molinari-bordais-1979.pgn", 1, 10, PGN_BLACK_WON, false},
        {"nepomniachtchi-liren-game1.pgn", 1, 97, PGN_DRAWN, false},
        {"stockfish-learning.pgn", 1, 154, PGN_WHITE_WON, false},
        {"uci-moves.pgn", 1, 113, PGN_DRAWN, false},
        {"utf8-bom.pgn", 2, 0, PGN_OPEN, false},
    };
    const char *const folder = getenv("RAVELIN_SHARED");
    char path[512];
    snprintf(path, sizeof path, "%s/data/pgn/utf8-bom.pgn", folder != NULL ? folder : "");
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        cr_skip("no reference data beside the checkout");
    fclose(file);
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        assert_file(&FILES[i], folder);
}
