// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/accumulator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/mem.h"
#include "nnue/features.h"
#include "position/position.h"

// One arrangement of the men on the line, and the move that led to it. Which men the move changed
// is worked out when an evaluation asks for it.
typedef struct Slot {
    Move move;                   // MOVE_NONE at the root
    uint8_t mover;               // the man that it moves
    uint8_t taken;               // the man that it captures, castling's rook, or NO_PIECE
    uint8_t view[COLOUR_COUNT];  // of each side, here
    bool is_known[COLOUR_COUNT]; // the sums of each side have been made
} Slot;

// A man and where it stands.
typedef struct PlacedMan {
    Piece pc;
    Square sq;
} PlacedMan;

// What one move does to the men. A move adds one man and removes one or two (the man captured);
// castling adds and removes king and rook.
typedef struct Delta {
    bool is_castling;
    int removed_count;
    PlacedMan added[2];
    PlacedMan removed[2];
} Delta;

// The men whose sums an entry of the refresh cache holds.
typedef struct CachedMen {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_colour[COLOUR_COUNT];
} CachedMen;

struct Accumulators {
    const Network *net;
    const NnueKernels *kernels;
    int max_ply;
    int ply; // open pushes
    AccumulatorCounts counts;
    uint16_t *slot_of;    // [max_ply + 1] slot of each ply; a pass stays in the slot of its parent
    Slot *slots;          // [max_ply + 1]
    CachedMen *cached;    // [COLOUR_COUNT][views]
    int16_t *sums;        // [max_ply + 1][COLOUR_COUNT][width]
    int16_t *cached_sums; // [COLOUR_COUNT][views][width]
};

static int view_count(const Network *net)
{
    return 2 * net->shape.king_buckets;
}

static int16_t *slot_sums(const Accumulators *acc, int slot, Colour perspective)
{
    const size_t index = (size_t)slot * COLOUR_COUNT + (size_t)perspective;
    return acc->sums + index * (size_t)acc->net->shape.width;
}

// Every entry of the cache starts as the empty board, whose sums are the biases.
static void clear_cache(Accumulators *acc)
{
    const size_t width = (size_t)acc->net->shape.width;
    const size_t entries = (size_t)COLOUR_COUNT * (size_t)view_count(acc->net);
    memset(acc->cached, 0, entries * sizeof *acc->cached);
    for (size_t i = 0; i < entries; i++)
        memcpy(acc->cached_sums + i * width, acc->net->feature_biases, width * sizeof(int16_t));
}

Accumulators *accumulators_create(const Network *net, const NnueKernels *kernels, int max_ply)
{
    assert(max_ply > 0 && max_ply < UINT16_MAX);
    Accumulators *acc = calloc(1, sizeof *acc);
    if (acc == NULL)
        return NULL;
    acc->net = net;
    acc->kernels = kernels;
    acc->max_ply = max_ply;
    const size_t plies = (size_t)max_ply + 1;
    const size_t entries = (size_t)COLOUR_COUNT * (size_t)view_count(net);
    const size_t width_bytes = (size_t)net->shape.width * sizeof(int16_t);
    acc->slot_of = calloc(plies, sizeof *acc->slot_of);
    acc->slots = calloc(plies, sizeof *acc->slots);
    acc->cached = calloc(entries, sizeof *acc->cached);
    acc->sums = mem_alloc_aligned(plies * COLOUR_COUNT * width_bytes);
    acc->cached_sums = mem_alloc_aligned(entries * width_bytes);
    if (acc->slot_of == NULL || acc->slots == NULL || acc->cached == NULL || acc->sums == NULL ||
        acc->cached_sums == NULL) {
        accumulators_destroy(acc);
        return NULL;
    }
    clear_cache(acc);
    return acc;
}

void accumulators_destroy(Accumulators *accumulators)
{
    if (accumulators == NULL)
        return;
    free(accumulators->slot_of);
    free(accumulators->slots);
    free(accumulators->cached);
    mem_free_aligned(accumulators->sums);
    mem_free_aligned(accumulators->cached_sums);
    free(accumulators);
}

void accumulators_reset(Accumulators *accumulators, const Board *root)
{
    accumulators->ply = 0;
    accumulators->counts = (AccumulatorCounts){0};
    accumulators->slot_of[0] = 0;
    Slot *slot = &accumulators->slots[0];
    *slot = (Slot){.move = MOVE_NONE, .mover = NO_PIECE, .taken = NO_PIECE};
    for (Colour c = WHITE; c <= BLACK; c++)
        slot->view[c] = (uint8_t)features_view(&accumulators->net->shape, c, root->king_square[c]);
}

// The square of the man that a capture by `move` takes. En passant takes from beside the target:
// ranks 3 and 4, 5 and 6 swap.
RAVELIN_INLINE Square taken_square(Move move)
{
    return move_kind(move) == MOVE_EN_PASSANT ? move_to(move) ^ 8 : move_to(move);
}

