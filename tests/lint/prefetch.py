#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The linked engine still loads ahead: reads its machine code (x86-64, symbols not stripped).

A compiler may take a function that only prefetches for one without effect and drop the calls; the
search then waits for memory, and nothing else tells. Each function named below must hold a prefetch
or call one that does, at most two calls deep.

usage: prefetch.py PROGRAM
"""

import re
import subprocess
import sys

# Who looks ahead: the picker at the entries of the moves that it gives, the evaluation's
# corrections at their counters. A copy of the core for a level has the level behind its names.
LOOK_AHEAD = ("picker_next", "correct_look_up")
CALLS_DEEP = 2


def read_functions(program):
    """{name without the compiler's suffix: code}; parts of one function are put together."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "--no-addresses", program],
        check=True, capture_output=True, text=True,
    ).stdout
    functions = {}
    for block in re.split(r"\n\n", text):
        name, found, code = block.strip("\n").partition(">:\n")
        if found:
            name = name.rpartition("<")[2].partition(".")[0]
            functions[name] = functions.get(name, "") + code + "\n"
    return functions


def loads_ahead(functions, name, calls_left):
    code = functions.get(name, "")
    if re.search(r"\bprefetch", code):
        return True
    called = set(re.findall(r"\b(?:call|jmp)q? +<?(\w+)", code)) - {name}
    return calls_left > 0 and any(loads_ahead(functions, c, calls_left - 1) for c in called)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    functions = read_functions(sys.argv[1])
    status = 0
    for root in LOOK_AHEAD:
        copies = [name for name in functions if re.fullmatch(rf"{root}(_[a-z0-9]+)?", name)]
        if root not in copies:
            print(f"{root}: not in {sys.argv[1]}, whose symbols must not be stripped")
            status = 1
        for name in copies:
            if not loads_ahead(functions, name, CALLS_DEEP):
                print(f"{name}: the prefetch that stands in the source is not in {sys.argv[1]}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
