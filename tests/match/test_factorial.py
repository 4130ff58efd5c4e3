#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The factorial experiment against a fastchess that draws results from a known model."""

import contextlib
import io
import os
import random
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import factorial
import fake_fastchess
import fastchess

FAKE = str(Path(__file__).with_name("fake_fastchess.py"))


class EstimateTest(unittest.TestCase):
    def test_exact_scores_give_exact_effects(self):
        effects = [20.0, -7.5, 0.0]
        batches = []
        for batch in range(40):
            signs = factorial.toss(3, 5, batch)
            elo = sum(e * s for e, s in zip(effects, signs))
            batches.append((signs, elo / factorial.ELO_SLOPE))
        for (elo, bar), effect in zip(factorial.estimate(batches), effects):
            self.assertAlmostEqual(elo, effect, places=6)
            self.assertLess(bar, 1e-6)

    def test_bars_hold_the_truth_nineteen_times_in_twenty(self):
        dice = random.Random(3)
        inside = 0
        for run in range(300):
            batches = []
            for batch in range(30):
                signs = factorial.toss(2, run, batch)
                batches.append((signs, 0.02 * signs[0] - 0.01 * signs[1] + dice.gauss(0, 0.1)))
            for (elo, bar), truth in zip(factorial.estimate(batches), (0.02, -0.01)):
                inside += abs(elo - truth * factorial.ELO_SLOPE) <= bar
        self.assertTrue(0.91 < inside / 600 < 0.975, inside)

    def test_too_few_batches_are_refused(self):
        with self.assertRaises(fastchess.MatchError):
            factorial.estimate([([1, 1, 1], 0.1)] * 3)
        with self.assertRaises(fastchess.MatchError):
            factorial.estimate([([1, 1], 0.1)] * 9)

    def test_tosses_are_fair_and_their_own(self):
        sums = [0] * 20
        for batch in range(1000):
            sums = [a + b for a, b in zip(sums, factorial.toss(20, 1, batch))]
        self.assertLess(max(abs(total) for total in sums), 130)
        self.assertEqual(factorial.toss(20, 1, 7), factorial.toss(20, 1, 7))
        self.assertNotEqual(factorial.toss(20, 1, 0), factorial.toss(20, 1, 1))
        self.assertNotEqual(factorial.toss(20, 1, 0), factorial.toss(20, 2, 0))


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "book.epd").write_text("4k3/8/8/8/8/8/8/4K3 w - -\n", encoding="utf-8")
        # 10 Elo for each scale away from the best, squared: A is worth 90, B costs 40, C nothing.
        model = mock.patch.dict(os.environ, {"FAKE_OPTIMA": "A=3/1 B=0/1 C=1/1"})
        model.start()
        self.addCleanup(model.stop)

    def run_tool(self, *more, changes=("A=0/3", "B=0/2", "C=0/2")):
        book = ("--book", str(self.folder / "book.epd"), "--csv", str(self.folder / "f.csv"))
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            arguments = ["--fastchess", FAKE, "--engine", FAKE, *book, "--nodes", "1000", *more]
            self.assertEqual(factorial.main([*arguments, *changes]), 0)
        return out.getvalue()

    def test_finds_what_each_change_is_worth(self):
        with mock.patch.object(fastchess, "run", lambda _, words: fake_fastchess.play(words)):
            out = self.run_tool("--batches", "400", "--games", "32")
        found = re.findall(r"^  (\w) +\d+ -> \d+ +([-+.\d]+) \+- ([.\d]+)$", out, re.M)[-3:]
        self.assertEqual([name for name, _, _ in found], ["A", "C", "B"])
        # Scores saturate where effects are large, so large ones come out somewhat small.
        for (_, elo, bar), truth in zip(found, (90, 0, -40)):
            self.assertLess(float(bar), 9)
            self.assertLess(abs(float(elo) - truth), 18)

    def test_goes_on_where_it_ended(self):
        self.run_tool("--batches", "8")
        first = (self.folder / "f.csv").read_text(encoding="utf-8")
        self.run_tool("--batches", "12")
        both = (self.folder / "f.csv").read_text(encoding="utf-8")
        self.assertTrue(both.startswith(first))
        self.assertEqual(len(both.splitlines()), 13)
        (self.folder / "f.csv").unlink()
        self.run_tool("--batches", "12")
        self.assertEqual((self.folder / "f.csv").read_text(encoding="utf-8"), both)

    def test_refuses_what_makes_no_sense(self):
        self.run_tool("--batches", "8")
        for changes in (("A=0/3",), ("A=0/0", "B=0/2", "C=0/2"), ("A", "B=0/2", "C=0/2")):
            with self.assertRaises(fastchess.MatchError):
                self.run_tool("--batches", "8", changes=changes)
        (self.folder / "f.csv").write_text("no run\n", encoding="utf-8")
        with self.assertRaises(fastchess.MatchError):
            self.run_tool("--batches", "8")


if __name__ == "__main__":
    unittest.main()
