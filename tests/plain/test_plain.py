#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what stands in for Criterion to the ends that tests can have: test_plain.py EXAMPLE"""

import re
import subprocess
import sys
import unittest

EXAMPLE = sys.argv.pop()
LINE = re.compile(r"(ok|not ok) (\d+) - (\w+)::(\w+)( # SKIP)?")


class Plain(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ended = subprocess.run([EXAMPLE], capture_output=True, text=True, check=False, timeout=60)
        cls.lines = cls.ended.stdout.splitlines()
        cls.results = [LINE.fullmatch(line) for line in cls.lines if "ok " in line]

    def test_every_test_is_counted(self):
        self.assertEqual(self.lines[0], f"1..{len(self.results)}")
        self.assertEqual([int(found[2]) for found in self.results],
                         list(range(1, len(self.results) + 1)))
        self.assertEqual(self.ended.returncode, 1)

    def test_each_ends_as_it_should(self):
        ends = {(found[3], found[4]): found[1] + (found[5] or "") for found in self.results}
        failed = {name for name, end in ends.items() if end == "not ok"}
        self.assertEqual({suite for suite, _ in failed}, {"fails", "prepared"})
        self.assertEqual(failed, {name for name in ends if name[0] == "fails"}
                         | {("prepared", "fails_afterwards")})
        self.assertEqual(ends["skips", "with_a_reason"], "ok # SKIP")
        self.assertEqual(sum(end == "ok # SKIP" for end in ends.values()), 1)

    def test_the_reason_is_told(self):
        def before(name):
            return self.lines[next(i for i, line in enumerate(self.lines) if line.endswith(name)) - 1]

        self.assertRegex(before("fails::plainly"), r"^# .*example\.c:\d+: expected false: with 1$")
        self.assertRegex(before("fails::eq"), r"expected 1 == 2: $")
        self.assertEqual(before("fails::by_a_signal"), "# ended by signal 6")
        self.assertEqual(before("skips::with_a_reason # SKIP"), "# skipped: no reason here")


if __name__ == "__main__":
    unittest.main()
