// SPDX-License-Identifier: GPL-3.0-or-later
// Large pages need a privilege that users do not have by default, so large blocks are aligned to
// them and no more.
#include "base/mem.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <windows.h>

#include "base/compiler.h"

enum { LARGE_PAGE_BYTES = 2 * 1024 * 1024 };

void *mem_alloc_aligned(size_t bytes)
{
    const size_t alignment = bytes >= LARGE_PAGE_BYTES ? LARGE_PAGE_BYTES : RAVELIN_CACHE_LINE;
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    return _aligned_malloc(bytes, alignment);
}

void mem_free_aligned(void *block)
{
    _aligned_free(block);
}

// Whether the system could back so much by memory and page file now. A reservation far beyond that
// would succeed, and take long under Wine.
static bool could_be_committed(size_t bytes)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) && bytes <= memory.ullAvailPageFile;
}

void *mem_alloc_zeroed(size_t bytes)
{
    // Addresses for one large page more are reserved, and memory only behind the aligned part.
    if (bytes > SIZE_MAX - LARGE_PAGE_BYTES || !could_be_committed(bytes))
        return NULL;
    char *const reserved = VirtualAlloc(NULL, bytes + LARGE_PAGE_BYTES, MEM_RESERVE, PAGE_NOACCESS);
    if (reserved == NULL)
        return NULL;
    const size_t misfit = (uintptr_t)reserved % LARGE_PAGE_BYTES;
    char *const block = reserved + (misfit == 0 ? 0 : LARGE_PAGE_BYTES - misfit);
    if (VirtualAlloc(block, bytes, MEM_COMMIT, PAGE_READWRITE) == NULL) {
        VirtualFree(reserved, 0, MEM_RELEASE);
        return NULL;
    }
    return block;
}

void mem_free_zeroed(void *block, size_t bytes)
{
    (void)bytes;
    MEMORY_BASIC_INFORMATION info;
    if (block != NULL && VirtualQuery(block, &info, sizeof info) != 0)
        VirtualFree(info.AllocationBase, 0, MEM_RELEASE);
}
