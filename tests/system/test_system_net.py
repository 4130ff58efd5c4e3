#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A build with -Dsystem_net=true, whose net was installed: with it, without it, with a broken one.
The net's file is moved about, so the build must be installed in a folder of its own (`.ci/run
system_net` does that).

usage: test_system_net.py ENGINE [CASE...]
"""

import contextlib
import os
import re
import tempfile

from nets import random_net
from support import Engine, case, check, check_equal, environment, run, run_once

NET = re.compile(r"info string net (\S+) hash ([0-9a-f]{16}) size \d+ bytes from (.*)")


def installed_net(path):
    """Where the engine looks, which it says as long as the file is there."""
    match = NET.search(run_once(path, "uci")[1])
    check(match and match.group(3) != "embedded", "no net of the system is in play")
    return match.group(3)


@contextlib.contextmanager
def replaced(file, data):
    """The net's file with other bytes, or without a file if `data` is None."""
    with open(file, "rb") as before:
        kept = before.read()
    try:
        if data is None:
            os.remove(file)
        else:
            with open(file, "wb") as out:
                out.write(data)
        yield kept
    finally:
        with open(file, "wb") as out:
            out.write(kept)


@case("the installed net plays")
def _(path):
    file = installed_net(path)
    check(os.path.isabs(file), file)
    with Engine(path) as engine:
        check(engine.go("depth 5").best in engine.moves())


@case("without any net it says so and gives no move")
def _(path):
    file = installed_net(path)
    with replaced(file, None), Engine(path, expects_errors=True, speaks_freely=True) as engine:
        check(file[:60] in engine.next_line(), "the missing file is not named")
        engine.ready()
        engine.send("go depth 3")
        lines = engine.expect("bestmove")
        check_equal(lines[-1], "bestmove (none)")
        check(any("there is no net" in line for line in lines), lines)
        for command in ("eval", "nnue", "bench", "play"):
            engine.send(command)
            check("there is no net" in engine.ready()[0], command)
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "other.nnue")
            data, checksum = random_net(1)
            with open(other, "wb") as out:
                out.write(data)
            check(f"{checksum:016x}" in "".join(run_once(path, "isready", env=environment(RAVELIN_EVALFILE=other))[1:]))
            engine.set_up(f"setoption name EvalFile value {other}")
            check(engine.go("depth 3").best in engine.moves())
            engine.send("setoption name EvalFile value <empty>")
            check(f"net in play stays other.nnue, hash {checksum:016x}" in engine.ready()[0])


@case("a broken net of the system is fatal at start-up")
def _(path):
    file = installed_net(path)
    for damage in (b"", b"x" * 1000):
        with replaced(file, damage):
            status, output, errors = run_once(path, stdin=b"uci\n")
            check_equal(status, 1)
            check("uciok" not in output and "no net is in play" in output, output)
            check("no net is in play" in errors, errors)


if __name__ == "__main__":
    run()
