#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each level does its work in its own words: reads the machine code of the NNUE kernels (x86-64,
no LTO).

The instruction that the output layer of a level is built on must be there, in the vectors of that
level, in every entry with an output in it; and instructions or registers of a higher level must
not.

usage: words.py BUILD_FOLDER
"""

import json
import re
import subprocess
import sys
from pathlib import Path

# Object -> (pattern that each entry with an output must hold, the same for those with layers, pattern
# that nothing may hold). objdump marks the VEX form of an instruction that AVX-512 has too.
WORDS = {
    "nnue_sse41": (r"\bpmaddwd .*%xmm", r"\bpmaddubsw .*%xmm", r"\bv[a-z]|%ymm|%zmm"),
    "nnue_avx2": (r"\bvpmaddwd .*%ymm", r"\bvpmaddubsw .*%ymm",
                  r"vpdp|%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])"),
    "nnue_avxvnni": (r"\{vex\} vpdpwssd .*%ymm", r"\{vex\} vpdpbusd .*%ymm",
                     r"vpmaddwd|vpmaddubsw|%zmm|%k[0-7]|%[xy]mm(1[6-9]|2[0-9]|3[01])"),
    "nnue_avx512": (r"\bvpmaddwd .*%zmm", r"\bvpmaddubsw .*%zmm", r"vpdp|vpermb|vpcompressw"),
    "nnue_avx512vnni": (r"\bvpdpwssd .*%zmm", r"\bvpdpbusd .*%zmm", r"vpmaddwd|vpmaddubsw"),
}
# Squares that nothing is added to are its work in layers.
ALONE_IN_LAYERS = "vpmaddwd|"
OUTPUTS = 12  # output and two evaluations; for any width, 512, 768, 1024
LAYERS = 4


def functions(path):
    """Name and code of each function of an object."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "--no-addresses", str(path)],
        check=True, capture_output=True, text=True,
    ).stdout
    for block in re.split(r"\n\n", text):
        name, found, code = block.strip("\n").partition(">:\n")
        if found:
            yield name.rpartition("<")[2], code


def check(source, path):
    must, must_in_layers, must_not = WORDS[source.stem]
    faults = []
    outputs = layers = 0
    for name, code in functions(path):
        wrong = re.search(must_not, code)
        if name.startswith(("nnue_output_", "nnue_eval_")):
            outputs += 1
            if not re.search(must, code):
                faults.append(f"{source.name}: {name} has no {must}")
        if name.startswith("nnue_layers_"):
            layers += 1
            if not re.search(must_in_layers, code):
                faults.append(f"{source.name}: {name} has no {must_in_layers}")
            wrong = re.search(must_not.replace(ALONE_IN_LAYERS, ""), code)
        if wrong:
            faults.append(f"{source.name}: {name} has {wrong.group()}")
    if outputs != OUTPUTS:
        faults.append(f"{source.name}: {outputs} entries with a dot product, wanted {OUTPUTS}")
    if layers != LAYERS:
        faults.append(f"{source.name}: {layers} entries with layers, wanted {LAYERS}")
    return faults


def main():
    build = Path(sys.argv[1])
    faults = []
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = Path(entry["file"])
        # The tests compile some of these sources a second time, for no instruction set.
        if source.stem in WORDS and entry["output"].startswith("kernels/"):
            seen.add(source.stem)
            faults += check(source, build / entry["output"])
    faults += [f"{name}: not in this build" for name in sorted(set(WORDS) - seen)]
    for fault in faults:
        print(fault)
    print(f"words: {len(seen)} objects read, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
