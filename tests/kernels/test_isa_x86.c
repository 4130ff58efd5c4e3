// SPDX-License-Identifier: GPL-3.0-or-later
// Detection fed with made-up values and with the words of well-known processors as they were
// recorded: each stands in InstLatx64's collection of CPUID dumps (InstLatx64/InstLatx64 on
// GitHub), in the file whose name is beside it. Held are vendor, leaf 1 EAX and ECX, leaf 7 EBX and
// ECX, leaf 7.1 EAX, leaf 0x80000001 ECX, and as XCR0 leaf 13 EAX: all states that the processor
// knows, as if the system had enabled each.
#include <criterion/criterion.h>

#include "kernels/isa.h"
#include "kernels/isa_x86.h"

enum { UP_TO_AVX2 = ISA_SSE41 | ISA_AVX2, UP_TO_AVX512 = UP_TO_AVX2 | ISA_AVX512 };

#define OSXSAVE 0x08000000u
#define AVX512_VL_BW_CD_DQ_F 0xd0030000u

typedef struct KnownCpu {
    const char *name;
    IsaX86Leaves leaves;
    uint32_t flags;
} KnownCpu;

static const KnownCpu CPUS[] = {
    // Core 2 has no POPCNT, so it is below the lowest level. GenuineIntel00006FB_Conroe_CPUID
    {"Core 2", {"GenuineIntel", 0x000006fb, 0x0000e3fd, 0, 0, 0, 0x00000001, 0}, 0},
    // GenuineIntel00306C3_Haswell_CPUID
    {"Haswell",
     {"GenuineIntel", 0x000306c3, 0x7ffafbff, 0x000027ab, 0, 0, 0x00000021, 0x07},
     UP_TO_AVX2},
    // AuthenticAMD0800F11_K17_Zen2_CPUID, the second dump of a Zen 1
    {"Zen 1",
     {"AuthenticAMD", 0x00800f11, 0x7ed8320b, 0x209c01a9, 0, 0, 0x35c233ff, 0x07},
     UP_TO_AVX2 | ISA_QUIRK_SLOW_PEXT},
    // AuthenticAMD0A20F10_K19_Vermeer2_CPUID
    {"Zen 3",
     {"AuthenticAMD", 0x00a20f10, 0x7ed8320b, 0x219c97a9, 0x0040068c, 0, 0x75c237ff, 0x207},
     UP_TO_AVX2},
    // GenuineIntel0090672_AlderLake_03_CPUID
    {"Alder Lake",
     {"GenuineIntel", 0x00090672, 0x7ffafbbf, 0x239c27eb, 0x98c007ac, 0x00400810, 0x00000121,
      0x207},
     UP_TO_AVX2 | ISA_AVXVNNI},
    // GenuineIntel0050654_SkylakeX_CPUID
    {"Skylake-X",
     {"GenuineIntel", 0x00050654, 0x7ffefbbf, 0xd39ffffb, 0, 0, 0x00000121, 0xff},
     UP_TO_AVX512},
    // AuthenticAMD0A60F12_K19_Raphael_01_CPUID
    {"Zen 4",
     {"AuthenticAMD", 0x00a60f12, 0x7ef8320b, 0xf1bf97a9, 0x00405fce, 0x00000020, 0x75c237ff,
      0x2e7},
     UP_TO_AVX512 | ISA_AVX512VNNI},
    // GenuineIntel00806F8_SapphireRapids_05_CPUID
    {"Sapphire Rapids",
     {"GenuineIntel", 0x000806f8, 0x7ffefbff, 0xf3bfbffb, 0xbb417fee, 0x00001c30, 0x00000121,
      0x602e7},
     UP_TO_AVX512 | ISA_AVX512VNNI | ISA_AVXVNNI},
    // The same words with the hypervisor's bit, made up.
    {"hypervisor that shows AVX-512 without the OS state",
     {"GenuineIntel", 0x000806f8, 0xfffefbff, 0xf3bfbffb, 0xbb417fee, 0x00001c30, 0x00000121, 0x07},
     UP_TO_AVX2 | ISA_AVXVNNI},
    // GenuineIntel0090672_AlderLake_01_BC_AVX512_CPUID: the first of them, small cores off
    {"Alder Lake with AVX-512",
     {"GenuineIntel", 0x00090672, 0x7ffafbff, 0xf3bfa7eb, 0x98c07fee, 0x00401c30, 0x00000121,
      0x2e7},
     UP_TO_AVX512 | ISA_AVX512VNNI | ISA_AVXVNNI},
};

Test(isa_x86, known_cpus)
{
    const size_t count = sizeof CPUS / sizeof CPUS[0];
    cr_assert_eq(count, 10);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t flags = isa_x86_flags(&CPUS[i].leaves);
        cr_assert_eq(flags, CPUS[i].flags, "%s: %x", CPUS[i].name, flags);
    }
}

static const IsaX86Leaves *haswell_leaves(void)
{
    return &CPUS[1].leaves;
}

static uint32_t flags_with_xcr0(IsaX86Leaves leaves, uint64_t xcr0)
{
    leaves.xcr0 = xcr0;
    return isa_x86_flags(&leaves);
}

