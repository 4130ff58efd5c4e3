// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/order.h"

#include "chess/attacks.h"
#include "position/position.h"
#include "position/see.h"
#include "search/params.h"

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
    History *history;
    Bitboard threats;
    const PieceToHistory *continuation[CONTINUATION_COUNT];
} QuietHistories;

static QuietHistories quiet_histories(Worker *worker, int ply)
{
    QuietHistories histories;
    histories.history = &worker->history;
    histories.threats = worker_threats(worker, ply)->by_all;
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        histories.continuation[i] = worker_frame(worker, ply - CONTINUATION_PLIES[i])->continuation;
    return histories;
}

static int quiet_score(const QuietHistories *histories, const Board *board, Move move)
{
    const Piece moved = board->mailbox[move_from(move)];
    int sum = *history_butterfly(histories->history, board->side_to_move, histories->threats, move);
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        sum += (*histories->continuation[i])[moved][move_to(move)] / (1 << CONTINUATION_SHIFT[i]);
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
    const Piece moved = frame_moved_man(previous);
    return moved == NO_PIECE ? MOVE_NONE
                             : worker->history.countermove[moved][move_to(previous->move)];
}

// What a glance at the board says about quiets, before any was tried.
typedef struct QuietSigns {
    Bitboard lesser[PIECE_TYPE_COUNT]; // [type]: attacked by men that are worth less
    Bitboard checks[PIECE_TYPE_COUNT]; // [type]: from there a man gives check
} QuietSigns;

static QuietSigns read_signs(const Board *board, const Attacks *threats)
{
    const Colour them = board->side_to_move ^ 1;
    const Bitboard occupied = board_occupied(board);
    const Square king = board->king_square[them];
    QuietSigns signs = {{0}, {0}};
    signs.lesser[KNIGHT] = signs.lesser[BISHOP] = threats->by_pawns;
    signs.lesser[ROOK] = threats->by_minors;
    signs.lesser[QUEEN] = threats->by_rooks;
    signs.checks[PAWN] = pawn_attacks(them, king);
    signs.checks[KNIGHT] = knight_attacks(king);
    signs.checks[BISHOP] = bishop_attacks(king, occupied);
    signs.checks[ROOK] = rook_attacks(king, occupied);
    signs.checks[QUEEN] = signs.checks[BISHOP] | signs.checks[ROOK];
    return signs;
}

// To be ahead of its history: a man that leaves the attack of a lesser one, and a check that does
// not lose much; behind it: a man that walks into such an attack (Stockfish has all three).
static int bonus_by_signs(const QuietSigns *signs, const Board *board, Move move)
{
    const PieceType type = piece_type(board->mailbox[move_from(move)]);
    const Bitboard from = square_bb(move_from(move));
    const Bitboard to = square_bb(move_to(move));
    const int worth = type == QUEEN ? 4 : type == ROOK ? 2 : 1;
    int bonus = 0;
    bonus += (signs->lesser[type] & from) != 0 ? ORDER_LESSER_ATTACK * worth : 0;
    bonus -= (signs->lesser[type] & to) != 0 ? ORDER_LESSER_ATTACK * worth : 0;
    if ((signs->checks[type] & to) != 0 && see_at_least(board, move, -ORDER_CHECK_LOSS_CP))
        bonus += ORDER_CHECK;
    return bonus;
}

static void make_quiets(Picker *picker, Worker *worker, int ply)
{
    const Frame *frame = worker_frame(worker, ply);
    picker->count = worker->shared->kernels->movegen.quiets(&frame->board, picker->list.moves);
    picker->next = 0;
    const Move countermove = countermove_of(worker, ply);
    const QuietHistories histories = quiet_histories(worker, ply);
    const QuietSigns signs = read_signs(&frame->board, worker_threats(worker, ply));
    for (int i = 0; i < picker->count; i++) {
        const Move move = picker->list.moves[i];
        if (move == frame->killers[0])
            picker->scores[i] = SCORE_KILLER_FIRST;
        else if (move == frame->killers[1])
            picker->scores[i] = SCORE_KILLER_SECOND;
        else if (move == countermove)
            picker->scores[i] = SCORE_COUNTERMOVE;
        else
            picker->scores[i] = quiet_score(&histories, &frame->board, move) +
                                bonus_by_signs(&signs, &frame->board, move);
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
static Move next_good_capture(Picker *picker, const Worker *worker, const Board *board)
{
    while (picker->next < picker->count) {
        int score;
        const Move move = take_best(picker, &score);
        if (move == picker->hash_move)
            continue;
        worker_prefetch(worker, board, move);
        if (score != SCORE_PUT_ASIDE && see_at_least(board, move, 0))
            return move;
        picker->bad[picker->bad_count++] = move;
    }
    return MOVE_NONE;
}

static Move next_quiet(Picker *picker, const Worker *worker, const Board *board)
{
    while (picker->next < picker->count) {
        int score;
        const Move move = take_best(picker, &score);
        if (move != picker->hash_move) {
            worker_prefetch(worker, board, move);
            return move;
        }
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
    case PICK_HASH_MOVE:
        picker->stage = PICK_MAKE_CAPTURES;
        worker_prefetch(worker, board, picker->hash_move);
        return picker->hash_move;
    case PICK_MAKE_CAPTURES:
        make_captures(picker, worker, board);
        picker->stage = PICK_GOOD_CAPTURES;
        // fall through
    case PICK_GOOD_CAPTURES:
        move = next_good_capture(picker, worker, board);
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
        move = next_quiet(picker, worker, board);
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
