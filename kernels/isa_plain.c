// SPDX-License-Identifier: GPL-3.0-or-later
// Detection on architectures for which there is nothing but the scalar reference. 32-bit x86 is one
// of them, whatever its processor has.
#include "kernels/isa.h"

uint32_t isa_detect(void)
{
    return ISA_SCALAR;
}
