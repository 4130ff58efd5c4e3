// SPDX-License-Identifier: GPL-3.0-or-later
// The shadow table finds a wrong row at its first wrong result, lets right ones pass, and counts.
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "kernels/shadow.h"
#include "position/fen.h"

enum { WIDTH = 512, SEED = 9, CALLS = 50 };

static const char FEN[] = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1BN1B3/PPP2PPP/R2Q1RK1 w - - 0 1";

static KernelSample *make_sample(void)
{
    Board board;
    cr_assert_eq(fen_parse(FEN, false, &board, NULL), STATUS_OK);
    KernelSample *sample = kernel_sample_create(WIDTH, &board, 1, SEED);
    cr_assert_not_null(sample);
    return sample;
}

static void fill(Kernels *kernels)
{
    cr_assert_eq(kernels_init(kernels, NULL, NULL), STATUS_OK);
    kernels_fit_net(kernels, WIDTH);
}

Test(shadow, right_rows_pass_and_are_counted)
{
    Kernels kernels;
    fill(&kernels);
    const Kernels before = kernels;
    shadow_install(&kernels);
    KernelSample *sample = make_sample();
    int count;
    const KernelEntry *entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        KernelFunction *const function = kernel_entry_get(&kernels, &entries[i]);
        cr_assert_not_null(function, "%s has no shadow", entries[i].name);
        cr_assert_neq(function, kernel_entry_get(&before, &entries[i]));
        cr_assert_eq(shadow_chosen(&entries[i]), kernel_entry_get(&before, &entries[i]));
        cr_assert_eq(shadow_calls(&entries[i]), 0);
        entries[i].run(function, sample, CALLS);
        cr_assert_eq(shadow_calls(&entries[i]), CALLS, "%s", entries[i].name);
    }
    const Kernels installed = kernels;
    shadow_install(&kernels);
    cr_assert_eq(memcmp(&kernels, &installed, sizeof kernels), 0, "installed twice");
    kernel_sample_destroy(sample);
}

static Kernels right;

static int wrong_list(const Board *board, Move *out)
{
    const int count = right.movegen.all(board, out);
    const Move first = out[0];
    out[0] = out[1];
    out[1] = first;
    return count;
}

static int wrong_count(const Board *board)
{
    return right.movegen.count(board) + 1;
}

static void wrong_add1sub1(int16_t *out, const int16_t *in, const int16_t *added,
                           const int16_t *removed, int width)
{
    right.nnue.add1sub1(out, in, added, removed, width);
    out[width - 1] ^= 1;
}

static void wrong_refresh(int16_t *kept, int16_t *out, const int16_t *columns,
                          const NnueChanges *changes, int width)
{
    right.nnue.refresh(kept, out, columns, changes, width);
    kept[0] ^= 1;
}

static int32_t wrong_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                            int width)
{
    return right.nnue.output(us, them, weights, width) ^ 1;
}

// Each of these must end in abort(), at the first call.
static void run_wrong(size_t offset, KernelFunction *wrong)
{
    Kernels kernels;
    fill(&kernels);
    right = kernels;
    int count;
    const KernelEntry *entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        if (entries[i].offset != offset)
            continue;
        kernel_entry_set(&kernels, &entries[i], wrong);
        shadow_install(&kernels);
        entries[i].run(kernel_entry_get(&kernels, &entries[i]), make_sample(), 1);
    }
}

Test(shadow, finds_a_wrong_order, .signal = SIGABRT)
{
    run_wrong(offsetof(Kernels, movegen.all), (KernelFunction *)wrong_list);
}

Test(shadow, finds_a_wrong_count, .signal = SIGABRT)
{
    run_wrong(offsetof(Kernels, movegen.count), (KernelFunction *)wrong_count);
}

Test(shadow, finds_a_wrong_update, .signal = SIGABRT)
{
    run_wrong(offsetof(Kernels, nnue.add1sub1), (KernelFunction *)wrong_add1sub1);
}

Test(shadow, finds_a_wrong_refresh, .signal = SIGABRT)
{
    run_wrong(offsetof(Kernels, nnue.refresh), (KernelFunction *)wrong_refresh);
}

Test(shadow, finds_a_wrong_output, .signal = SIGABRT)
{
    run_wrong(offsetof(Kernels, nnue.output), (KernelFunction *)wrong_output);
}
