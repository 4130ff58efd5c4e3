#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may include whom: reads every #include under src/ and kernels/ and fails on a wrong one.

A room sees itself and the rooms below it; rooms on one level do not see each other. Includes of our
own headers are written from the root ("position/see.h"), and each library has the files that may
speak to it. test_layers.py proves that each kind of fault is found.

usage: layers.py [ROOT]
"""

import re
import sys
from pathlib import Path

# From the ground up. CONTRIBUTING.md tells the reasons.
LEVELS = [
    {"base"},
    {"chess"},
    {"kernels"},
    {"position"},
    {"nnue", "tt", "syzygy", "book", "record"},
    {"search"},
    {"engine"},
    {"uci", "tools"},
]
LEVEL_OF = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

# The kernels work on nets, so they share the constants of their shape, and nothing else: a header
# named here may itself include no room but base.
EXCEPTIONS = {("kernels/nnue.h", "nnue/arch.h")}

# Libraries with one door, so that a build without them touches one file. The value is a pattern of
# the files that may include the header.
DOORS = {
    r"cpu_features/.*": r"kernels/isa_x86\.c|kernels/isa_arm\.c",
    r"tbprobe\.h": r"syzygy/syzygy\.c",
    r"numa\.h": r"base/numa\.c",
    r"windows\.h": r"base/\w+_windows\.c",
    r"zstd.*\.h": r"record/(stream|archive|sink)\.c",
    r"lzma\.h": r"$^",
    r"criterion/.*": r"$^",
    r"math\.h": r"tools/.*",
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def sources(root):
    """Pairs of (name as includes spell it, path) of all C files, in a fixed order."""
    found = []
    for base, prefix in ((root / "src", ""), (root / "kernels", "kernels/")):
        for path in sorted(base.rglob("*.[ch]")):
            found.append((prefix + path.relative_to(base).as_posix(), path))
    return found


def check_include(name, quote, target):
    """What is wrong with `name` including `target`, or None."""
    for pattern, allowed in DOORS.items():
        if re.fullmatch(pattern, target):
            if re.fullmatch(allowed, name):
                return None
            return f"{target} has a door of its own, and this file is not it"
    room, slash, _ = target.partition("/")
    if room not in LEVEL_OF:
        if quote == "<":
            return None
        return f'"{target}" is not written from the root, or names no room'
    if not slash:
        return None
    if quote == "<":
        return f"our own <{target}> belongs in quotes"
    own_room = name.partition("/")[0]
    if own_room == room or (name, target) in EXCEPTIONS:
        return None
    if LEVEL_OF[room] > LEVEL_OF[own_room]:
        return f"upward: {own_room} must not see {room}"
    if LEVEL_OF[room] == LEVEL_OF[own_room]:
        return f"sideways: {own_room} and {room} do not see each other"
    return None


def check_exception(name, target):
    """A header that is shared downward must not bring its own room along."""
    shared = {to for _, to in EXCEPTIONS}
    room = target.partition("/")[0]
    if name in shared and room in LEVEL_OF and room != "base":
        return f"{name} is shared with a lower room and must include only base"
    return None


def check_tree(root):
    """All faults of a tree as text lines, and the number of includes that were read."""
    faults = []
    count = 0
    for name, path in sources(root):
        text = path.read_text(encoding="utf-8")
        if name.partition("/")[0] not in LEVEL_OF:
            faults.append(f"{path.relative_to(root)}: stands in no known room")
            continue
        for match in INCLUDE.finditer(text):
            count += 1
            quote, target = match.groups()
            fault = check_include(name, quote, target) or check_exception(name, target)
            if fault:
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{path.relative_to(root)}:{line}: {fault}")
    return faults, count


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    faults, count = check_tree(root)
    for fault in faults:
        print(fault)
    if count == 0:
        print(f"no include found under {root}: wrong folder?")
        return 1
    print(f"layers: {count} includes read, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
