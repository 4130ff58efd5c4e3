#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures many changes with the games of one: a random factorial design (Fisher 1935).

Each change is an option of the engine (a build with -Dtune=true) with two values, NAME=OLD/NEW. In
every batch one side takes the new value of each change by the toss of a coin, the other side the
opposite one. So each game says something about each change, the others being noise that evens out,
and n changes need about as many games as one. What a change does is then told by least squares over
all batches, as Elo of NEW over OLD with a 95 % bar. Effects are taken to add up: a choice made here
is to be confirmed as a whole by fresh games.

The CSV file gets a line for each batch; the same command goes on where it ended. Choosing the best
of many measured values flatters them: expect a half of what is shown.
"""

import argparse
import csv
import math
import os
import random

import fastchess
from fastchess import MatchError

# Elo for each unit of score, at an even score.
ELO_SLOPE = 1600 / math.log(10)


def parse_factor(text):
    """NAME=OLD/NEW."""
    name, separator, values = text.partition("=")
    old, slash, new = values.partition("/")
    if not (name and separator and slash and old and new) or old == new:
        raise MatchError(f"a change is NAME=OLD/NEW, with two values: {text!r}")
    return name, old, new


def toss(count, seed, batch):
    """The signs of a batch: +1 gives the first side the new value."""
    dice = random.Random(f"{seed}/{batch}")
    return [dice.choice((-1, 1)) for _ in range(count)]


def play_batch(program, options, factors, signs, batch):
    """Wins, draws and losses of the first side."""
    sides = [
        [(n, new if sign == turn else old) for (n, old, new), sign in zip(factors, signs)]
        for turn in (1, -1)
    ]
    return fastchess.play_batch(program, options, sides, batch)


def solve(matrix, columns):
    """The inverse of a symmetric positive matrix times `columns`, by Gauss and Jordan."""
    size = len(matrix)
    rows = [list(matrix[i]) + list(columns[i]) for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if abs(rows[i][i]) < 1e-9:
            raise MatchError("too few batches to tell the changes apart")
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(size):
            if r != i and rows[r][i] != 0:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [row[size:] for row in rows]


def estimate(batches):
    """(Elo, 95 % bar) of each change from (signs, scores), a score being the first side's share less
    a half: least squares without a constant, since the sides are interchangeable."""
    count = len(batches[0][0])
    if len(batches) <= count:
        raise MatchError(f"{count} changes need more than {count} batches")
    normal = [[sum(s[i] * s[j] for s, _ in batches) for j in range(count)] for i in range(count)]
    right = [[sum(s[i] * score for s, score in batches)] for i in range(count)]
    unit = [[float(i == j) for j in range(count)] for i in range(count)]
    solved = solve(normal, [r + u for r, u in zip(right, unit)])
    effects = [row[0] for row in solved]
    rest = sum((score - sum(e * s for e, s in zip(effects, signs))) ** 2 for signs, score in batches)
    variance = rest / (len(batches) - count)
    bars = [1.96 * math.sqrt(variance * solved[i][1 + i]) for i in range(count)]
    return [(ELO_SLOPE * e, ELO_SLOPE * bar) for e, bar in zip(effects, bars)]


def read_batches(path, header):
    """The batches of an earlier run of the same command."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if not rows or rows[0] != header:
        raise MatchError(f"{path} belongs to a run with other changes or settings")
    batches = []
    for number, row in enumerate(rows[1:], 2):
        try:
            wins, draws, losses, *signs = (int(word) for word in row)
        except ValueError:
            raise MatchError(f"{path}: line {number} is no batch") from None
        if len(signs) != len(header) - 4 or wins + draws + losses == 0:
            raise MatchError(f"{path}: line {number} is no batch")
        batches.append((signs, score_of(wins, draws, losses)))
    return batches


def score_of(wins, draws, losses):
    """Points of the first side a game, less a half."""
    return (wins - losses) / (2 * (wins + draws + losses))


def report(factors, batches, games):
    """The table, the best first."""
    lines = [f"{len(batches)} batches, {games * len(batches)} games", "Elo of new over old:"]
    told = zip(estimate(batches), factors)
    for (elo, bar), (name, old, new) in sorted(told, reverse=True):
        lines.append(f"  {name:<28} {old:>6} -> {new:<6} {elo:+7.1f} +- {bar:.1f}")
    return "\n".join(lines)


def read_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("changes", nargs="+", metavar="NAME=OLD/NEW")
    parser.add_argument("--csv", required=True, help="file of the batches, read and appended to")
    parser.add_argument("--batches", type=int, default=200)
    fastchess.add_batch_options(parser)
    options = parser.parse_args(arguments)
    if options.batches < 1:
        raise MatchError("--batches from 1")
    fastchess.check_batch_options(options)
    return options


def main(arguments):
    options = read_arguments(arguments)
    program = fastchess.find_fastchess(options.fastchess)
    factors = [parse_factor(text) for text in options.changes]
    limit = f"{options.nodes or options.tc} {os.path.basename(options.book)} seed {options.seed}"
    header = ["wins", "draws", "losses", limit, *options.changes]
    batches = read_batches(options.csv, header)
    with open(options.csv, "a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not batches and file.tell() == 0:
            writer.writerow(header)
        for batch in range(len(batches), options.batches):
            signs = toss(len(factors), options.seed, batch)
            wins, draws, losses = play_batch(program, options, factors, signs, batch)
            batches.append((signs, score_of(wins, draws, losses)))
            writer.writerow([wins, draws, losses, *signs])
            file.flush()
            if len(batches) > len(factors) and len(batches) % 20 == 0:
                print(report(factors, batches, options.games), flush=True)
    print(report(factors, batches, options.games))
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
