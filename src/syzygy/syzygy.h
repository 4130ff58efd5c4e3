// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: endgame tablebases in the Syzygy format, through libfathom. Without that
// library (no_syzygy.c) there are never any tables and loading some is refused.
//
// The engine owns the one Syzygy of a process: libfathom keeps its tables in globals. Loading needs
// an idle search. WDL probing may come from all search threads at once; everything else from one
// thread, while no other loads or ranks.
#ifndef RAVELIN_SYZYGY_SYZYGY_H
#define RAVELIN_SYZYGY_SYZYGY_H

#include <stdbool.h>

#include "base/status.h"
#include "chess/board.h"
#include "chess/move.h"

typedef struct Syzygy Syzygy;

// What perfect play leads to, for the side to move. The two in the middle are wins and losses that
// the fifty-move rule turns into draws.
typedef enum Wdl {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS = -1,
    WDL_DRAW = 0,
    WDL_CURSED_WIN = 1,
    WDL_WIN = 2,
} Wdl;

// False in a build without libfathom.
bool syzygy_is_supported(void);

// Makes one without tables; NULL when memory is short.
Syzygy *syzygy_create(void);
void syzygy_destroy(Syzygy *syzygy);

// Told each line that a user should see: how many tables were found, and by name what was not used.
typedef void SyzygyTold(void *context, const char *line);

// Takes the tables in the folders of `path` (separated by ':') in place of those before; an empty
// path means none. Files that are not whole and folders that are not there are told and left out.
// STATUS_BAD_INPUT in a build without libfathom, STATUS_NO_MEMORY: there are no tables then.
Status syzygy_load(Syzygy *syzygy, const char *path, SyzygyTold *told, void *context,
                   ErrorText *error);

// The most men of any table, kings included; 0 without tables.
int syzygy_largest(const Syzygy *syzygy);

// What the tables say of a position without castling rights whose last move was a capture or a pawn
// move (for other clocks it is what they would say then). False where a table is missing.
bool syzygy_probe_wdl(const Syzygy *syzygy, const Board *board, Wdl *out);

typedef enum TableRanking {
    RANKED_NOT,    // the tables do not know all moves
    RANKED_BY_WDL, // they know who wins, but not how to make progress
    RANKED_BY_DTZ,
} TableRanking;

// A move's rank: higher is better, equal ranks are equally good for the result. From TABLE_RANK_WIN
// on a win within the fifty-move rule is certain, and by the negative a loss; what lies between is
// a draw by that rule, the nearer to a win the higher.
enum { TABLE_RANK_WIN = 900, TABLE_RANK_MAX = 1000 };

// Ranks the legal moves in `moves` of `board` into `ranks`. `has_repeated` says that a position has
// come back since the last capture or pawn move: then the shortest way is taken. RANKED_NOT, with
// `ranks` all zero, without tables for it, with castling rights, or where one move is not known.
TableRanking syzygy_rank_moves(Syzygy *syzygy, const Board *board, bool has_repeated,
                               bool use_fifty_moves, const MoveList *moves,
                               int ranks[MOVE_LIST_CAPACITY]);

// What the tables say of one position with its clock.
typedef struct TableAnswer {
    Wdl wdl;
    bool has_dtz; // the two below are known; otherwise `wdl` does not heed the clock
    int dtz;      // plies to the next capture or pawn move by best play, may be one off; 0: a draw
    Move best;    // keeps the result
} TableAnswer;

// Answers for a position with the legal moves `moves`. False without tables for it, with castling
// rights, or where there is no move.
bool syzygy_answer(Syzygy *syzygy, const Board *board, const MoveList *moves, TableAnswer *out);

#endif
