// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/game.h"

#include <string.h>

#include "position/position.h"

void game_begin(Game *game, const Board *board)
{
    game->board = *board;
    game->keys[0] = board->key;
    game->key_count = 1;
}

void game_play(Game *game, Move move)
{
    Board child;
    position_apply_move(&game->board, move, &child);
    game->board = child;
    if (child.halfmove_clock == 0) {
        game->key_count = 0;
    } else if (game->key_count == GAME_KEYS_CAPACITY) {
        game->key_count = GAME_KEYS_MIN - 1;
        memmove(game->keys, game->keys + GAME_KEYS_CAPACITY - game->key_count,
                (size_t)game->key_count * sizeof game->keys[0]);
    }
    game->keys[game->key_count++] = child.key;
}
