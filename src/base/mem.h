// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: aligned memory, with large pages where the system gives them. The caller
// owns what it gets and frees it with mem_free_aligned. Any thread.
#ifndef RAVELIN_BASE_MEM_H
#define RAVELIN_BASE_MEM_H

#include <stddef.h>

// Returns `bytes` (> 0) of uninitialised memory aligned to at least 64 bytes; blocks of 2 MiB and
// more are aligned to 2 MiB and offered to transparent large pages (a refusal is ignored, the
// memory works all the same). NULL when the memory cannot be had.
void *mem_alloc_aligned(size_t bytes);

// Frees a block of mem_alloc_aligned; NULL is allowed.
void mem_free_aligned(void *block);

// Returns `bytes` (> 0) of zeroed memory with the same alignment, without touching it where the
// system hands out zero pages: memory that is never used costs nothing. NULL when it cannot be had.
void *mem_alloc_zeroed(size_t bytes);

// Frees a block of mem_alloc_zeroed that was asked for with the same size; NULL is allowed.
void mem_free_zeroed(void *block, size_t bytes);

#endif
