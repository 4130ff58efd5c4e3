// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 against published values, and in pieces of every size.
#include <criterion/criterion.h>
#include <string.h>

#include "base/sha256.h"

typedef struct Known {
    const char *text;
    const char *digest;
} Known;

Test(sha256, published_values)
{
    // The examples of FIPS 180-4 (NIST, "Examples with intermediate values").
    static const Known CASES[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Sha256 sha;
        char digest[SHA256_TEXT_BYTES];
        sha256_begin(&sha);
        sha256_update(&sha, CASES[i].text, strlen(CASES[i].text));
        sha256_end(&sha, digest);
        cr_assert_str_eq(digest, CASES[i].digest);
    }
}

Test(sha256, a_million_times_a_in_pieces_of_any_size)
{
    static char letters[1000];
    memset(letters, 'a', sizeof letters);
    for (size_t piece = 1; piece <= sizeof letters; piece += 37) {
        Sha256 sha;
        sha256_begin(&sha);
        size_t left = 1000000;
        while (left > 0) {
            const size_t part = left < piece ? left : piece;
            sha256_update(&sha, letters, part);
            left -= part;
        }
        char digest[SHA256_TEXT_BYTES];
        sha256_end(&sha, digest);
        cr_assert_str_eq(digest,
                         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

// Each length around the ends of blocks gives a digest of its own, the same byte by byte.
Test(sha256, lengths_around_a_block)
{
    char digests[200][SHA256_TEXT_BYTES];
    for (size_t length = 0; length < 200; length++) {
        Sha256 whole, bytewise;
        char letters[200], other[SHA256_TEXT_BYTES];
        memset(letters, 'x', sizeof letters);
        sha256_begin(&whole);
        sha256_begin(&bytewise);
        sha256_update(&whole, letters, length);
        for (size_t i = 0; i < length; i++)
            sha256_update(&bytewise, letters + i, 1);
        sha256_end(&whole, digests[length]);
        sha256_end(&bytewise, other);
        cr_assert_str_eq(other, digests[length]);
        for (size_t i = 0; i < length; i++)
            cr_assert_str_neq(digests[i], digests[length]);
    }
}
