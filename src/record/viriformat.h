// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: reading training games in viriformat (an open format that the trainers
// bullet and viridithas read too), zstd-compressed. Games are replayed move by move; nothing in the
// file is trusted. The caller owns the reader; one thread a reader.
//
// A game is a start position of 32 bytes (squares occupied, a nibble a man, side to move and
// en-passant square, counters, result), then pairs of a 16-bit move, coded as in chess/move.h, and
// the 16-bit score of the position before it in centipawns from White's view, closed by a zero
// pair.
#ifndef RAVELIN_RECORD_VIRIFORMAT_H
#define RAVELIN_RECORD_VIRIFORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"

enum {
    VIRIFORMAT_START_BYTES = 32,
    VIRIFORMAT_PAIR_BYTES = 4,
    VIRIFORMAT_UNMOVED_ROOK = 6, // nibble of a rook that still carries a castling right
    // |score| from here on is not trained on: mates, and wins so clear that their size means
    // nothing (jw1912/bullet filters viriformat by the same tests).
    VIRIFORMAT_SCORE_LIMIT_CP = 2500,
};

typedef struct RecordReader RecordReader;

// One position of a game and what the file says of it.
typedef struct RecordPosition {
    const Board *board; // lives until the next call
    Move move;          // the move played, legal
    int score_cp;       // for the side to move
    int result;         // of the game for the side to move: 0 lost, 1 drawn, 2 won
    uint64_t game;      // number of the game in its file, from 0
    bool is_quiet;      // fit for training: not in check, the move neither captures nor promotes,
                        // |score| below the limit
} RecordPosition;

// Opens a file; `*reader` is written only on success.
Status record_open(const char *path, RecordReader **reader, ErrorText *error);

// Fills `position` with the next position, game by game; `*at_end` is set instead after the last
// one. Any fault of the file is STATUS_BAD_INPUT (STATUS_IO if it could not be read), with a line
// that names the file, the offset in the decompressed data and the reason; then only record_close
// may follow.
Status record_next(RecordReader *reader, RecordPosition *position, bool *at_end, ErrorText *error);

// NULL is allowed.
void record_close(RecordReader *reader);

#endif
