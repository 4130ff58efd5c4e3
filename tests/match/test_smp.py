#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The comparison of threads and processes with the real engine. That the figures are good is for an
idle machine to say; here they must be there, and count all threads.

usage: test_smp.py ENGINE
"""

import contextlib
import io
import re
import sys
import unittest

import smp
from fastchess import MatchError

ENGINE = sys.argv.pop() if len(sys.argv) > 1 else ""


class SmpTest(unittest.TestCase):
    def compare(self, *more):
        out = io.StringIO()
        arguments = ["--engine", ENGINE, "--ms", "50", "--hash", "2", *more]
        with contextlib.redirect_stdout(out):
            return smp.main(arguments), out.getvalue()

    def test_figures_and_their_ratio(self):
        status, told = self.compare("--rounds", "3", "--threads", "2")
        self.assertEqual(status, 0)
        rows = [[float(n) for n in row] for row in re.findall(r"^(\d+) (\d+) ([\d.]+)$", told, re.M)]
        self.assertEqual(len(rows), 3, told)
        for together, apart, ratio in rows:
            self.assertAlmostEqual(ratio, together / apart, delta=0.001)
        middle = [sorted(column)[1] for column in zip(*rows)]
        self.assertIn(f"medians {middle[0]:.0f} {middle[1]:.0f}, ratio", told)

    def test_fails_below_the_least_ratio(self):
        self.assertEqual(self.compare("--rounds", "1", "--least", "1000")[0], 1)

    def test_both_orders_of_the_numbers_are_read(self):
        for line in ("info depth 3 nodes 70 nps 1 time 2 pv a", "info time 2 depth 1 nodes 70 pv a"):
            match = smp.SPEED.match(line)
            self.assertEqual({match[1], match[2], match[3], match[4]}, {"70", "2", None})

    def test_refuses_nonsense(self):
        with self.assertRaises(MatchError):
            self.compare("--threads", "0")


if __name__ == "__main__":
    unittest.main()
