// SPDX-License-Identifier: GPL-3.0-or-later
// Detection on arm64: NEON is part of every such CPU, the dot product is optional.
#include "kernels/isa.h"

#ifdef RAVELIN_HAVE_CPU_FEATURES
#include <cpu_features/cpuinfo_aarch64.h>
#elif defined(__linux__)
#include <sys/auxv.h>
#endif

uint32_t isa_detect(void)
{
#ifdef RAVELIN_HAVE_CPU_FEATURES
    const bool has_dot = GetAarch64Info().features.asimddp;
#elif defined(__linux__)
    const unsigned long HWCAP_DOT_PRODUCT = 1ul << 20; // HWCAP_ASIMDDP of the kernel's uapi
    const bool has_dot = (getauxval(AT_HWCAP) & HWCAP_DOT_PRODUCT) != 0;
#else
    const bool has_dot = false;
#endif
    return has_dot ? ISA_NEON | ISA_NEONDOT : ISA_NEON;
}
