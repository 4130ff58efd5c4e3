#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays one engine against several (a gauntlet), or all against all, with fastchess.

Prints a line for each pair of engines, and a rating list where opponents are given with a rating.
Each pair of engines is a run of fastchess of its own: in one run of several pairs fastchess takes
only as many openings as there are rounds, and the pairs play them again and again.
All games of the PGN file count, so that a run can be continued by the same command with another
--seed; the games of an interrupted run are not lost.
"""

import argparse
import itertools

import fastchess
import pool
import rating
import results
from fastchess import MatchError


def read_engine(word):
    """NAME=COMMAND, or NAME=COMMAND@RATING for an engine with a known rating."""
    name, separator, command = word.partition("=")
    command, at, number = command.rpartition("@") if "@" in command else (command, "", "")
    try:
        known = float(number) if at else None
    except ValueError:
        known, command = None, word.partition("=")[2]
    if not separator or not name or not command:
        raise MatchError(f"NAME=COMMAND or NAME=COMMAND@RATING expected, not {word!r}")
    return name, command, known


def engine_settings(words):
    """NAME:OPTION=VALUE words by engine."""
    settings = {}
    for word in words:
        name, colon, rest = word.partition(":")
        option, separator, value = rest.partition("=")
        if not colon or not separator:
            raise MatchError(f"--option NAME:OPTION=VALUE expected, not {word!r}")
        settings.setdefault(name, []).append((option, value))
    return settings


def pair_arguments(options, pair, seed):
    """The words for fastchess, for one pair of engines."""
    settings = engine_settings(options.option)
    words = []
    for name, command, _ in pair:
        words += fastchess.engine_arguments(name, command, settings.get(name, []))
    return words + fastchess.common_arguments(options, options.games // 2, seed)


def read_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--engine", required=True, metavar="NAME=COMMAND")
    parser.add_argument(
        "--opponent", action="append", required=True, metavar="NAME=COMMAND[@RATING]"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME:OPTION=VALUE")
    parser.add_argument("--games", type=int, default=100, help="of each pair of engines, even")
    parser.add_argument("--tournament", choices=("gauntlet", "roundrobin"), default="gauntlet")
    fastchess.add_match_options(parser)
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2:
        raise MatchError("--games: an even number from 2")
    if not options.pgn:
        raise MatchError("--pgn FILE is needed: the results are read from it")
    return options


def choose_pairs(options, engines):
    """Who plays whom."""
    names = [name for name, _, _ in engines]
    if len(set(names)) != len(names):
        raise MatchError("two engines have the same name")
    for name in engine_settings(options.option):
        if name not in names:
            raise MatchError(f"--option names no engine of this run: {name}")
    pairs = list(itertools.combinations(engines, 2))
    return pairs[: len(engines) - 1] if options.tournament == "gauntlet" else pairs


def main(arguments):
    options = read_arguments(arguments)
    engines = [read_engine(word) for word in [options.engine, *options.opponent]]
    pairs = choose_pairs(options, engines)
    program = fastchess.find_fastchess(options.fastchess)
    runs = [pair_arguments(options, pair, options.seed + i) for i, pair in enumerate(pairs)]
    trouble = []
    for words in runs:
        trouble += fastchess.read_trouble(fastchess.run(program, words, show=print))
    print()
    first = engines[0][0] if options.tournament == "gauntlet" else None
    pool.main([options.pgn, *(["--engine", first] if first else [])])
    anchors = {name: known for name, _, known in engines if known is not None}
    if anchors:
        collection = results.Collection()
        collection.add_file(options.pgn)
        print("\n".join(rating.table(collection.pairings(), anchors)))
    print(f"{len(trouble)} games ended by the clock, a crash or an illegal move")
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
