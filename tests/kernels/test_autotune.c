// SPDX-License-Identifier: GPL-3.0-or-later
// The list of entries is whole, the measurement finds what is slow, and what is read back can
// choose only among rows that fit.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kernels/autotune.h"
#include "kernels/isa.h"
#include "position/fen.h"

enum { WIDTH = 512, SEED = 77, GENEROUS_NS = 400000000, SLOW_PASSES = 20, ATTEMPTS = 50 };

static KernelSample *make_sample(void)
{
    Board board;
    cr_assert_eq(fen_parse("r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1BN1B3/PPP2PPP/R2Q1RK1 w - - 0 1", false,
                           &board, NULL),
                 STATUS_OK);
    KernelSample *sample = kernel_sample_create(WIDTH, &board, 1, SEED);
    cr_assert_not_null(sample);
    return sample;
}

static int entry_index(const char *name)
{
    int count;
    const KernelEntry *entries = kernel_entries(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return i;
    cr_assert_fail("no entry %s", name);
    return -1;
}

// A new entry of a table needs its description in kernels/entries.c, or it is never measured.
Test(autotune, every_entry_is_described)
{
    int count;
    const KernelEntry *entries = kernel_entries(&count);
    cr_assert_eq((size_t)count * sizeof(KernelFunction *),
                 sizeof(MovegenKernels) + sizeof(NnueKernels));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            cr_assert_neq(entries[i].offset, entries[k].offset);
}

Test(autotune, static_choice_is_the_table)
{
    const uint32_t flags = isa_detect();
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    kernels_fit_net(&kernels, WIDTH);
    static Tuning tuning;
    tuning_begin(&tuning, flags, WIDTH, false);
    int count;
    const KernelEntry *entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        const TunedEntry *tuned = &tuning.entries[i];
        cr_assert_str_eq(tuned->rows[0].name, "scalar");
        cr_assert_eq(tuned->rows[tuned->chosen].function, kernel_entry_get(&kernels, &entries[i]),
                     "%s", entries[i].name);
    }
}

static Kernels original; // what the slow functions below call

// The same result as the scalar row, in many times its time.
static int32_t slow_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                           int width)
{
    int32_t result = 0;
    for (int i = 0; i < SLOW_PASSES; i++)
        result = original.nnue.output(us, them, weights, width);
    return result;
}

static int slow_count(const Board *board)
{
    int result = 0;
    for (int i = 0; i < SLOW_PASSES; i++)
        result = original.movegen.count(board);
    return result;
}

// A disturbance may keep a measurement from being believed; it cannot do so every time.
static void assert_chosen(Tuning *tuning, int entry, int wanted, KernelSample *sample)
{
    TunedEntry *tuned = &tuning->entries[entry];
    for (int i = 0; i < ATTEMPTS; i++) {
        tuned->chosen = tuned->row_count - 1;
        tuned->reason = TUNE_STATIC;
        tuning_measure(tuning, sample, GENEROUS_NS, NULL);
        if (tuned->chosen == wanted || (wanted < 0 && tuned->chosen != tuned->row_count - 1))
            return;
    }
    cr_assert_fail("entry %d: row %d is still chosen", entry, tuned->chosen);
}

// Slows the static choice of one entry and sees the choice move; then every row but the first.
static void check_choice_moves(const char *name, KernelFunction *slow)
{
    static Tuning tuning;
    tuning_begin(&tuning, isa_detect(), WIDTH, false);
    const int entry = entry_index(name);
    TunedEntry *tuned = &tuning.entries[entry];
    const int favourite = tuned->row_count - 1;
    if (favourite == 0)
        cr_skip_test("only one row of this entry fits here");
    KernelSample *sample = make_sample();
    tuned->rows[favourite].function = slow;
    assert_chosen(&tuning, entry, -1, sample);
    cr_assert_eq(tuned->reason, TUNE_FASTER);
    for (int r = 1; r < favourite; r++)
        tuned->rows[r].function = slow;
    assert_chosen(&tuning, entry, 0, sample);
    kernel_sample_destroy(sample);
}

