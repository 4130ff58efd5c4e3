// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/extend.h"

#include "position/position.h"
#include "search/params.h"

int extend_hash_move(Worker *worker, Node *node, const TtEntry *known, Score *cut)
{
    const int ply = node->ply;
    Frame *frame = worker_frame(worker, ply);
    const Score border = known->score - SINGULAR_MARGIN_16TH * node->depth / 16;
    frame->excluded = known->move;
    const Score score =
        node_search(worker, ply, (node->depth - 1) / 2, (Window){border - 1, border},
                    node->kind == NODE_CUT ? NODE_CUT : NODE_ALL);
    frame->excluded = MOVE_NONE;
    if (worker->stopped)
        return 0;
    if (score < border) {
        if (node->kind == NODE_PV || score >= border - SINGULAR_DOUBLE_CP ||
            frame->double_extensions >= SINGULAR_DOUBLE_MAX)
            return 1;
        return score < border - SINGULAR_TRIPLE_CP && move_is_quiet(&frame->board, known->move) ? 3
                                                                                                : 2;
    }
    if (score >= node->window.beta && !score_is_decided(score)) {
        *cut = score;
        return 0;
    }
    // Others are about as good: the hash move deserves no more than they, or less.
    const bool likely_refuted = known->score >= node->window.beta || node->kind == NODE_CUT;
    return likely_refuted ? -SINGULAR_NEGATIVE_PLIES : 0;
}

bool extend_test_applies(Worker *worker, const Node *node, const TtEntry *known)
{
    return node->depth >= SINGULAR_MIN_DEPTH && known->move != MOVE_NONE &&
           worker_frame(worker, node->ply)->excluded == MOVE_NONE &&
           known->depth >= node->depth - SINGULAR_TT_DEPTH_SLACK &&
           (known->bound & BOUND_LOWER) != 0 && !score_is_decided(known->score) &&
           node->ply < EXTENSION_PLY_FACTOR * worker->root_depth;
}
