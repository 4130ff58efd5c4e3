// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nnue/guarded.h"

#include <criterion/criterion.h>
#include <stdint.h>
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
    cr_assert(pages != MAP_FAILED);
    memset(pages + page, CANARY, inner);
    cr_assert_eq(mprotect(pages, page, PROT_NONE), 0);
    cr_assert_eq(mprotect(pages + page + inner, page, PROT_NONE), 0);
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
    cr_assert_eq(munmap(guarded->pages, guarded->page_bytes), 0);
}
