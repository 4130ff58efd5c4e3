// SPDX-License-Identifier: GPL-3.0-or-later
// The lazy accumulators against an evaluation from scratch, on walks up and down random games of
// every kind of move, for nets of several shapes.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kernels/kernels.h"
#include "nnue/accumulator.h"
#include "nnue/evaluate.h"
#include "nnue/features.h"
#include "position/position.h"
#include "tests/nnue/nets.h"

enum {
    MAX_PLIES = 256,
    SHORT_WALKS = 20, // from each FEN; castling and en passant come early or never
    SHORT_STEPS = 80,
    LONG_STEPS = 1500,
};

// What the walks have met; each must have been met often.
typedef struct Met {
    int castling;
    int en_passant;
    int promotion;
    int null_move;
    int capture;
    int view_change;
    int evaluations;
    int deepest;
} Met;

typedef struct Walk {
    const Network *net;
    const uint8_t *container;
    const Kernels *kernels;
    Accumulators *accumulators;
    Board line[MAX_PLIES + 1];
    int ply;
    Rng rng;
    Met met;
} Walk;

static void check_top(Walk *walk, bool is_slow_too)
{
    const Board *board = &walk->line[walk->ply];
    const Score fresh = nnue_evaluate_fresh(walk->net, &walk->kernels->nnue, board);
    const Score got = nnue_evaluate(walk->accumulators, board);
    cr_assert_eq(got, fresh, "incremental %d, fresh %d, ply %d", got, fresh, walk->ply);
    cr_assert(got >= -SCORE_EVAL_MAX && got <= SCORE_EVAL_MAX);
    if (is_slow_too) {
        const int64_t slow = test_slow_output(walk->container, board);
        const int raw = nnue_raw_output(walk->net, &walk->kernels->nnue, board);
        cr_assert_eq(raw, slow, "net %d, by hand %lld", raw, (long long)slow);
    }
    walk->met.evaluations++;
}

static void note_move(Met *met, const Network *net, const Board *parent, Move move,
                      const Board *child)
{
    met->castling += move_kind(move) == MOVE_CASTLING;
    met->en_passant += move_kind(move) == MOVE_EN_PASSANT;
    met->promotion += move_kind(move) == MOVE_PROMOTION;
    met->capture += move_is_capture(parent, move);
    for (Colour c = WHITE; c <= BLACK; c++) {
        met->view_change += features_view(&net->shape, c, parent->king_square[c]) !=
                            features_view(&net->shape, c, child->king_square[c]);
    }
}

// Plays a move, rare kinds first now and then. False if there is none.
static bool step_down(Walk *walk)
{
    const Board *parent = &walk->line[walk->ply];
    Board *child = &walk->line[walk->ply + 1];
    if (parent->checkers == 0 && rng_below(&walk->rng, 12) == 0) {
        position_apply_null(parent, child);
        accumulators_push_null(walk->accumulators, child);
        walk->met.null_move++;
        walk->ply++;
        return true;
    }
    Move moves[MOVE_LIST_CAPACITY];
    const int count = walk->kernels->movegen.all(parent, moves);
    if (count == 0)
        return false;
    Move move = moves[rng_below(&walk->rng, (uint32_t)count)];
    for (int i = 0; i < count && rng_below(&walk->rng, 2) == 0; i++) {
        if (move_kind(moves[i]) != MOVE_NORMAL)
            move = moves[i];
    }
    position_apply_move(parent, move, child);
    accumulators_push(walk->accumulators, parent, move, child);
    note_move(&walk->met, walk->net, parent, move, child);
    walk->ply++;
    return true;
}

