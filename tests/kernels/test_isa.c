// SPDX-License-Identifier: GPL-3.0-or-later
// Names and masks of levels, and the table of tables.
#include <criterion/criterion.h>
#include <string.h>

#include "kernels/isa.h"
#include "kernels/kernels.h"

static const uint32_t ZEN_4 = ISA_SSE41 | ISA_AVX2 | ISA_AVX512 | ISA_AVX512VNNI;
static const uint32_t ALDER_LAKE = ISA_SSE41 | ISA_AVX2 | ISA_AVXVNNI;

static uint32_t limit(uint32_t detected, const char *name)
{
    uint32_t limited = 0;
    ErrorText error;
    cr_assert_eq(isa_limit(detected, name, &limited, &error), STATUS_OK, "%s", name);
    return limited;
}

Test(isa, a_mask_means_up_to)
{
    cr_assert_eq(limit(ZEN_4, "scalar"), 0);
    cr_assert_eq(limit(ZEN_4, "sse41"), ISA_SSE41);
    cr_assert_eq(limit(ZEN_4, "avx2"), ISA_SSE41 | ISA_AVX2);
    cr_assert_eq(limit(ZEN_4, "avx512"), ISA_SSE41 | ISA_AVX2 | ISA_AVX512);
    cr_assert_eq(limit(ZEN_4, "avx512vnni"), ZEN_4);
    cr_assert_eq(limit(ZEN_4 | ISA_AVXVNNI, "avx512vnni"), ZEN_4 | ISA_AVXVNNI);
    cr_assert_eq(limit(ZEN_4 | ISA_AVXVNNI, "avx512"), ISA_SSE41 | ISA_AVX2 | ISA_AVX512);
    cr_assert_eq(limit(ZEN_4, "best"), ZEN_4);
    cr_assert_eq(limit(ALDER_LAKE, "avxvnni"), ALDER_LAKE);
    cr_assert_eq(limit(ISA_NEON | ISA_NEONDOT, "neon"), ISA_NEON);
    cr_assert_eq(limit(ISA_NEON | ISA_NEONDOT, "neondot"), ISA_NEON | ISA_NEONDOT);
}

Test(isa, pext_can_be_forced_but_not_invented)
{
    const uint32_t zen_2 = ISA_SSE41 | ISA_AVX2 | ISA_QUIRK_SLOW_PEXT;
    cr_assert_eq(limit(zen_2, "avx2"), zen_2);
    cr_assert_eq(limit(zen_2, "best+pext"), ISA_SSE41 | ISA_AVX2);
    cr_assert_eq(limit(ZEN_4, "avx2-pext"), zen_2);
    cr_assert_eq(limit(ISA_SSE41, "best+pext"), ISA_SSE41);
}

Test(isa, bad_names_fall_back)
{
    static const char *const UNKNOWN[] = {"", "avx", "AVX2", "avx2 ", "+pext", "avx2+pext+pext"};
    uint32_t limited;
    ErrorText error;
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof UNKNOWN[0]; ++i) {
        cr_assert_eq(isa_limit(ZEN_4, UNKNOWN[i], &limited, &error), STATUS_BAD_INPUT);
        cr_assert_eq(limited, ZEN_4);
        cr_assert_neq(strstr(error.text, "unknown instruction set"), NULL);
    }
    cr_assert_eq(isa_limit(ALDER_LAKE, "avx512vnni", &limited, &error), STATUS_BAD_INPUT);
    cr_assert_eq(limited, ALDER_LAKE);
    cr_assert_str_eq(error.text, "this machine lacks avx512vnni");
    cr_assert_eq(isa_limit(ZEN_4, "neon", &limited, NULL), STATUS_BAD_INPUT);
    cr_assert_eq(limited, 0);
}

// Main ID registers as Linux shows them, and texts that are none.
Test(isa, arm_processors_have_a_name)
{
    static const char *const KNOWN[][2] = {
        {"0x00000000413fd0c1\n", "arm64 implementer 41 part d0c r3p1"}, // Neoverse N1
        {"0x00000000410fd034\n", "arm64 implementer 41 part d03 r0p4"}, // Cortex-A53
        {"0x00000000611f0221", "arm64 implementer 61 part 022 r1p1"},   // Apple M1
        {"", ""},
        {"-1", ""},
        {"0x", ""},
        {"413fd0c1 and more", ""},
        {"0x123456789abcdef01", ""},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; ++i) {
        char name[ISA_CPU_NAME_BYTES];
        isa_midr_name(KNOWN[i][0], name);
        cr_assert_str_eq(name, KNOWN[i][1], "%s", KNOWN[i][0]);
    }
}

Test(isa, names)
{
    cr_assert_str_eq(isa_name(0), "scalar");
    cr_assert_str_eq(isa_name(ZEN_4), "avx512vnni");
    cr_assert_str_eq(isa_name(ALDER_LAKE | ISA_QUIRK_SLOW_PEXT), "avxvnni");
    cr_assert_str_eq(isa_level_name(0), "scalar");
    size_t count = 0;
    while (isa_level_name(count))
        ++count;
    cr_assert_eq(count, 9);
}

Test(kernels, every_entry_is_filled_under_every_mask)
{
    int accepted = 0;
    for (size_t i = 0; isa_level_name(i); ++i) {
        Kernels kernels;
        memset(&kernels, 0, sizeof kernels);
        ErrorText error;
        accepted += kernels_init(&kernels, isa_level_name(i), &error) == STATUS_OK;
        cr_assert(kernels.isa && kernels.movegen.all && kernels.movegen.captures &&
                  kernels.movegen.quiets && kernels.movegen.count);
        cr_assert(kernels.nnue.add1sub1 && kernels.nnue.add1sub2 && kernels.nnue.add2sub2 &&
                  kernels.nnue.refresh && kernels.nnue.output && kernels.nnue.eval_add1sub1 &&
                  kernels.nnue.eval_add1sub2);
    }
    cr_assert_geq(accepted, 2); // scalar and best work everywhere
}

Test(kernels, scalar_is_scalar)
{
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, "scalar", NULL), STATUS_OK);
    MovegenKernels scalar;
    movegen_fill_scalar(&scalar);
    cr_assert_str_eq(kernels.isa, "scalar");
    cr_assert_eq(kernels.movegen.all, scalar.all);
    cr_assert_eq(kernels.movegen.count, scalar.count);
}

// PEXT is chosen exactly where it is there and not slow; see kernels/isa_x86.h for who is slow.
Test(kernels, movegen_rows_fit)
{
    int count;
    const MovegenRow *rows = movegen_rows(&count);
    cr_assert_str_eq(rows[0].name, "scalar");
    cr_assert_eq(rows[0].needed, 0);
    if (count < 4)
        cr_skip_test("no x86-64 rows in this build");
    MovegenKernels with_pext;
    MovegenKernels without;
    MovegenKernels old;
    movegen_fill(&with_pext, ISA_SSE41 | ISA_AVX2);
    movegen_fill(&without, ISA_SSE41 | ISA_AVX2 | ISA_QUIRK_SLOW_PEXT);
    movegen_fill(&old, ISA_SSE41);
    MovegenKernels row;
    rows[3].fill(&row);
    cr_assert_str_eq(rows[3].name, "avx2+pext");
    cr_assert_eq(with_pext.all, row.all);
    rows[2].fill(&row);
    cr_assert_eq(without.all, row.all);
    rows[1].fill(&row);
    cr_assert_eq(old.all, row.all);
}
