#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays like fastchess as far as the match tools can see: from the options of two engines and the
seed it draws the results of game pairs, and prints them in fastchess's words.

The strength of an engine is given by the variable FAKE_OPTIMA, "NAME=BEST/SCALE ...": an engine
loses 10 Elo for each SCALE that its option NAME is away from BEST, squared.
FAKE_REASON, if set, is how the first game ends; FAKE_STATUS the exit status.
"""

import os
import random
import sys


def groups(arguments):
    """Each word that begins with a dash, with the words up to the next."""
    i = 0
    while i < len(arguments):
        end = i + 1
        while end < len(arguments) and not arguments[end].startswith("-"):
            end += 1
        yield arguments[i], arguments[i + 1 : end]
        i = end


def engines(arguments):
    """Name and options of each engine."""
    found = []
    for word, values in groups(arguments):
        if word == "-engine":
            settings = dict(value.split("=", 1) for value in values)
            options = {k[7:]: float(v) for k, v in settings.items() if k.startswith("option.")}
            found.append((settings["name"], options))
    return found


def elo(options):
    total = 0.0
    for word in os.environ.get("FAKE_OPTIMA", "").split():
        name, rest = word.split("=")
        best, scale = (float(n) for n in rest.split("/"))
        total -= 10 * ((options.get(name, best) - best) / scale) ** 2
    return total


def play(arguments):
    """The lines that fastchess would print."""
    values = dict(groups(arguments))
    rounds, dice = int(values["-rounds"][0]), random.Random(int(values["-srand"][0]))
    (first, our_options), (second, their_options) = engines(arguments)
    score = 1 / (1 + 10 ** ((elo(their_options) - elo(our_options)) / 400))
    draws = 0.6 * min(score, 1 - score)
    wins = score - draws / 2
    counts, pairs, lines = {0: 0, 1: 0, 2: 0}, [0] * 5, []
    for number in range(rounds):
        points = [dice.choices((2, 1, 0), (wins, draws, 1 - wins - draws))[0] for _ in "12"]
        pairs[sum(points)] += 1
        for game, point in enumerate(points):
            counts[point] += 1
            reason = os.environ.get("FAKE_REASON") if number == game == 0 else None
            result = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[point if game == 0 else 2 - point]
            names = f"{first} vs {second}" if game == 0 else f"{second} vs {first}"
            lines.append(
                f"Finished game {2 * number + game + 1} ({names}): {result}"
                f" {{{reason or 'White mates'}}}"
            )
    return lines + [
        f"Results of {first} vs {second} (1t, 16MB, book.epd):",
        "Elo: 0.00 +/- 0.00, nElo: 0.00 +/- 0.00",
        f"Games: {2 * rounds}, Wins: {counts[2]}, Losses: {counts[0]}, Draws: {counts[1]},"
        f" Points: {counts[2] + counts[1] / 2} (50.00 %)",
        f"Ptnml(0-2): {pairs}, WL/DD Ratio: 1.00",
    ]


if __name__ == "__main__":
    print("\n".join(play(sys.argv[1:])))
    sys.exit(int(os.environ.get("FAKE_STATUS", "0")))
