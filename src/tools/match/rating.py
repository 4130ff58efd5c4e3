#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates engines from result files: the ratings under which the results are most likely.

The score of a pair is expected to follow the logistic curve of the difference of ratings. Engines
with a known rating are anchors and keep it. The 95 % bars come from the scatter of pair scores
around the expected ones, so they hold for pairs that are not independent games; an error in an
anchor's rating is not in them.
"""

import argparse
import math

import elo
import fastchess
import results
from fastchess import MatchError

# Beyond this a rating only says that (nearly) all games went one way.
LARGEST_RATING = 20000


def read_anchors(words):
    """NAME=RATING words as a dictionary."""
    anchors = {}
    for word in words:
        name, _, number = word.rpartition("=")
        try:
            anchors[name] = float(number)
        except ValueError:
            name = ""
        if not name or not math.isfinite(anchors[name]):
            raise MatchError(f"--anchor NAME=RATING expected, not {word!r}")
    return anchors


def solve(matrix, right):
    """The solution of a small symmetric positive definite system; None where it is singular."""
    rows = [list(row) + list(r) for row, r in zip(matrix, right)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        if abs(rows[pivot][i]) < 1e-12:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                factor = rows[k][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    return [row[n:] for row in rows]


def sums(pairings, ratings, free):
    """Gradient of the likelihood, its negative second derivative, and the gradient's variance, in
    units of one Elo; `free` are the engines without anchor."""
    place = {name: i for i, name in enumerate(free)}
    n = len(free)
    gradient = [0.0] * n
    slope = [[0.0] * n for _ in free]
    variance = [[0.0] * n for _ in free]
    for pairing in pairings:
        expected = elo.score_of(ratings[pairing.first] - ratings[pairing.second])
        signs = [(place[name], sign) for name, sign in ((pairing.first, 1), (pairing.second, -1))
                 if name in place]
        for cluster in pairing.clusters:
            off = sum(score - expected for score in cluster) / elo.ELO_PER_LOGIT
            bend = len(cluster) * expected * (1 - expected) / elo.ELO_PER_LOGIT**2
            for i, sign in signs:
                gradient[i] += sign * off
                for k, other in signs:
                    slope[i][k] += sign * other * bend
                    variance[i][k] += sign * other * off * off
    return gradient, slope, variance


def rate(pairings, anchors):
    """Name -> (rating, half of the 95 % interval) for every engine without anchor."""
    names = sorted({name for p in pairings for name in (p.first, p.second)})
    for name in anchors:
        if name not in names:
            raise MatchError(f"no game of the anchor {name}")
    free = [name for name in names if name not in anchors]
    if not anchors or not free:
        raise MatchError("some engines must be anchors and some not")
    start = sum(anchors.values()) / len(anchors)
    ratings = {name: anchors.get(name, start) for name in names}
    for _ in range(200):
        gradient, slope, variance = sums(pairings, ratings, free)
        step = solve(slope, [[g] for g in gradient])
        if step is None or max(abs(r - start) for r in ratings.values()) > LARGEST_RATING:
            raise MatchError("no rating: an engine won or lost all its games, or met no anchor")
        for name, (change,) in zip(free, step):
            ratings[name] += max(-200.0, min(200.0, change))
        if max(abs(change) for (change,) in step) < 1e-6:
            break
    else:
        raise MatchError("no rating: an engine won or lost all its games")
    # The sandwich: slope^-1 variance slope^-1.
    half = solve(slope, variance)
    covariance = solve(slope, list(zip(*half)))
    return {
        name: (ratings[name], elo.Z95 * math.sqrt(covariance[i][i])) for i, name in enumerate(free)
    }


def table(pairings, anchors):
    """The lines of the rating list, best first."""
    rated = rate(pairings, anchors)
    known = {name: (rating, None) for name, rating in anchors.items()}
    rows = sorted({**rated, **known}.items(), key=lambda row: -row[1][0])
    return [
        f"{name}: {rating:.0f}" + (" (anchor)" if bar is None else f" +- {bar:.0f}")
        for name, (rating, bar) in rows
    ]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="as for pool.py")
    parser.add_argument(
        "--anchor", action="append", default=[], metavar="NAME=RATING", help="a known rating"
    )
    options = parser.parse_args(arguments)
    anchors = read_anchors(options.anchor)
    collection = results.Collection()
    for path in options.files:
        collection.add_file(path)
    print("\n".join(table(collection.pairings(), anchors)))
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