// The operating system has the last word on wide registers.
Test(isa_x86, os_state)
{
    IsaX86Leaves leaves = *haswell_leaves();
    cr_assert(isa_x86_has_xgetbv(&leaves));
    cr_assert_eq(flags_with_xcr0(leaves, 0x3), ISA_SSE41);
    cr_assert_eq(flags_with_xcr0(leaves, 0x7), UP_TO_AVX2);
    leaves.leaf1_ecx &=
        ~OSXSAVE; // then XCR0 is not read, and whatever stands there is not believed
    cr_assert_not(isa_x86_has_xgetbv(&leaves));
    cr_assert_eq(flags_with_xcr0(leaves, 0xe7), ISA_SSE41);

    leaves = CPUS[6].leaves;
    cr_assert_eq(flags_with_xcr0(leaves, 0x07), UP_TO_AVX2);
    cr_assert_eq(flags_with_xcr0(leaves, 0x67), UP_TO_AVX2);
    cr_assert_eq(flags_with_xcr0(leaves, 0xe0), ISA_SSE41);
    cr_assert_eq(flags_with_xcr0(leaves, 0xe7), UP_TO_AVX512 | ISA_AVX512VNNI);
    leaves.leaf7_1_eax = 1u << 4;
    cr_assert_eq(flags_with_xcr0(leaves, 0x07), UP_TO_AVX2 | ISA_AVXVNNI);
    cr_assert_eq(flags_with_xcr0(leaves, 0x03), ISA_SSE41);
}

// A level needs each extension that its objects are compiled with: drop one after the other.
Test(isa_x86, each_extension_counts)
{
    const uint32_t avx512_bits[] = {1u << 16, 1u << 17, 1u << 28, 1u << 30, 1u << 31};
    for (int i = 0; i < 5; ++i) {
        IsaX86Leaves leaves = CPUS[6].leaves;
        leaves.leaf7_ebx &= ~avx512_bits[i];
        cr_assert_eq(isa_x86_flags(&leaves), UP_TO_AVX2);
    }
    IsaX86Leaves only_f = CPUS[6].leaves;
    only_f.leaf7_ebx = (only_f.leaf7_ebx & ~AVX512_VL_BW_CD_DQ_F) | 1u << 16;
    cr_assert_eq(isa_x86_flags(&only_f), UP_TO_AVX2);
    const uint32_t ice_lake_bits[] = {1u << 1, 1u << 6, 1u << 11, 1u << 12};
    for (int i = 0; i < 4; ++i) {
        IsaX86Leaves leaves = CPUS[6].leaves;
        leaves.leaf7_ecx &= ~ice_lake_bits[i];
        cr_assert_eq(isa_x86_flags(&leaves), UP_TO_AVX512);
    }
    const uint32_t avx2_bits[] = {1u << 3, 1u << 5, 1u << 8};
    for (int i = 0; i < 3; ++i) {
        IsaX86Leaves leaves = *haswell_leaves();
        leaves.leaf7_ebx &= ~avx2_bits[i];
        cr_assert_eq(isa_x86_flags(&leaves), ISA_SSE41);
    }
    IsaX86Leaves no_lzcnt = *haswell_leaves();
    no_lzcnt.extended1_ecx &= ~(1u << 5);
    cr_assert_eq(isa_x86_flags(&no_lzcnt), ISA_SSE41);
    const uint32_t sse41_bits[] = {1u << 9, 1u << 19, 1u << 23};
    for (int i = 0; i < 3; ++i) {
        IsaX86Leaves leaves = *haswell_leaves();
        leaves.leaf1_ecx &= ~sse41_bits[i];
        cr_assert_eq(isa_x86_flags(&leaves), 0);
    }
}

static bool is_slow_pext(const char *vendor, uint32_t leaf1_eax)
{
    IsaX86Leaves leaves = *haswell_leaves();
    for (size_t i = 0; i < sizeof leaves.vendor; ++i)
        leaves.vendor[i] = vendor[i];
    leaves.leaf1_eax = leaf1_eax;
    const uint32_t flags = isa_x86_flags(&leaves);
    cr_assert_eq(flags & ISA_AVX2, ISA_AVX2); // the rest of the level stays in use
    return (flags & ISA_QUIRK_SLOW_PEXT) != 0;
}

Test(isa_x86, slow_pext)
{
    cr_assert(is_slow_pext("AuthenticAMD", 0x00660f01));     // family 0x15 model 0x60, Excavator
    cr_assert(is_slow_pext("AuthenticAMD", 0x00670f00));     // family 0x15 model 0x70
    cr_assert(is_slow_pext("AuthenticAMD", 0x00800f11));     // family 0x17, Zen 1
    cr_assert(is_slow_pext("AuthenticAMD", 0x00870f10));     // family 0x17, Zen 2
    cr_assert(is_slow_pext("HygonGenuine", 0x00900f01));     // family 0x18
    cr_assert_not(is_slow_pext("AuthenticAMD", 0x00a00f11)); // family 0x19, Zen 3
    cr_assert_not(is_slow_pext("AuthenticAMD", 0x00b40f40)); // family 0x1a, Zen 5
    cr_assert_not(is_slow_pext("GenuineIntel", 0x000306c3));
    cr_assert_not(is_slow_pext("CentaurHauls", 0x000006fe));
}

// What was detected here holds together: no level without those that it includes.
Test(isa_x86, this_machine)
{
    const uint32_t flags = isa_detect();
    if (flags & ISA_AVX512VNNI)
        cr_assert(flags & ISA_AVX512);
    if (flags & (ISA_AVX512 | ISA_AVXVNNI))
        cr_assert(flags & ISA_AVX2);
    if (flags & ISA_AVX2)
        cr_assert(flags & ISA_SSE41);
    cr_assert_eq(flags & (ISA_NEON | ISA_NEONDOT), 0);
}
