// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of AVX-VNNI, AVX-512 and AVX-512 with VNNI on any x86-64: their sources, which this
// program compiles against shim/immintrin.h, take the place of the real objects. What it proves is
// the algorithm and the choice of words; that the compiler translates each word into its
// instruction is left to tests/lint/words.py and to machines that have the level.
#include <stdio.h>
#include <stdlib.h>

#include "kernels/isa.h"
#include "tests/rows/rows.h"

enum { SHIMMED_ROWS = 12 }; // three levels with four rows each

int main(void)
{
    const uint32_t shimmed = ISA_AVXVNNI | ISA_AVX512 | ISA_AVX512VNNI;
    const int ran = rows_check(shimmed, shimmed, 0x5eed0003);
    return ran == SHIMMED_ROWS ? EXIT_SUCCESS : EXIT_FAILURE;
}
