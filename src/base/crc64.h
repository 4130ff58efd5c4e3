// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: CRC-64/XZ, the checksum of the net container. No state, any thread.
#ifndef RAVELIN_BASE_CRC64_H
#define RAVELIN_BASE_CRC64_H

#include <stddef.h>
#include <stdint.h>

// CRC-64/XZ (ECMA-182 polynomial, reflected, initial and final value all ones) of `bytes` bytes,
// continuing from `crc`: 0 to begin, then the previous result. Equals liblzma's lzma_crc64.
uint64_t crc64_update(uint64_t crc, const void *data, size_t bytes);

#endif
