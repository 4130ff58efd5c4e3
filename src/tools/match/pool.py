#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pools result files of fastchess into one Elo for each pair of engines, with a 95 % bar.

Files: games (.pgn), configurations (.json), printed output (any other name). Do not give the same
games twice, as PGN and as output. The bar comes from the scores of game pairs. From PGN files the
openings are known as well; pairs of one opening then count as a cluster, which keeps the bar right
where runs share openings.
"""

import argparse
import math

import elo
import fastchess
import results


def describe(title, wins, draws, losses, clusters):
    """The lines about some pairs."""
    counts = results.pair_counts(clusters)
    games = wins + draws + losses
    lines = [
        f"{title}: {games} games, +{wins} ={draws} -{losses}, "
        f"{100 * (wins + draws / 2) / games:.1f} %"
    ]
    if sum(counts):
        lines.append(f"  pairs {counts}: {elo.estimate_clusters(clusters)}")
        if not math.isnan(elo.nelo(counts)):
            lines.append(f"  normalised Elo {elo.nelo(counts):+.1f}")
        if len(clusters) < sum(counts):
            lines.append(f"  {len(clusters)} openings for {sum(counts)} pairs: bar by opening")
    return lines


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--engine", help="see all from this engine; sums over its opponents")
    options = parser.parse_args(arguments)
    collection = results.Collection()
    for path in options.files:
        collection.add_file(path)
    pairings = collection.pairings(options.engine)
    if not pairings:
        raise fastchess.MatchError(f"no game of {options.engine} in these files")
    for pairing in pairings:
        title = f"{pairing.first} against {pairing.second}"
        counts = pairing.wins, pairing.draws, pairing.losses
        print("\n".join(describe(title, *counts, pairing.clusters)))
        if pairing.single:
            print(f"  {pairing.single} games without a partner are left out of the Elo")
    if options.engine and len(pairings) > 1:
        sums = [sum(p[i] for p in pairings) for i in (3, 4, 5)]
        clusters = [cluster for pairing in pairings for cluster in pairing.clusters]
        print("\n".join(describe(f"{options.engine} in all", *sums, clusters)))
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