void accumulators_push(Accumulators *accumulators, const Board *parent, Move move,
                       const Board *child)
{
    assert(accumulators->ply < accumulators->max_ply);
    const int below = accumulators->slot_of[accumulators->ply];
    Slot *slot = &accumulators->slots[below + 1];
    accumulators->slot_of[++accumulators->ply] = (uint16_t)(below + 1);
    const Piece mover = parent->mailbox[move_from(move)];
    *slot = (Slot){
        .move = move,
        .mover = (uint8_t)mover,
        .taken = parent->mailbox[taken_square(move)],
        .view = {slot[-1].view[WHITE], slot[-1].view[BLACK]},
    };
    if (piece_type(mover) == KING) {
        const Colour us = parent->side_to_move;
        const Square king = child->king_square[us];
        slot->view[us] = (uint8_t)features_view(&accumulators->net->shape, us, king);
    }
}

void accumulators_push_null(Accumulators *accumulators, const Board *child)
{
    assert(accumulators->ply < accumulators->max_ply);
    (void)child; // part of the interface, so that both pushes read alike
    const uint16_t slot = accumulators->slot_of[accumulators->ply];
    accumulators->slot_of[++accumulators->ply] = slot;
}

void accumulators_pop(Accumulators *accumulators)
{
    assert(accumulators->ply > 0);
    accumulators->ply--;
}

// Adds the columns of all men of `set`, which are `pc`, to a list and returns its new length.
static int list_columns(uint16_t *list, int count, Bitboard set, int first_column, int square_mask)
{
    while (set != 0)
        list[count++] = (uint16_t)(first_column + (bits_pop_lowest(&set) ^ square_mask));
    return count;
}

// Makes the sums of `perspective` for `board` from the last position that was seen in this view.
static void refresh(Accumulators *acc, const Board *board, Colour perspective, int view,
                    int16_t *out)
{
    const size_t entry = (size_t)(perspective * view_count(acc->net) + view);
    CachedMen *cached = &acc->cached[entry];
    NnueChanges changes = {0};
    // The square part of a column is the square with some bits turned (see features_index).
    const int square_mask = features_index(view, perspective, piece_make(WHITE, PAWN), 0) & 63;
    for (Colour c = WHITE; c <= BLACK; c++) {
        for (PieceType type = PAWN; type <= KING; type++) {
            const Bitboard was = cached->by_colour[c] & cached->by_type[type];
            const Bitboard now = board_pieces(board, c, type);
            if (was == now)
                continue;
            const int first =
                features_index(view, perspective, piece_make(c, type), 0) - square_mask;
            changes.added_count =
                list_columns(changes.added, changes.added_count, now & ~was, first, square_mask);
            changes.removed_count = list_columns(changes.removed, changes.removed_count, was & ~now,
                                                 first, square_mask);
        }
    }
    memcpy(cached->by_type, board->by_type, sizeof cached->by_type);
    memcpy(cached->by_colour, board->by_colour, sizeof cached->by_colour);
    int16_t *kept = acc->cached_sums + entry * (size_t)acc->net->shape.width;
    acc->kernels->refresh(kept, out, acc->net->feature_weights, &changes, acc->net->shape.width);
}

// The men that the move into `slot` adds and removes.
RAVELIN_INLINE Delta delta_of(const Slot *slot)
{
    const Move move = slot->move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    Delta delta = {
        .is_castling = move_kind(move) == MOVE_CASTLING,
        .removed_count = slot->taken != NO_PIECE ? 2 : 1,
        .added[0] = {slot->mover, to},
        .removed[0] = {slot->mover, from},
        .removed[1] = {slot->taken, taken_square(move)},
    };
    if (move_kind(move) == MOVE_PROMOTION)
        delta.added[0].pc = piece_make(piece_colour(slot->mover), move_promotion(move));
    if (delta.is_castling) {
        delta.added[0].sq = castling_king_to(from, to);
        delta.added[1] = (PlacedMan){slot->taken, castling_rook_to(from, to)};
    }
    return delta;
}

RAVELIN_INLINE const int16_t *column_of(const Network *net, int view, Colour perspective,
                                        PlacedMan man)
{
    const int index = features_index(view, perspective, man.pc, man.sq);
    return net->feature_weights + (size_t)index * (size_t)net->shape.width;
}

// What a move does to the sums of one side, whose view is the same before and after it.
RAVELIN_INLINE NnueStep step_into(const Accumulators *acc, int slot, Colour perspective,
                                  const Delta *delta)
{
    const int view = acc->slots[slot].view[perspective];
    NnueStep step = {
        .out = slot_sums(acc, slot, perspective),
        .in = slot_sums(acc, slot - 1, perspective),
        .added = column_of(acc->net, view, perspective, delta->added[0]),
        .removed[0] = column_of(acc->net, view, perspective, delta->removed[0]),
    };
    if (delta->removed_count == 2)
        step.removed[1] = column_of(acc->net, view, perspective, delta->removed[1]);
    return step;
}

