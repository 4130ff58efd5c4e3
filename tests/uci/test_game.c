// SPDX-License-Identifier: GPL-3.0-or-later
// The history of keys: complete back to the last capture or pawn move, bounded in a game without.
#include <criterion/criterion.h>

#include "position/fen.h"
#include "position/notation.h"
#include "uci/game.h"

static void begin(Game *game)
{
    Board board;
    cr_assert_eq(fen_parse(FEN_START, false, &board, NULL), STATUS_OK);
    game_begin(game, &board);
}

static void play(Game *game, const char *text)
{
    const Move move = notation_parse_uci(&game->board, text, 4);
    cr_assert_neq(move, MOVE_NONE, "%s", text);
    game_play(game, move);
    cr_assert_eq(game->keys[game->key_count - 1], game->board.key, "the current one is the last");
}

Test(game, keys_begin_again_at_a_pawn_move)
{
    Game game;
    begin(&game);
    cr_assert_eq(game.key_count, 1);
    const uint64_t start_key = game.board.key;
    play(&game, "g1f3");
    play(&game, "g8f6");
    cr_assert_eq(game.key_count, 3);
    cr_assert_eq(game.keys[0], start_key);
    play(&game, "e2e4");
    cr_assert_eq(game.key_count, 1);
    play(&game, "f6e4");
    cr_assert_eq(game.key_count, 1, "a capture");
    play(&game, "b1c3");
    cr_assert_eq(game.key_count, 2);
}

// What was long ago cannot be told, but as much as the clock can count is always there.
Test(game, keys_of_a_long_shuffle_stay_in_bounds)
{
    static const char *const MOVES[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Game game;
    begin(&game);
    uint64_t cycle[4];
    for (int i = 0; i < 20000; i++) {
        cycle[i % 4] = game.board.key;
        play(&game, MOVES[i % 4]);
        cr_assert_leq(game.key_count, GAME_KEYS_CAPACITY);
        if (i < GAME_KEYS_MIN)
            continue;
        cr_assert_geq(game.key_count, GAME_KEYS_MIN);
        for (int back = 1; back <= 4; back++)
            cr_assert_eq(game.keys[game.key_count - 1 - back], cycle[(i + 5 - back) % 4],
                         "%d plies back after %d", back, i);
    }
}
