// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: games from PGN, the main line of each: comments in braces and to the end
// of the line, escaped lines, numeric glyphs and nested variations are skipped. The reader owns
// what it hands out; one thread a reader. Nothing in the file is trusted: files and lines of any
// size and nesting are read in memory of their moves.
#ifndef RAVELIN_BOOK_PGN_H
#define RAVELIN_BOOK_PGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "book/source.h"
#include "chess/board.h"
#include "chess/move.h"

typedef enum PgnResult { PGN_OPEN, PGN_WHITE_WON, PGN_BLACK_WON, PGN_DRAWN } PgnResult;

typedef struct PgnGame {
    Board start;
    const Move *moves; // legal one after the other; valid until the next call
    int ply_count;
    PgnResult result; // as the movetext ends, or as the tag says where it has no end
    int white_elo;    // 0 where not told
    int black_elo;
    int64_t seconds;     // time for 40 moves by the TimeControl, increments included; -1 not told
    uint64_t number;     // in the file, from 1
    uint64_t line;       // on which it begins, from 1
    bool has_null_move;  // it ends early at a move that is none
    ErrorText fault;     // empty, or why the game was not read on; the moves before are good
    uint64_t fault_line; // where that was met
} PgnGame;

typedef struct PgnReader PgnReader;

// Makes a reader of the source, which stays the caller's. STATUS_NO_MEMORY.
Status pgn_open(Source *source, PgnReader **reader, ErrorText *error);

// NULL is allowed.
void pgn_close(PgnReader *reader);

// Fills `game` with the next game, also with one that has no moves; `*at_end` is set instead after
// the last. A game that cannot be read whole is STATUS_OK with its fault. STATUS_IO or
// STATUS_NO_MEMORY end the reading.
Status pgn_next(PgnReader *reader, PgnGame *game, bool *at_end, ErrorText *error);

#endif
