// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/crc64.h"

// The ECMA-182 polynomial with its bits reversed.
static const uint64_t POLYNOMIAL = 0xc96c5795d7870f42u;

// Byte-at-a-time table, made on the stack at each call: 2048 steps, small beside the megabytes
// that a net has, and no writable global is needed.
static void fill_table(uint64_t table[256])
{
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t remainder = byte;
        for (int bit = 0; bit < 8; bit++)
            remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? POLYNOMIAL : 0);
        table[byte] = remainder;
    }
}

uint64_t crc64_update(uint64_t crc, const void *data, size_t bytes)
{
    uint64_t table[256];
    fill_table(table);
    const unsigned char *in = data;
    uint64_t remainder = ~crc;
    for (size_t i = 0; i < bytes; i++)
        remainder = table[(remainder ^ in[i]) & 0xff] ^ (remainder >> 8);
    return ~remainder;
}