// Makes the sums of `slot` from those of the slot below, which has the same view.
static void carry_forward(Accumulators *acc, int slot, Colour perspective)
{
    const int width = acc->net->shape.width;
    const Delta delta = delta_of(&acc->slots[slot]);
    const NnueStep step = step_into(acc, slot, perspective, &delta);
    const NnueKernels *kernels = acc->kernels;
    if (delta.is_castling) {
        const int view = acc->slots[slot].view[perspective];
        const int16_t *added_too = column_of(acc->net, view, perspective, delta.added[1]);
        kernels->add2sub2(step.out, step.in, step.added, added_too, step.removed[0],
                          step.removed[1], width);
    } else if (delta.removed_count == 2) {
        kernels->add1sub2(step.out, step.in, step.added, step.removed[0], step.removed[1], width);
    } else {
        kernels->add1sub1(step.out, step.in, step.added, step.removed[0], width);
    }
    acc->slots[slot].is_known[perspective] = true;
}

// The highest slot from which the sums of `perspective` can be carried to `top`: known, and with
// only moves in between that keep the view. -1 if there is none. Counts which it was.
RAVELIN_INLINE int carry_start(Accumulators *acc, int top, Colour perspective)
{
    const Slot *slots = acc->slots;
    const int view = slots[top].view[perspective];
    int slot = top;
    while (!slots[slot].is_known[perspective]) {
        if (slot == 0 || slots[slot - 1].view[perspective] != view) {
            acc->counts.refreshed++;
            return -1;
        }
        slot--;
    }
    acc->counts.known += slot == top;
    acc->counts.carried += slot != top;
    acc->counts.moves += (uint64_t)(top - slot);
    return slot;
}

// Makes the sums of the top slot of `perspective`, or, where they can be carried, those of `last`.
static void make_sums(Accumulators *acc, const Board *board, int start, int last,
                      Colour perspective)
{
    if (start < 0) {
        // The sums below the change of view stay unmade: a search evaluates nearly every node, so
        // the change is nearly always the last move.
        const int top = acc->slot_of[acc->ply];
        refresh(acc, board, perspective, acc->slots[top].view[perspective],
                slot_sums(acc, top, perspective));
        acc->slots[top].is_known[perspective] = true;
        return;
    }
    for (int slot = start + 1; slot <= last; slot++)
        carry_forward(acc, slot, perspective);
}

const int16_t *accumulators_materialise(Accumulators *accumulators, const Board *board,
                                        Colour perspective)
{
    const int top = accumulators->slot_of[accumulators->ply];
    make_sums(accumulators, board, carry_start(accumulators, top, perspective), top, perspective);
    return slot_sums(accumulators, top, perspective);
}

// The move into the top slot for both sides, and the output, in one call of a kernel.
static int32_t carry_and_output(Accumulators *acc, int top, Colour us, const int16_t *weights)
{
    Slot *slot = &acc->slots[top];
    const Delta delta = delta_of(slot);
    const NnueStep steps[2] = {step_into(acc, top, us, &delta), step_into(acc, top, !us, &delta)};
    slot->is_known[WHITE] = slot->is_known[BLACK] = true;
    if (delta.removed_count == 1)
        return acc->kernels->eval_add1sub1(steps, weights, acc->net->shape.width);
    return acc->kernels->eval_add1sub2(steps, weights, acc->net->shape.width);
}

int32_t accumulators_output(Accumulators *accumulators, const Board *board, const int16_t *weights)
{
    const int top = accumulators->slot_of[accumulators->ply];
    const Colour us = board->side_to_move;
    const int white = carry_start(accumulators, top, WHITE);
    const int black = carry_start(accumulators, top, BLACK);
    // Both sides are behind by a move, nearly always by this one alone.
    const bool is_carried = white >= 0 && white < top && black >= 0 && black < top &&
                            move_kind(accumulators->slots[top].move) != MOVE_CASTLING;
    const int last = is_carried ? top - 1 : top;
    if (white != last)
        make_sums(accumulators, board, white, last, WHITE);
    if (black != last)
        make_sums(accumulators, board, black, last, BLACK);
    if (is_carried)
        return carry_and_output(accumulators, top, us, weights);
    return accumulators->kernels->output(slot_sums(accumulators, top, us),
                                         slot_sums(accumulators, top, !us), weights,
                                         accumulators->net->shape.width);
}

int32_t accumulators_layers(Accumulators *accumulators, const Board *board, const NnueHead *head)
{
    const Colour us = board->side_to_move;
    const int16_t *ours = accumulators_materialise(accumulators, board, us);
    const int16_t *theirs = accumulators_materialise(accumulators, board, !us);
    return accumulators->kernels->layers(ours, theirs, head, accumulators->net->shape.width);
}

AccumulatorCounts accumulators_counts(const Accumulators *accumulators)
{
    return accumulators->counts;
}

const Network *accumulators_network(const Accumulators *accumulators)
{
    return accumulators->net;
}

const NnueKernels *accumulators_kernels(const Accumulators *accumulators)
{
    return accumulators->kernels;
}
