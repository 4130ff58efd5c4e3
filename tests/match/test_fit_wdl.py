#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fit_wdl.py finds the model that games were drawn from, and counts material along them."""

import collections
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

import fit_wdl

A, B = 150.0, 90.0


def drawn_games(count, rng):
    """Games of two moves with a score each and a result that the model gives."""
    for _ in range(count):
        cp = rng.randint(-400, 400)
        win, loss = (1 / (1 + math.exp((A - sign * cp) / B)) for sign in (1, -1))
        luck = rng.random()
        result = "1-0" if luck < win else "0-1" if luck < win + loss else "1/2-1/2"
        yield (
            f'[Event "?"]\n[Result "{result}"]\n\n'
            f"1. e2e4 {{{cp / 100:+.2f}/9 0.1s}} e7e5 {{{-cp / 100:+.2f}/9 0.1s}} {result}\n\n"
        )


class FitWdl(unittest.TestCase):
    def test_finds_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(drawn_games(6000, random.Random(5))))
            cells = collections.defaultdict(collections.Counter)
            with open(path, encoding="utf-8") as file:
                used = [fit_wdl.add_game(tags, text, cells) for tags, text in fit_wdl.split_games(file)]
            self.assertEqual(used, [2] * 6000)
            found = fit_wdl.minimise(
                lambda p: fit_wdl.surprise([p[0], 0, 0, p[1], 0, 0], cells), [60.0, 200.0], [30.0, 30.0], rounds=60
            )
            self.assertAlmostEqual(found[0], A, delta=12)
            self.assertAlmostEqual(found[1], B, delta=8)

    def test_counts_material(self):
        board = fit_wdl.Board("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
        self.assertEqual(board.material(), 23)
        for start, end, promotion, material in (
            ("e5", "d6", "", 22),  # en passant
            ("e8", "h8", "", 22),  # castling, king takes rook
            ("b7", "a8", "q", 25),  # takes a rook and becomes a queen
            ("h8", "h1", "", 20),
        ):
            self.assertTrue(board.play(start, end, promotion) or start == "h8")
            if start != "h8":
                self.assertEqual(board.material(), material)
        self.assertFalse(fit_wdl.Board(fit_wdl.START).play("e7", "e5", ""), "not that side's turn")

    def test_refuses_what_it_cannot_use(self):
        tool = os.path.join(os.path.dirname(fit_wdl.__file__), "fit_wdl.py")
        with tempfile.TemporaryDirectory() as folder:
            san = os.path.join(folder, "san.pgn")
            with open(san, "w", encoding="utf-8") as file:
                file.write('[Result "1-0"]\n\n1. e4 {+0.31/9 0.1s} e5 {-0.2/9 0.1s} 1-0\n')
            for arguments in ([], [os.path.join(folder, "none")], [san]):
                done = subprocess.run([sys.executable, tool, *arguments], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertTrue(done.stderr)


if __name__ == "__main__":
    unittest.main()
