#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The bench: each position and the total as in bench.golden (update_bench.sh writes it), whatever
the kernels, the options and the searches before it.

usage: test_bench.py ENGINE [CASE...]
"""

import re
from pathlib import Path

from support import SLOWNESS, Engine, case, check, check_equal, environment, run, run_once

BENCH_SECONDS = 300 * SLOWNESS
TOTAL = re.compile(r"(\d+) nodes (\d+) nps")
GOLDEN = Path(__file__).parent / "bench.golden"


def read_bench(output):
    """Lines about positions, and the total that must be the last line."""
    lines = output.splitlines()
    total = TOTAL.fullmatch(lines[-1])
    check(total, "the last line is", lines[-1])
    check(int(total.group(2)) > 0, lines[-1])
    return [line for line in lines if line.startswith("position ")], int(total.group(1))


def total_of(path, *arguments, **variables):
    status, output, errors = run_once(path, *arguments, env=environment(**variables), seconds=BENCH_SECONDS)
    check_equal((status, errors), (0, ""))
    return read_bench(output)


@case("each position and the total are as pinned")
def _(path):
    positions, total = total_of(path, "bench", RAVELIN_BENCH_DEBUG="1")
    check_equal(total, sum(int(line.split()[-1]) for line in positions), "the total is the sum")
    found = positions + [f"total: {total}"]
    wanted = GOLDEN.read_text(encoding="utf-8").splitlines()
    differences = [f"{f} (pinned: {w})" for f, w in zip(found, wanted) if f != w]
    check_equal(len(found), len(wanted), "lines")
    check(not differences, "update_bench.sh if it is meant:", differences)


@case("the bench names the net that it was made with")
def _(path):
    status, output, _ = run_once(path, "bench", "1", env=environment(), seconds=BENCH_SECONDS)
    check_equal(status, 0)
    named = re.match(r"net \S+ hash ([0-9a-f]{16})\n", output)
    check(named, output)
    check(f"hash {named.group(1)} " in run_once(path, "isready")[1], "not the net in play")


@case("one count under every option, variable, kernel and order")
def _(path):
    positions, total = total_of(path, "bench", "7")
    check_equal(positions, [], "positions are shown only on request")
    for arguments, variables in (
        (("bench", "7"), {"RAVELIN_HASH": "1", "RAVELIN_THREADS": "3"}),
        (("--isa", "scalar", "bench", "7"), {}),
        (("--isa", "sse41", "bench", "7"), {}),
        (("--isa", "avx2", "bench", "7"), {}),
    ):
        status, output, errors = run_once(path, *arguments, env=environment(**variables), seconds=BENCH_SECONDS)
        if status == 2 and "--isa" in arguments:
            check("isa" in errors, errors)  # the machine lacks it
            continue
        check_equal(status, 0)
        check_equal(read_bench(output)[1], total, f"{arguments} {variables}")


@case("the bench leaves nothing behind, and nothing before it counts")
def _(path):
    _, total = total_of(path, "bench", "6")
    with Engine(path, speaks_freely=True) as engine:
        engine.set_up("setoption name Hash value 8", "setoption name Threads value 2")
        engine.set_up("setoption name UCI_Chess960 value true", "position startpos moves e2e4")
        engine.go("movetime 300")
        for _ in range(2):
            engine.send("bench 6")
            lines = engine.ready()
            check_equal(int(TOTAL.fullmatch(lines[-1]).group(1)), total)
        check(engine.go("depth 4").best in engine.moves())
        engine.set_up("setoption name Threads value 1", "ucinewgame")
        after = engine.go("depth 9")
    with Engine(path) as engine:
        engine.set_up("setoption name Hash value 8", "position startpos moves e2e4")
        fresh = engine.go("depth 9")
        check_equal(after.last.fields["nodes"], fresh.last.fields["nodes"], "nodes after a bench")
        check_equal(after.last.fields["hashfull"], fresh.last.fields["hashfull"], "hash size after a bench")


@case("a running search is ended before the bench")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.position("startpos")
        engine.send("go infinite")
        engine.silent_for(0.1)
        engine.send("bench 3")
        lines = engine.ready()
        check_equal(sum(line.startswith("bestmove") for line in lines), 1, lines)
        check(TOTAL.fullmatch(lines[-1]), lines[-1])


if __name__ == "__main__":
    run()
