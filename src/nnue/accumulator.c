// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/accumulator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "nnue/features.h"
#include "position/position.h"

// A man and where it stands.
typedef struct PlacedMan {
    uint8_t pc;
    uint8_t sq;
} PlacedMan;

// What one move does to the men. A move adds one man and removes one or two (the man captured);
// castling adds and removes king and rook. added_count 0 marks the root.
typedef struct Delta {
    uint8_t added_count;
    uint8_t removed_count;
    PlacedMan added[2];
    PlacedMan removed[2];
} Delta;

// One arrangement of the men on the line.
typedef struct Slot {
    Delta delta;                 // from the slot below
    uint8_t view[COLOUR_COUNT];  // of each side, here
    bool is_known[COLOUR_COUNT]; // the sums of each side have been made
} Slot;

// The men whose sums an entry of the refresh cache holds.
typedef struct CachedMen {
    Bitboard by_type[PIECE_TYPE_COUNT];
    Bitboard by_colour[COLOUR_COUNT];
} CachedMen;

struct Accumulators {
    const Network *net;
    const NnueKernels *kernels;
    int max_ply;
    int ply;              // open pushes
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
    accumulators->slot_of[0] = 0;
    Slot *slot = &accumulators->slots[0];
    *slot = (Slot){0};
    for (Colour c = WHITE; c <= BLACK; c++)
        slot->view[c] = (uint8_t)features_view(&accumulators->net->shape, c, root->king_square[c]);
}

static PlacedMan placed(Piece pc, Square sq)
{
    return (PlacedMan){(uint8_t)pc, (uint8_t)sq};
}

// The men that `move` adds to and removes from `parent`.
static Delta delta_of_move(const Board *parent, Move move)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Colour us = parent->side_to_move;
    const Piece mover = parent->mailbox[from];
    Delta delta = {.added_count = 1, .removed_count = 1};
    delta.removed[0] = placed(mover, from);

    if (move_kind(move) == MOVE_CASTLING) {
        const Piece rook = parent->mailbox[to];
        delta.added_count = 2;
        delta.removed_count = 2;
        delta.added[0] = placed(mover, castling_king_to(from, to));
        delta.added[1] = placed(rook, castling_rook_to(from, to));
        delta.removed[1] = placed(rook, to);
        return delta;
    }
    const bool promotes = move_kind(move) == MOVE_PROMOTION;
    delta.added[0] = placed(promotes ? piece_make(us, move_promotion(move)) : mover, to);
    const bool is_en_passant = move_kind(move) == MOVE_EN_PASSANT;
    const Square captured_sq = is_en_passant ? to ^ 8 : to; // ranks 3 and 4, 5 and 6 swap
    const Piece captured = parent->mailbox[captured_sq];
    if (captured != NO_PIECE) {
        delta.removed_count = 2;
        delta.removed[1] = placed(captured, captured_sq);
    }
    return delta;
}

void accumulators_push(Accumulators *accumulators, const Board *parent, Move move,
                       const Board *child)
{
    assert(accumulators->ply < accumulators->max_ply);
    const int below = accumulators->slot_of[accumulators->ply];
    const Slot *old = &accumulators->slots[below];
    Slot *slot = &accumulators->slots[below + 1];
    accumulators->slot_of[++accumulators->ply] = (uint16_t)(below + 1);
    slot->delta = delta_of_move(parent, move);
    for (Colour c = WHITE; c <= BLACK; c++) {
        slot->is_known[c] = false;
        slot->view[c] = old->view[c];
    }
    const Colour us = parent->side_to_move;
    if (parent->mailbox[move_from(move)] == piece_make(us, KING)) {
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

static const int16_t *column_of(const Network *net, int view, Colour perspective, PlacedMan man)
{
    const int index = features_index(view, perspective, man.pc, man.sq);
    return net->feature_weights + (size_t)index * (size_t)net->shape.width;
}

// Makes the sums of `slot` from those of the slot below, which has the same view.
static void carry_forward(Accumulators *acc, int slot, Colour perspective, int view)
{
    const Network *net = acc->net;
    const Delta *delta = &acc->slots[slot].delta;
    const int width = net->shape.width;
    const int16_t *in = slot_sums(acc, slot - 1, perspective);
    int16_t *out = slot_sums(acc, slot, perspective);
    const int16_t *added = column_of(net, view, perspective, delta->added[0]);
    const int16_t *removed = column_of(net, view, perspective, delta->removed[0]);
    if (delta->removed_count == 1) {
        acc->kernels->add1sub1(out, in, added, removed, width);
        return;
    }
    const int16_t *removed_too = column_of(net, view, perspective, delta->removed[1]);
    if (delta->added_count == 1) {
        acc->kernels->add1sub2(out, in, added, removed, removed_too, width);
        return;
    }
    const int16_t *added_too = column_of(net, view, perspective, delta->added[1]);
    acc->kernels->add2sub2(out, in, added, added_too, removed, removed_too, width);
}

const int16_t *accumulators_materialise(Accumulators *accumulators, const Board *board,
                                        Colour perspective)
{
    const int top = accumulators->slot_of[accumulators->ply];
    Slot *slots = accumulators->slots;
    const int view = slots[top].view[perspective];
    int16_t *top_sums = slot_sums(accumulators, top, perspective);

    int known = top;
    while (known > 0 && !slots[known].is_known[perspective] &&
           slots[known - 1].view[perspective] == view)
        known--;
    if (!slots[known].is_known[perspective]) {
        // The sums below the change of view stay unmade: a search evaluates nearly every node, so
        // the change is nearly always the last move.
        refresh(accumulators, board, perspective, view, top_sums);
        slots[top].is_known[perspective] = true;
        return top_sums;
    }
    for (int slot = known + 1; slot <= top; slot++) {
        carry_forward(accumulators, slot, perspective, view);
        slots[slot].is_known[perspective] = true;
    }
    return top_sums;
}

const Network *accumulators_network(const Accumulators *accumulators)
{
    return accumulators->net;
}

const NnueKernels *accumulators_kernels(const Accumulators *accumulators)
{
    return accumulators->kernels;
}
