// SPDX-License-Identifier: GPL-3.0-or-later
// The checksum of net files, against published values and liblzma's.
#include <criterion/criterion.h>
#include <lzma.h>

#include "base/crc64.h"
#include "base/rng.h"

enum { SEED = 20230817, BUFFER_BYTES = 4096, ROUNDS = 2000 };

static void fill_random(Rng *rng, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)rng_next(rng);
}

Test(crc64, published_values)
{
    // The check value of CRC-64/XZ in Ross Williams' sense: the nine digits.
    cr_assert_eq(crc64_update(0, "123456789", 9), 0x995dc9bbdf1939fau);
    cr_assert_eq(crc64_update(0, "", 0), 0);
}

Test(crc64, equals_liblzma)
{
    Rng rng = rng_seeded(SEED);
    uint8_t buffer[BUFFER_BYTES];
    for (int round = 0; round < ROUNDS; round++) {
        // Short ones are the most common, so that each length below 64 comes several times.
        const size_t length = rng_below(&rng, round % 2 == 0 ? 64 : BUFFER_BYTES + 1);
        fill_random(&rng, buffer, length);
        const uint64_t before = round % 3 == 0 ? 0 : rng_next(&rng);
        cr_assert_eq(crc64_update(before, buffer, length), lzma_crc64(buffer, length, before),
                     "seed %d, round %d, %zu bytes", SEED, round, length);
    }
}

Test(crc64, pieces_give_what_the_whole_gives)
{
    Rng rng = rng_seeded(SEED);
    uint8_t buffer[BUFFER_BYTES];
    fill_random(&rng, buffer, sizeof buffer);
    const uint64_t whole = crc64_update(0, buffer, sizeof buffer);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t cut = rng_below(&rng, BUFFER_BYTES + 1);
        const uint64_t front = crc64_update(0, buffer, cut);
        cr_assert_eq(crc64_update(front, buffer + cut, sizeof buffer - cut), whole, "cut at %zu",
                     cut);
    }
}

Test(crc64, every_flipped_bit_shows)
{
    Rng rng = rng_seeded(SEED);
    uint8_t buffer[256];
    fill_random(&rng, buffer, sizeof buffer);
    const uint64_t sound = crc64_update(0, buffer, sizeof buffer);
    for (size_t bit = 0; bit < sizeof buffer * 8; bit++) {
        buffer[bit / 8] ^= (uint8_t)(1 << bit % 8);
        cr_assert_neq(crc64_update(0, buffer, sizeof buffer), sound, "bit %zu", bit);
        buffer[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}
