#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Intra-class correlation of openings: how much results depend on what was opened with.

Two figures from PGN files. Games: how alike White's scores are in games of the same opening (a book
of balanced openings is near 0; one whose openings decide is near 1). Pairs: how alike the pair
scores of the first engine are in pairs of the same opening, which needs openings that were played
more than once; with m pairs an opening the variance of the mean is 1 + (m - 1) * ICC times what it
would be without.
"""

import argparse

import fastchess
import pgn
import results


def correlation(groups):
    """ICC(1) of groups of numbers, from the one-way analysis of variance, for groups of any size.
    None where no group has two members or nothing varies."""
    groups = [group for group in groups if group]
    n = len(groups)
    total = sum(len(group) for group in groups)
    if n < 2 or total == n:
        return None
    mean = sum(sum(group) for group in groups) / total
    means = [sum(group) / len(group) for group in groups]
    between = sum(len(g) * (m - mean) ** 2 for g, m in zip(groups, means)) / (n - 1)
    within = sum((x - m) ** 2 for g, m in zip(groups, means) for x in g) / (total - n)
    # The size of a group that counts, Donner's n0; for equal groups their size.
    size = (total - sum(len(g) ** 2 for g in groups) / total) / (n - 1)
    spread = between + (size - 1) * within
    return (between - within) / spread if spread > 0 else None


def white_scores(paths):
    """White's scores by opening."""
    groups = {}
    for path in paths:
        for game in pgn.read_games(path):
            points = pgn.points(game)
            if points is not None:
                groups.setdefault(pgn.opening(game), []).append(points)
    return list(groups.values())


def told(value):
    """The figure, or that there is none."""
    if value is None:
        return "none (no opening was played twice, or all results are alike)"
    return f"{value:+.3f}"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="PGN files")
    options = parser.parse_args(arguments)
    groups = white_scores(options.files)
    if not groups:
        raise fastchess.MatchError("no finished game in these files")
    games = sum(map(len, groups))
    print(f"games: ICC {told(correlation(groups))}; {games} games of {len(groups)} openings")
    collection = results.Collection()
    for path in options.files:
        collection.add_file(path)
    for pairing in collection.pairings():
        pairs = sum(map(len, pairing.clusters))
        print(
            f"pairs of {pairing.first} and {pairing.second}:"
            f" ICC {told(correlation(pairing.clusters))};"
            f" {pairs} pairs of {len(pairing.clusters)} openings"
        )
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
