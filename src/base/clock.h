// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a clock that never goes backwards. No state, any thread.
#ifndef RAVELIN_BASE_CLOCK_H
#define RAVELIN_BASE_CLOCK_H

#include <stdint.h>

#include "base/compiler.h"

// Nanoseconds since an arbitrary fixed point.
int64_t clock_now_ns(void);

// Milliseconds since the same point, rounded down.
RAVELIN_INLINE int64_t clock_now_ms(void)
{
    return clock_now_ns() / 1000000;
}

#endif
