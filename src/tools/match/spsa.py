#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tunes search parameters by SPSA: simultaneous perturbation, stochastic approximation (Spall 1992).

Each iteration shakes all parameters at once, each up or down by a random sign, and lets the engine
so shaken play a few games against the engine shaken the other way; every parameter then moves
towards the side that won. The gains follow OpenBench: with N iterations in all, A = N / 10 and
iteration k = 1 .. N

    c = c_end * (N / k) ^ 0.101          at least 1/2, since the parameters are whole numbers
    a = r_end * c_end^2 * ((A + N) / (A + k)) ^ 0.602
    value += a / c * (wins - losses of the batch) * sign

The engine is a build with -Dtune=true. The state file is written after every iteration; the same
command goes on where it ended, and the result does not depend on where it was interrupted.
"""

import argparse
import csv
import hashlib
import json
import math
import os
import random
import subprocess

import fastchess
from fastchess import MatchError

ALPHA = 0.602
GAMMA = 0.101
STABILITY_SHARE = 0.1  # A in iterations
LEAST_SHAKE = 0.5

# What must be the same for a run to go on.
RUN_KEYS = ("engine_sha256", "iterations", "games", "nodes", "tc", "book", "hash", "seed", "variant")


def parse_parameter(line):
    """One line of OpenBench's SPSA input: name, int, start, min, max, c_end, r_end."""
    words = [word.strip() for word in line.split(",")]
    try:
        name, kind, *numbers = words
        start, smallest, largest, c_end, r_end = (float(number) for number in numbers)
    except ValueError:
        raise MatchError(f"no line of SPSA input: {line!r}") from None
    whole = all(number.is_integer() for number in (start, smallest, largest))
    if kind != "int" or not whole:
        raise MatchError(f"{name}: only whole numbers can be tuned here")
    if not (smallest <= start <= largest and c_end > 0 and r_end > 0):
        raise MatchError(f"{name}: its numbers make no sense: {line!r}")
    return {
        "name": name,
        "start": int(start),
        "min": int(smallest),
        "max": int(largest),
        "c_end": c_end,
        "r_end": r_end,
        "value": start,
    }


def read_parameters(engine, path):
    """All parameters, from a file or from what the engine's `tune` command prints."""
    if path:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    else:
        told = subprocess.run([engine, "tune"], capture_output=True, text=True, check=False)
        if told.returncode != 0:
            raise MatchError(f"{engine} has no parameters: {told.stderr.strip()}")
        lines = told.stdout.splitlines()
    parameters = [parse_parameter(line) for line in lines if line.strip()]
    names = [parameter["name"] for parameter in parameters]
    if not names or len(set(names)) != len(names):
        raise MatchError("the SPSA input is empty or names a parameter twice")
    return parameters


def choose_parameters(parameters, names, r_end):
    """Those that are to be tuned, with another learning rate if one was given."""
    known = {parameter["name"]: parameter for parameter in parameters}
    chosen = []
    for name in names.split(",") if names else known:
        if name not in known:
            raise MatchError(f"the engine has no parameter {name!r}")
        chosen.append(dict(known[name], **({"r_end": r_end} if r_end else {})))
    return chosen


def shake_size(parameter, k, iterations):
    """How far iteration k shakes a parameter."""
    return max(parameter["c_end"] * (iterations / k) ** GAMMA, LEAST_SHAKE)


def gain(parameter, k, iterations):
    """The step of iteration k for each game that one side won more."""
    stability = STABILITY_SHARE * iterations
    a_end = parameter["r_end"] * parameter["c_end"] ** 2
    a = a_end * ((stability + iterations) / (stability + k)) ** ALPHA
    return a / shake_size(parameter, k, iterations)


def shake(parameter, k, iterations, dice):
    """The sign, and the whole numbers of both sides: rounded up or down at random with the same dice,
    so that a value of 3.3 plays as 4 in three cases of ten and both sides always differ."""
    sign = dice.choice((-1, 1))
    size = shake_size(parameter, k, iterations)
    shift = dice.random()
    sides = []
    for direction in (sign, -sign):
        whole = math.floor(parameter["value"] + direction * size + shift)
        sides.append(min(max(whole, parameter["min"]), parameter["max"]))
    return sign, sides[0], sides[1]


def move(parameter, k, iterations, sign, result):
    """Takes the result of a batch, wins less losses of the first side, into the value."""
    value = parameter["value"] + gain(parameter, k, iterations) * result * sign
    parameter["value"] = min(max(value, parameter["min"]), parameter["max"])


