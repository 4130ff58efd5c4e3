// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/compiler.h"

enum { LARGE_PAGE_BYTES = 2 * 1024 * 1024 };

void *mem_alloc_aligned(size_t bytes)
{
    const size_t alignment = bytes >= LARGE_PAGE_BYTES ? LARGE_PAGE_BYTES : RAVELIN_CACHE_LINE;
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    // aligned_alloc wants a multiple of the alignment.
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *block = aligned_alloc(alignment, rounded);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (block != NULL && alignment == LARGE_PAGE_BYTES)
        (void)madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
}

void mem_free_aligned(void *block)
{
    free(block);
}

#if defined(__linux__)
static size_t round_to_large_pages(size_t bytes)
{
    return (bytes + LARGE_PAGE_BYTES - 1) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
}

void *mem_alloc_zeroed(size_t bytes)
{
    // The mapping is made larger by one alignment step, and the ends that stick out are given back.
    if (bytes > SIZE_MAX - 2 * LARGE_PAGE_BYTES)
        return NULL;
    const size_t rounded = round_to_large_pages(bytes);
    char *mapping = mmap(NULL, rounded + LARGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
        return NULL;
    const size_t misfit = (uintptr_t)mapping % LARGE_PAGE_BYTES;
    const size_t skipped = misfit == 0 ? 0 : LARGE_PAGE_BYTES - misfit;
    char *block = mapping + skipped;
    if (skipped != 0)
        munmap(mapping, skipped);
    munmap(block + rounded, LARGE_PAGE_BYTES - skipped);
#if defined(MADV_HUGEPAGE)
    (void)madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
}

void mem_free_zeroed(void *block, size_t bytes)
{
    if (block != NULL)
        munmap(block, round_to_large_pages(bytes));
}
#else
void *mem_alloc_zeroed(size_t bytes)
{
    void *block = mem_alloc_aligned(bytes);
    if (block != NULL)
        memset(block, 0, bytes);
    return block;
}

void mem_free_zeroed(void *block, size_t bytes)
{
    (void)bytes;
    mem_free_aligned(block);
}
#endif
