#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which kernels run: measured once, remembered, fixed by name; broken memories do no harm.

usage: test_kernels.py ENGINE [CASE...]
"""

import os
import re
import stat
import tempfile
from pathlib import Path

from support import (
    Engine, case, check, check_equal, environment, kernel_lines, run, run_once, settled_kernels,
)

TOTAL = re.compile(r"(\d+) nodes \d+ nps")


def tuned(folder, **changes):
    """The environment of a user whose cache is `folder`."""
    return environment(**{"RAVELIN_TUNE": "1", "XDG_CACHE_HOME": str(folder), **changes})


def rows_that_run(lines):
    """The row of each entry, and how many lines name one."""
    found, entry = {}, None
    for line in lines:
        match = re.match(r"(\w+\.\w+) +(\S+)|( +)(\S+)", line)
        if not match:
            continue
        entry = match.group(1) or entry
        if "runs: " in line:
            check(entry not in found, "two rows of", entry)
            found[entry] = match.group(2) or match.group(4)
    return found


def the_file(folder):
    files = list((Path(folder) / "ravelin").iterdir())
    check_equal(len(files), 1, files)
    return files[0]


@case("measured at the first start and remembered for the second")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        first = kernel_lines(path, env=tuned(folder))
        check("measured now" in first[0], first[0])
        check_equal(stat.S_IMODE(the_file(folder).stat().st_mode), 0o600)
        second = settled_kernels(path, tuned(folder))
        kept = the_file(folder)
        before = kept.read_bytes()
        third = kernel_lines(path, env=tuned(folder))
        check(third[0].endswith("measured at an earlier start"), third[0])
        check_equal(rows_that_run(third), rows_that_run(second))
        check(len(rows_that_run(third)) >= 9, third)
        check_equal(kept.read_bytes(), before)


@case("HOME serves where XDG_CACHE_HOME is unset, and neither is no fault")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        env = tuned(folder, HOME=folder)
        del env["XDG_CACHE_HOME"]
        kernel_lines(path, env=env)
        check((Path(folder) / ".cache" / "ravelin").is_dir())
        del env["HOME"]
        check("measured now" in kernel_lines(path, env=env)[0])
        env["XDG_CACHE_HOME"] = "not/absolute"
        check("measured now" in kernel_lines(path, env=env)[0])


@case("RAVELIN_TUNE=0 and a named level measure nothing and write nothing")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        for arguments, changes in (
            ((), {"RAVELIN_TUNE": "0"}),
            (("--isa", "scalar"), {}),
            ((), {"RAVELIN_ISA": "scalar"}),
        ):
            lines = kernel_lines(path, *arguments, env=tuned(folder, **changes))
            check("not measured" in lines[0], lines[0])
            if not "RAVELIN_TUNE" in changes:
                check_equal(set(rows_that_run(lines).values()), {"scalar"})
        check_equal(os.listdir(folder), [])


def broken_files(good):
    """Name and bytes of files that must not be believed."""
    head, _, body = good.partition(b"\n")
    yield "empty", b""
    yield "cut", good[: len(good) // 2]
    yield "another version", good.replace(b"version ", b"version 0.0.", 1)
    yield "another machine", head + b"x\n" + body
    yield "an unknown row", good.replace(b" *", b" *abacus", 1)
    two = good.replace(b" scalar ", b" *scalar ", 1)
    yield "two choices", two.replace(b" sse41 ", b" *sse41 ", 1)
    for kind, figure in (("no number", b"many"), ("negative", b"-7"), ("minus zero", b"-0")):
        yield kind, re.sub(rb"scalar \d+", b"scalar " + figure, good, count=1)
        yield kind + " of starts", re.sub(rb"starts \d+", b"starts " + figure, good)
    yield "a zero before", re.sub(rb"scalar (\d+)", rb"scalar 0\1", good, count=1)
    yield "a zero before the starts", good.replace(b"starts ", b"starts 0")
    yield "too many starts", re.sub(rb"starts \d+", b"starts 9", good)
    yield "no starts", re.sub(rb"starts \d+\n", b"", good)
    yield "two blanks", good.replace(b" scalar ", b"  scalar ", 1)
    yield "more", good + b"movegen.all scalar 1\n"
    yield "noise", bytes(range(256)) * 8
    yield "huge", good + b"\n" * (1 << 20)


@case("a broken memory is named in one line, measured over and mended")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        kernel_lines(path, env=tuned(folder))
        kept = the_file(folder)
        good = kept.read_bytes()
        for name, content in broken_files(good):
            if content == good:
                continue
            kept.write_bytes(content)
            with Engine(path, env=tuned(folder)) as engine:
                lines = engine.ready()
            notes = [line for line in lines if "is ignored" in line]
            check_equal(len(notes), 1, f"{name}: {lines}")
            check(notes[0].startswith("info string the kernel choice kept in "), notes)
            check("measured at an earlier start" in kernel_lines(path, env=tuned(folder))[0], name)


@case("what is no file is not waited for")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        kernel_lines(path, env=tuned(folder))
        kept = the_file(folder)
        kept.unlink()
        os.mkfifo(kept)
        lines = kernel_lines(path, env=tuned(folder))
        check("is ignored: no regular file" in lines[0], lines)
        kept.unlink()
        kept.mkdir()
        lines = kernel_lines(path, env=tuned(folder))
        check("is ignored: no regular file" in lines[0], lines)
        check(any("not remembered" in line for line in lines), lines)


@case("a cache that cannot be written costs nothing but the memory")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        blocked = Path(folder) / "file"
        blocked.write_text("")
        lines = kernel_lines(path, env=tuned(blocked))
        check(any(line.startswith("not remembered: ") for line in lines), lines)


@case("the option ISA changes the rows, and a name that is not to be had says so")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        check_equal(engine.set_up("setoption name ISA value scalar"), [])
        engine.send("kernels")
        check_equal(set(rows_that_run(engine.ready()).values()), {"scalar"})
        engine.position("startpos")
        slow = engine.go("depth 8")
        engine.send("setoption name ISA value abacus")
        lines = engine.ready()
        check_equal(sum("abacus" in line for line in lines), 1, lines)
        check_equal(engine.set_up("setoption name ISA value best", "ucinewgame"), [])
        fast = engine.go("depth 8")
        check_equal(fast.last.fields["nodes"], slow.last.fields["nodes"])


@case("RAVELIN_ISA that is unknown: one line and the best level")
def _(path):
    with Engine(path, env=environment(RAVELIN_ISA="abacus"), speaks_freely=True) as engine:
        lines = engine.ready()
        check_equal(sum("unknown instruction set 'abacus'" in line for line in lines), 1, lines)
        engine.send("kernels")
        found = rows_that_run(engine.ready())
    best = rows_that_run(kernel_lines(path, env=environment()))
    check_equal(found, best)


@case("RAVELIN_ISA that is unknown ends a command of the command line with status 2")
def _(path):
    env = environment(RAVELIN_ISA="abacus")
    for words in (("bench", "2"), ("go", "depth", "2"), ("kernels",), ("perft", "1")):
        status, output, errors = run_once(path, *words, env=env)
        check_equal((status, output), (2, ""), words)
        check_equal(errors, "ravelin: RAVELIN_ISA: unknown instruction set 'abacus'\n", words)
    # What the command line says goes before it, and an empty one is none.
    for words, variables in ((("--isa", "scalar", "bench", "2"), {"RAVELIN_ISA": "abacus"}), (("bench", "2"), {"RAVELIN_ISA": ""})):
        status, output, errors = run_once(path, *words, env=environment(**variables))
        check_equal((status, errors), (0, ""), words)
        check(TOTAL.search(output), output)


@case("the bench counts the same nodes whatever is chosen")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        totals = set()
        for env in (environment(), tuned(folder), tuned(folder)):
            status, output, errors = run_once(path, "bench", "6", env=env)
            check_equal((status, errors), (0, ""))
            totals.add(TOTAL.search(output).group(1))
        # A memory that prefers the least of all rows everywhere is believed, and plays the same.
        kept = the_file(folder)
        text = kept.read_text()
        key, starts, *entries = text.splitlines(keepends=True)
        unused = [entry for entry in entries if entry.startswith("nnue.layers ")]
        entries = [entry.replace(" *", " ") for entry in entries if entry not in unused]
        entries = [re.sub(r"^(\w+\.\w+) scalar \d+", r"\1 *scalar 1", entry) for entry in entries]
        # What was too disturbed to be measured.
        entries = [re.sub(r" 0(?=\s)", " 2", entry) for entry in entries]
        kept.write_text(key + starts + "".join(entries + unused))
        lines = kernel_lines(path, env=tuned(folder))
        found = rows_that_run(lines)
        del found["nnue.layers"]  # what nobody calls is not measured, so no other row can win
        check_equal(set(found.values()), {"scalar"}, lines)
        status, output, errors = run_once(path, "bench", "6", env=tuned(folder))
        totals.add(TOTAL.search(output).group(1))
        check_equal(len(totals), 1, totals)


if __name__ == "__main__":
    run()
