#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The net in the binary is used where it lies: engines share its pages and hold no copy.

usage: test_memory.py ENGINE [CASE...]
"""

import collections
import struct
import sys
from pathlib import Path

from support import Engine, Skip, case, check, check_equal, run

HEADER_BYTES = 128  # src/nnue/container.h
INPUTS = 768
NEEDLE_BYTES = 512  # of weights, nowhere twice
READ_MAX = 1 << 30  # larger mappings are address space that sanitizers set aside

Mapping = collections.namedtuple("Mapping", "start end offset writable path kib")


def find_net(binary):
    """File offset of the embedded container and its width."""
    data = Path(binary).read_bytes()
    at = -1
    while (at := data.find(b"RAVELNET", at + 1)) >= 0:
        version, inputs, buckets, _, width = struct.unpack_from("<5I", data, at + 8)
        if version == 1 and inputs == INPUTS:
            return at, width, buckets, data
    raise AssertionError("no net in the binary")


def mappings(pid):
    found = []
    for line in Path(f"/proc/{pid}/smaps").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[0].endswith(":"):
            if words[-1] == "kB":
                found[-1].kib[words[0][:-1]] = int(words[1])
            continue
        start, end = (int(part, 16) for part in words[0].split("-"))
        path = words[5] if len(words) > 5 else ""
        found.append(Mapping(start, end, int(words[2], 16), "w" in words[1], path, {}))
    return found


def memory(pid, mapping):
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
        file.seek(mapping.start)
        try:
            return file.read(mapping.end - mapping.start)
        except OSError:
            return b""  # set aside without access


@case("processes share the net's pages and copy nothing")
def _(path):
    if sys.platform != "linux" or not Path("/proc/self/smaps").exists():
        raise Skip("no /proc/PID/smaps here")
    at, width, buckets, data = find_net(path)
    bytes_wanted = HEADER_BYTES + 2 * buckets * INPUTS * width
    middle = at + bytes_wanted // 2
    needle = data[middle : middle + NEEDLE_BYTES]
    with Engine(path) as first, Engine(path) as second:
        for engine in (first, second):
            engine.set_up("setoption name Hash value 1")
            engine.position("startpos")
            engine.go("depth 8")
        for engine in (first, second):
            pid = engine.process.pid
            maps = mappings(pid)
            binary = str(Path(path).resolve())
            holders = [m for m in maps if m.path == binary and m.offset <= at
                       and at + bytes_wanted <= m.offset + m.end - m.start]
            check_equal(len(holders), 1, "mappings that hold the net")
            net = holders[0]
            check_equal((net.start + at - net.offset) % 64, 0, "alignment of the net")
            # A page that was written to would be anonymous. "Dirty" tells nothing: that is what
            # the pages of a program fresh from the linker are.
            check_equal(net.kib["Anonymous"], 0, "KiB of copies")
            # The pages that both have touched; a search touches most columns.
            shared_kib = net.kib["Shared_Clean"] + net.kib["Shared_Dirty"]
            check(shared_kib * 1024 > bytes_wanted / 2, net.kib)
            searched = 0
            for mapping in maps:
                if mapping.writable and mapping.end - mapping.start <= READ_MAX:
                    content = memory(pid, mapping)
                    searched += len(content)
                    check(needle not in content, "a copy of the net in", mapping)
            check(searched > 1 << 20, "only", searched, "bytes of writable memory read")


if __name__ == "__main__":
    run()
