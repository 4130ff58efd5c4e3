// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: whole numbers in files, assembled from bytes so that neither the byte
// order nor the alignment of the machine matters. No state, any thread.
#ifndef RAVELIN_BASE_ENDIAN_H
#define RAVELIN_BASE_ENDIAN_H

#include <stdint.h>

#include "base/compiler.h"

// The number whose bytes stand at `in`, the least one first, at any alignment; so the others.
RAVELIN_INLINE uint16_t read_le16(const uint8_t *in)
{
    return (uint16_t)(in[0] | (unsigned)in[1] << 8);
}

// Four bytes, the least one first.
RAVELIN_INLINE uint32_t read_le32(const uint8_t *in)
{
    return (uint32_t)read_le16(in) | (uint32_t)read_le16(in + 2) << 16;
}

// Eight bytes, the least one first.
RAVELIN_INLINE uint64_t read_le64(const uint8_t *in)
{
    return (uint64_t)read_le32(in) | (uint64_t)read_le32(in + 4) << 32;
}

// Writes two bytes, the least one first, at any alignment; so the others.
RAVELIN_INLINE void write_le16(uint8_t *out, uint16_t value)
{
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

// Writes four bytes, the least one first.
RAVELIN_INLINE void write_le32(uint8_t *out, uint32_t value)
{
    write_le16(out, (uint16_t)value);
    write_le16(out + 2, (uint16_t)(value >> 16));
}

// Writes eight bytes, the least one first.
RAVELIN_INLINE void write_le64(uint8_t *out, uint64_t value)
{
    write_le32(out, (uint32_t)value);
    write_le32(out + 4, (uint32_t)(value >> 32));
}

#endif
