// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/learn.h"

#include "position/position.h"
#include "search/order.h"

// Moves every counter that a quiet move of `ply` has.
static void learn_quiet(Worker *worker, int ply, Move move, int bonus)
{
    const Board *board = &worker_frame(worker, ply)->board;
    const Piece moved = board->mailbox[move_from(move)];
    history_update(history_butterfly(&worker->history, board->side_to_move,
                                     worker_threats(worker, ply)->by_all, move),
                   bonus);
    for (int i = 0; i < CONTINUATION_COUNT; i++) {
        const Frame *earlier = worker_frame(worker, ply - CONTINUATION_PLIES[i]);
        history_update(&(*earlier->continuation)[moved][move_to(move)],
                       bonus / (1 << CONTINUATION_SHIFT[i]));
    }
}

static void remember_refutation(Worker *worker, int ply, Move best)
{
    Frame *frame = worker_frame(worker, ply);
    const Frame *previous = worker_frame(worker, ply - 1);
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    const Piece moved = frame_moved_man(previous);
    if (moved != NO_PIECE)
        worker->history.countermove[moved][move_to(previous->move)] = best;
}

void learn_refutation(Worker *worker, int ply, int depth, Move best, const TriedMoves *tried)
{
    const Board *board = &worker_frame(worker, ply)->board;
    const int bonus = history_bonus(depth);
    if (move_is_quiet(board, best)) {
        remember_refutation(worker, ply, best);
        learn_quiet(worker, ply, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            learn_quiet(worker, ply, tried->quiets[i], -bonus);
    } else {
        history_update(order_capture_history(worker, board, best), bonus);
    }
    for (int i = 0; i < tried->capture_count; i++)
        history_update(order_capture_history(worker, board, tried->captures[i]), -bonus);
}
