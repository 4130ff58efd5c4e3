// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/shadow.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "kernels/isa.h"

enum { WIDTH_MAX = 2048 };

static Kernels chosen;
static Kernels reference;
static atomic_uint_least64_t calls[KERNEL_ENTRIES_MAX];

static int entry_index(size_t offset)
{
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    int i = 0;
    while (i < count - 1 && entries[i].offset != offset)
        i++;
    return i;
}

static void count_call(size_t offset)
{
    atomic_fetch_add_explicit(&calls[entry_index(offset)], 1, memory_order_relaxed);
}

// The first part of every report: which entry, and which row serves it. Rows of every width are
// asked for, since the net's is not known here.
static void begin_report(size_t offset)
{
    int count;
    const KernelEntry *const entry = &kernel_entries(&count)[entry_index(offset)];
    KernelRow rows[KERNEL_ROWS_MAX];
    static const int WIDTHS[] = {0, 512, 768, 1024};
    const char *name = "unknown";
    for (size_t w = 0; w < sizeof WIDTHS / sizeof WIDTHS[0]; w++) {
        const int row_count = kernel_entry_rows(entry, isa_detect(), WIDTHS[w], rows);
        for (int r = 0; r < row_count; r++)
            if (rows[r].function == kernel_entry_get(&chosen, entry))
                name = rows[r].name;
    }
    fprintf(stderr, "shadow: %s, row %s: ", entry->name, name);
}

static void end_board_report(const Board *board)
{
    static const char LETTERS[] = "PNBRQK.?pnbrqk";
    fputs("; board a1 to h8 ", stderr);
    for (int sq = 0; sq < SQUARE_COUNT; sq++) {
        const unsigned pc = board->mailbox[sq];
        fputc(pc < sizeof LETTERS - 1 ? LETTERS[pc] : '?', stderr);
    }
    fprintf(stderr, ", side %d, rights %d (rooks %d %d %d %d), en passant %d, key %016" PRIx64 "\n",
            board->side_to_move, board->castling_rights, board->castling_rook[0],
            board->castling_rook[1], board->castling_rook[2], board->castling_rook[3],
            board->en_passant, board->key);
    abort();
}

static int compare_list(size_t offset, MovegenList *row, MovegenList *scalar, const Board *board,
                        Move *out)
{
    Move expected[MOVE_LIST_CAPACITY];
    count_call(offset);
    const int count = row(board, out);
    const int wanted = scalar(board, expected);
    if (RAVELIN_UNLIKELY(count != wanted ||
                         memcmp(out, expected, (size_t)count * sizeof *out) != 0)) {
        begin_report(offset);
        int i = 0;
        while (i < count && i < wanted && out[i] == expected[i])
            i++;
        fprintf(stderr, "%d moves, scalar %d, number %d differs", count, wanted, i);
        end_board_report(board);
    }
    return count;
}

static int shadow_all(const Board *board, Move *out)
{
    return compare_list(offsetof(Kernels, movegen.all), chosen.movegen.all, reference.movegen.all,
                        board, out);
}

static int shadow_captures(const Board *board, Move *out)
{
    return compare_list(offsetof(Kernels, movegen.captures), chosen.movegen.captures,
                        reference.movegen.captures, board, out);
}

static int shadow_quiets(const Board *board, Move *out)
{
    return compare_list(offsetof(Kernels, movegen.quiets), chosen.movegen.quiets,
                        reference.movegen.quiets, board, out);
}

static int compare_count(size_t offset, MovegenCount *row, MovegenCount *scalar, const Board *board)
{
    count_call(offset);
    const int count = row(board);
    const int wanted = scalar(board);
    if (RAVELIN_UNLIKELY(count != wanted)) {
        begin_report(offset);
        fprintf(stderr, "%d, scalar %d", count, wanted);
        end_board_report(board);
    }
    return count;
}

static int shadow_count(const Board *board)
{
    return compare_count(offsetof(Kernels, movegen.count), chosen.movegen.count,
                         reference.movegen.count, board);
}

static int shadow_count_two(const Board *board)
{
    return compare_count(offsetof(Kernels, movegen.count_two), chosen.movegen.count_two,
                         reference.movegen.count_two, board);
}

