// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the instruction-set levels that kernels are written for, what this machine
// has of them, and the names by which a user limits them. No state, any thread.
//
// A flag stands for a whole level: every extension that the level's objects are compiled with, and
// the state that the operating system must save. Levels are not a chain: AVX-VNNI and AVX-512 each
// exist without the other. The flag of a level is set only together with those that it includes.
#ifndef RAVELIN_KERNELS_ISA_H
#define RAVELIN_KERNELS_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum IsaFlag {
    ISA_SCALAR = 0,               // needs nothing
    ISA_SSE41 = 1 << 0,           // SSSE3, SSE4.1, POPCNT
    ISA_AVX2 = 1 << 1,            // ISA_SSE41, AVX2, BMI1, BMI2, LZCNT; ymm registers enabled
    ISA_AVXVNNI = 1 << 2,         // ISA_AVX2, AVX-VNNI
    ISA_AVX512 = 1 << 3,          // ISA_AVX2, AVX-512 F, CD, BW, DQ, VL; zmm registers enabled
    ISA_AVX512VNNI = 1 << 4,      // ISA_AVX512, AVX-512 VNNI, VBMI, VBMI2, BITALG
    ISA_NEON = 1 << 5,            // arm64
    ISA_NEONDOT = 1 << 6,         // ISA_NEON, dot product
    ISA_QUIRK_SLOW_PEXT = 1 << 8, // PEXT and PDEP are microcode here: AMD before Zen 3
} IsaFlag;

// The name that allows everything; it is the default.
#define ISA_NAME_BEST "best"

// What this machine and its operating system have; quirks included.
uint32_t isa_detect(void);

// The processor's own name for itself, which text may hold anything; empty where it has none.
enum { ISA_CPU_NAME_BYTES = 49 };
void isa_cpu_name(char out[ISA_CPU_NAME_BYTES]);

// A name for an arm64 processor, which has none of its own, from the text of its main ID register
// as Linux shows it ("0x00000000413fd0c1"): implementer, part and revision as Arm numbers them.
// Empty if the text is no such number.
void isa_midr_name(const char *midr, char out[ISA_CPU_NAME_BYTES]);

// Limits `detected` to the level `name`: "scalar", "sse41", "avx2", "avxvnni", "avx512",
// "avx512vnni", "neon", "neondot" ("up to": with all that the level includes and the machine has)
// or "best". A trailing "+pext" takes the slow-PEXT quirk away, "-pext" sets it; neither gives a
// machine what it lacks. STATUS_BAD_INPUT for an unknown name (`limited` is then all that was
// detected) and for a level that the machine lacks (`limited` is what it has of that level).
Status isa_limit(uint32_t detected, const char *name, uint32_t *limited, ErrorText *error);

// The name of the highest level in `flags`, a string constant.
const char *isa_name(uint32_t flags);

// The names that isa_limit takes, without the PEXT endings: the level number `index` counted from
// 0, or NULL past the last.
const char *isa_level_name(size_t index);

#endif
