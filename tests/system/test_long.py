#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The long session of long_session.py in short, and that its judge can fail.

usage: test_long.py ENGINE [CASE...]
"""

import sys
from pathlib import Path

from long_session import GROWTH_KIB, Memory, judge, session
from support import Failure, Skip, case, check, run


@case("a short session answers every line and keeps its memory")
def _(path):
    if sys.platform != "linux" or not Path("/proc/self/status").exists():
        raise Skip("no /proc/PID/status here")
    counts = session(path, lambda done: done < 8, steps=40, seed=3)
    check(counts["searches"] > 60 and counts["refused"] > 0, counts)
    check(counts["KiB at most"] > 4096, "the memory was not measured:", counts)


@case("a short session at two threads all the time")
def _(path):
    if sys.platform != "linux" or not Path("/proc/self/status").exists():
        raise Skip("no /proc/PID/status here")
    counts = session(path, lambda done: done < 4, steps=20, seed=4, threads=(2,))
    check(counts["searches"] > 15, counts)


@case("growth after the warm-up is seen")
def _(_path):
    flat = Memory(rss_kib=9000, peak_kib=40000, virtual_kib=100000, threads=2, files=5)
    judge([flat] * 8)
    judge([flat] * 7 + [flat._replace(rss_kib=9000 + GROWTH_KIB)])
    for change in (
        {"rss_kib": 9001 + GROWTH_KIB},
        {"peak_kib": 40001 + GROWTH_KIB},
        {"threads": 3},
        {"files": 6},
    ):
        try:
            judge([flat] * 7 + [flat._replace(**change)])
        except Failure:
            continue
        raise Failure(f"not seen: {change}")


if __name__ == "__main__":
    run()
