// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: from the numbers that an x86 CPU gives to level flags, as a pure function
// that tests feed with the words of known and of made-up CPUs. No state, any thread.
#ifndef RAVELIN_KERNELS_ISA_X86_H
#define RAVELIN_KERNELS_ISA_X86_H

#include <stdbool.h>
#include <stdint.h>

// What CPUID and XGETBV say; leaves that a CPU does not have are all zero. Registers are named as
// in the manuals of Intel (SDM volume 2, CPUID) and AMD (APM volume 3, appendix E).
typedef struct IsaX86Leaves {
    char vendor[13];    // leaf 0, NUL-terminated, such as "GenuineIntel"
    uint32_t leaf1_eax; // family and model
    uint32_t leaf1_ecx;
    uint32_t leaf7_ebx; // leaf 7, subleaf 0
    uint32_t leaf7_ecx;
    uint32_t leaf7_1_eax;   // leaf 7, subleaf 1
    uint32_t extended1_ecx; // leaf 0x80000001
    uint64_t xcr0;          // states that the OS saves; counts only if isa_x86_has_xgetbv
} IsaX86Leaves;

// True if the OS has enabled XGETBV; where it has not, the instruction must not be executed.
bool isa_x86_has_xgetbv(const IsaX86Leaves *leaves);

// The IsaFlag bits of a CPU, quirks included.
uint32_t isa_x86_flags(const IsaX86Leaves *leaves);

#endif