static void walk_from(Walk *walk, const char *fen, int steps)
{
    walk->ply = 0;
    walk->line[0] = test_board(fen);
    accumulators_reset(walk->accumulators, &walk->line[0]);
    for (int step = 0; step < steps; step++) {
        // Deep, but with enough steps back that sums are used for several children.
        const bool is_down = walk->ply == 0 || rng_below(&walk->rng, 100) < 58;
        if (!is_down || walk->ply == MAX_PLIES || !step_down(walk)) {
            if (walk->ply == 0)
                break;
            accumulators_pop(walk->accumulators);
            walk->ply--;
        }
        if (walk->ply > walk->met.deepest)
            walk->met.deepest = walk->ply;
        // Not after every step, so that several moves are carried over at once.
        if (rng_below(&walk->rng, 3) != 0)
            check_top(walk, step % 200 == 0);
    }
    check_top(walk, true);
}

static void walk_net(int index, const Kernels *kernels)
{
    Walk *walk = calloc(1, sizeof *walk);
    cr_assert_not_null(walk);
    walk->net = test_net(index, &walk->container);
    walk->kernels = kernels;
    walk->accumulators = accumulators_create(walk->net, &kernels->nnue, MAX_PLIES);
    cr_assert_not_null(walk->accumulators);
    walk->rng = rng_seeded(0xacc0 + (uint64_t)index);
    for (int i = 0; test_fens[i] != NULL; i++) {
        for (int n = 0; n < SHORT_WALKS; n++)
            walk_from(walk, test_fens[i], SHORT_STEPS);
        walk_from(walk, test_fens[i], LONG_STEPS);
    }
    const Met *met = &walk->met;
    fprintf(stderr,
            "net %d: %d evaluations, %d castlings, %d en passant, %d promotions, %d passes, "
            "%d captures, %d changes of view, deepest ply %d\n",
            index, met->evaluations, met->castling, met->en_passant, met->promotion, met->null_move,
            met->capture, met->view_change, met->deepest);
    cr_assert(met->castling >= 10 && met->en_passant >= 10 && met->promotion >= 10);
    cr_assert(met->null_move >= 100 && met->capture >= 100 && met->deepest >= 100);
    cr_assert(met->evaluations >= 5000);
    cr_assert(met->view_change >= 50 ||
              (!walk->net->shape.mirrored && walk->net->shape.king_buckets == 1));
    accumulators_destroy(walk->accumulators);
    free(walk);
}

Test(nnue_accumulator, incremental_equals_fresh_best_level)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    for (int index = 0; index < TEST_NET_COUNT; index++)
        walk_net(index, &kernels);
}

Test(nnue_accumulator, incremental_equals_fresh_scalar)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, "scalar", NULL), STATUS_OK);
    for (int index = 0; index < 2; index++)
        walk_net(index, &kernels);
}

// The whole stack may be used, and a second game may follow the first.
Test(nnue_accumulator, full_stack_and_reset)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    const uint8_t *container;
    Network *net = test_net(1, &container);
    Accumulators *accumulators = accumulators_create(net, &kernels.nnue, MAX_PLIES);
    cr_assert_not_null(accumulators);
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int game = 0; game < 2; game++) {
        Board board = test_board(test_fens[game]);
        const Score at_root = nnue_evaluate_fresh(net, &kernels.nnue, &board);
        accumulators_reset(accumulators, &board);
        cr_assert_eq(nnue_evaluate(accumulators, &board), at_root);
        if (game == 1)
            break;
        for (int ply = 0; ply < MAX_PLIES; ply++) {
            const char *text = shuffle[ply % 4];
            const Square from = square_make(text[0] - 'a', text[1] - '1');
            const Square to = square_make(text[2] - 'a', text[3] - '1');
            Board child;
            position_apply_move(&board, move_make(from, to), &child);
            accumulators_push(accumulators, &board, move_make(from, to), &child);
            board = child;
        }
        cr_assert_eq(nnue_evaluate(accumulators, &board), at_root);
        for (int ply = 0; ply < MAX_PLIES; ply++)
            accumulators_pop(accumulators);
        cr_assert_eq(nnue_evaluate(accumulators, &board), at_root);
    }
    accumulators_destroy(accumulators);
    accumulators_destroy(NULL);
}
