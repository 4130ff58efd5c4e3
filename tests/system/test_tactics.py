#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions with known solutions, searched by one thread to a fixed depth or number of nodes: the
same on every machine. Each suite has a least number that must be solved, somewhat below what the
engine reaches, and says what it solved and with how many nodes.

usage: test_tactics.py ENGINE [CASE...]
"""

import os
import re
from pathlib import Path

from support import SLOWNESS, Engine, Skip, case, check, run

DATA = Path(__file__).resolve().parents[1] / "data"
SEARCH_SECONDS = 120 * SLOWNESS

BRATKO_KOPEC_DEPTH = 11
# The goal is 24. Bratko-Kopec asks half for tactics, half for pawn levers of a certain taste;
# Stockfish 15.1 solves 15 at this depth, and Ravelin knows 21 at depth 22.
BRATKO_KOPEC_LEAST = 15

ENDGAME_DEPTH = 10
ENDGAME_LEAST = 180
# A won ending is judged at least this well, a drawn one less far from 0 (centipawns).
WIN_CP = 150

MATE_NODES = 200000
MATE_LEAST = 9
LONGEST_MATE = 13


def shared_suite(name):
    """Lines of a suite beside the checkout: pairs of position and opcodes."""
    folder = os.environ.get("RAVELIN_SHARED")
    path = Path(folder or "", "data", "tactics", name)
    if not folder or not path.is_file():
        raise Skip(f"no {name} beside the checkout")
    with open(path, encoding="utf-8") as lines:
        fields = [line.split(maxsplit=4) for line in lines if line[0] not in "#\n"]
    return [(" ".join(words[:4]) + " 0 1", words[4]) for words in fields]


class Suite:
    """Searches positions, and counts."""

    def __init__(self, path, name):
        self.path = path
        self.name = name
        self.solved = self.count = self.nodes = 0
        self.missed = []

    def run(self, positions, limits, is_solved):
        """`positions` are pairs of FEN and what is_solved(search, wanted) needs to know."""
        with Engine(self.path) as engine:
            engine.set_up("setoption name Threads value 1", "setoption name Hash value 16")
            for fen, wanted in positions:
                engine.set_up("ucinewgame")
                engine.position("fen " + fen)
                search = engine.go(limits, seconds=SEARCH_SECONDS)
                self.nodes += search.last.fields["nodes"]
                self.count += 1
                if is_solved(search, wanted):
                    self.solved += 1
                else:
                    self.missed.append(f"{fen}: {wanted}, not {search.best} {search.score}")

    def report(self, least):
        print(f"# {self.name}: {self.solved} of {self.count} solved, {self.nodes} nodes")
        for line in self.missed:
            print(f"#   {line}")
        check(self.solved >= least, f"{self.solved} solved, at least {least} wanted")


@case("Bratko-Kopec at depth 11")
def _(path):
    text = (DATA / "bratko_kopec.txt").read_text(encoding="utf-8")
    fields = [line.split("; ") for line in text.splitlines() if line[0] != "#"]
    suite = Suite(path, f"Bratko-Kopec, depth {BRATKO_KOPEC_DEPTH}")
    suite.run(
        [(fen, moves.split()) for fen, moves in fields],
        f"depth {BRATKO_KOPEC_DEPTH}",
        lambda search, moves: search.best in moves,
    )
    check(suite.count == 24, suite.count)
    suite.report(BRATKO_KOPEC_LEAST)


def is_judged_right(search, wanted):
    """Whether the score is on the right side: `wanted` is 2 for a win, 0 for a draw, -2 for a loss."""
    kind, value = search.score
    if kind == "mate":
        return wanted != 0 and (value > 0) == (wanted > 0)
    return {2: value >= WIN_CP, 0: abs(value) < WIN_CP, -2: value <= -WIN_CP}[wanted]


@case("endings of three and four men are judged as they are")
def _(path):
    lines = shared_suite("endgame.epd")
    positions = [(fen, int(re.search(r"\bwdl (-?\d+);", rest)[1])) for fen, rest in lines]
    suite = Suite(path, f"endings, depth {ENDGAME_DEPTH}")
    suite.run(positions, f"depth {ENDGAME_DEPTH}", is_judged_right)
    check(suite.count == 200, suite.count)
    suite.report(ENDGAME_LEAST)


@case("mates of up to 13 moves are found")
def _(path):
    lines = shared_suite("endgame-dm-4.epd")
    distances = [(fen, int(re.search(r"\bdm (-?\d+);", rest)[1])) for fen, rest in lines]
    positions = [(fen, dm) for fen, dm in distances if 0 < abs(dm) <= LONGEST_MATE]
    suite = Suite(path, f"mates, {MATE_NODES} nodes")
    suite.run(
        positions,
        f"nodes {MATE_NODES}",
        lambda search, dm: search.score[0] == "mate" and (search.score[1] > 0) == (dm > 0),
    )
    check(suite.count == 16, suite.count)
    suite.report(MATE_LEAST)


if __name__ == "__main__":
    run()
