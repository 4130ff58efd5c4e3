#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays an SPRT of two engines with fastchess and says how it ended.

The bounds are in Elo of the model: "logistic" is the usual Elo, "normalized" counts in standard
deviations of a game. The last lines are those that EXPERIMENTS.md wants. Exit status: 0 when H1
(the new one gains elo1) is taken, 1 for H0, 3 when the games ran out first.
"""

import argparse

import elo
import fastchess
from fastchess import MatchError

EXIT_OF = {"H1": 0, "H0": 1, "undecided": 3}


def verdict(ratio, bounds):
    """Which hypothesis a likelihood ratio decides for."""
    if ratio >= bounds[1]:
        return "H1"
    return "H0" if ratio <= bounds[0] else "undecided"


def read_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--new", required=True, help="the engine that should be better")
    parser.add_argument("--base", required=True, help="the engine it is measured against")
    parser.add_argument("--new-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--base-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=5.0)
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--beta", type=float, default=0.05)
    parser.add_argument("--model", choices=("logistic", "normalized"), default="logistic")
    parser.add_argument("--games", type=int, default=40000, help="at most")
    fastchess.add_match_options(parser)
    options = parser.parse_args(arguments)
    if not (options.elo0 < options.elo1 and 0 < options.alpha < 0.5 and 0 < options.beta < 0.5):
        raise MatchError("elo0 below elo1; alpha and beta between 0 and 0.5")
    if options.games < 2:
        raise MatchError("--games from 2")
    return options


def match_arguments(options):
    """The words for fastchess."""
    words = []
    for name, command, settings in (
        ("new", options.new, options.new_option),
        ("base", options.base, options.base_option),
    ):
        pairs = [tuple(setting.partition("=")[::2]) for setting in settings]
        words += fastchess.engine_arguments(name, command, pairs)
    words += fastchess.common_arguments(options, options.games // 2, options.seed)
    words += ["-sprt", f"elo0={options.elo0}", f"elo1={options.elo1}"]
    return words + [f"alpha={options.alpha}", f"beta={options.beta}", f"model={options.model}"]


def report(result, options):
    """The closing lines, and which hypothesis was taken."""
    ratio = elo.llr(result.pairs, options.elo0, options.elo1, options.model)
    bounds = elo.sprt_bounds(options.alpha, options.beta)
    decision = verdict(ratio, bounds)
    games = result.wins + result.draws + result.losses
    lines = [
        f"{games} games, +{result.wins} ={result.draws} -{result.losses}, pairs {list(result.pairs)}",
        str(elo.estimate(result.pairs)),
        f"LLR {ratio:.2f} ({bounds[0]:.2f}, {bounds[1]:.2f}) [{options.elo0:g}, {options.elo1:g}]"
        f" {options.model}: {decision}",
    ]
    return lines, decision


def main(arguments):
    options = read_arguments(arguments)
    program = fastchess.find_fastchess(options.fastchess)
    lines = fastchess.run(program, match_arguments(options), show=print)
    trouble = fastchess.read_trouble(lines)
    for result in fastchess.read_results(lines):
        told, decision = report(result, options)
        print("\n".join(["", *told]))
        print(f"{len(trouble)} games ended by the clock, a crash or an illegal move")
        return EXIT_OF[decision]
    raise MatchError("fastchess printed no result")


if __name__ == "__main__":
    fastchess.main_of(main)
