#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""instructions.py on dumps cut short from real ones, and on the program where valgrind is here.

usage: test_instructions.py [PROGRAM]

Without PROGRAM, for sanitized builds, which do not run under valgrind, the second part is skipped.
"""

import contextlib
import io
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import instructions

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else None
SCRIPT = Path(__file__).parent / "instructions.py"

# One driver goes through another, which the compiler found equal. The first call of a row is kept
# apart; what other
# functions called, and the driver's own loop ("0 589"), do not count.
DUMP = """\
# callgrind format
part: 35
desc: Trigger: --dump-after=counted_batch.isra.0
events: Ir
fn=run_renew
0 1
cfn=run_refresh
calls=1 0
0 13939

fn=run_refresh
0 32
cfn=nnue_refresh_avx2_512
calls=1 0
0 414
0 589
cfn=nnue_refresh_avx2_512
calls=31 0
0 12834
0 70

fn=counted_batch.isra.0
0 4
cfn=run_renew
calls=1 0
0 13940

fn=nnue_refresh_avx2_512
0 13248

totals: 13944
"""


class Instructions(unittest.TestCase):
    def test_dump(self):
        self.assertEqual(instructions.count_of_dump(DUMP), (32, 414 + 12834))

    def test_rows(self):
        called, skipped = instructions.read_rows("called a.b scalar 32\nskipped a.b avx512/512\n")
        self.assertEqual(called, [("a.b", "scalar", 32)])
        self.assertEqual(skipped, [("a.b", "avx512/512")])
        for bad in ("called a.b scalar", "called a.b scalar many", "skipped a.b", "abacus"):
            with self.assertRaises(instructions.Failed):
                instructions.read_rows(bad)

    def test_figures(self):
        row = ("nnue.refresh", "avx2/512", 32)
        self.assertEqual(
            instructions.instructions_of([row], [DUMP]), [("nnue.refresh", "avx2/512", 414.0)]
        )
        no_driver = DUMP.replace("run_", "other_")
        for called, dumps in (
            ([row], []),
            ([], []),
            ([row], [DUMP, DUMP]),
            ([("nnue.refresh", "avx2/512", 31)], [DUMP]),
            ([row], [no_driver]),
        ):
            with self.assertRaises(instructions.Failed):
                instructions.instructions_of(called, dumps)

    def test_table(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            instructions.print_table([("a.b", "scalar", 200.0), ("a.b", "avx2", 50.0)])
        self.assertRegex(out.getvalue(), r"a\.b +avx2 +50\.0 +0\.250\n$")

    def script(self, *arguments):
        command = [sys.executable, SCRIPT, PROGRAM, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_program(self):
        if PROGRAM is None:
            self.skipTest("a sanitized build: NOTHING WAS COUNTED")
        if shutil.which("valgrind") is None:
            self.skipTest("no valgrind here: NOTHING WAS COUNTED")
        done = self.script("--only", "nnue.add1sub1", "--width", "128")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[1], r"^nnue\.add1sub1 +scalar +\d+\.\d +1\.000$")
        self.assertIn(f"{len(lines) - 1} rows counted, ", done.stderr)
        again = self.script("--only", "nnue.add1sub1", "--width", "128")
        self.assertEqual(again.stdout, done.stdout)
        done = self.script("--only", "abacus")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no entry is called 'abacus'", done.stderr)


if __name__ == "__main__":
    unittest.main()
