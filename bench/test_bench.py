#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-bench: its three outputs tell the same, and bad arguments are refused.

usage: test_bench.py PROGRAM
"""

import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

PROGRAM = sys.argv.pop(1)


def bench(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Bench(unittest.TestCase):
    def test_outputs(self):
        with tempfile.TemporaryDirectory() as folder:
            data_path, chart_path = Path(folder) / "r.json", Path(folder) / "r.svg"
            status, table, errors = bench("--quick", "--json", data_path, "--svg", chart_path)
            self.assertEqual((status, errors), (0, ""))
            data = json.loads(data_path.read_text(encoding="utf-8"))
            chart = xml.etree.ElementTree.parse(chart_path).getroot()
        rows = data["results"]
        self.assertGreaterEqual(len(rows), 10)
        self.assertEqual(len(table.splitlines()), len(rows) + 3)
        self.assertEqual(sum(e.tag.endswith("line") for e in chart), len(rows))
        families = {row["entry"].partition(".")[0] for row in rows}
        self.assertLessEqual({"movegen", "nnue", "tt", "see"}, families)
        self.assertTrue(0.1 < data["clock_ghz"] < 10, data["clock_ghz"])
        for row in rows:
            self.assertEqual(len(row["samples_ns"]), 21)
            self.assertEqual(sorted(row["samples_ns"])[10], row["ns"])
            cycles = row["ns"] * data["clock_ghz"]
            self.assertAlmostEqual(row["cycles"], cycles, delta=0.1 + row["ns"] / 1000)
            self.assertEqual(row["bound_cycles"] > 0, row["entry"].startswith("nnue."), row)
            if row["row"] == "scalar":
                self.assertEqual(row["scalar_ratio"], 1)

    def test_only(self):
        status, table, _ = bench("--quick", "--only", "nnue.output", "--width", "256")
        self.assertEqual(status, 0)
        self.assertIn("nnue.output", table)
        self.assertNotIn("movegen", table)
        self.assertIn("net width 256", table)

    def test_counted(self):
        status, output, _ = bench("--counted", "--only", "nnue.output", "--width", "256")
        self.assertEqual(status, 0)
        _, table, _ = bench("--quick", "--only", "nnue.output", "--width", "256")
        called = [line.split() for line in output.splitlines() if line.startswith("called")]
        self.assertEqual({(words[1], words[3]) for words in called}, {("nnue.output", "32")})
        timed = [line[21:37].strip() for line in table.splitlines()[3:]]
        self.assertEqual([words[2] for words in called], timed)

    def test_bad_arguments(self):
        for arguments in (
            ["--abacus"],
            ["--json"],
            ["--width", "100"],
            ["--width", "4096"],
            ["--width", "x"],
            ["--only", "abacus", "--quick"],
            ["--only", "abacus", "--counted"],
        ):
            status, output, errors = bench(*arguments)
            self.assertEqual((status, output), (2, ""), arguments)
            self.assertTrue(errors.startswith("ravelin-bench: "), errors)
        status, _, errors = bench("--quick", "--only", "nnue.output", "--json", "/no/such/folder/x")
        self.assertEqual(status, 1)
        self.assertIn("/no/such/folder/x", errors)


if __name__ == "__main__":
    unittest.main()