Test(autotune, a_slow_row_loses)
{
    movegen_fill_scalar(&original.movegen);
    nnue_fill_scalar(&original.nnue);
    check_choice_moves("nnue.output", (KernelFunction *)slow_output);
    check_choice_moves("movegen.count", (KernelFunction *)slow_count);
}

// The row that a tuning names is the function that a table then calls: counted in the call.
static int calls;

static int32_t counted_output(const int16_t *us, const int16_t *them, const int16_t *weights,
                              int width)
{
    calls++;
    return original.nnue.output(us, them, weights, width);
}

Test(autotune, the_chosen_row_is_the_one_that_runs)
{
    nnue_fill_scalar(&original.nnue);
    static Tuning tuning;
    tuning_begin(&tuning, isa_detect(), WIDTH, false);
    const int index = entry_index("nnue.output");
    TunedEntry *tuned = &tuning.entries[index];
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    int count;
    const KernelEntry *entry = &kernel_entries(&count)[index];
    KernelSample *sample = make_sample();
    for (int r = 0; r < tuned->row_count; r++) {
        KernelFunction *const function = tuned->rows[r].function;
        for (int chosen = 0; chosen < tuned->row_count; chosen++) {
            tuned->rows[r].function = (KernelFunction *)counted_output;
            tuned->chosen = chosen;
            tuning_apply(&tuning, &kernels);
            calls = 0;
            entry->run(kernel_entry_get(&kernels, entry), sample, 10);
            cr_assert_eq(calls, chosen == r ? 10 : 0);
        }
        tuned->rows[r].function = function;
    }
    kernel_sample_destroy(sample);
}

// A machine whose time passes only as we say: each call of a row takes what the row costs, and
// now and then somebody else takes the processor. Nothing below depends on real time.
typedef struct FakeMachine {
    int64_t now_ns;
    int64_t run_start_ns;  // of the run that has been going on since the last look at the clock
    int64_t longest_ns;    // between two looks
    int64_t last_begin_ns; // of a run of the rows below
    Rng rng;
    uint32_t disturbed_percent; // how many looks come late
    uint32_t late_ns_max;
} FakeMachine;

static FakeMachine machine;

static int64_t fake_now_ns(void *context)
{
    FakeMachine *const of = context;
    if (rng_below(&of->rng, 100) < of->disturbed_percent)
        of->now_ns += rng_below(&of->rng, of->late_ns_max);
    const int64_t between = of->now_ns - of->run_start_ns;
    of->longest_ns = between > of->longest_ns ? between : of->longest_ns;
    of->run_start_ns = of->now_ns;
    return of->now_ns;
}

static const TuneClock FAKE_CLOCK = {fake_now_ns, &machine};

enum { FAST_NS = 90, USUAL_NS = 100, NEARLY_NS = 98, SLOW_NS = 130 };

static int count_in(int64_t ns)
{
    if (machine.now_ns == machine.run_start_ns)
        machine.last_begin_ns = machine.now_ns;
    machine.now_ns += ns;
    return 1;
}

static int fast_count(const Board *board)
{
    (void)board;
    return count_in(FAST_NS);
}

static int nearly_count(const Board *board)
{
    (void)board;
    return count_in(NEARLY_NS);
}

static int usual_count(const Board *board)
{
    (void)board;
    return count_in(USUAL_NS);
}

static int slower_count(const Board *board)
{
    (void)board;
    return count_in(SLOW_NS);
}

// Tunes one entry of three rows, of which the last is the favourite, on the fake machine, and
// returns the row that is chosen.
static int fake_choice(MovegenCount *first, MovegenCount *second, MovegenCount *favourite,
                       KernelSample *sample, int64_t budget_ns, Tuning *tuning)
{
    tuning_begin(tuning, 0, WIDTH, false);
    TunedEntry *tuned = &tuning->entries[entry_index("movegen.count")];
    MovegenCount *const rows[] = {first, second, favourite};
    tuned->row_count = 3;
    tuned->chosen = 2;
    tuned->reason = TUNE_STATIC;
    for (int r = 0; r < 3; r++) {
        tuned->rows[r] = tuned->rows[0];
        tuned->rows[r].function = (KernelFunction *)rows[r];
    }
    tuning_measure(tuning, sample, budget_ns, &FAKE_CLOCK);
    return tuned->chosen;
}

