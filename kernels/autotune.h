// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which row serves each entry of the kernel tables, by measurement on this
// machine and this net's shape. The engine owns a Tuning and the table that it is applied to; one
// thread, and none may be using the table meanwhile. Rows give the same results, so only speed
// depends on what is chosen. kernels/README.md tells the method.
#ifndef RAVELIN_KERNELS_AUTOTUNE_H
#define RAVELIN_KERNELS_AUTOTUNE_H

#include "base/text.h"
#include "kernels/entries.h"

typedef enum TuneReason {
    TUNE_ONLY,      // no other row fits
    TUNE_UNUSED,    // the most demanding row that fits; nets of this shape never call it
    TUNE_STATIC,    // not measured: the most demanding row that fits
    TUNE_FAVOURITE, // measured; no row was faster than the static choice by the margin
    TUNE_FASTER,    // measured faster than the static choice
} TuneReason;

typedef struct TunedEntry {
    int row_count; // of rows that fit, as of kernel_entry_rows; the last is the static choice
    int chosen;    // index of a row
    TuneReason reason;
    KernelRow rows[KERNEL_ROWS_MAX];
    int64_t ps[KERNEL_ROWS_MAX]; // picoseconds a call, 0 = not measured or too disturbed
} TunedEntry;

typedef struct Tuning {
    int entry_count;
    TunedEntry entries[KERNEL_ENTRIES_MAX];
    int starts;       // that measured, 0..TUNE_STARTS_MAX
    int64_t spent_ns; // on measuring
} Tuning;

enum {
    TUNE_MARGIN_PERMILLE = 30,    // the static choice stays unless another row wins by more
    TUNE_BUDGET_NS = 10000000,    // for all entries together
    TUNE_STARTS_MAX = 8,          // after so many nothing is measured that still has no figure
    TUNE_TEXT_BYTES_MAX = 1 << 14 // longest text of tuning_write, with its NUL
};

// What a tuning measures with.
typedef struct TuneClock {
    int64_t (*now_ns)(void *context); // monotonic
    void *context;
} TuneClock;

// The static choice for every entry, with all rows that fit, for nets of `width` neurons with or
// without layers behind them.
void tuning_begin(Tuning *tuning, uint32_t isa_flags, int width, bool has_layers);

// Measures every entry that is still TUNE_STATIC, which takes several rows that fit and a net that
// calls it, and chooses. No run of a row begins after `budget_ns`, so the longest run there is, a
// hundredth of a millisecond undisturbed, is all that can come on top. The static choice stays
// where time was short or the figures do not agree among themselves. `clock` NULL: the system's.
void tuning_measure(Tuning *tuning, KernelSample *sample, int64_t budget_ns,
                    const TuneClock *clock);

// Whether measuring once more could add nothing, or has been tried often enough: a machine where
// the figures never agree must not be measured at every start.
bool tuning_is_final(const Tuning *tuning);

// Puts the chosen rows into the table.
void tuning_apply(const Tuning *tuning, Kernels *kernels);

// Writes the number of starts, then choices and figures as text, one line an entry, and returns its
// length; 0 if it does not fit into `size` bytes.
size_t tuning_write(const Tuning *tuning, char *out, size_t size);

// Takes choices and figures from such a text into a tuning that tuning_begin has made.
// STATUS_BAD_INPUT, with nothing changed, unless it names exactly the entries and rows that fit
// here: so a row that detection rejects is never taken, whatever the text says.
Status tuning_read(Tuning *tuning, Text text, ErrorText *error);

#endif
