// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: arrays that end at a page nobody may touch and begin behind bytes that are
// checked, so that a kernel which reads or writes outside them is caught. The test owns them.
#ifndef RAVELIN_TESTS_ROWS_GUARDED_H
#define RAVELIN_TESTS_ROWS_GUARDED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Guarded {
    void *data; // `bytes` bytes, aligned to 64 if `bytes` is a multiple of 64
    size_t bytes;
    void *pages; // the whole mapping
    size_t page_bytes;
} Guarded;

// Ends the program on failure.
Guarded guarded_alloc(size_t bytes);

// True if the bytes before the array are as guarded_alloc left them.
bool guarded_is_intact(const Guarded *guarded);

void guarded_free(Guarded *guarded);

#endif
