#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the match tools read and compute, on small files with known figures."""

import contextlib
import io
import math
import random
import tempfile
import unittest
from pathlib import Path

import elo
import icc
import nps
import pgn
import pool
import rating
import results
from fastchess import MatchError

GAME = """[Event "x"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[FEN "{fen}"]

{moves} {result}

"""
MOVES = "1. e4 {+0.30/9 0.100s, n=50000, nps=1} e5 {-0.20/8 0.050s, n=10000, nps=1}"
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
OUTPUT = """Finished game 1 (new vs base): 1-0 {White mates}
Results of new vs base (1t, 16MB, book.epd):
Elo: 8.7 +/- 4, nElo: 9 +/- 5
Games: 10, Wins: 3, Losses: 1, Draws: 6, Points: 6.0 (60.00 %)
Ptnml(0-2): [0, 1, 2, 1, 1], WL/DD Ratio: 0.00
Results of new vs base (1t, 16MB, book.epd):
Elo: 8.7 +/- 4, nElo: 9 +/- 5
Games: 20, Wins: 8, Losses: 4, Draws: 8, Points: 12.0 (60.00 %)
Ptnml(0-2): [0, 2, 4, 2, 2], WL/DD Ratio: 0.00
"""
CONFIG = """{"stats": {"base vs new": {"wins": 4, "losses": 8, "draws": 8, "penta_WW": 0,
"penta_WD": 2, "penta_WL": 3, "penta_DD": 1, "penta_LD": 2, "penta_LL": 2}}}"""


def game(white, black, result, number=1, fen=FEN, moves=MOVES):
    return GAME.format(
        white=white, black=black, result=result, round=number, fen=fen, moves=moves
    )


class FilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def printed(self, main, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(main(list(arguments)), 0)
        return out.getvalue()

    def test_moves_and_comments(self):
        text = "1. e4 {book} e5 $1 (1... c5 {x} (1... d5)) 2.Nf3 {+1.0/3 0.5s, n=7} ; rest\n Nc6 1-0"
        wanted = [("e4", "book"), ("e5", ""), ("Nf3", "+1.0/3 0.5s, n=7"), ("Nc6", "")]
        self.assertEqual(pgn.read_moves(text), wanted)

    def test_games_are_told_apart(self):
        path = self.file("a.pgn", game("A", "B", "1-0") + game("B", "A", "1/2-1/2") + "[White \"C\"]\n")
        games = list(pgn.read_games(path))
        self.assertEqual([g.tags["White"] for g in games], ["A", "B", "C"])
        self.assertEqual([pgn.points(g) for g in games], [1.0, 0.5, None])
        self.assertEqual([len(g.moves) for g in games], [2, 2, 0])

    def test_pairs_of_a_pgn_file(self):
        text = game("A", "B", "1-0") + game("C", "A", "1-0", 2) + game("B", "A", "1/2-1/2")
        text += game("A", "B", "0-1", 3) + game("B", "A", "*", 3) + game("A", "B", "1-0", 1, "other")
        collection = results.Collection()
        collection.add_file(self.file("a.pgn", text))
        first, second = collection.pairings("A")
        self.assertEqual(first[:2], ("A", "B"))
        self.assertEqual(first.clusters, [[0.75]])
        self.assertEqual((first.wins, first.draws, first.losses, first.single), (2, 1, 1, 2))
        self.assertEqual((second[:2], second.clusters, second.single), (("A", "C"), [], 1))

    def test_one_result_from_three_kinds_of_file(self):
        told = []
        for name, text in (("out.txt", OUTPUT), ("config.json", CONFIG)):
            told.append(self.printed(pool.main, self.file(name, text), "--engine", "new"))
        text, number = "", 0
        # Two pairs each of 1/2, 3/4 and all, one won and lost by turns and three drawn ones between.
        for results_of_new in ["0 1/2"] * 2 + ["1 0"] * 3 + ["1/2 1/2"] + ["1 1/2"] * 2 + ["1 1"] * 2:
            number += 1
            one, two = results_of_new.split()
            turn = {"1": "0-1", "0": "1-0", "1/2": "1/2-1/2"}
            straight = {"1": "1-0", "0": "0-1", "1/2": "1/2-1/2"}
            text += game("new", "base", straight[one], number, f"{number}")
            text += game("base", "new", turn[two], number, f"{number}")
        told.append(self.printed(pool.main, self.file("g.pgn", text), "--engine", "new"))
        self.assertIn("pairs [0, 2, 4, 2, 2]", told[0])
        self.assertTrue(told[0].startswith("new against base: 20 games, +"), told[0])
        # The printed files' games and pairs need not tell the same story; the pairs count.
        self.assertEqual(told[0].splitlines()[1:], told[1].splitlines()[1:])
        self.assertEqual(told[0].splitlines()[1:], told[2].splitlines()[1:])

    def test_files_add_up(self):
        one, two = self.file("a.txt", OUTPUT), self.file("b.json", CONFIG)
        told = self.printed(pool.main, one, two, "--engine", "new")
        self.assertIn("40 games, +16 =16 -8, 60.0 %", told)
        self.assertIn("pairs [0, 4, 8, 4, 4]", told)

    def test_files_without_result_are_refused(self):
        for name, text in (("a.txt", "nothing"), ("b.json", "{}"), ("c.json", "["), ("d.pgn", "")):
            with self.assertRaisesRegex(MatchError, name):
                self.printed(pool.main, self.file(name, text))
        with self.assertRaisesRegex(MatchError, "no game of other"):
            self.printed(pool.main, self.file("a.txt", OUTPUT), "--engine", "other")

    def test_nodes_per_second(self):
        text = game("A", "B", "1-0") + game("B", "A", "1-0", fen=FEN.replace(" w ", " b "))
        path = self.file("a.pgn", text)
        speeds = nps.measure([path], 10)
        # In the second game Black begins: the first move is A's as well.
        self.assertEqual((speeds["A"].nodes, speeds["A"].moves), (100000, 2))
        self.assertAlmostEqual(speeds["A"].seconds, 0.2)
        self.assertIn("A: 500000 nps over 2 moves", self.printed(nps.main, path))
        self.assertEqual(set(nps.measure([path], 60)), {"A"})
        with self.assertRaisesRegex(MatchError, "no move"):
            self.printed(nps.main, path, "--least-ms", "200")

    def test_opening_correlation(self):
        # Two groups: 1 1 | 0 0 are alike, 1 0 | 0 1 are as unlike as can be.
        self.assertAlmostEqual(icc.correlation([[1, 1], [0, 0]]), 1)
        self.assertAlmostEqual(icc.correlation([[1, 0], [0, 1]]), -1)
        # By hand: means 5, 3; between 2*(1+1) = 4, within (1+1+1+1)/2 = 2: (4-2)/(4+2).
        self.assertAlmostEqual(icc.correlation([[4, 6], [2, 4]]), 1 / 3)
        self.assertIsNone(icc.correlation([[1], [0]]))
        text = "".join(
            game("A", "B", r, i, str(i)) + game("B", "A", r, i, str(i))
            for i, r in enumerate(("1-0", "0-1", "1-0"))
        )
        told = self.printed(icc.main, self.file("a.pgn", text))
        self.assertIn("games: ICC +1.000; 6 games of 3 openings", told)
        self.assertIn("pairs of A and B: ICC none", told)

    def test_ratings(self):
        def pairing(first, second, counts):
            scores = [s for s, n in zip(elo.PAIR_SCORES, counts) for _ in range(n)]
            return results.Pairing(first, second, [[s] for s in scores], 0, 0, 0, 0)

        # One opponent: the rating is the match's Elo beside the anchor, with the match's bar.
        counts = [3, 20, 50, 25, 8]
        rated = rating.rate([pairing("new", "old", counts)], {"old": 3000.0})
        wanted = elo.estimate(counts)
        self.assertAlmostEqual(rated["new"][0], 3000 + wanted.elo, places=4)
        self.assertAlmostEqual(rated["new"][1], wanted.bar, delta=0.3)
        # A chain, and an engine seen from the other side.
        chain = [pairing("b", "a", counts), pairing("b", "c", counts[::-1])]
        rated = rating.rate(chain, {"a": 0.0})
        self.assertAlmostEqual(rated["b"][0], wanted.elo, places=4)
        self.assertAlmostEqual(rated["c"][0], 2 * wanted.elo, places=4)
        self.assertGreater(rated["c"][1], 1.3 * rated["b"][1])
        for bad in ([pairing("a", "b", [0, 0, 0, 0, 5])], [*chain, pairing("x", "y", counts)]):
            with self.assertRaisesRegex(MatchError, "no rating"):
                rating.rate(bad, {"a": 0.0})
        with self.assertRaisesRegex(MatchError, "anchor"):
            rating.read_anchors(["a"])


class EloTest(unittest.TestCase):
    def test_scores_and_elo(self):
        self.assertAlmostEqual(elo.elo_of(0.75), 190.8485, places=4)
        self.assertAlmostEqual(elo.score_of(elo.elo_of(0.6)), 0.6)
        self.assertEqual(elo.elo_of(1.0), math.inf)

    def test_as_fastchess_says(self):
        # A match that fastchess 1.8.2 reported as nElo 112.39, another as LLR -1.84 and -1.21.
        self.assertAlmostEqual(elo.nelo([1, 0, 0, 1, 2]), 112.39, places=2)
        self.assertAlmostEqual(elo.llr([0, 0, 12, 0, 0], 0, 50), -1.84, places=2)
        self.assertAlmostEqual(elo.llr([3, 3, 3, 3, 3], 0, 100), -1.21, places=2)

    def test_normalised_ratio_near_its_approximation(self):
        # For small differences: n / 2 * ((x - t0)^2 - (x - t1)^2) in deviations of a pair.
        counts = [10, 40, 100, 55, 12]
        per_pair = math.sqrt(2) / elo.NELO_PER_DEVIATION
        x, t1 = elo.nelo(counts) * per_pair, 5 * per_pair
        wanted = sum(counts) / 2 * (x * x - (x - t1) ** 2)
        self.assertAlmostEqual(elo.llr(counts, 0, 5, "normalized"), wanted, delta=0.02 * wanted)

    def test_no_bar_where_nothing_varies(self):
        for counts in ([0, 0, 7, 0, 0], [0, 0, 0, 1, 0]):
            self.assertIsNone(elo.estimate(counts).error)
            self.assertIn("no error bar", str(elo.estimate(counts)))

    def test_one_pair_a_cluster_is_the_plain_estimate(self):
        counts = [3, 20, 50, 25, 8]
        scores = [s for s, n in zip(elo.PAIR_SCORES, counts) for _ in range(n)]
        plain, clustered = elo.estimate(counts), elo.estimate_clusters([[s] for s in scores])
        self.assertAlmostEqual(plain.error, clustered.error)
        # Each result twice under the same opening tells no more than once.
        doubled = elo.estimate_clusters([[s, s] for s in scores])
        self.assertAlmostEqual(doubled.error, plain.error)

    def test_the_interval_covers_the_truth_in_95_of_100_matches(self):
        dice = random.Random(4)
        shares = (0.05, 0.2, 0.4, 0.25, 0.1)
        truth = elo.elo_of(sum(p * s for p, s in zip(shares, elo.PAIR_SCORES)))
        covered = clustered = 0
        for _ in range(2000):
            counts = [0] * 5
            for score in dice.choices(range(5), shares, k=200):
                counts[score] += 1
            low, high = elo.estimate(counts).interval
            covered += low <= truth <= high
            # 100 openings played twice, where half of the second pairs end as the first did.
            clusters = []
            for _ in range(100):
                first, second = dice.choices(elo.PAIR_SCORES, shares, k=2)
                clusters.append([first, first if dice.random() < 0.5 else second])
            low, high = elo.estimate_clusters(clusters).interval
            clustered += low <= truth <= high
        # Standard error 0.5 %.
        self.assertAlmostEqual(covered / 2000, 0.95, delta=0.015)
        self.assertAlmostEqual(clustered / 2000, 0.95, delta=0.015)


if __name__ == "__main__":
    unittest.main()
