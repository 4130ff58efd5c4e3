// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kernels.h"

#include "kernels/isa.h"

Status kernels_init(Kernels *kernels, const char *isa_name_or_null, ErrorText *error)
{
    uint32_t flags = isa_detect();
    Status status = STATUS_OK;
    if (isa_name_or_null)
        status = isa_limit(flags, isa_name_or_null, &flags, error);
    kernels->isa = isa_name(flags);
    kernels->isa_flags = flags;
    movegen_fill(&kernels->movegen, flags);
    nnue_fill(&kernels->nnue, flags);
    return status;
}
