// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: games of a file, whichever format it has, handed out one by one. One
// thread.
#ifndef RAVELIN_TOOLS_BOOK_GAMES_H
#define RAVELIN_TOOLS_BOOK_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sha256.h"
#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"

typedef struct Game {
    const Board *start;
    const Move *moves;
    int ply_count;
    int white_elo; // 0 where not told
    int black_elo;
    int64_t seconds;   // for 40 moves; -1 where not told
    const char *fault; // why the game breaks off, with file and line; NULL where it is whole
} Game;

// Called for each game; clears *wants_more to end the reading. What the game points to lives only
// during the call.
typedef Status GamesVisit(void *context, const Game *game, bool *wants_more, ErrorText *error);

// Reads a PGN file, or viriformat in zstd, told apart by the first bytes. With `needs_tags` a
// viriformat file is STATUS_BAD_INPUT, since it knows neither ratings nor times.
Status games_read(const char *path, bool needs_tags, GamesVisit *visit, void *context,
                  ErrorText *error);

// SHA-256 of a file. STATUS_IO.
Status games_digest(const char *path, char out[SHA256_TEXT_BYTES], ErrorText *error);

#endif
