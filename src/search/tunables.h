// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the search parameters of params.txt as values that can be changed, in a
// build with -Dtune=true. In a normal build there are none: the count is 0 and the parameters are
// constants. The values belong to the process (tunables.c), unlike all other state of the search:
// a tune build serves tuning runs and nothing else. They may change only while no search runs.
#ifndef RAVELIN_SEARCH_TUNABLES_H
#define RAVELIN_SEARCH_TUNABLES_H

typedef struct Tunable {
    const char *name; // as in params.txt
    int fallback;     // the value of a normal build
    int smallest;
    int largest;
    const char *spsa; // the line of OpenBench's SPSA input
} Tunable;

// Number of parameters that can be changed.
int tunables_count(void);

// The parameter `index`, 0 .. tunables_count() - 1. In the order of params.txt.
const Tunable *tunables_row(int index);

// Sets a parameter; `value` must be in its range. What a search derived from the old value has to
// be made anew: search_set_tunable does both.
void tunables_set(int index, int value);

#endif
