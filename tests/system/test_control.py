#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands around and during a search: stop, ponderhit, isready, a new position, quit.

usage: test_control.py ENGINE [CASE...]
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from support import (
    ANSWER_SECONDS,
    LONG,
    NO_MOVE,
    SLOWNESS,
    Engine,
    Search,
    Skip,
    case,
    check,
    check_equal,
    environment,
    fastest,
    run,
    run_once,
)

MATED = "startpos moves f2f3 e7e5 g2g4 d8h4"


def cpu_seconds(engine):
    """Processor time that the engine has used so far."""
    with open(f"/proc/{engine.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@case("go infinite means until stop, and waiting costs nothing")
def _(path):
    for position, best in (
        ("fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8"),
        ("fen 1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", "f5f8"),
        (MATED, NO_MOVE),
    ):
        with Engine(path) as engine:
            engine.position(position)
            engine.send("go infinite")
            lines = engine.silent_for(1)
            before = cpu_seconds(engine)
            lines += engine.silent_for(1)
            used = cpu_seconds(engine) - before
            check(used < 0.3, f"{used} s of processor time while there is nothing to search")
            lines += engine.ready()
            check(not any(line.startswith("bestmove") for line in lines), lines[-3:])
            engine.send("stop")
            check(engine.expect("bestmove")[-1].split(" ponder ")[0] == "bestmove " + best)
            check(not any(line.startswith("bestmove") for line in engine.ready()))


@case("after bestmove the threads are at rest: a new game, counts, settings and the end at once")
def _(path):
    for _ in range(5 if LONG else 1):
        with Engine(path, speaks_freely=True) as engine:
            engine.send("setoption name Threads value 4", "position startpos", "go depth 8")
            engine.expect("bestmove")
            engine.send("ucinewgame", "go perft 3")
            check_equal(engine.expect("Nodes searched")[-1], "Nodes searched: 8902")
            engine.send("position startpos moves e2e4", "go movetime 300")
            engine.expect("bestmove")
            engine.send("setoption name Threads value 2", "setoption name Hash value 8", "go infinite")
            lines = engine.silent_for(1)
            check(not any(line.startswith("bestmove") for line in lines), lines[-3:])
            engine.send("stop")


@case("stop is answered at once")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")

        def measure():
            search = engine.go("infinite", stop_after=0.2)
            return search.seconds, search

        fastest(10, measure, 0.03)
        for _ in range(50):
            engine.go("infinite", stop_after=0)


@case("go ponder ends only with ponderhit or stop")
def _(path):
    with Engine(path) as engine:

        def ponder(limits, seconds):
            engine.send("go ponder " + limits)
            lines = engine.silent_for(seconds)
            check(not any(line.startswith("bestmove") for line in lines), limits, lines[-3:])

        engine.position("fen 8/8/8/8/8/5k2/7q/5K2 w - - 0 1")
        ponder("wtime 1000 btime 1000", 1.5)
        engine.send("ponderhit")
        check(engine.expect("bestmove")[-1].startswith("bestmove f1e1"))
        engine.position("startpos moves e2e4 e7e5")

        def measure():
            ponder("wtime 300 btime 300", 1)
            start = time.monotonic()
            engine.send("ponderhit")
            engine.expect("bestmove")
            return time.monotonic() - start, None

        fastest(3, measure, 0.3)
        ponder("movetime 200", 1)
        engine.send("stop")
        engine.expect("bestmove")

        def measure_depth():
            ponder("depth 3", 0.5)
            start = time.monotonic()
            engine.send("ponderhit")
            engine.expect("bestmove")
            return time.monotonic() - start, None

        fastest(3, measure_depth, 0.1)


@case("stop and ponderhit while idle are not answered")
def _(path):
    with Engine(path) as engine:
        engine.send("uci", "stop", "ponderhit")
        engine.ready()
        engine.send("position startpos", "stop", "go depth 2")
        engine.expect("bestmove")
        engine.send("stop", "stop", "ponderhit")
        check_equal(engine.ready(), [])


@case("a new position and go during a search")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        white = engine.moves()
        engine.position("startpos moves e2e4")
        black = engine.moves()
        engine.set_up("position startpos")
        engine.send("go infinite", "position startpos moves e2e4", "go depth 3")
        first = engine.expect("bestmove")[-1]
        check(first.split()[1] in white, first)
        second = engine.expect("bestmove")[-1]
        check(second.split()[1] in black, second)
        engine.send("stop")
        check_equal(engine.ready(), [])


@case("settings during a search end it first, and nothing hangs")
def _(path):
    with Engine(path) as engine:
        for line in (
            "setoption name Hash value 8",
            "setoption name Clear Hash",
            "setoption name EvalFile value",
            "ucinewgame",
            "go perft 1",
        ):
            engine.position("startpos")
            engine.send("go infinite")
            engine.silent_for(0.1)
            engine.speaks_freely = True
            engine.send(line)
            notes = engine.ready()
            engine.speaks_freely = False
            check_equal(sum(note.startswith("bestmove") for note in notes), 1, line)
            check(any("ended first" in note for note in notes), line, notes)
        engine.send("go infinite", "setoption name UCI_Chess960 value true", "setoption name nonsense value 3")
        check(not any(line.startswith("bestmove") for line in engine.ready()), "a search was ended for nothing")
        engine.send("stop")
        engine.expect("bestmove")


@case("isready in a storm of info lines")
def _(path):
    count = 10000
    with Engine(path) as engine:
        engine.set_up("setoption name Threads value 4", "setoption name MultiPV value 20")
        engine.position("startpos")
        engine.send("go infinite")
        engine.silent_for(0.2)
        engine.send_bytes(b"isready\n" * count)
        answers = 0
        while answers < count:
            line = engine.next_line()
            check(line is not None, "the engine ended")
            check(not line.startswith("bestmove"), line)
            if "readyok" in line:
                check_equal(line, "readyok")
                answers += 1
        engine.send("stop")
        engine.expect("bestmove")


@case("stop while pondering, the real move at once after it")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos moves e2e4 c7c5")
        engine.send("go ponder wtime 60000 btime 60000")
        engine.silent_for(0.5)
        start = time.monotonic()
        engine.send("stop", "position startpos moves e2e4 e7e5", "go wtime 60000 btime 60000")
        engine.expect("bestmove")
        search = Search(engine.expect("bestmove"), time.monotonic() - start)
        check(search.seconds >= 0.2, f"only {search.seconds} s of a minute")
        check(search.last.fields["depth"] > 5, search.last.line)
        check(search.best in engine.moves(), search.best)


@case("straight to go: no ucinewgame, no uci, no position")
def _(path):
    for script in (
        "go depth 5\n",
        "setoption name Threads value 8\nposition startpos\ngo depth 8\n",
        "ucinewgame\nucinewgame\nisready\ngo depth 5\n",
        "setoption name Hash value 256\nsetoption name Threads value 8\n"
        "position fen 8/2R5/3p1rk1/3Pp2q/2p2rp1/2P3Q1/1P4P1/4R1K1 w - - 3 45\ngo movetime 500\n",
    ):
        status, output, errors = run_once(path, stdin=script.encode())
        lines = output.splitlines()
        check_equal((status, errors), (0, ""), script)
        check_equal(sum(line.startswith("bestmove ") for line in lines), 1, script)
        check(not lines[-1].startswith("bestmove ("), lines[-1])


@case("at the end of the input a search with a limit may finish, others are ended")
def _(path):
    status, output, _ = run_once(path, stdin=b"position startpos\ngo depth 9")
    check_equal(status, 0)
    check("info depth 9 " in output, output[-500:])
    for script in (b"go infinite\n", b"go ponder wtime 1000 btime 1000\n", b"go\n"):
        start = time.monotonic()
        status, output, _ = run_once(path, stdin=script)
        check_equal(status, 0)
        check_equal(output.count("bestmove"), 1)
        check(time.monotonic() - start < 5 * SLOWNESS)


@case("quit at any moment")
def _(path):
    for script in (
        "quit\n",
        "uci\nquit\n",
        "setoption name Threads value 8\nquit\n",
        "setoption name Threads value 8\nposition startpos\ngo infinite\nquit\n",
        "position startpos\ngo ponder wtime 1000 btime 1000\nquit\n",
        "setoption name Hash value 1024\nquit\n",
        "position startpos\ngo depth 60\nquit\nisready\n",
        "isready\nquit",
    ):

        def measure(script=script):
            start = time.monotonic()
            status, output, errors = run_once(path, stdin=script.encode())
            check_equal((status, errors), (0, ""), script)
            check(output.count("bestmove") <= 1, output)
            check(script.startswith("isready") or "readyok" not in output, "read on after quit")
            return time.monotonic() - start, None

        fastest(3, measure, 1.0)


@case("SIGTERM and SIGINT end it cleanly, whatever it does")
def _(path):
    for number in (signal.SIGTERM, signal.SIGINT):
        for line in ("isready", "go infinite", "go depth 90", "bench 40", "perft 9", "perftauto"):

            def measure(number=number, line=line):
                engine = Engine(path, speaks_freely=True)
                try:
                    engine.ready()
                    engine.send(line)
                    time.sleep(0.3)
                    start = time.monotonic()
                    engine.process.send_signal(number)
                    status = engine.wait()
                    check_equal((status, engine.errors), (0, b""), f"{line} and signal {number}")
                    return time.monotonic() - start, None
                finally:
                    engine.kill()

            fastest(3, measure, 1.0)


GUI = """
import subprocess, sys
engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
engine.stdin.write(sys.argv[2].encode().replace(b"|", b"\\n"))
engine.stdin.flush()
for line in engine.stdout:
    if line.startswith((b"info depth 1 ", b"readyok")):
        print(engine.pid, flush=True)
        break
sys.stdin.read()
"""


def is_alive(pid):
    """A process that nobody has waited for is no longer alive."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@case("the GUI is killed: the engine ends, whatever it does")
def _(path):
    if not Path("/proc/self/stat").exists():
        raise Skip("no /proc here")
    for script in ("isready|", "go infinite|", "setoption name Threads value 3|go ponder|",
                   "go depth 100|"):
        gui = subprocess.Popen([sys.executable, "-c", GUI, path, script], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env=environment())
        try:
            pid = int(gui.stdout.readline())
            check(is_alive(pid), "the engine ended by itself:", script)
            gui.send_signal(signal.SIGKILL)
            gui.wait()
            # A search notices with the next line that it has to say or the end of its input.
            deadline = time.monotonic() + ANSWER_SECONDS
            while is_alive(pid):
                check(time.monotonic() < deadline, "the engine lives on:", script)
                time.sleep(0.05)
        finally:
            gui.kill()
            gui.wait()
            gui.stdin.close()
            gui.stdout.close()


@case("signals end commands of the command line as well")
def _(path):
    for words in (("bench", "40"), ("go", "infinite"), ("go", "depth", "90"), ("perft", "9")):
        engine = Engine(path, *words, speaks_freely=True)
        try:
            time.sleep(0.5)
            check(engine.process.poll() is None or words[0] == "go", "it ended by itself")
            engine.process.send_signal(signal.SIGINT)
            check_equal(engine.wait(ANSWER_SECONDS), 0, words)
        finally:
            engine.kill()


if __name__ == "__main__":
    run()
