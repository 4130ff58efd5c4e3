// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: kernel tables that run the scalar reference beside the chosen row, compare
// every result and end the program at the first difference. Only for builds with -Dshadow=true and
// for tests: here, and nowhere else, stands state of the whole program, since an entry has no
// argument to find its table by. Install while no thread uses the table; then any thread may.
#ifndef RAVELIN_KERNELS_SHADOW_H
#define RAVELIN_KERNELS_SHADOW_H

#include "kernels/entries.h"

// Replaces every entry of the table by one that calls what stood there and the reference. On a
// difference the entry, the row and the input go to standard error, and abort() follows. An entry
// that has its shadow already keeps it, so a table of which a part was filled anew may be installed
// again.
void shadow_install(Kernels *kernels);

// The function that the entry's shadow calls; NULL before shadow_install.
KernelFunction *shadow_chosen(const KernelEntry *entry);

// How often it was called since it got its shadow.
uint64_t shadow_calls(const KernelEntry *entry);

#endif
