// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: who chooses the moves of a generated game and judges its positions: our
// own search here, or any UCI engine (teacher.h). A player belongs to one thread.
#ifndef RAVELIN_TOOLS_GENDATA_PLAYER_H
#define RAVELIN_TOOLS_GENDATA_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"
#include "chess/score.h"
#include "kernels/kernels.h"
#include "nnue/network.h"

// A game as it stands: where it began, the moves since, and the keys of all positions before the
// present one.
typedef struct GameLine {
    const Board *start;
    const Board *board; // the position to judge
    const Move *moves;  // from start to board
    const uint64_t *keys;
    size_t plies;
} GameLine;

typedef struct Judgement {
    Move move;   // MOVE_NONE only where there is no legal one
    Score score; // centipawns for the side to move, or a mate as in chess/score.h
} Judgement;

typedef struct Player Player;

struct Player {
    // Forgets what earlier games left, so that a game depends on nothing but itself.
    Status (*begin_game)(Player *player, ErrorText *error);
    // Judges the position of `line` with about `nodes` nodes.
    Status (*judge)(Player *player, const GameLine *line, uint64_t nodes, Judgement *judgement,
                    ErrorText *error);
    void (*destroy)(Player *player);
};

// Our search on a thread of its own, with its own table of `hash_mib`. After `nodes` nodes no
// iteration is begun; at `hard_factor` times as many the search ends. Kernels and net are borrowed.
Status player_create(const Kernels *kernels, const Network *network, int hash_mib, int hard_factor,
                     Player **player, ErrorText *error);

#endif
