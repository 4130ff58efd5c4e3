#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory that runs out at each place, and a wall clock that jumps: the engine says so in one line,
or ends; it never falls, and what it had stays in play.

Each change is tried with the n-th allocation failing (faults.py), alone or with all that follow,
for every n until it passes without reaching the n-th.

usage: test_faults.py ENGINE [CASE...]      with RAVELIN_FAULTS_LIBRARY the path of the library
"""

import contextlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from faults import ALLOCATIONS_MAX, MEMORY, NEVER, Faults
from nets import random_net
from support import (
    ANSWER_SECONDS,
    BEST,
    SLOWNESS,
    Engine,
    Failure,
    case,
    check,
    check_equal,
    environment,
    run,
)

@contextlib.contextmanager
def faulty(path, **changes):
    """An engine that obeys, and its page. A net that is refused is named on standard error too."""
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(folder)
        with Engine(path, env=faults.environment(**changes), expects_errors=True) as engine:
            engine.ready()
            yield engine, faults


def answers(engine, *lines):
    """What is said to these lines, and the net that is in play after them."""
    engine.send(*lines, "isready")
    notes = engine.expect("readyok")[:-1]
    check(all(note.startswith("info string ") for note in notes), "unexpected answers:", notes)
    nets = [note for note in notes if note.startswith("info string net ")]
    check(nets, "isready did not name the net")
    return [note for note in notes if note not in nets], nets[-1]


def sweep(engine, faults, change, undo, is_done):
    """Tries `change` with each allocation failing until it passes without a failure; `undo` brings
    the state before back. A failure is one line, or `is_done(notes, net)` tells that the change was
    carried out all the same. Returns how many allocations could fail, in both ways."""
    counts = []
    for stays in (0, 1):
        for number in range(1, ALLOCATIONS_MAX):
            # Its notes are those of a change that works.
            answers(engine, *undo)
            faults.arm(number, stays)
            notes, net = answers(engine, *change)
            failed = faults.disarm()
            where = f"{change[-1]}, allocation {number}, stays {stays}:"
            if failed == 0:
                check(is_done(notes, net), where, "not carried out:", notes, net)
                break
            told = [note for note in notes if MEMORY.search(note)]
            if told or not is_done(notes, net):
                check(len(told) == len(notes) == 1, where, "wanted one line:", notes, net)
            engine.position("startpos moves e2e4")
            check(engine.go("depth 3").best in engine.moves(), where, "no legal move")
        else:
            raise Failure(f"{change[-1]}: it allocates without end")
        counts.append(number - 1)
    check(min(counts) > 0, change[-1], "nothing could fail:", counts)
    return counts


def set_option(name, value):
    return f"setoption name {name} value {value}"


@case("memory runs out in a change of Hash")
def _(path):
    with faulty(path) as (engine, faults):
        for mib in (64, 1):
            sweep(engine, faults, [set_option("Hash", mib)], [set_option("Hash", 16)],
                  lambda notes, _: not notes)
        # Not even for the smallest table: what is left is one of some KiB.
        faults.arm(1, 1)
        notes, _ = answers(engine, set_option("Hash", 32))
        faults.disarm()
        check(len(notes) == 1 and "Hash is 0 MiB" in notes[0], notes)
        check(engine.go("depth 8").best in engine.moves())
        check_equal(answers(engine, set_option("Hash", 32))[0], [])


@case("memory runs out in a change of Threads")
def _(path):
    with faulty(path) as (engine, faults):
        sweep(engine, faults, [set_option("Threads", 4)], [set_option("Threads", 1)],
              lambda notes, _: not notes)
        faults.arm(NEVER, 0)
        check_equal(answers(engine, set_option("Threads", 1))[0], [])
        check_equal(faults.get("left"), NEVER, "fewer threads need memory")


def write_nets(folder):
    files = []
    for seed in (5, 6):
        files.append(Path(folder, f"net{seed}.nnue"))
        files[-1].write_bytes(random_net(seed)[0])
    return files


@case("memory runs out in a change of EvalFile")
def _(path):
    with tempfile.TemporaryDirectory() as folder, faulty(path) as (engine, faults):
        first, second = write_nets(folder)
        engine.set_up(set_option("Threads", 2))
        for wanted, name in ((second, second.name), ("", "ravelin-")):
            sweep(engine, faults, [set_option("EvalFile", wanted)],
                  [set_option("EvalFile", first)], lambda notes, net, name=name: name in net)
        # Where kernels are measured for the net, its rows serve unmeasured.
    with tempfile.TemporaryDirectory() as folder:
        changes = {"RAVELIN_TUNE": "1", "XDG_CACHE_HOME": folder}
        with faulty(path, **changes) as (engine, faults):
            first, second = write_nets(folder)
            sweep(engine, faults, [set_option("EvalFile", second)],
                  [set_option("EvalFile", first)], lambda notes, net: second.name in net)


POLYGLOT_D4 = bytes.fromhex("463b96181691fc9c 02db 0001 00000000")


def write_books(folder):
    """A book of each kind, and the one that is in play before."""
    long_line = "# " + "x" * 3000 + "\n" + "e2e4 e7e5 g1f3 b8c6 f1b5\n"
    game = "[Event \"?\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 {" + "y" * 3000 + "} Nf6 *\n"
    contents = {"before.txt": b"a2a3\n", "lines.txt": long_line.encode(),
                "games.pgn": game.encode(), "keys.bin": POLYGLOT_D4}
    for name, content in contents.items():
        Path(folder, name).write_bytes(content)
    return [Path(folder, name) for name in contents]


@case("memory runs out in a change of BookFile")
def _(path):
    with tempfile.TemporaryDirectory() as folder, faulty(path) as (engine, faults):
        before, *books = write_books(folder)
        answers(engine, set_option("BookFile", before), set_option("OwnBook", "true"))
        books.append(":".join(str(book) for book in books))
        for book in books:
            def is_done(notes, _net, book=book):
                return re.search(r"book .*: \d+ moves$", " ".join(notes)) and \
                    str(book).split(":", maxsplit=1)[0] in notes[0]

            sweep(engine, faults, [set_option("BookFile", book)],
                  [set_option("BookFile", before)], is_done)


@case("memory runs out where the book is loaded for the first time, and where the shipped one is")
def _(path):
    with tempfile.TemporaryDirectory() as folder, faulty(path) as (engine, faults):
        _, lines, *_ = write_books(folder)
        off = [set_option("OwnBook", "false"), "freebook"]

        def is_loaded(notes, _net):
            return any(re.search(r"book .*: \d+ moves$", note) for note in notes)

        for book in (lines, ""):
            counts = []
            for stays in (0, 1):
                for number in range(1, ALLOCATIONS_MAX):
                    answers(engine, *off, set_option("BookFile", book))
                    faults.arm(number, stays)
                    notes, _ = answers(engine, set_option("OwnBook", "true"))
                    failed = faults.disarm()
                    if failed == 0:
                        check(is_loaded(notes, None), notes)
                        break
                    # The files refused, then the shipped book, its built-in copy, or none; and
                    # the same at isready, which tries again.
                    check(1 <= len(notes) <= 6, book, number, stays, notes)
                    check(is_loaded(notes, None) or "no book" in notes[-1], notes)
                    engine.position("startpos")
                    check(engine.go("depth 3").best in engine.moves())
                counts.append(number - 1)
            check(0 < min(counts) and max(counts) < ALLOCATIONS_MAX - 2, counts)


@case("memory runs out in changes of the log, the tables, the level, and in a game at the terminal")
def _(path):
    with tempfile.TemporaryDirectory() as folder, faulty(path) as (engine, faults):
        log = Path(folder, "log.txt")
        for change in (
            set_option("SyzygyPath", folder + "/none:" + folder),
            set_option("Debug Log File", log),
            set_option("ISA", "scalar"),
            set_option("MultiPV", 500),
            "position startpos moves e2e4 e7e5",
            "ucinewgame",
        ):
            for number in range(1, ALLOCATIONS_MAX):
                faults.arm(number, 1)
                notes, _ = answers(engine, change)
                failed = faults.disarm()
                check(engine.go("depth 2").best in engine.moves(), change)
                if failed == 0:
                    break
                # A folder that cannot be read has a line of its own.
                check(notes and MEMORY.search(notes[-1]) or "cannot be read" in " ".join(notes),
                      change, number, notes)
        answers(engine, set_option("Debug Log File", "<empty>"))
        faults.arm(1, 1)
        notes, _ = answers(engine, "play")
        faults.disarm()
        check(len(notes) == 1 and MEMORY.search(notes[0]), notes)


@case("a line too long for memory is named, and the next one is read")
def _(path):
    with faulty(path) as (engine, faults):
        line = "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 60000 + " e2e4"
        for stays in (0, 1):
            engine.position("startpos moves d2d4")
            before = engine.fen()
            faults.arm(1, stays)
            notes, _ = answers(engine, line)
            check(faults.disarm() > 0, "no allocation was needed")
            check(len(notes) == 1 and "was ignored" in notes[0], notes)
            check_equal(engine.fen(), before)
            check_equal(answers(engine, line)[0], [])
            check(engine.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/"), "the line is lost")


@case("a game with searches allocates nothing")
def _(path):
    with faulty(path) as (engine, faults):
        answers(engine, set_option("Threads", 2))
        faults.arm(1, 1)
        moves = ""
        for _ in range(6):
            engine.position("startpos" + moves)
            moves += (" " if moves else " moves ") + engine.go("depth 6").best
        engine.send("go infinite", "stop")
        engine.expect("bestmove")
        check_equal(faults.disarm(), 0, "allocations that failed")


@case("memory runs out at the start: one line and status 1, or it plays")
def _(path):
    script = b"isready\nposition startpos\ngo depth 2\nquit\n"
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(folder)
        for stays in (0, 1):
            ends = set()
            for number in range(1, ALLOCATIONS_MAX):
                faults.arm(number, stays)
                done = subprocess.run([path], input=script, capture_output=True, check=False,
                                      timeout=ANSWER_SECONDS, env=faults.environment())
                failed = faults.disarm()
                lines = done.stdout.decode().splitlines()
                errors = done.stderr.decode().splitlines()
                where = (number, stays, done.returncode, lines, errors)
                ends.add(done.returncode)
                if done.returncode == 0:
                    check("readyok" in lines and BEST.fullmatch(lines[-1]), *where)
                else:
                    check_equal(done.returncode, 1, where)
                    check(len(errors) == 1 and errors[0].startswith("ravelin: "), *where)
                    check(MEMORY.search(errors[0]) and len(lines) <= 1, *where)
                if failed == 0:
                    check_equal(done.returncode, 0)
                    break
            check_equal(ends, {0, 1}, "exit statuses")


@case("the wall clock is not read: it may jump")
def _(path):
    for jump_s in (0, 100000, -100000):
        with tempfile.TemporaryDirectory() as folder:
            faults = Faults(folder)
            faults.put("wall_jump_s", jump_s)
            env = faults.environment(RAVELIN_TUNE="1", XDG_CACHE_HOME=folder)
            # That the library counts, and that others see the jumps.
            probe = subprocess.run(
                [sys.executable, "-c", "import time; print(time.time() - time.time())"],
                capture_output=True, check=True, env=env)
            check(faults.get("wall_reads") > 1, "the library is not at work")
            check(abs(float(probe.stdout) + jump_s) < 1000, probe.stdout)
            faults.put("wall_reads", 0)
            faults.put("steady_reads", 0)
            with Engine(path, env=env) as engine:
                engine.ready()
                engine.set_up(set_option("OwnBook", "true"))
                engine.set_up(set_option("Debug Log File", Path(folder, "log")))
                engine.position("startpos moves e2e4")
                for limits in ("movetime 200", "wtime 2000 btime 2000 winc 100 binc 100"):
                    search = engine.go(limits)
                    check(search.seconds < 2 * SLOWNESS + ANSWER_SECONDS / 10, limits)
                    check(search.infos and search.last.fields.get("time", 0) < 60000, limits)
                engine.set_up("ucinewgame")
                check(engine.go("infinite", stop_after=0.1).best)
            check(faults.get("steady_reads") > 10, "the monotonic clock was not read")
            check_equal(faults.get("wall_reads"), 0, "looks at the wall clock")


if __name__ == "__main__":
    run()
