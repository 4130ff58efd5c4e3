// SPDX-License-Identifier: GPL-3.0-or-later
#include "syzygy/table_index.h"

#include <stddef.h>

#include "base/endian.h"

enum { BLOCKS_LOOKED_AT_MAX = 1 << 21 }; // 4 MiB of sizes; no table of five men has so many

bool table_index_is_sound(const Stream *stream, const uint8_t *index, const uint8_t *sizes)
{
    if (stream->blocks > BLOCKS_LOOKED_AT_MAX || index == NULL)
        return true;
    uint64_t block = 0;
    uint64_t start = 0; // number of the first position of `block`
    for (uint64_t entry = 0; entry < stream->entries; entry++) {
        const uint64_t wanted = read_le32(index + 6 * entry);
        const uint64_t middle =
            (entry << stream->index_bits) + ((uint64_t)1 << (stream->index_bits - 1));
        if (wanted < block || wanted >= stream->blocks + stream->padding)
            return false;
        for (; block < wanted; block++)
            start += (uint64_t)read_le16(sizes + 2 * block) + 1;
        if (start + read_le16(index + 6 * entry + 4) != middle)
            return false;
    }
    uint64_t values = 0;
    for (uint64_t i = 0; i < stream->blocks; i++)
        values += (uint64_t)read_le16(sizes + 2 * i) + 1;
    return values == stream->positions;
}
