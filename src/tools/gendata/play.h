// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one generated game, from drawing its start to its result. Everything
// about it follows from the random numbers it is given. One thread a game.
#ifndef RAVELIN_TOOLS_GENDATA_PLAY_H
#define RAVELIN_TOOLS_GENDATA_PLAY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/game.h"
#include "syzygy/syzygy.h"
#include "tools/gendata/player.h"
#include "tools/gendata/starts.h"

// How games are played and when they end. Scores in centipawns.
typedef struct PlayRules {
    uint64_t nodes;       // a move, soft limit
    uint64_t check_nodes; // soft limit of the short search that looks at a start
    int band_cp;          // starts that it scores beyond this are dropped
    int win_cp;           // won when |score| is at least this
    int win_plies;        // for so many plies in a row, for one side
    int draw_cp;          // drawn when |score| is at most this
    int draw_plies;       // for so many plies in a row
    int draw_from_ply;    // of the game's own count, from this ply on
    int max_plies;        // recorded; drawn then. At most RECORD_GAME_PLIES_MAX
} PlayRules;

typedef struct PlayContext {
    const Kernels *kernels;
    const Starts *starts;
    const PlayRules *rules;
    const Syzygy *tables;          // end games whose result they know; NULL: none
    const atomic_bool *is_stopped; // the game is given up when set
} PlayContext;

typedef struct PlayOutcome {
    bool is_finished;         // false: given up
    uint64_t rejected_starts; // drawn and dropped before this game
} PlayOutcome;

// Plays one game into `game`.
Status play_game(const PlayContext *context, Player *player, Rng *rng, RecordGame *game,
                 PlayOutcome *outcome, ErrorText *error);

// Draws one start and has it judged; true in `*is_kept` if it is within the band, with its score
// for the side to move.
Status play_draw_start(const PlayContext *context, Player *player, Rng *rng, Board *board,
                       Score *score, bool *is_kept, ErrorText *error);

#endif
