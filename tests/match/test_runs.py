#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SPRT and gauntlet runs against a fastchess that draws results from a known model."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fake_fastchess
import fastchess
import gauntlet
import sprt
from fastchess import MatchError

FAKE = str(Path(__file__).with_name("fake_fastchess.py"))


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.book = str(self.folder / "book.epd")
        Path(self.book).write_text("4k3/8/8/8/8/8/8/4K3 w - -\n", encoding="utf-8")
        model = mock.patch.dict(os.environ, {"FAKE_OPTIMA": "A=100/10"})
        model.start()
        self.addCleanup(model.stop)

    def call(self, main, *arguments):
        """Exit status and output of a tool."""
        out = io.StringIO()
        common = ("--fastchess", FAKE, "--book", self.book)
        with contextlib.redirect_stdout(out):
            status = main([*arguments, *common])
        return status, out.getvalue()

    def sprt(self, *more):
        return self.call(
            sprt.main,
            *("--new", FAKE, "--base", FAKE, "--nodes", "1000", "--elo1", "10", *more),
        )

    def test_sprt_ends_as_the_games_say(self):
        # The base is 4 scales off, 160 Elo.
        status, told = self.sprt("--base-option", "A=140", "--games", "400")
        told = told[-400:]
        self.assertEqual(status, 0, told)
        self.assertRegex(told, r"\n400 games, \+\d+ =\d+ -\d+, pairs \[.*\]\nElo \+1\d\d\.\d \+- ")
        self.assertRegex(told, r"\nLLR \d+\.\d\d \(-2\.94, 2\.94\) \[0, 10\] logistic: H1\n")
        status, told = self.sprt("--new-option", "A=140", "--games", "400", "--model", "normalized")
        self.assertEqual(status, 1, told[-400:])
        self.assertIn("normalized: H0", told)
        status, told = self.sprt("--games", "20")
        self.assertEqual(status, 3, told[-400:])
        self.assertIn("0 games ended by the clock", told)

    def test_sprt_counts_games_that_went_wrong(self):
        with mock.patch.dict(os.environ, {"FAKE_REASON": "White loses on time (5ms overrun)"}):
            self.assertIn("\n1 games ended by the clock", self.sprt("--games", "20")[1])

    def test_what_cannot_be_played_is_refused(self):
        for arguments, reason in (
            (("--elo0", "5", "--elo1", "5"), "elo0 below elo1"),
            (("--tc", "1+0.01"), "either --nodes or --tc"),
            (("--book", "missing.epd"), "no book"),
            (("--book", FAKE), "an .epd or .pgn"),
            (("--new", "missing-engine"), "no engine missing-engine"),
        ):
            with self.assertRaisesRegex(MatchError, reason):
                # The last of two equal options counts.
                sprt.main(
                    ["--fastchess", FAKE, "--book", self.book, "--new", FAKE, "--base", FAKE]
                    + ["--nodes", "1000", *arguments]
                )
        with self.assertRaisesRegex(MatchError, "no program here"):
            fastchess.find_fastchess("missing-fastchess")

    def test_gauntlet_plays_pairs_apart_and_rates(self):
        games = self.folder / "g.pgn"
        runs = []

        def play(_, words, show):
            runs.append(words)
            names = [name for name, _ in fake_fastchess.engines(words)]
            with open(games, "a", encoding="utf-8") as file:
                for number in range(20):
                    for white, black in (names, names[::-1]):
                        # The first of a pair wins its games with White and draws one in five others.
                        won = white == names[0]
                        result = "1-0" if won else "1/2-1/2" if number % 5 == 0 else "1-0"
                        file.write(
                            f'[Round "{number}"]\n[White "{white}"]\n[Black "{black}"]\n'
                            f'[Result "{result}"]\n[FEN "{len(runs)} {number}"]\n\n{result}\n\n'
                        )
            return []

        arguments = ["--engine", f"us={FAKE}", "--opponent", f"one={FAKE}@3000"]
        arguments += ["--opponent", f"two={FAKE}", "--option", "two:A=3", "--pgn", str(games)]
        arguments += ["--tc", "1+0.01"]
        with mock.patch.object(fastchess, "run", play):
            status, told = self.call(gauntlet.main, *arguments)
        self.assertEqual((status, len(runs)), (0, 2))
        self.assertIn("option.A=3", runs[1])
        self.assertNotIn("option.A=3", runs[0])
        seeds = [words[words.index("-srand") + 1] for words in runs]
        self.assertEqual(len(set(seeds)), 2)
        self.assertIn("us against one: 40 games, +20 =4 -16, 55.0 %", told)
        self.assertIn("us in all: 80 games, +40 =8 -32, 55.0 %", told)
        # 55 % is 34.9 Elo.
        self.assertRegex(told, r"us: 3035 \+- \d+\n(two: 3000 \+- \d+\n)?one: 3000 \(anchor\)\n")

    def test_gauntlet_reads_engines(self):
        self.assertEqual(gauntlet.read_engine("a=b/c@3365"), ("a", "b/c", 3365.0))
        self.assertEqual(gauntlet.read_engine("a=b@x/c"), ("a", "b@x/c", None))
        for word in ("a", "=b", "a="):
            with self.assertRaises(MatchError):
                gauntlet.read_engine(word)
        engines = [("a", "x", None), ("b", "x", None), ("c", "x", None)]
        options = mock.Mock(option=[], tournament="roundrobin")
        self.assertEqual(len(gauntlet.choose_pairs(options, engines)), 3)
        with self.assertRaisesRegex(MatchError, "same name"):
            gauntlet.choose_pairs(options, engines + engines[:1])
        with self.assertRaisesRegex(MatchError, "no engine of this run: d"):
            gauntlet.choose_pairs(mock.Mock(option=["d:A=1"], tournament="gauntlet"), engines)


if __name__ == "__main__":
    unittest.main()