Test(autotune, chooses_by_the_margin)
{
    static Tuning tuning;
    KernelSample *sample = make_sample();
    machine = (FakeMachine){.rng = rng_seeded(SEED)};
    const TunedEntry *tuned = &tuning.entries[entry_index("movegen.count")];
    cr_assert_eq(
        fake_choice(slower_count, fast_count, usual_count, sample, TUNE_BUDGET_NS, &tuning), 1);
    cr_assert_eq(tuned->reason, TUNE_FASTER);
    cr_assert_eq(tuned->ps[1], FAST_NS * 1000);
    cr_assert_eq(
        fake_choice(slower_count, nearly_count, usual_count, sample, TUNE_BUDGET_NS, &tuning), 2);
    cr_assert_eq(tuned->reason, TUNE_FAVOURITE);
    cr_assert_eq(fake_choice(fast_count, fast_count, usual_count, sample, 0, &tuning), 2);
    cr_assert_eq(tuned->reason, TUNE_STATIC);
    kernel_sample_destroy(sample);
}

// What a start leaves without a figure the next one measures, and only that; after some starts it
// is let be.
Test(autotune, what_has_no_figure_is_measured_at_the_next_start)
{
    static Tuning tuning;
    KernelSample *sample = make_sample();
    machine = (FakeMachine){.rng = rng_seeded(SEED)};
    const TunedEntry *tuned = &tuning.entries[entry_index("movegen.count")];
    fake_choice(slower_count, fast_count, usual_count, sample, 0, &tuning);
    cr_assert_eq(tuned->reason, TUNE_STATIC);
    cr_assert(!tuning_is_final(&tuning));
    tuning_measure(&tuning, sample, TUNE_BUDGET_NS, &FAKE_CLOCK);
    cr_assert_eq(tuned->reason, TUNE_FASTER);
    cr_assert_eq(tuning.starts, 2);
    cr_assert(tuning_is_final(&tuning));
    const int64_t then_ns = machine.now_ns;
    tuning_measure(&tuning, sample, TUNE_BUDGET_NS, &FAKE_CLOCK);
    cr_assert_eq(machine.now_ns, then_ns);
    fake_choice(slower_count, fast_count, usual_count, sample, 0, &tuning);
    for (int start = 2; start <= TUNE_STARTS_MAX; start++) {
        cr_assert(!tuning_is_final(&tuning));
        tuning_measure(&tuning, sample, 0, &FAKE_CLOCK);
    }
    cr_assert_eq(tuned->reason, TUNE_STATIC);
    cr_assert(tuning_is_final(&tuning));
    kernel_sample_destroy(sample);
}

// Entries that the net never calls take no time from the others.
Test(autotune, only_what_the_net_calls_is_measured)
{
    static const struct {
        const char *name;
        bool plain_calls, layered_calls;
    } CASES[] = {
        {"movegen.count", true, true}, {"nnue.add1sub1", true, true},
        {"nnue.output", true, false},  {"nnue.eval_add1sub1", true, false},
        {"nnue.layers", false, true},
    };
    static Tuning tuning;
    KernelSample *sample = make_sample();
    for (int has_layers = 0; has_layers < 2; has_layers++) {
        tuning_begin(&tuning, isa_detect(), WIDTH, has_layers == 1);
        tuning_measure(&tuning, sample, GENEROUS_NS, NULL);
        for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
            const TunedEntry *tuned = &tuning.entries[entry_index(CASES[i].name)];
            const bool is_called = has_layers == 1 ? CASES[i].layered_calls : CASES[i].plain_calls;
            cr_assert_eq(tuned->reason == TUNE_UNUSED, !is_called, "%s", CASES[i].name);
            cr_assert(is_called || tuned->ps[tuned->chosen] == 0, "%s", CASES[i].name);
        }
    }
    kernel_sample_destroy(sample);
}

enum { TROUBLES = 3000 };

