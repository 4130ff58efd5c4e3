// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kernels.h"

#include "kernels/isa.h"

Status kernels_init(Kernels *kernels, const char *isa_name_or_null, ErrorText *error)
{
    uint32_t flags = isa_detect();
    Status status = STATUS_OK;
    if (isa_name_or_null) {
        ErrorText reason;
        status = isa_limit(flags, isa_name_or_null, &flags, &reason);
        if (status != STATUS_OK)
            status_fail(error, status, "%s, using %s", reason.text, isa_name(flags));
    }
    kernels->isa = isa_name(flags);
    kernels->isa_flags = flags;
    movegen_fill(&kernels->movegen, flags);
    nnue_fill(&kernels->nnue, flags, 0);
    return status;
}

void kernels_fit_net(Kernels *kernels, int width)
{
    nnue_fill(&kernels->nnue, kernels->isa_flags, width);
}
