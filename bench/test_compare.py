#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py on small files whose answer is known."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMPARE = Path(__file__).parent / "compare.py"
STEADY = [100 + 0.1 * (i % 5) for i in range(21)]


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, rows):
        path = Path(self.folder.name) / name
        content = rows
        if not isinstance(rows, str):
            results = [{"entry": e, "row": r, "samples_ns": s} for (e, r), s in rows.items()]
            content = json.dumps({"results": results})
        path.write_text(content, encoding="utf-8")
        return path

    def compare(self, before, after, *more):
        a, b = self.write("a.json", before), self.write("b.json", after)
        done = subprocess.run(
            [sys.executable, COMPARE, a, b, *more], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    def verdict(self, before, after, *more):
        status, output, _ = self.compare({("x.y", "r"): before}, {("x.y", "r"): after}, *more)
        return status, output.splitlines()[1].split()[-1]

    def test_same(self):
        self.assertEqual(self.verdict(STEADY, STEADY), (0, "equal"))

    def test_slower(self):
        self.assertEqual(self.verdict(STEADY, [1.05 * s for s in STEADY]), (1, "slower"))

    def test_faster(self):
        self.assertEqual(self.verdict(STEADY, [0.9 * s for s in STEADY]), (0, "faster"))

    def test_within_the_margin(self):
        slower = [1.05 * s for s in STEADY]
        self.assertEqual(self.verdict(STEADY, slower, "--margin", "6"), (0, "equal"))

    def test_noise_is_no_change(self):
        noisy = [80 + 4 * (i * 7 % 21) for i in range(21)]
        self.assertEqual(self.verdict(noisy, [1.05 * s for s in noisy]), (0, "equal"))

    def test_one_row_is_enough_to_fail(self):
        before = {("x.y", "a"): STEADY, ("x.y", "b"): STEADY}
        after = {("x.y", "a"): [0.5 * s for s in STEADY], ("x.y", "b"): [1.5 * s for s in STEADY]}
        status, output, _ = self.compare(before, after)
        self.assertEqual(status, 1)
        self.assertIn("1 faster, 1 slower, 0 equal", output)

    def test_rows_of_one_side_are_named(self):
        status, output, _ = self.compare(
            {("x.y", "a"): STEADY, ("x.y", "old"): STEADY},
            {("x.y", "a"): STEADY, ("x.y", "new"): STEADY},
        )
        self.assertEqual(status, 0)
        self.assertRegex(output, r"old +only before")
        self.assertRegex(output, r"new +only after")

    def test_bad_files(self):
        good = {("x.y", "a"): STEADY}
        for bad in (
            "",
            "{",
            "[]",
            '{"results": []}',
            '{"results": [{"entry": "x"}]}',
            {("x.y", "a"): [1, 2]},
            {("x.y", "a"): [1, 2, -3]},
            {("x.y", "a"): ["one", 2, 3]},
            {("other", "a"): STEADY},
        ):
            for before, after in ((good, bad), (bad, good)):
                status, output, errors = self.compare(before, after)
                self.assertEqual((status, output), (2, ""), bad)
                self.assertEqual(len(errors.splitlines()), 1, errors)
                self.assertTrue(errors.startswith("compare.py: "), errors)


if __name__ == "__main__":
    unittest.main()