def write_whole(path, text):
    """Replaces a file in one step: neither a reader nor the next run finds half of it."""
    with open(path + ".new", "w", encoding="utf-8", newline="") as file:
        file.write(text)
    os.replace(path + ".new", path)


class Lines(list):
    """What csv writes, line by line."""

    write = list.append


def save(state, options):
    """Writes the state and, if wanted, the log of all iterations as CSV."""
    write_whole(options.state, json.dumps(state, indent=1) + "\n")
    if options.log:
        names = [parameter["name"] for parameter in state["parameters"]]
        lines = Lines()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(["iteration", "wins", "draws", "losses", *names])
        writer.writerows(state["history"])
        write_whole(options.log, "".join(lines))


def describe_run(options):
    """What identifies a run, for the state file."""
    with open(options.engine, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    run = {key: getattr(options, key) for key in RUN_KEYS if key != "engine_sha256"}
    return dict(run, book=os.path.basename(options.book), engine_sha256=digest)


def load_or_begin(options):
    """The state of a run that is to go on, or of a new one."""
    parameters = choose_parameters(
        read_parameters(options.engine, options.input), options.params, options.r_end
    )
    run = describe_run(options)
    if not os.path.exists(options.state):
        return {"run": run, "parameters": parameters, "history": []}
    with open(options.state, encoding="utf-8") as file:
        try:
            state = json.load(file)
        except ValueError as error:
            raise MatchError(f"{options.state}: no state of a run: {error}") from None
    for key in RUN_KEYS:
        if state["run"].get(key) != run[key]:
            raise MatchError(f"{options.state} belongs to a run with another {key}")
    wanted = [dict(parameter, value=None) for parameter in parameters]
    if [dict(parameter, value=None) for parameter in state["parameters"]] != wanted:
        raise MatchError(f"{options.state} belongs to a run with other parameters")
    return state


def iterate(program, options, state):
    """Plays the iterations that are left."""
    parameters = state["parameters"]
    for k in range(len(state["history"]) + 1, options.iterations + 1):
        dice = random.Random(f"{options.seed}/{k}")
        shaken = {p["name"]: shake(p, k, options.iterations, dice) for p in parameters}
        sides = [[(name, v[side]) for name, v in shaken.items()] for side in (1, 2)]
        wins, draws, losses = fastchess.play_batch(program, options, sides, k)
        for parameter in parameters:
            sign, plus, minus = shaken[parameter["name"]]
            if plus != minus:  # both at one end of the range: these games say nothing about it
                move(parameter, k, options.iterations, sign, wins - losses)
        values = [round(parameter["value"], 3) for parameter in parameters]
        state["history"].append([k, wins, draws, losses, *values])
        save(state, options)
        told = " ".join(f"{p['name']}={p['value']:.2f}" for p in parameters)
        print(f"{k}/{options.iterations} +{wins} ={draws} -{losses} {told}", flush=True)


def params_line(parameter):
    """A line of params.txt with the value that was found."""
    return (
        f"{parameter['name']:<28}{round(parameter['value']):>7}{parameter['min']:>7}"
        f"{parameter['max']:>7}{parameter['c_end']:>7g}{parameter['r_end']:>7g}"
    )


def read_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--state", required=True, help="JSON file of the run, read and written")
    parser.add_argument("--log", help="CSV file of all iterations, written anew each time")
    parser.add_argument("--params", help="names of the parameters to tune, A,B,C; else all")
    parser.add_argument("--input", help="SPSA input to use in place of the engine's own")
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--r-end", type=float, help="learning rate in place of the input's")
    fastchess.add_batch_options(parser)
    options = parser.parse_args(arguments)
    if options.iterations < 1:
        raise MatchError("--iterations from 1")
    if options.r_end is not None and not 0 < options.r_end < 1:
        raise MatchError("--r-end: a number between 0 and 1")
    fastchess.check_batch_options(options)
    return options


def main(arguments):
    options = read_arguments(arguments)
    program = fastchess.find_fastchess(options.fastchess)
    state = load_or_begin(options)
    iterate(program, options, state)
    save(state, options)
    print("\n# The values found, as lines of params.txt:")
    for parameter in state["parameters"]:
        print(params_line(parameter))
    return 0


if __name__ == "__main__":
    fastchess.main_of(main)
