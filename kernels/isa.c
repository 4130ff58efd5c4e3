// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/isa.h"

#include <string.h>

#include "base/status.h"

typedef struct IsaLevel {
    const char *name;
    uint32_t flag;    // of the level itself; 0 for the levels that need nothing
    uint32_t allowed; // what "up to" this level includes
} IsaLevel;

enum {
    UP_TO_AVX2 = ISA_SSE41 | ISA_AVX2,
    UP_TO_AVX512 = UP_TO_AVX2 | ISA_AVX512,
    UP_TO_AVX512VNNI = UP_TO_AVX512 | ISA_AVX512VNNI | ISA_AVXVNNI,
    UP_TO_NEONDOT = ISA_NEON | ISA_NEONDOT,
};

// From the least to the most demanding, so that the last one present names a machine.
static const IsaLevel LEVELS[] = {
    {"scalar", 0, 0},
    {"sse41", ISA_SSE41, ISA_SSE41},
    {"avx2", ISA_AVX2, UP_TO_AVX2},
    {"avxvnni", ISA_AVXVNNI, UP_TO_AVX2 | ISA_AVXVNNI},
    {"avx512", ISA_AVX512, UP_TO_AVX512},
    {"avx512vnni", ISA_AVX512VNNI, UP_TO_AVX512VNNI},
    {"neon", ISA_NEON, ISA_NEON},
    {"neondot", ISA_NEONDOT, UP_TO_NEONDOT},
    {ISA_NAME_BEST, 0, UP_TO_AVX512VNNI | UP_TO_NEONDOT},
};

enum { LEVEL_COUNT = sizeof LEVELS / sizeof LEVELS[0] };

static const IsaLevel *find_level(const char *name, size_t length)
{
    for (size_t i = 0; i < LEVEL_COUNT; ++i)
        if (strlen(LEVELS[i].name) == length && memcmp(LEVELS[i].name, name, length) == 0)
            return &LEVELS[i];
    return NULL;
}

Status isa_limit(uint32_t detected, const char *name, uint32_t *limited, ErrorText *error)
{
    uint32_t quirks = detected & ISA_QUIRK_SLOW_PEXT;
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, "+pext") == 0) {
        quirks = 0;
        length -= 5;
    } else if (length > 5 && strcmp(name + length - 5, "-pext") == 0) {
        quirks = ISA_QUIRK_SLOW_PEXT;
        length -= 5;
    }
    const IsaLevel *level = find_level(name, length);
    if (!level) {
        *limited = detected;
        return status_fail(error, STATUS_BAD_INPUT, "unknown instruction set '%s'", name);
    }
    *limited = (detected & level->allowed) | quirks;
    if ((detected & level->flag) != level->flag)
        return status_fail(error, STATUS_BAD_INPUT, "this machine lacks %s", level->name);
    return STATUS_OK;
}

const char *isa_name(uint32_t flags)
{
    const char *name = LEVELS[0].name;
    for (size_t i = 0; i < LEVEL_COUNT; ++i)
        if (flags & LEVELS[i].flag)
            name = LEVELS[i].name;
    return name;
}

const char *isa_level_name(size_t index)
{
    return index < LEVEL_COUNT ? LEVELS[index].name : NULL;
}
