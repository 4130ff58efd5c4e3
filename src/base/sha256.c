// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sha256.h"

#include <string.h>

// The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
static const uint32_t ROUND_CONSTANTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// The same of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
static const uint32_t INITIAL_STATE[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate_right(uint32_t x, int bits)
{
    return x >> bits | x << (32 - bits);
}

static uint32_t read_be32(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

// FIPS 180-4, 6.2.2: the message schedule, then 64 rounds over a copy of the state.
static void digest_block(uint32_t state[8], const uint8_t *block)
{
    uint32_t w[64];
    for (int t = 0; t < 16; t++)
        w[t] = read_be32(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        const uint32_t near = w[t - 15], far = w[t - 2];
        const uint32_t s0 = rotate_right(near, 7) ^ rotate_right(near, 18) ^ near >> 3;
        const uint32_t s1 = rotate_right(far, 17) ^ rotate_right(far, 19) ^ far >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    uint32_t v[8]; // a..h of the standard
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        const uint32_t sum1 =
            rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
        const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t t1 = v[7] + sum1 + choice + ROUND_CONSTANTS[t] + w[t];
        const uint32_t sum0 =
            rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256_begin(Sha256 *sha)
{
    memcpy(sha->state, INITIAL_STATE, sizeof sha->state);
    sha->bytes = 0;
}

void sha256_update(Sha256 *sha, const void *data, size_t bytes)
{
    const uint8_t *in = data;
    while (bytes > 0) {
        const size_t used = (size_t)(sha->bytes % SHA256_BLOCK_BYTES);
        const size_t room = SHA256_BLOCK_BYTES - used;
        const size_t part = bytes < room ? bytes : room;
        memcpy(sha->block + used, in, part);
        sha->bytes += part;
        in += part;
        bytes -= part;
        if (part == room)
            digest_block(sha->state, sha->block);
    }
}

void sha256_end(Sha256 *sha, char out[SHA256_TEXT_BYTES])
{
    const uint64_t bits = sha->bytes * 8;
    static const uint8_t padding[SHA256_BLOCK_BYTES] = {0x80};
    // One byte of padding at least; the length fills the last eight bytes of a block.
    const size_t used = (size_t)(sha->bytes % SHA256_BLOCK_BYTES);
    sha256_update(sha, padding, used < 56 ? 56 - used : 120 - used);
    uint8_t length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_update(sha, length, sizeof length);
    for (int i = 0; i < SHA256_TEXT_BYTES - 1; i++)
        out[i] = "0123456789abcdef"[sha->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    out[SHA256_TEXT_BYTES - 1] = '\0';
}
