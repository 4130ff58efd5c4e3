# SPDX-License-Identifier: GPL-3.0-or-later
"""The test's end of faults.c: which allocation of a program fails, and who reads the wall clock.

The library is preloaded into the program; the two share a page.
"""

import mmap
import os
import re
import struct
from pathlib import Path

from support import Skip, environment

LIBRARY = os.environ.get("RAVELIN_FAULTS_LIBRARY", "")
FIELDS = ("left", "stays", "failed", "wall_reads", "wall_jump_s", "steady_reads")
NEVER = 1 << 40
ALLOCATIONS_MAX = 400  # of one change; more is a loop that does not end
MEMORY = re.compile(r"no memory|out of memory|[Cc]annot allocate memory|cannot start a thread")


class Faults:
    """The page that the library shares with the test."""

    def __init__(self, folder):
        if not LIBRARY:
            raise Skip("this build has no library that makes allocations fail (a sanitizer?)")
        self.path = Path(folder, "page")
        self.path.write_bytes(bytes(mmap.PAGESIZE))
        with open(self.path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), mmap.PAGESIZE)

    def environment(self, **changes):
        return environment(LD_PRELOAD=LIBRARY, RAVELIN_FAULTS=str(self.path), **changes)

    def get(self, name):
        return struct.unpack_from("<q", self.page, 8 * FIELDS.index(name))[0]

    def put(self, name, value):
        struct.pack_into("<q", self.page, 8 * FIELDS.index(name), value)

    def arm(self, number, stays):
        self.put("failed", 0)
        self.put("stays", stays)
        self.put("left", number)

    def disarm(self):
        """How many allocations failed since arm()."""
        self.put("left", 0)
        return self.get("failed")
