#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes per second of each engine, from the comments of PGN files (fastchess -pgnout nodes=true).

The sum of nodes by the sum of seconds, over moves that took long enough for fastchess's clock.
Engines count nodes differently: compare an engine with itself.
"""

import argparse
import statistics

import fastchess
import pgn


class Speed:
    """What one engine searched."""

    def __init__(self):
        self.nodes = self.moves = 0
        self.seconds = 0.0
        self.games = []  # nodes per second in each game

    def add_game(self, nodes, seconds, moves):
        """Takes in the moves of one game."""
        self.nodes += nodes
        self.seconds += seconds
        self.moves += moves
        self.games.append(nodes / seconds)


def measure(paths, least_ms):
    """Engine name -> Speed."""
    speeds = {}
    for path in paths:
        for game in pgn.read_games(path):
            sums = {True: [0, 0.0, 0], False: [0, 0.0, 0]}
            for is_white, nodes, seconds in pgn.searches(game):
                if seconds * 1000 >= least_ms:
                    sums[is_white][0] += nodes
                    sums[is_white][1] += seconds
                    sums[is_white][2] += 1
            for is_white, (nodes, seconds, moves) in sums.items():
                name = game.tags.get("White" if is_white else "Black")
                if name and moves:
                    speeds.setdefault(name, Speed()).add_game(nodes, seconds, moves)
    return speeds


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="PGN files")
    parser.add_argument("--least-ms", type=float, default=10, help="of a move, milliseconds (10)")
    options = parser.parse_args(arguments)
    if options.least_ms <= 0:
        raise fastchess.MatchError("--least-ms: a number above 0")
    speeds = measure(options.files, options.least_ms)
    if not speeds:
        raise fastchess.MatchError("no move with nodes and a time that is long enough")
    for name, speed in sorted(speeds.items()):
        print(
            f"{name}: {speed.nodes / speed.seconds:.0f} nps over {speed.moves} moves,"
            f" median game {statistics.median(speed.games):.0f}"
        )
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
