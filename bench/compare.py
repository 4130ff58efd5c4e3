#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges two results of ravelin-bench --json: what became faster or slower by more than the noise.

usage: compare.py A.json B.json [--margin PERCENT]

A is before, B is after. For each entry and row that both have, the ratio of the medians is printed
with its noise: 95 % of what the ratio does when the samples of both are drawn again at random
(bootstrap, seeded). A row is faster or slower if the whole interval lies beyond the margin, 2 % if
not given, else equal. Rows that only one has are named.

Exit status: 0 nothing slower, 1 something slower, 2 a file that cannot be used.
"""

import argparse
import json
import random
import statistics
import sys

ROUNDS = 400
SEED = 1


class BadFile(Exception):
    pass


def load(path):
    """{(entry, row): samples in nanoseconds} of a file, in its order."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from error
    found = {}
    try:
        for result in data["results"]:
            samples = [float(value) for value in result["samples_ns"]]
            if len(samples) < 3 or not all(0 < value < float("inf") for value in samples):
                raise ValueError("samples")
            found[str(result["entry"]), str(result["row"])] = samples
    except (KeyError, TypeError, ValueError) as error:
        raise BadFile(f"{path}: no result of ravelin-bench ({error})") from error
    if not found:
        raise BadFile(f"{path}: holds no rows")
    return found


def interval(before, after, rng):
    """The middle 95 % of the ratio of medians over samples drawn again."""
    ratios = []
    for _ in range(ROUNDS):
        a = statistics.median(rng.choices(before, k=len(before)))
        b = statistics.median(rng.choices(after, k=len(after)))
        ratios.append(b / a)
    ratios.sort()
    return ratios[ROUNDS // 40], ratios[-1 - ROUNDS // 40]


def judge(before, after, margin, rng):
    """(ratio of medians, low, high, verdict) of one row."""
    ratio = statistics.median(after) / statistics.median(before)
    low, high = interval(before, after, rng)
    verdict = "equal"
    if high < 1 - margin:
        verdict = "faster"
    elif low > 1 + margin:
        verdict = "slower"
    return ratio, low, high, verdict


def main(arguments):
    parser = argparse.ArgumentParser(description="Judges two results of ravelin-bench --json.")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--margin", type=float, default=2, metavar="PERCENT")
    options = parser.parse_args(arguments)
    try:
        before, after = load(options.before), load(options.after)
    except BadFile as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    both = [key for key in before if key in after]
    if not both:
        print("compare.py: the files have no row in common", file=sys.stderr)
        return 2
    rng = random.Random(SEED)
    counts = {"faster": 0, "slower": 0, "equal": 0}
    print(f"{'entry':20} {'row':16} {'before':>9} {'after':>9}  ratio  [95 %]")
    for key in both:
        a, b = before[key], after[key]
        ratio, low, high, verdict = judge(a, b, options.margin / 100, rng)
        counts[verdict] += 1
        print(
            f"{key[0]:20} {key[1]:16} {statistics.median(a):9.1f} {statistics.median(b):9.1f}"
            f"  {ratio:5.3f}  [{low:.3f} {high:.3f}]  {verdict}"
        )
    for name, ours, theirs in (("before", before, after), ("after", after, before)):
        for key in ours:
            if key not in theirs:
                print(f"{key[0]:20} {key[1]:16} only {name}")
    print(f"{counts['faster']} faster, {counts['slower']} slower, {counts['equal']} equal")
    return 1 if counts["slower"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
