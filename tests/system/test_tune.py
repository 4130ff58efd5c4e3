#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Search parameters: constants in a normal build, options in a build with -Dtune=true. The cases of
the other kind of build are skipped; .ci/run has both.

usage: test_tune.py ENGINE [CASE...]
"""

import random
import re
import sys
from pathlib import Path

from support import KIWIPETE, SLOWNESS, Engine, Skip, case, check, check_equal, run, run_once

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "src" / "search"))
import gen_params  # noqa: E402  (stands beside the table that it reads)

SPSA_LINE = re.compile(r"([A-Z0-9_]+), int, (-?\d+\.0), (-?\d+\.0), (-?\d+\.0), (\d+\.\d), (0\.\d+)")
OPTION = re.compile(r"option name ([A-Z0-9_]+) type spin default (-?\d+) min (-?\d+) max (-?\d+)")
SEED = 20


def table():
    with open(SOURCE / "src" / "search" / "params.txt", encoding="utf-8") as lines:
        return gen_params.read_table(lines)


def need_tune_build(path):
    if run_once(path, "tune")[0] != 0:
        raise Skip("not a tune build")


def total(engine, depth=7):
    engine.send(f"bench {depth}")
    return int(engine.ready()[-1].split()[0])


@case("a normal build says in one line that it has no parameters to set")
def _(path):
    status, output, errors = run_once(path, "tune")
    if status == 0:
        raise Skip("a tune build")
    check_equal((status, output), (2, ""))
    check_equal(errors.count("\n"), 1, errors)
    check("-Dtune=true" in errors, errors)
    with Engine(path) as engine:
        notes = engine.set_up("tune", "setoption name RFP_MARGIN_CP value 50")
        check_equal(len(notes), 2, notes)
        check("there is no option" in notes[1], notes)


@case("each parameter of the table is an option, and a line of SPSA input")
def _(path):
    need_tune_build(path)
    wanted = [(p.name, p.default, p.smallest, p.largest) for p in table()]
    _, output, _ = run_once(path, "tune")
    found = []
    for line in output.splitlines():
        match = SPSA_LINE.fullmatch(line)
        check(match, "no line of SPSA input:", line)
        found.append((match.group(1), *(int(float(n)) for n in match.groups()[1:4])))
    check_equal(found, wanted, "SPSA input")
    with Engine(path) as engine:
        engine.send("uci")
        options = [OPTION.fullmatch(line) for line in engine.expect("uciok")]
    found = [(m.group(1), *(int(n) for n in m.groups()[1:])) for m in options if m]
    check_equal(found, wanted, "options")


@case("with the defaults the tune build is the same engine")
def _(path):
    need_tune_build(path)
    golden = (Path(__file__).parent / "bench.golden").read_text(encoding="utf-8").splitlines()[-1]
    status, output, _ = run_once(path, "bench", seconds=300 * SLOWNESS)
    check_equal(status, 0)
    check_equal("total: " + output.splitlines()[-1].split()[0], golden)


@case("every parameter changes the search, and its default brings the old one back")
def _(path):
    need_tune_build(path)
    # No counter of the short bench reaches these limits.
    rarely_felt = {
        "ASPIRATION_DELTA_MAX_CP",
        "EXTENSION_PLY_FACTOR",
        "SINGULAR_DOUBLE_MAX",
        "TT_CUTOFF_MAX_CLOCK",
    }
    with Engine(path, speaks_freely=True) as engine:
        default = total(engine)
        for param in table():
            felt = False
            for value in (param.smallest, param.largest):
                check(not engine.set_up(f"setoption name {param.name} value {value}"))
                felt = felt or total(engine) != default
            check(felt or param.name in rarely_felt, f"{param.name} changes nothing")
            check(not engine.set_up(f"setoption name {param.name.lower()} value {param.default}"))
            check_equal(total(engine), default, f"{param.name} at its default again")


@case("any values of their ranges together are a sound engine")
def _(path):
    need_tune_build(path)
    dice = random.Random(SEED)
    with Engine(path) as engine:
        for round_number in range(12):
            engine.set_up("ucinewgame")
            for param in table():
                value = dice.choice((param.smallest, param.largest, param.default))
                engine.set_up(f"setoption name {param.name} value {value}")
            for position in ("startpos", "fen " + KIWIPETE):
                engine.position(position)
                best = engine.go("nodes 20000").best
                check(best in engine.moves(), f"seed {SEED}, round {round_number}")


@case("a value that is no number of the range is refused and named")
def _(path):
    need_tune_build(path)
    with Engine(path, speaks_freely=True) as engine:
        default = total(engine, 5)
        for value in ("", "x", "39", "161", "99999999999999999999", "80.5"):
            notes = engine.set_up(f"setoption name RFP_MARGIN_CP value {value}")
            check_equal(len(notes), 1, notes)
            check("RFP_MARGIN_CP not changed" in notes[0], notes)
        check_equal(total(engine, 5), default)


@case("the table's reader names the line that is wrong")
def _(_path):
    good = "# comment\n\nA_1 5 3 8 0.5 0.002\n"
    check_equal(gen_params.read_table(good.splitlines())[0].default, 5)
    for bad in (
        "B 5 3 8 0.5",
        "b 5 3 8 0.5 0.002",
        "B 9 3 8 0.5 0.002",
        "B 5 3 8 0 0.002",
        "B 5 3 8 0.5 2",
        "B 5 3 8.5 0.5 0.002",
        "B 5 3 9999999999 0.5 0.002",
        "A_1 5 3 8 0.5 0.002",
    ):
        try:
            gen_params.read_table((good + bad).splitlines())
        except gen_params.TableError as error:
            check("line 4" in str(error), error)
        else:
            check(False, "taken without a word:", bad)
    try:
        gen_params.read_table(["# nothing"])
    except gen_params.TableError:
        pass
    else:
        check(False, "an empty table was taken")


if __name__ == "__main__":
    run()
