// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
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
#if defined(_WIN32)
    return _aligned_malloc(rounded, alignment);
#else
    void *block = aligned_alloc(alignment, rounded);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (block != NULL && alignment == LARGE_PAGE_BYTES)
        (void)madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
#endif
}

void mem_free_aligned(void *block)
{
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}
