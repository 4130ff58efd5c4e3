// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/isa.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Fields of MIDR_EL1 (Arm Architecture Reference Manual for A-profile): implementer 31..24, variant
// 23..20, part 15..4, revision 3..0.
void isa_midr_name(const char *midr, char out[ISA_CPU_NAME_BYTES])
{
    char *end;
    out[0] = '\0';
    if (!isxdigit((unsigned char)midr[0]))
        return;
    errno = 0;
    const unsigned long long id = strtoull(midr, &end, 16);
    if (errno != 0 || (*end != '\0' && *end != '\n'))
        return;
    snprintf(out, ISA_CPU_NAME_BYTES, "arm64 implementer %02x part %03x r%up%u",
             (unsigned)(id >> 24 & 0xff), (unsigned)(id >> 4 & 0xfff), (unsigned)(id >> 20 & 15),
             (unsigned)(id & 15));
}

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

// Leaves 0x80000002 to 0x80000004 hold 48 bytes of text.
void isa_cpu_name(char out[ISA_CPU_NAME_BYTES])
{
    unsigned words[12] = {0};
    for (unsigned i = 0; i < 3; ++i) {
        unsigned *const w = words + 4 * i;
        if (!__get_cpuid(0x80000002u + i, &w[0], &w[1], &w[2], &w[3]))
            break;
    }
    memcpy(out, words, sizeof words);
    out[sizeof words] = '\0';
}
#elif defined(__aarch64__) && defined(__linux__)
void isa_cpu_name(char out[ISA_CPU_NAME_BYTES])
{
    char midr[32] = "";
    FILE *const file = fopen("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", "r");
    if (file != NULL) {
        if (fgets(midr, sizeof midr, file) == NULL)
            midr[0] = '\0';
        fclose(file);
    }
    isa_midr_name(midr, out);
}
#else
void isa_cpu_name(char out[ISA_CPU_NAME_BYTES])
{
    out[0] = '\0';
}
#endif
