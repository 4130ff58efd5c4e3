// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: giving the moves of a node one by one, the most promising first, and
// making no more of them than the node asks for. A Picker lives on the stack of its node.
//
// Order: the hash move; captures and queen promotions that lose nothing in the exchange, by victim;
// quiets by killers, countermove and history; what is left (losing captures, underpromotions).
#ifndef RAVELIN_SEARCH_ORDER_H
#define RAVELIN_SEARCH_ORDER_H

#include "search/worker.h"

typedef enum PickerStage {
    PICK_HASH_MOVE,
    PICK_MAKE_CAPTURES,
    PICK_GOOD_CAPTURES,
    PICK_MAKE_QUIETS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_DONE,
} PickerStage;

typedef struct Picker {
    PickerStage stage;
    bool captures_only; // quiescence: no quiets and no losing captures
    Move hash_move;     // legal, or MOVE_NONE
    int count;          // moves in the running stage
    int next;           // first of them not yet given
    int bad_count;      // losing captures put aside
    MoveList list;
    int scores[MOVE_LIST_CAPACITY];
    Move bad[MOVE_LIST_CAPACITY];
} Picker;

// Begins with the moves of a node. With `captures_only` only captures and queen promotions that
// lose nothing are given (unless the side to move is in check: then every evasion), and `hash_move`
// must be one of that kind or MOVE_NONE.
void picker_init(Picker *picker, Move hash_move, bool captures_only);

// The next move of the node at `ply`, or MOVE_NONE when there is none left.
Move picker_next(Picker *picker, Worker *worker, int ply);

// After a quiet was given: no further quiet is.
void picker_skip_quiets(Picker *picker);

// What the histories say about a quiet move of `ply`: the sum that orders it, without killers.
int order_quiet_history(Worker *worker, int ply, Move move);

// The counter of a capture or promotion of `board`.
int16_t *order_capture_history(Worker *worker, const Board *board, Move move);

// How many plies back the continuation histories look: the move that is replied to, and our own
// three before it. The last counts and learns by half, its connection being the loosest: 1 << shift
// is what it is divided by.
enum { CONTINUATION_COUNT = 4 };
static const int CONTINUATION_PLIES[CONTINUATION_COUNT] = {1, 2, 4, 6};
static const int CONTINUATION_SHIFT[CONTINUATION_COUNT] = {0, 0, 0, 1};

#endif
