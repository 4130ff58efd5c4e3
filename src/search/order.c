// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/order.h"

#include "position/position.h"
#include "position/see.h"

enum {
    // Above every history sum.
    SCORE_KILLER_FIRST = 1 << 22,
    SCORE_KILLER_SECOND = 1 << 21,
    SCORE_COUNTERMOVE = 1 << 20,
    // Marks what is not worth an exchange test: underpromotions.
    SCORE_PUT_ASIDE = -(1 << 22),
};

void picker_init(Picker *picker, Move hash_move, bool captures_only)
{
    picker->stage = hash_move != MOVE_NONE ? PICK_HASH_MOVE : PICK_MAKE_CAPTURES;
    picker->captures_only = captures_only;
    picker->hash_move = hash_move;
    picker->count = picker->next = picker->bad_count = 0;
}

// The histories of the quiets of one ply.
typedef struct QuietHistories {
    const int16_t *butterfly;
    const PieceToHistory *continuation[CONTINUATION_COUNT];
} QuietHistories;

static QuietHistories quiet_histories(Worker *worker, int ply)
{
    QuietHistories histories;
    histories.butterfly = worker->history.butterfly[worker_frame(worker, ply)->board.side_to_move];
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        histories.continuation[i] = worker_frame(worker, ply - CONTINUATION_PLIES[i])->continuation;
    return histories;
}

static int quiet_score(const QuietHistories *histories, const Board *board, Move move)
{
    const Piece moved = board->mailbox[move_from(move)];
    int sum = histories->butterfly[move & 0xfff];
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        sum += (*histories->continuation[i])[moved][move_to(move)];
    return sum;
}

int order_quiet_history(Worker *worker, int ply, Move move)
{
    const QuietHistories histories = quiet_histories(worker, ply);
    return quiet_score(&histories, &worker_frame(worker, ply)->board, move);
}

// The man that a move takes; a pawn for quiet promotions, which need a slot of their own.
static PieceType victim_of(const Board *board, Move move)
{
    const Piece target = board->mailbox[move_to(move)];
    return target == NO_PIECE ? PAWN : piece_type(target);
}

int16_t *order_capture_history(Worker *worker, const Board *board, Move move)
{
    const Piece moved = board->mailbox[move_from(move)];
    return &worker->history.capture[moved][move_to(move)][victim_of(board, move)];
}

// Most valuable victim first, tempered by what the capture achieved so far.
static int score_capture(Worker *worker, const Board *board, Move move)
{
    const int history = *order_capture_history(worker, board, move);
    if (move_kind(move) != MOVE_PROMOTION)
        return 16 * SEE_VALUE[victim_of(board, move)] + history;
    if (move_promotion(move) != QUEEN)
        return SCORE_PUT_ASIDE;
    return 16 * (SEE_VALUE[QUEEN] + SEE_VALUE[piece_type(board->mailbox[move_to(move)])]) + history;
}

static void make_captures(Picker *picker, Worker *worker, const Board *board)
{
    picker->count = worker->shared->kernels->movegen.captures(board, picker->list.moves);
    picker->next = 0;
    for (int i = 0; i < picker->count; i++)
        picker->scores[i] = score_capture(worker, board, picker->list.moves[i]);
}

// The countermove to the move that led to `ply`.
static Move countermove_of(Worker *worker, int ply)
{
    const Frame *previous = worker_frame(worker, ply - 1);
    if (ply == 0 || previous->move == MOVE_NULL)
        return MOVE_NONE;
    const Square to = move_to(previous->move);
    const Piece moved = previous->board.mailbox[move_from(previous->move)];
    return worker->history.countermove[moved][to];
}

static void make_quiets(Picker *picker, Worker *worker, int ply)
{
    const Frame *frame = worker_frame(worker, ply);
    picker->count = worker->shared->kernels->movegen.quiets(&frame->board, picker->list.moves);
    picker->next = 0;
    const Move countermove = countermove_of(worker, ply);
    const QuietHistories histories = quiet_histories(worker, ply);
    for (int i = 0; i < picker->count; i++) {
        const Move move = picker->list.moves[i];
        if (move == frame->killers[0])
            picker->scores[i] = SCORE_KILLER_FIRST;
        else if (move == frame->killers[1])
            picker->scores[i] = SCORE_KILLER_SECOND;
        else if (move == countermove)
            picker->scores[i] = SCORE_COUNTERMOVE;
        else
            picker->scores[i] = quiet_score(&histories, &frame->board, move);
    }
}

// Takes the best-scored move that is left. The earlier of equals, so that the order is the same
// everywhere.
static Move take_best(Picker *picker, int *score)
{
    int best = picker->next;
    for (int i = picker->next + 1; i < picker->count; i++) {
        if (picker->scores[i] > picker->scores[best])
            best = i;
    }
    const Move move = picker->list.moves[best];
    *score = picker->scores[best];
    picker->list.moves[best] = picker->list.moves[picker->next];
    picker->scores[best] = picker->scores[picker->next];
    picker->next++;
    return move;
}

// The next capture that loses nothing; the others are put aside.
static Move next_good_capture(Picker *picker, const Board *board)
{
    while (picker->next < picker->count) {
        int score;
        const Move move = take_best(picker, &score);
        if (move == picker->hash_move)
            continue;
        if (score != SCORE_PUT_ASIDE && see_at_least(board, move, 0))
            return move;
        picker->bad[picker->bad_count++] = move;
    }
    return MOVE_NONE;
}

static Move next_quiet(Picker *picker)
{
    while (picker->next < picker->count) {
        int score;
        const Move move = take_best(picker, &score);
        if (move != picker->hash_move)
            return move;
    }
    return MOVE_NONE;
}

static void begin_bad_captures(Picker *picker)
{
    picker->stage = PICK_BAD_CAPTURES;
    picker->next = 0;
    picker->count = picker->bad_count;
}

void picker_skip_quiets(Picker *picker)
{
    if (picker->stage == PICK_QUIETS)
        begin_bad_captures(picker);
}

Move picker_next(Picker *picker, Worker *worker, int ply)
{
    const Board *board = &worker_frame(worker, ply)->board;
    Move move;
    switch (picker->stage) {
    case PICK_HASH_MOVE: picker->stage = PICK_MAKE_CAPTURES; return picker->hash_move;
    case PICK_MAKE_CAPTURES:
        make_captures(picker, worker, board);
        picker->stage = PICK_GOOD_CAPTURES;
        // fall through
    case PICK_GOOD_CAPTURES:
        move = next_good_capture(picker, board);
        if (move != MOVE_NONE)
            return move;
        if (picker->captures_only && !position_in_check(board)) {
            picker->stage = PICK_DONE;
            return MOVE_NONE;
        }
        picker->stage = PICK_MAKE_QUIETS;
        // fall through
    case PICK_MAKE_QUIETS:
        make_quiets(picker, worker, ply);
        picker->stage = PICK_QUIETS;
        // fall through
    case PICK_QUIETS:
        move = next_quiet(picker);
        if (move != MOVE_NONE)
            return move;
        begin_bad_captures(picker);
        // fall through
    case PICK_BAD_CAPTURES:
        if (picker->next < picker->count)
            return picker->bad[picker->next++];
        picker->stage = PICK_DONE;
        // fall through
    case PICK_DONE: break;
    }
    return MOVE_NONE;
}
