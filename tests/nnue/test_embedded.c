// SPDX-License-Identifier: GPL-3.0-or-later
// The net in the binary: that it is usable in place, and has a sense of material.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernels.h"
#include "nnue/embed.h"
#include "nnue/evaluate.h"
#include "tests/nnue/nets.h"

static Network *embedded(void)
{
    static Network *net; // held until the test's process ends
    ErrorText error = {""};
    cr_assert_eq(network_load_embedded(&net, &error), STATUS_OK, "%s", error.text);
    return net;
}

Test(nnue_embedded, names_itself)
{
    const Network *net = embedded();
    cr_assert_str_eq(net->origin, "embedded");
    cr_assert_gt(strlen(net->name), 0);
    cr_assert_neq(net->hash, 0);
    // Numbers are stored little-endian: a machine of that kind uses them in place, others a copy.
    cr_assert_eq(net->owned == NULL, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    cr_assert_eq((uintptr_t)net->feature_weights % 64, 0);
}

// More material is better, and a queen is worth several pawns.
Test(nnue_embedded, material_sense)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    const Network *net = embedded();
    static const char *const ladder[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    int last = -10000;
    for (size_t i = 0; i < sizeof ladder / sizeof ladder[0]; i++) {
        const Board board = test_board(ladder[i]);
        const int cp = nnue_raw_output(net, &kernels.nnue, &board);
        fprintf(stderr, "%d cp: %s\n", cp, ladder[i]);
        cr_assert_gt(cp, last);
        last = cp;
        if (i == 0)
            cr_assert(cp > -100 && cp < 200);
        if (i == 2)
            cr_assert(cp >= 500 && cp <= 2500);
    }
}