// However the machine is disturbed: no row that is slower than the favourite is chosen, and no run
// begins after the budget. Lightly disturbed, it still finds a row that is faster.
Test(autotune, a_disturbance_chooses_nothing)
{
    static Tuning tuning;
    KernelSample *sample = make_sample();
    for (uint32_t percent = 5; percent <= 20; percent += 5) {
        int found = 0;
        for (uint64_t seed = 1; seed <= TROUBLES; seed++) {
            machine = (FakeMachine){.rng = rng_seeded(seed),
                                    .disturbed_percent = percent,
                                    .late_ns_max = seed % 2 ? 50000 : 3000000};
            const int chosen = fake_choice(slower_count, nearly_count, usual_count, sample,
                                           TUNE_BUDGET_NS, &tuning);
            cr_assert_eq(chosen, 2, "seed %d, %u %%", (int)seed, percent);
            const int64_t start_ns = machine.now_ns - tuning.spent_ns;
            cr_assert_lt(machine.last_begin_ns, start_ns + TUNE_BUDGET_NS);
            // From the end of the last run on the clock is looked at four times.
            cr_assert_leq(tuning.spent_ns, TUNE_BUDGET_NS + 4 * machine.longest_ns);
            found += fake_choice(slower_count, fast_count, usual_count, sample, TUNE_BUDGET_NS,
                                 &tuning) == 1;
        }
        cr_assert_gt(found, percent == 5 ? TROUBLES / 2 : 0);
    }
    kernel_sample_destroy(sample);
}

Test(autotune, text_goes_both_ways)
{
    static Tuning tuning;
    static Tuning copy;
    static char text[TUNE_TEXT_BYTES_MAX];
    tuning_begin(&tuning, isa_detect(), WIDTH, false);
    KernelSample *sample = make_sample();
    tuning_measure(&tuning, sample, GENEROUS_NS, NULL);
    kernel_sample_destroy(sample);
    const size_t length = tuning_write(&tuning, text, sizeof text);
    cr_assert_eq(length, strlen(text));
    cr_assert_eq(tuning_write(&tuning, text, 40), 0);
    cr_assert_eq(tuning_write(&tuning, text, sizeof text), length);
    tuning_begin(&copy, isa_detect(), WIDTH, false);
    cr_assert_eq(tuning_read(&copy, text_of(text), NULL), STATUS_OK);
    for (int i = 0; i < tuning.entry_count; i++) {
        cr_assert_eq(copy.entries[i].chosen, tuning.entries[i].chosen);
        cr_assert_eq(copy.entries[i].reason, tuning.entries[i].reason);
    }
    cr_assert_eq(copy.starts, tuning.starts);
    // Rows of a richer machine are not taken on a poorer one.
    if (tuning.entries[0].row_count > 1) {
        static Tuning poor;
        tuning_begin(&poor, 0, WIDTH, false);
        cr_assert_eq(tuning_read(&poor, text_of(text), NULL), STATUS_BAD_INPUT);
        cr_assert_eq(poor.entries[0].chosen, 0);
        cr_assert_eq(poor.entries[0].row_count, 1);
    }
}

// Every cut, and every byte changed in several ways, is either refused or leaves a usable choice.
Test(autotune, hostile_text_chooses_nothing_unknown)
{
    static Tuning tuning;
    static char text[TUNE_TEXT_BYTES_MAX];
    static char bad[TUNE_TEXT_BYTES_MAX];
    tuning_begin(&tuning, isa_detect(), WIDTH, false);
    const size_t length = tuning_write(&tuning, text, sizeof text);
    int refused = 0;
    for (size_t i = 0; i < length; i++) {
        for (int kind = 0; kind < 5; kind++) {
            memcpy(bad, text, length);
            size_t size = length;
            if (kind == 0)
                size = i;
            else
                bad[i] = kind == 1 ? '*' : kind == 2 ? '-' : kind == 3 ? '\0' : '9';
            static Tuning found;
            tuning_begin(&found, isa_detect(), WIDTH, false);
            const Status status = tuning_read(&found, (Text){bad, size}, NULL);
            refused += status != STATUS_OK;
            for (int e = 0; e < found.entry_count; e++) {
                cr_assert_geq(found.entries[e].chosen, 0);
                cr_assert_lt(found.entries[e].chosen, found.entries[e].row_count);
            }
        }
    }
    cr_assert_gt(refused, (int)length * 3);
}