// Ends the program if two arrays differ; `inputs` are the arrays that the entry read.
static void compare_arrays(size_t offset, const int16_t *found, const int16_t *expected, int width,
                           const int16_t *const *inputs, int input_count)
{
    if (RAVELIN_UNLIKELY(memcmp(found, expected, (size_t)width * sizeof *found) != 0)) {
        int i = 0;
        while (found[i] == expected[i])
            i++;
        begin_report(offset);
        fprintf(stderr, "width %d, neuron %d is %d, scalar %d; inputs", width, i, found[i],
                expected[i]);
        for (int n = 0; n < input_count; n++)
            fprintf(stderr, " %d", inputs[n][i]);
        fputc('\n', stderr);
        abort();
    }
}

// The reference runs first: `out` may be `in`.
static void shadow_add1sub1(int16_t *out, const int16_t *in, const int16_t *added,
                            const int16_t *removed, int width)
{
    const size_t offset = offsetof(Kernels, nnue.add1sub1);
    alignas(RAVELIN_CACHE_LINE) int16_t expected[WIDTH_MAX];
    count_call(offset);
    reference.nnue.add1sub1(expected, in, added, removed, width);
    chosen.nnue.add1sub1(out, in, added, removed, width);
    compare_arrays(offset, out, expected, width, (const int16_t *const[]){added, removed}, 2);
}

static void shadow_add1sub2(int16_t *out, const int16_t *in, const int16_t *added,
                            const int16_t *removed_a, const int16_t *removed_b, int width)
{
    const size_t offset = offsetof(Kernels, nnue.add1sub2);
    alignas(RAVELIN_CACHE_LINE) int16_t expected[WIDTH_MAX];
    count_call(offset);
    reference.nnue.add1sub2(expected, in, added, removed_a, removed_b, width);
    chosen.nnue.add1sub2(out, in, added, removed_a, removed_b, width);
    compare_arrays(offset, out, expected, width,
                   (const int16_t *const[]){added, removed_a, removed_b}, 3);
}

static void shadow_add2sub2(int16_t *out, const int16_t *in, const int16_t *added_a,
                            const int16_t *added_b, const int16_t *removed_a,
                            const int16_t *removed_b, int width)
{
    const size_t offset = offsetof(Kernels, nnue.add2sub2);
    alignas(RAVELIN_CACHE_LINE) int16_t expected[WIDTH_MAX];
    count_call(offset);
    reference.nnue.add2sub2(expected, in, added_a, added_b, removed_a, removed_b, width);
    chosen.nnue.add2sub2(out, in, added_a, added_b, removed_a, removed_b, width);
    compare_arrays(offset, out, expected, width,
                   (const int16_t *const[]){added_a, added_b, removed_a, removed_b}, 4);
}

static void shadow_refresh(int16_t *kept, int16_t *out, const int16_t *columns,
                           const NnueChanges *changes, int width)
{
    const size_t offset = offsetof(Kernels, nnue.refresh);
    alignas(RAVELIN_CACHE_LINE) int16_t expected_kept[WIDTH_MAX];
    alignas(RAVELIN_CACHE_LINE) int16_t expected[WIDTH_MAX];
    count_call(offset);
    memcpy(expected_kept, kept, (size_t)width * sizeof *kept);
    reference.nnue.refresh(expected_kept, expected, columns, changes, width);
    chosen.nnue.refresh(kept, out, columns, changes, width);
    compare_arrays(offset, kept, expected_kept, width, NULL, 0);
    compare_arrays(offset, out, expected, width, NULL, 0);
}

static int32_t shadow_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                             int width)
{
    const size_t offset = offsetof(Kernels, nnue.output);
    count_call(offset);
    const int32_t sum = chosen.nnue.output(us, them, weights, width);
    const int32_t wanted = reference.nnue.output(us, them, weights, width);
    if (RAVELIN_UNLIKELY(sum != wanted)) {
        begin_report(offset);
        fprintf(stderr, "width %d, sum %" PRId32 ", scalar %" PRId32 "; us, them, weights", width,
                sum, wanted);
        for (int i = 0; i < width; i++)
            fprintf(stderr, " %d,%d,%d,%d", us[i], them[i], weights[i], weights[width + i]);
        fputc('\n', stderr);
        abort();
    }
    return sum;
}

