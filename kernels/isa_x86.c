// SPDX-License-Identifier: GPL-3.0-or-later
// Detection on x86. Our own reading of the leaves names the levels; the cpu_features library, where
// the build has it, must agree on every feature that it knows (its 0.7 lacks LZCNT and AVX-VNNI).
#include "kernels/isa_x86.h"

#include <cpuid.h>
#include <string.h>

#ifdef RAVELIN_HAVE_CPU_FEATURES
#include <cpu_features/cpuinfo_x86.h>
#endif

#include "kernels/isa.h"

enum {
    LEAF1_ECX_SSSE3 = 1 << 9,
    LEAF1_ECX_SSE41 = 1 << 19,
    LEAF1_ECX_POPCNT = 1 << 23,
    LEAF1_ECX_OSXSAVE = 1 << 27,
    LEAF1_ECX_AVX = 1 << 28,
    LEAF7_EBX_BMI1 = 1 << 3,
    LEAF7_EBX_AVX2 = 1 << 5,
    LEAF7_EBX_BMI2 = 1 << 8,
    LEAF7_EBX_AVX512F = 1 << 16,
    LEAF7_EBX_AVX512DQ = 1 << 17,
    LEAF7_EBX_AVX512CD = 1 << 28,
    LEAF7_EBX_AVX512BW = 1 << 30,
    LEAF7_ECX_AVX512VBMI = 1 << 1,
    LEAF7_ECX_AVX512VBMI2 = 1 << 6,
    LEAF7_ECX_AVX512VNNI = 1 << 11,
    LEAF7_ECX_AVX512BITALG = 1 << 12,
    LEAF7_1_EAX_AVXVNNI = 1 << 4,
    EXTENDED1_ECX_LZCNT = 1 << 5,
    XCR0_YMM = 0x06, // SSE and upper halves of ymm
    XCR0_ZMM = 0xe6, // the same, mask registers and both parts of zmm
};
#define LEAF7_EBX_AVX512VL 0x80000000u // bit 31 does not fit an enum's int

static bool has_all(uint64_t word, uint64_t bits)
{
    return (word & bits) == bits;
}

bool isa_x86_has_xgetbv(const IsaX86Leaves *leaves)
{
    return has_all(leaves->leaf1_ecx, LEAF1_ECX_OSXSAVE);
}

// AMD before Zen 3 has PEXT only as microcode of dozens of steps: Excavator (family 0x15, the only
// one of that family with BMI2), Zen 1 and 2 (0x17) and Hygon's copies of Zen 1 (0x18).
static bool has_slow_pext(const IsaX86Leaves *leaves)
{
    const uint32_t base_family = (leaves->leaf1_eax >> 8) & 15;
    const uint32_t family =
        base_family == 15 ? base_family + ((leaves->leaf1_eax >> 20) & 255) : base_family;
    if (strcmp(leaves->vendor, "AuthenticAMD") == 0)
        return family <= 0x17;
    return strcmp(leaves->vendor, "HygonGenuine") == 0;
}

uint32_t isa_x86_flags(const IsaX86Leaves *leaves)
{
    const uint64_t xcr0 = isa_x86_has_xgetbv(leaves) ? leaves->xcr0 : 0;
    uint32_t flags = has_slow_pext(leaves) ? ISA_QUIRK_SLOW_PEXT : 0;
    if (!has_all(leaves->leaf1_ecx, LEAF1_ECX_SSSE3 | LEAF1_ECX_SSE41 | LEAF1_ECX_POPCNT))
        return flags;
    flags |= ISA_SSE41;
    if (!has_all(xcr0, XCR0_YMM) || !has_all(leaves->leaf1_ecx, LEAF1_ECX_AVX) ||
        !has_all(leaves->leaf7_ebx, LEAF7_EBX_AVX2 | LEAF7_EBX_BMI1 | LEAF7_EBX_BMI2) ||
        !has_all(leaves->extended1_ecx, EXTENDED1_ECX_LZCNT))
        return flags;
    flags |= ISA_AVX2;
    if (has_all(leaves->leaf7_1_eax, LEAF7_1_EAX_AVXVNNI))
        flags |= ISA_AVXVNNI;
    if (!has_all(xcr0, XCR0_ZMM) ||
        !has_all(leaves->leaf7_ebx, LEAF7_EBX_AVX512F | LEAF7_EBX_AVX512CD | LEAF7_EBX_AVX512BW |
                                        LEAF7_EBX_AVX512DQ | LEAF7_EBX_AVX512VL))
        return flags;
    flags |= ISA_AVX512;
    if (has_all(leaves->leaf7_ecx, LEAF7_ECX_AVX512VNNI | LEAF7_ECX_AVX512VBMI |
                                       LEAF7_ECX_AVX512VBMI2 | LEAF7_ECX_AVX512BITALG))
        flags |= ISA_AVX512VNNI;
    return flags;
}

static uint64_t read_xcr0(void)
{
    uint32_t low;
    uint32_t high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

static void read_leaves(IsaX86Leaves *leaves)
{
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t d;
    memset(leaves, 0, sizeof *leaves);
    if (__get_cpuid(0, &a, &b, &c, &d)) {
        memcpy(leaves->vendor, &b, 4);
        memcpy(leaves->vendor + 4, &d, 4);
        memcpy(leaves->vendor + 8, &c, 4);
    }
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        leaves->leaf1_eax = a;
        leaves->leaf1_ecx = c;
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        leaves->leaf7_ebx = b;
        leaves->leaf7_ecx = c;
        // EAX of subleaf 0 is the highest subleaf; older CPUs answer others with stale data.
        if (a >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d))
            leaves->leaf7_1_eax = a;
    }
    if (__get_cpuid(0x80000001u, &a, &b, &c, &d))
        leaves->extended1_ecx = c;
    if (isa_x86_has_xgetbv(leaves))
        leaves->xcr0 = read_xcr0();
}

// Takes from `leaves` what the library does not see, so that a level needs both to agree.
static void confirm_with_library(IsaX86Leaves *leaves)
{
#ifdef RAVELIN_HAVE_CPU_FEATURES
    const X86Features features = GetX86Info().features;
    if (!features.ssse3 || !features.sse4_1 || !features.popcnt)
        leaves->leaf1_ecx &= ~(uint32_t)LEAF1_ECX_SSE41;
    if (!features.avx2 || !features.bmi1 || !features.bmi2)
        leaves->leaf7_ebx &= ~(uint32_t)LEAF7_EBX_AVX2;
    if (!features.avx512f || !features.avx512cd || !features.avx512bw || !features.avx512dq ||
        !features.avx512vl)
        leaves->leaf7_ebx &= ~(uint32_t)LEAF7_EBX_AVX512F;
    if (!features.avx512vnni || !features.avx512vbmi || !features.avx512vbmi2 ||
        !features.avx512bitalg)
        leaves->leaf7_ecx &= ~(uint32_t)LEAF7_ECX_AVX512VNNI;
#else
    (void)leaves;
#endif
}

uint32_t isa_detect(void)
{
    IsaX86Leaves leaves;
    read_leaves(&leaves);
    confirm_with_library(&leaves);
    return isa_x86_flags(&leaves);
}
