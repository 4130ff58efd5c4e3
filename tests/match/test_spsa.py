#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The SPSA driver against a fastchess that draws results from a known model."""

import contextlib
import csv
import io
import json
import os
import random
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fake_fastchess
import fastchess
import spsa

FAKE = str(Path(__file__).with_name("fake_fastchess.py"))
INPUT = "A, int, 100.0, 0.0, 200.0, 8.0, 0.02\nB, int, 4.0, 0.0, 12.0, 0.5, 0.02\n"


class SpsaTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "in").write_text(INPUT, encoding="utf-8")
        (self.folder / "book.epd").write_text("4k3/8/8/8/8/8/8/4K3 w - -\n", encoding="utf-8")
        model = mock.patch.dict(os.environ, {"FAKE_OPTIMA": "A=140/20 B=7/1.5"})
        model.start()
        self.addCleanup(model.stop)

    def arguments(self, *more, state="s.json"):
        folder = self.folder
        return [
            *("--fastchess", FAKE, "--engine", FAKE, "--input", str(folder / "in")),
            *("--book", str(folder / "book.epd"), "--state", str(folder / state)),
            *("--nodes", "1000", "--games", "32", *more),
        ]

    def tune(self, *more, state="s.json"):
        """Runs the driver; what it prints."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(spsa.main(self.arguments(*more, state=state)), 0)
        return out.getvalue()

    def state(self, name="s.json"):
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def test_moves_towards_the_best_values(self):
        # 250 starts of a process would take a minute: the same lines without it.
        with mock.patch.object(fastchess, "run", lambda _, words: fake_fastchess.play(words)):
            out = self.tune("--iterations", "250")
        values = {p["name"]: p["value"] for p in self.state()["parameters"]}
        self.assertLess(abs(values["A"] - 140), 20)
        self.assertLess(abs(values["B"] - 7), 1.5)
        lines = [line.split() for line in out.splitlines()[-2:]]
        self.assertEqual(lines[0], ["A", str(round(values["A"])), "0", "200", "8", "0.02"])
        self.assertEqual(lines[1], ["B", str(round(values["B"])), "0", "12", "0.5", "0.02"])

    def test_goes_on_as_if_never_interrupted(self):
        whole = "--iterations", "5", "--log", str(self.folder / "whole.csv")
        self.tune(*whole, state="whole.json")
        parts = "--iterations", "5", "--log", str(self.folder / "parts.csv")
        real, calls = fastchess.play_batch, []

        def interrupted(*arguments):
            calls.append(arguments)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return real(*arguments)

        with mock.patch.object(fastchess, "play_batch", interrupted):
            with self.assertRaises(KeyboardInterrupt):
                self.tune(*parts, state="parts.json")
        self.assertEqual(len(self.state("parts.json")["history"]), 2)
        self.tune(*parts, state="parts.json")
        self.assertEqual(self.state("parts.json"), self.state("whole.json"))
        logs = [(self.folder / f"{n}.csv").read_text(encoding="utf-8") for n in ("whole", "parts")]
        self.assertEqual(logs[0], logs[1])
        rows = list(csv.DictReader(io.StringIO(logs[0])))
        self.assertEqual([row["iteration"] for row in rows], [str(k) for k in range(1, 6)])
        self.assertEqual(sum(int(rows[0][k]) for k in ("wins", "draws", "losses")), 32)

    def test_refuses_the_state_of_another_run(self):
        self.tune("--iterations", "2")
        for more in (("--iterations", "3"), ("--iterations", "2", "--seed", "9")):
            with self.assertRaisesRegex(fastchess.MatchError, "another (iterations|seed)"):
                self.tune(*more)
        with self.assertRaisesRegex(fastchess.MatchError, "other parameters"):
            self.tune("--iterations", "2", "--params", "A")
        (self.folder / "s.json").write_text("{", encoding="utf-8")
        with self.assertRaisesRegex(fastchess.MatchError, "no state"):
            self.tune("--iterations", "2")

    def test_ends_where_a_game_says_nothing(self):
        for reason in ("White makes an illegal move", "Black disconnects"):
            with mock.patch.dict(os.environ, {"FAKE_REASON": reason}):
                with self.assertRaisesRegex(fastchess.MatchError, reason):
                    self.tune("--iterations", "1")
        with mock.patch.dict(os.environ, {"FAKE_STATUS": "1"}):
            with self.assertRaisesRegex(fastchess.MatchError, "status 1"):
                self.tune("--iterations", "1")
        self.assertFalse((self.folder / "s.json").exists())

    def test_refuses_what_cannot_be_tuned(self):
        for line in ("A, float, 1.5, 0.0, 2.0, 0.1, 0.002", "A, int, 1.0, 0.0", "A, int, 9, 0, 8, 1, 1"):
            with self.assertRaises(fastchess.MatchError):
                spsa.parse_parameter(line)
        with self.assertRaisesRegex(fastchess.MatchError, "no parameter 'C'"):
            self.tune("--params", "A,C")
        with self.assertRaisesRegex(fastchess.MatchError, "even"):
            self.tune("--games", "15")


class ShakeTest(unittest.TestCase):
    def test_sides_differ_and_average_the_value(self):
        parameter = spsa.parse_parameter("A, int, 5.0, 0.0, 10.0, 0.1, 0.002")
        parameter["value"] = 5.3
        dice = random.Random(1)
        total = 0
        for _ in range(20000):
            sign, plus, minus = spsa.shake(parameter, 50, 50, dice)
            self.assertEqual((plus - minus) * sign, 1)
            total += plus + minus
        self.assertAlmostEqual(total / 40000, 5.3, delta=0.01)

    def test_stays_in_the_range(self):
        parameter = spsa.parse_parameter("A, int, 10.0, 0.0, 10.0, 3.0, 0.5")
        for k in range(1, 200):
            _, plus, minus = spsa.shake(parameter, k, 200, random.Random(k))
            self.assertTrue(0 <= min(plus, minus) <= max(plus, minus) <= 10)
        spsa.move(parameter, 1, 200, 1, 30)
        self.assertEqual(parameter["value"], 10)

    def test_gains_end_as_the_input_says(self):
        parameter = spsa.parse_parameter("A, int, 100.0, 0.0, 200.0, 8.0, 0.002")
        self.assertEqual(spsa.shake_size(parameter, 50, 50), 8)
        # At the end a / c = r_end * c_end.
        self.assertAlmostEqual(spsa.gain(parameter, 50, 50), 0.002 * 8)
        # By hand for k = 1 of 50: c = 8 * 50^.101 = 11.8764, a = .128 * (55/6)^.602 = .48589.
        self.assertAlmostEqual(spsa.shake_size(parameter, 1, 50), 11.8764, places=3)
        self.assertAlmostEqual(spsa.gain(parameter, 1, 50), 0.48580 / 11.8764, places=5)


if __name__ == "__main__":
    unittest.main()
