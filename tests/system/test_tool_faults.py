#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tools when memory runs out at each place: one line and status 1, or the whole result.

Each command is run with its n-th allocation failing (faults.py), alone or with all that follow, for
every n until it passes without reaching the n-th.

usage: test_tool_faults.py FOLDER [CASE...]      the build's folder of the tools, with
    RAVELIN_FAULTS_LIBRARY the path of the library
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from faults import Faults
from support import ANSWER_SECONDS, Failure, case, check, check_equal, environment, run

# Of one command; what is beyond is tried in steps, or a long run would be made many times.
EACH_UP_TO = 40
RUNS_MAX = 120
GOING_ON = "going on with what is whole"


def attempts():
    number = 1
    for _ in range(RUNS_MAX):
        yield number
        number += 1 if number < EACH_UP_TO else number // 8
    raise Failure("it allocates without end")


def empty(out):
    """Before each run: no such file, or an empty folder."""
    if out.is_dir():
        shutil.rmtree(out)
        out.mkdir()
    else:
        out.unlink(missing_ok=True)


def sweep(program, arguments, out=None):
    """Runs a command until no allocation of it fails. `out` is the file or folder that it makes;
    without one its standard output is the result."""
    command = [program, *map(str, arguments)]
    with tempfile.TemporaryDirectory() as scratch:
        faults = Faults(scratch)
        wanted = subprocess.run(command, capture_output=True, text=True, check=True,
                                env=environment()).stdout
        failures = 0
        for stays in (0, 1):
            for number in attempts():
                if out is not None:
                    empty(out)
                faults.arm(number, stays)
                done = subprocess.run(command, capture_output=True, text=True, check=False,
                                      timeout=ANSWER_SECONDS, env=faults.environment())
                failed = faults.disarm()
                where = (program.name, *arguments, number, stays, done.returncode, done.stderr)
                if done.returncode == 0:
                    check(out is None or out.exists(), "nothing was made:", *where)
                    check(out is not None or done.stdout == wanted, done.stdout, *where)
                else:
                    failures += 1
                    check(done.returncode in (1, 2), *where)
                    # Games that cannot be read are named besides, and the rest is used.
                    lines = [line for line in done.stderr.splitlines() if GOING_ON not in line]
                    check(len(lines) <= 1 and done.stderr.startswith(program.name + ": "), *where)
                    check(out is None or not out.is_file() or GOING_ON in done.stderr,
                          "half a file is left:", *where)
                if failed == 0:
                    check_equal(done.returncode, 0, where)
                    break
        check(failures > 0, program.name, *arguments, "never failed")


@case("ravelin-net")
def _(folder):
    program = Path(folder, "net", "ravelin-net")
    with tempfile.TemporaryDirectory() as scratch:
        net, out = Path(scratch, "net.nnue"), Path(scratch, "out")
        subprocess.run([program, "synth", net], check=True, env=environment())
        sweep(program, ("material", out), out)
        sweep(program, ("synth", out), out)
        sweep(program, ("inspect", net))
        sweep(program, ("verify", "--count", 5, net))
        sweep(program, ("stamp", "--out", scratch, net))


@case("ravelin-data and ravelin-gendata")
def _(folder):
    program, generator = Path(folder, "data", "ravelin-data"), Path(folder, "gendata", "ravelin-gendata")
    with tempfile.TemporaryDirectory() as scratch:
        out, games = Path(scratch, "out"), Path(scratch, "games")
        command = ("--soft", 20, "--check-nodes", 40, "--hash", 1, "--threads", 1, "--games", 3)
        games.mkdir()
        sweep(generator, (*command, "--out", games), games)
        file = games / "gen-0-0.vbin.zst"
        for arguments in (("merge",), ("shuffle", "--seed", 1), ("dedupe",), ("filter",),
                          ("convert",)):
            name = out.with_suffix(".txt") if arguments[0] == "convert" else out
            sweep(program, (*arguments, "--out", name, file), name)
        for name in ("count", "header", "stats"):
            sweep(program, (name, file))


@case("ravelin-book")
def _(folder):
    program = Path(folder, "book", "ravelin-book")
    with tempfile.TemporaryDirectory() as scratch:
        games, out = Path(scratch, "games.pgn"), Path(scratch, "book.txt")
        games.write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event "x"]\n\n1. d4 d5 *\n',
                         encoding="utf-8")
        sweep(program, ("make", "--plies", 4, "--out", out, games), out)


if __name__ == "__main__":
    run()
