// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: SHA-256 (FIPS 180-4), by which a made file names what it was made from.
// The caller owns the state; one thread a state.
#ifndef RAVELIN_BASE_SHA256_H
#define RAVELIN_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum {
    SHA256_BLOCK_BYTES = 64,
    SHA256_TEXT_BYTES = 65, // 64 hexadecimal digits and a NUL
};

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t bytes; // so far
    uint8_t block[SHA256_BLOCK_BYTES];
} Sha256;

// Makes it ready for the first bytes of a new sum.
void sha256_begin(Sha256 *sha);

// Takes in `bytes` bytes more.
void sha256_update(Sha256 *sha, const void *data, size_t bytes);

// Writes the digest of everything taken in, in small hexadecimal digits. The state is used up.
void sha256_end(Sha256 *sha, char out[SHA256_TEXT_BYTES]);

#endif
