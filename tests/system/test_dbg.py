#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""dbg and dbgclear: counts of what the search's rules did, in a build with -Ddiagnostics=true. The
cases of the other kind of build are skipped; .ci/run has both.

usage: test_dbg.py ENGINE [CASE...]
"""

import re
from pathlib import Path

from support import SLOWNESS, Engine, Skip, case, check, check_equal, run, run_once

RULE = re.compile(r"(.+): (.+): (\d+), (\d+) \((\d+\.\d\d) %\)")
RULES = ("null move", "PVS", "LMR", "reverse futility", "LMP", "IIR", "SEE", "SEE")


def need_counting_build(path):
    if run_once(path, "dbg")[0] != 0:
        raise Skip("nothing is counted in this build")


class Counts:
    """What dbg said."""

    def __init__(self, engine):
        engine.send("dbg")
        self.lines = engine.ready()
        numbers = {}
        for line in self.lines:
            if match := re.fullmatch(r"(cutoffs.*|table hits, .*): (\d+)(?: \(.*\))?", line):
                numbers[match[1]] = int(match[2])
        self.cutoffs = numbers["cutoffs"]
        self.by_move = [n for name, n in numbers.items() if name.startswith("cutoffs by move")]
        self.by_bound = [n for name, n in numbers.items() if name.startswith("table hits")]
        table = next(m for m in (re.match(r"table: (\d+) probes, (\d+) hits", x) for x in self.lines) if m)
        self.probes, self.hits = int(table[1]), int(table[2])
        rules = [m for m in map(RULE.fullmatch, self.lines) if m]
        check_equal(tuple(m[1] for m in rules), RULES)
        self.rules = [(m[1], int(m[3]), int(m[4])) for m in rules]


@case("a normal build says in one line that nothing is counted")
def _(path):
    for command in ("dbg", "dbgclear"):
        status, output, errors = run_once(path, command)
        if status == 0:
            raise Skip("a counting build")
        check_equal((status, output), (2, ""))
        check_equal(errors.count("\n"), 1, errors)
        check(f"{command}: " in errors and "-Ddiagnostics=true" in errors, errors)


@case("the counts add up, and every rule is seen at work")
def _(path):
    need_counting_build(path)
    with Engine(path, speaks_freely=True) as engine:
        engine.send("bench 9")
        engine.ready()
        counts = Counts(engine)
        check_equal(len(counts.by_move), 16)
        check_equal(sum(counts.by_move), counts.cutoffs, "by move")
        check(counts.by_move[0] > counts.cutoffs / 2, "the first move should refute most often")
        check_equal(len(counts.by_bound), 4)
        check_equal(sum(counts.by_bound), counts.hits, "by bound")
        check(0 < counts.hits < counts.probes, counts.lines)
        for name, tries, failures in counts.rules:
            check(0 < failures < tries, f"{name}: {tries} tries, {failures} failures")


@case("cleared, and then counted anew: the same search gives the same counts")
def _(path):
    need_counting_build(path)
    with Engine(path, speaks_freely=True) as engine:
        engine.send("bench 6")
        engine.ready()
        first = Counts(engine)
        engine.send("bench 6")
        engine.ready()
        check_equal(Counts(engine).probes, 2 * first.probes, "without dbgclear they go on")
        check(not engine.set_up("dbgclear"))
        cleared = Counts(engine)
        check_equal((cleared.cutoffs, cleared.probes), (0, 0))
        check_equal(sum(tries for _, tries, _ in cleared.rules), 0)
        engine.send("bench 6")
        engine.ready()
        check_equal(Counts(engine).lines, first.lines)


@case("read during a search of several threads, and cleared by ending it")
def _(path):
    need_counting_build(path)
    with Engine(path, speaks_freely=True) as engine:
        engine.set_up("setoption name Threads value 3")
        engine.send("go infinite")
        seen = 0
        for _ in range(20):
            counts = Counts(engine)
            check(counts.probes >= seen, "counts never fall")
            seen = counts.probes
        engine.send("dbgclear")
        engine.expect("bestmove")
        check_equal(Counts(engine).probes, 0)


@case("the counting build searches the same nodes")
def _(path):
    need_counting_build(path)
    golden = (Path(__file__).parent / "bench.golden").read_text(encoding="utf-8").splitlines()[-1]
    status, output, _ = run_once(path, "bench", seconds=300 * SLOWNESS)
    check_equal(status, 0)
    check_equal("total: " + output.splitlines()[-1].split()[0], golden)


if __name__ == "__main__":
    run()
