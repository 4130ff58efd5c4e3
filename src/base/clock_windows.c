// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <windows.h>

int64_t clock_now_ns(void)
{
    const int64_t ns_per_second = 1000000000;
    // Neither fails on Windows XP and later; the frequency never changes.
    LARGE_INTEGER frequency, count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    // In two steps, since the count times 10^9 may not fit 64 bits.
    const int64_t seconds = count.QuadPart / frequency.QuadPart;
    const int64_t rest = count.QuadPart % frequency.QuadPart;
    return seconds * ns_per_second + rest * ns_per_second / frequency.QuadPart;
}
