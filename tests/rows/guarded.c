// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rows/guarded.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CANARY = 0xa5 };

Guarded guarded_alloc(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t inner = (bytes + page - 1) / page * page;
    // One untouchable page on each side; slack lies in front of the array.
    uint8_t *pages =
        mmap(NULL, inner + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        abort();
    memset(pages + page, CANARY, inner);
    if (mprotect(pages, page, PROT_NONE) != 0 ||
        mprotect(pages + page + inner, page, PROT_NONE) != 0)
        abort();
    return (Guarded){
        .data = pages + page + inner - bytes,
        .bytes = bytes,
        .pages = pages,
        .page_bytes = inner + 2 * page,
    };
}

bool guarded_is_intact(const Guarded *guarded)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const uint8_t *data = guarded->data;
    for (const uint8_t *at = (const uint8_t *)guarded->pages + page; at < data; at++) {
        if (*at != CANARY)
            return false;
    }
    return true;
}

void guarded_free(Guarded *guarded)
{
    if (munmap(guarded->pages, guarded->page_bytes) != 0)
        abort();
}
