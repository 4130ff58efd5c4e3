#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The baseline is a baseline: reads the machine code of a built tree (x86-64, no LTO).

An object whose compile command names an instruction set (-mavx2 and the like) is a kernel of that
level and may use it. Every other object runs on any x86-64 and must hold no instruction beyond
SSE2. A kernel object must not provide a function that the linker could pick for everybody (an
inline function of a shared header): it defines no weak symbol, and no global one that another
object defines too; and it has no constructor, which would run before detection.

The linked program is read as well, since link-time optimisation makes its code anew: every
instruction beyond SSE2 must lie, by the linker's map, in what came from a kernel object.

usage: baseline.py BUILD_FOLDER
"""

import bisect
import json
import re
import subprocess
import sys
from pathlib import Path

LEVEL_FLAG = re.compile(
    r"-m(arch=|tune=native|sse[34]|ssse3|avx|bmi|popcnt|lzcnt|fma|f16c|adx|movbe)"
)

# Everything past SSE2. VEX and EVEX mnemonics begin with v (verr, verw and the vm* of
# virtualisation do not matter here). tzcnt is left out: it is how `rep bsf` reads, which compilers
# emit for any x86-64 because older processors ignore the prefix and the result is the same.
BEYOND = re.compile(
    r"""
    v(?!err|erw)[a-z0-9]+
    | popcnt\w? | lzcnt\w? | andn[lq]? | bextr\w? | bls[ri]\w? | blsmsk\w? | bzhi\w?
    | p(dep|ext)[lq]? | mulx\w? | rorx\w? | s[ah][rl]x\w? | ad[co]x\w? | movbe\w? | crc32\w*
    | addsubp[sd] | h(add|sub)p[sd] | lddqu | movs[hl]dup | movddup                     # SSE3
    | pabs[bwd] | palignr | ph(add|sub)(w|d|sw) | pmaddubsw | pmulhrsw | pshufb | psign[bwd]
    | p?blendv?\w+ | dpp[sd] | extractps | insertps | movntdqa | mpsadbw | packusdw      # SSE4.1
    | pcmp(eq|gt)q | pextr[bdq] | pinsr[bdq] | phminposuw | p(min|max)(s[bd]|u[dw])
    | pmov[sz]x\w+ | pmul(dq|ld) | ptest | round[ps][sd] | pcmp[ei]str[im]              # and 4.2
    | aes\w+ | pclmul\w+ | sha1\w+ | sha256\w+ | gf2p8\w+ | xgetbv | k(mov|or|and|xor|not)\w+
    """,
    re.VERBOSE,
)
# xgetbv asks the system what it saves; detection may, and only detection.
MAY_XGETBV = re.compile(r"isa_x86\.c$")
MAY_XGETBV_LINKED = re.compile(r"isa_x86\.c\.o\)?$|libcpu_features\.a\(|/cpu_features/")
PREFIXES = ("rep", "repz", "repnz", "lock", "data16")
PROGRAM = "ravelin"
MAP_LINE = re.compile(r"^ (?:\.text\S*)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def compiled(build):
    """(source, object path, is a kernel level) of everything in the compile database."""
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = build / entry["output"]
        if path.is_file() and not entry["output"].startswith("tests/"):
            yield entry["file"], path, bool(LEVEL_FLAG.search(entry["command"]))


def instructions_beyond(source, path):
    """Faults of a baseline object: function and mnemonic, each pair once."""
    found = []
    function = "?"
    for line in run("objdump", "-d", "--no-show-raw-insn", str(path)).splitlines():
        if line.endswith(">:"):
            function = line.partition("<")[2][:-2]
            continue
        words = line.partition(":\t")[2].split()
        mnemonic = next((w for w in words if w not in PREFIXES), "")
        if BEYOND.fullmatch(mnemonic):
            if mnemonic == "xgetbv" and MAY_XGETBV.search(source):
                continue
            fault = f"{source}: {function} uses {mnemonic}"
            if fault not in found:
                found.append(fault)
    return found


def global_symbols(path):
    """(kind letter of nm, name) of each global definition in an object."""
    for line in run("nm", "--defined-only", "--extern-only", str(path)).splitlines():
        yield tuple(line.split()[-2:])


def mapped_objects(path):
    """(start, end, object) of each piece of code in a linker's map, by address."""
    pieces = []
    inside = False
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("."):
            inside = line.startswith(".text")
        match = MAP_LINE.match(line) if inside else None
        if match:
            start, size = int(match.group(1), 16), int(match.group(2), 16)
            if size:
                pieces.append((start, start + size, match.group(3)))
    return sorted(pieces)


def check_linked(program, pieces, is_level):
    """Faults of the linked program, and how many of its instructions kernels alone may have."""
    faults = []
    starts = [piece[0] for piece in pieces]
    allowed = 0
    code_text = run("objdump", "-d", "--no-show-raw-insn", "--section=.text", str(program))
    for line in code_text.splitlines():
        address, tab, code = line.partition(":\t")
        if not tab:
            continue
        words = code.split()
        mnemonic = next((w for w in words if w not in PREFIXES), "")
        if not BEYOND.fullmatch(mnemonic):
            continue
        at = int(address, 16)
        index = bisect.bisect_right(starts, at) - 1
        origin = pieces[index][2] if index >= 0 and at < pieces[index][1] else "unknown"
        if is_level(origin):
            allowed += 1
        elif not (mnemonic == "xgetbv" and MAY_XGETBV_LINKED.search(origin)):
            fault = f"linked program: {mnemonic} in code from {origin}"
            if fault not in faults:
                faults.append(fault)
    return faults, allowed


def check_program(build, levels):
    """Faults of the program of a build folder; its map must be there."""
    program, link_map = build / PROGRAM, build / f"{PROGRAM}.map"
    if not program.is_file() or not link_map.is_file():
        return [f"{program} or its map is missing"]
    names = [str(path.relative_to(build)) for _, path in levels]
    members = tuple(f"({Path(name).name})" for name in names)

    def is_level(origin):
        return origin.endswith(tuple(names)) or origin.endswith(members)

    pieces = mapped_objects(link_map)
    faults, allowed = check_linked(program, pieces, is_level)
    # Where nothing is found, or nothing is missed without the exemption, nothing was proved.
    if not allowed or not check_linked(program, pieces, lambda origin: False)[0]:
        faults.append("linked program: no instruction of any kernel was found")
    return faults


def check(build):
    faults = []
    baseline_count = 0
    owners = {}
    levels = []
    for source, path, is_level in compiled(build):
        if is_level:
            levels.append((source, path))
        else:
            baseline_count += 1
            faults += instructions_beyond(source, path)
        for _, name in global_symbols(path):
            owners.setdefault(name, set()).add(source)
    for source, path in levels:
        for kind, name in global_symbols(path):
            if kind in "WVu":
                faults.append(f"{source}: {name} is weak; the linker may keep it for everybody")
            elif len(owners[name]) > 1:
                faults.append(f"{source}: {name} is defined elsewhere too")
        if re.search(r"\.(init_array|ctors)", run("objdump", "-h", str(path))):
            faults.append(f"{source}: a constructor would run before detection")
    faults += check_program(build, levels)
    return faults, baseline_count, len(levels)


def main():
    faults, baseline_count, level_count = check(Path(sys.argv[1]))
    for fault in faults:
        print(fault)
    print(
        f"baseline: {baseline_count} baseline objects and {level_count} kernel objects and "
        f"the linked program read, {len(faults)} faults"
    )
    # With nothing to tell apart the check has proved nothing.
    return 1 if faults or not baseline_count or not level_count else 0


if __name__ == "__main__":
    sys.exit(main())
