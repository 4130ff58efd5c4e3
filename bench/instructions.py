#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many instructions a call of each row of each kernel entry takes, counted by callgrind.

usage: instructions.py PROGRAM [--only TEXT] [--width N]

PROGRAM is ravelin-bench, which calls every row once with each of its inputs and nothing else
(--counted). callgrind writes a dump after each row; what the entry's driver spent in the row, over
the number of its calls, is the figure: the row with all that it calls, without the driver's own
loop. The count is exact and the same on every run, however busy the machine is. Instructions are
no time: it is shown how many there are of scalar's.

valgrind shows the program a processor of its own, with AVX2 at most. Rows above that are named as
skipped on standard error.

Exit status: 0 counted, 2 something failed.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = [
    "valgrind",
    "--tool=callgrind",
    "--quiet",
    "--compress-strings=no",
    "--compress-pos=no",
    "--dump-after=counted_batch*",
]
# The functions of kernels/entries.c that call a row. The compiler makes one of two that are equal,
# and then a driver goes through another.
DRIVER = "run_"


class Failed(Exception):
    pass


def count_of_dump(text):
    """(calls, instructions within them) that the driver of a dump made."""
    calls = instructions = 0
    in_driver = is_row = is_cost_next = False
    for line in text.splitlines():
        if is_cost_next:  # "LINE COST", all that the calls took
            instructions += int(line.split()[1])
            is_cost_next = False
        elif line.startswith("fn="):
            in_driver = line.startswith("fn=" + DRIVER)
        elif line.startswith("cfn="):
            is_row = not line.startswith("cfn=" + DRIVER)
        elif in_driver and is_row and line.startswith("calls="):
            calls += int(line.removeprefix("calls=").split()[0])
            is_cost_next = True
    return calls, instructions


def read_rows(output):
    """(rows called as (entry, row, calls), rows skipped as (entry, row)) from the program's lines."""
    called, skipped = [], []
    for line in output.splitlines():
        match = re.fullmatch(r"called (\S+) (\S+) (\d+)|skipped (\S+) (\S+)", line)
        if not match:
            raise Failed(f"ravelin-bench said: {line}")
        if match[1]:
            called.append((match[1], match[2], int(match[3])))
        else:
            skipped.append((match[4], match[5]))
    return called, skipped


def instructions_of(called, dumps):
    """[(entry, row, instructions a call)] from the rows and their dumps, in the same order."""
    if len(called) != len(dumps) or not called:
        raise Failed(f"{len(dumps)} dumps for {len(called)} rows")
    found = []
    for (entry, row, calls), text in zip(called, dumps):
        counted, instructions = count_of_dump(text)
        if counted != calls or instructions == 0:
            raise Failed(f"{entry} {row}: {counted} calls in the dump, {calls} made")
        found.append((entry, row, instructions / calls))
    return found


def run(program, arguments):
    """(the program's lines, its dumps in order)."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "dump"
        command = [*TOOL, f"--callgrind-out-file={out}", program, "--counted", *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failed(error) from error
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no message"])[0]
            raise Failed(f"ravelin-bench under valgrind: {last}")
        # dump.1, dump.2, ...; what came after the last row is in "dump".
        paths = sorted(Path(folder).glob("dump.*"), key=lambda path: int(path.suffix[1:]))
        return done.stdout, [path.read_text(encoding="utf-8") for path in paths]


def print_table(found):
    scalar = {entry: count for entry, row, count in found if row == "scalar"}
    print(f"{'entry':20} {'row':16} {'instructions':>12}  of scalar")
    for entry, row, count in found:
        print(f"{entry:20} {row:16} {count:12.1f}  {count / scalar[entry]:9.3f}")


def main(arguments):
    parser = argparse.ArgumentParser(description="Instructions a call, counted by callgrind.")
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("--only", metavar="TEXT")
    parser.add_argument("--width", metavar="N")
    options = parser.parse_args(arguments)
    more = ["--only", options.only] if options.only else []
    more += ["--width", options.width] if options.width else []
    try:
        output, dumps = run(options.program, more)
        called, skipped = read_rows(output)
        found = instructions_of(called, dumps)
    except Failed as error:
        print(f"instructions.py: {error}", file=sys.stderr)
        return 2
    print_table(found)
    for entry, row in skipped:
        print(f"SKIPPED: {entry} {row}, valgrind's processor lacks it", file=sys.stderr)
    print(f"{len(found)} rows counted, {len(skipped)} SKIPPED", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