// The fused entries: the reference writes to arrays of its own, then both sides are compared.
static int32_t compare_eval(size_t offset, NnueEvalAdd1Sub1 *row, NnueEvalAdd1Sub1 *scalar,
                            const NnueStep steps[2], const int16_t *weights, int width)
{
    alignas(RAVELIN_CACHE_LINE) int16_t expected[2][WIDTH_MAX];
    const NnueStep copies[2] = {
        {expected[0], steps[0].in, steps[0].added, {steps[0].removed[0], steps[0].removed[1]}},
        {expected[1], steps[1].in, steps[1].added, {steps[1].removed[0], steps[1].removed[1]}},
    };
    count_call(offset);
    const int32_t wanted = scalar(copies, weights, width);
    const int32_t sum = row(steps, weights, width);
    for (int side = 0; side < 2; side++)
        compare_arrays(offset, steps[side].out, expected[side], width,
                       (const int16_t *const[]){steps[side].added, steps[side].removed[0]}, 2);
    if (RAVELIN_UNLIKELY(sum != wanted)) {
        begin_report(offset);
        fprintf(stderr, "width %d, sum %" PRId32 ", scalar %" PRId32 "; sums of both sides", width,
                sum, wanted);
        for (int i = 0; i < width; i++)
            fprintf(stderr, " %d,%d", expected[0][i], expected[1][i]);
        fputc('\n', stderr);
        abort();
    }
    return sum;
}

static int32_t shadow_eval_add1sub1(const NnueStep steps[2], const int16_t *weights, int width)
{
    return compare_eval(offsetof(Kernels, nnue.eval_add1sub1), chosen.nnue.eval_add1sub1,
                        reference.nnue.eval_add1sub1, steps, weights, width);
}

static int32_t shadow_eval_add1sub2(const NnueStep steps[2], const int16_t *weights, int width)
{
    return compare_eval(offsetof(Kernels, nnue.eval_add1sub2), chosen.nnue.eval_add1sub2,
                        reference.nnue.eval_add1sub2, steps, weights, width);
}

static int32_t shadow_layers(const int16_t *us, const int16_t *them, const NnueHead *head,
                             int width)
{
    const size_t offset = offsetof(Kernels, nnue.layers);
    count_call(offset);
    const int32_t output = chosen.nnue.layers(us, them, head, width);
    const int32_t wanted = reference.nnue.layers(us, them, head, width);
    if (RAVELIN_UNLIKELY(output != wanted)) {
        begin_report(offset);
        fprintf(stderr, "width %d, output %" PRId32 ", scalar %" PRId32 "; us, them", width, output,
                wanted);
        for (int i = 0; i < width; i++)
            fprintf(stderr, " %d,%d", us[i], them[i]);
        fputc('\n', stderr);
        abort();
    }
    return output;
}

static const Kernels SHADOWS = {
    .movegen =
        {
            .all = shadow_all,
            .captures = shadow_captures,
            .quiets = shadow_quiets,
            .count = shadow_count,
            .count_two = shadow_count_two,
        },
    .nnue =
        {
            .add1sub1 = shadow_add1sub1,
            .add1sub2 = shadow_add1sub2,
            .add2sub2 = shadow_add2sub2,
            .refresh = shadow_refresh,
            .output = shadow_output,
            .eval_add1sub1 = shadow_eval_add1sub1,
            .eval_add1sub2 = shadow_eval_add1sub2,
            .layers = shadow_layers,
        },
};

void shadow_install(Kernels *kernels)
{
    movegen_fill_scalar(&reference.movegen);
    nnue_fill_scalar(&reference.nnue);
    int count;
    const KernelEntry *const entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        KernelFunction *const shadow = kernel_entry_get(&SHADOWS, &entries[i]);
        KernelFunction *const function = kernel_entry_get(kernels, &entries[i]);
        if (shadow == NULL || function == shadow)
            continue;
        kernel_entry_set(&chosen, &entries[i], function);
        atomic_store(&calls[i], 0);
        kernel_entry_set(kernels, &entries[i], shadow);
    }
}

KernelFunction *shadow_chosen(const KernelEntry *entry)
{
    return kernel_entry_get(&chosen, entry);
}

uint64_t shadow_calls(const KernelEntry *entry)
{
    return atomic_load(&calls[entry_index(entry->offset)]);
}
