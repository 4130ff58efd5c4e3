#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What must hold of the engine on every machine and system: for a program that was made for another
target, started through whatever runs it there. .ci/run does that for each target it makes.

usage: target.py ENGINE [CASE...]

ENGINE is one file to execute: the program, or a script that hands its arguments to an emulator. Run
it from the top of the tree.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

from support import (
    KIWIPETE, SLOWNESS, Engine, Skip, case, check, check_equal, environment, kernel_lines, run,
    run_once, settled_kernels,
)

LONG_SECONDS = 300 * SLOWNESS
GOLDEN = Path(__file__).parent / "bench.golden"
# Paths without a root mean the same to every system.
VECTORS = "tests/data/net_vectors.txt"
BOOK = "src/book/data/ravelin-book.txt"


def the_net():
    """The net in the tree that is built in, by a path that any system understands."""
    (net,) = Path("nets").glob("*.nnue")
    return net.as_posix()


def last_line(path, *arguments, **variables):
    status, output, errors = run_once(path, *arguments, env=environment(**variables), seconds=LONG_SECONDS)
    check_equal((status, errors), (0, ""), " ".join(arguments))
    check("\r" not in output, "a carriage return in the output")
    return output.splitlines()[-1]


def bench_nodes(line):
    match = re.fullmatch(r"(\d+) nodes (\d+) nps", line)
    check(match, "the last line is", line)
    return int(match.group(1))


@case("uci, isready, quit")
def _(path):
    with Engine(path) as engine:
        engine.send("uci")
        lines = engine.expect("uciok", LONG_SECONDS)
        for start in ("id name Ravelin ", "id author ", "option name Hash type spin ", "option name Threads "):
            check(any(line.startswith(start) for line in lines), start, lines)
        engine.ready()


@case("perft: the published counts")
def _(path):
    for position, depth, count in (("startpos", 5, 4865609), (f"fen {KIWIPETE}", 4, 4085603)):
        with Engine(path) as engine:
            engine.position(position)
            engine.send(f"go perft {depth}")
            engine.speaks_freely = True
            check_equal(engine.expect("Nodes searched: ", LONG_SECONDS)[-1], f"Nodes searched: {count}", position)


@case("the bench is the same as everywhere")
def _(path):
    wanted = GOLDEN.read_text(encoding="utf-8").splitlines()[-1]
    line = last_line(path, "bench")
    check_equal(f"total: {bench_nodes(line)}", wanted)
    print("# " + line)


@case("every level that the machine has counts the same nodes")
def _(path):
    wanted = bench_nodes(last_line(path, "bench", "5"))
    levels = []
    for level in ("scalar", "sse41", "avx2", "avxvnni", "avx512", "avx512vnni", "neon", "neondot"):
        if run_once(path, "--isa", level, "--version", seconds=LONG_SECONDS)[0] != 0:
            continue
        levels.append(level)
        check_equal(bench_nodes(last_line(path, "--isa", level, "bench", "5")), wanted, level)
    check("scalar" in levels, levels)
    print("# levels: " + " ".join(levels))


@case("the net's arithmetic is the trainer's")
def _(path):
    check_equal(last_line(path, "nnue", "testvec", VECTORS), "nnue testvec: 250 positions, 0 wrong")


@case("nets and books from files; a broken net is refused, and the one in play stays")
def _(path):
    with Engine(path, expects_errors=True) as engine:
        (built_in,) = [line for line in engine_lines(engine, "isready", "readyok") if " net " in line][-1:]
        engine.send(f"setoption name EvalFile value {the_net()}")
        (loaded,) = [line for line in engine_lines(engine, "isready", "readyok") if " net " in line][-1:]
        wanted = re.search(r"hash \w+ size \d+", built_in).group()
        check(wanted in loaded and "embedded" not in loaded, loaded)
        engine.send(f"setoption name EvalFile value {VECTORS}")
        lines = engine_lines(engine, "isready", "readyok")
        check(any("EvalFile" in line for line in lines), lines)
        check(loaded in lines, "not the net in play:", lines)
        engine.send("setoption name OwnBook value true", f"setoption name BookFile value {BOOK}")
        lines = engine_lines(engine, "isready", "readyok")
        check(any(f"book {BOOK}: " in line for line in lines), lines)
        engine.position("startpos")
        check_equal(engine.go("depth 20").last.fields["nodes"], 0, "searched in spite of the book: nodes")
    check("EvalFile" in engine.errors.decode(), engine.errors)


def engine_lines(engine, command, answer):
    engine.send(command)
    return engine.expect(answer)


@case("a path may hold any letter")
def _(path):
    with tempfile.TemporaryDirectory(dir=".", prefix="n\u00e9t-\u68cb-") as folder:
        net = Path(folder, "net.nnue").as_posix()
        shutil.copy(the_net(), net)
        with Engine(path) as engine:
            engine.send(f"setoption name EvalFile value {net}")
            lines = engine_lines(engine, "isready", "readyok")
            check(any(line.endswith(f" from {net}") for line in lines), lines)


@case("stop ends an endless search, with two threads and a larger table")
def _(path):
    with Engine(path) as engine:
        check_equal(engine.set_up("setoption name Threads value 2", "setoption name Hash value 128"), [])
        engine.position("startpos moves e2e4 e7e5")
        search = engine.go("infinite", stop_after=2)
        check(search.last.fields["nodes"] > 0, search.lines)
        check(engine.go("movetime 500").last.fields["nodes"] > 0)
        engine.set_up("setoption name Hash value 1", "ucinewgame")
        check(engine.go("nodes 3000").last.fields["nodes"] > 0)
        # More than any machine has: refused in a line, or less is taken; the engine goes on.
        notes = engine.set_up("setoption name Hash value 33554432")
        check(notes, "nothing was said of a table beyond all memory")
        engine.go("depth 3")


@case("on 32 bits the largest table fits the address space, or less is taken and said")
def _(path):
    if os.environ.get("RAVELIN_TARGET_BITS") != "32":
        raise Skip("not a target of 32 bits (RAVELIN_TARGET_BITS)")
    with Engine(path) as engine:
        engine.send("uci")
        lines = engine.expect("uciok", LONG_SECONDS)
        declared = next(line for line in lines if line.startswith("option name Hash "))
        largest = int(re.search(r" max (\d+)", declared).group(1))
        check(largest < 4096, declared)
        for asked in (2048, 8192):
            notes = engine.set_up(f"setoption name Hash value {asked}")
            check(asked <= largest or any(f"set to {largest}" in note for note in notes), notes)
        engine.position("startpos")
        check(engine.go("depth 4").last.fields["nodes"] > 0)


@case("the input may end, also with a search on")
def _(path):
    status, output, _ = run_once(path, stdin=b"position startpos\ngo depth 5", seconds=LONG_SECONDS)
    check_equal(status, 0)
    check(output.splitlines()[-1].startswith("bestmove "), output)
    status, output, _ = run_once(path, stdin=b"go infinite\n", seconds=LONG_SECONDS)
    check_equal((status, output.count("bestmove")), (0, 1))


@case("a megabyte in one line, and CR LF")
def _(path):
    moves = b" g1f3 g8f6 f3g1 f6g8" * 50000
    script = b"position startpos moves" + moves + b"\r\ngo depth 2\r\nquit\r\n"
    status, output, _ = run_once(path, stdin=script, seconds=LONG_SECONDS)
    check_equal(status, 0)
    check(output.splitlines()[-1].startswith("bestmove "), output[-300:])


@case("the log is added to, and an export overwrites nothing")
def _(path):
    with tempfile.TemporaryDirectory(dir=".") as folder:
        log, net = Path(folder, "log.txt"), Path(folder, "net.nnue")
        for _ in range(2):
            with Engine(path) as engine:
                check_equal(engine.set_up(f"setoption name Debug Log File value {log.as_posix()}"), [])
        text = log.read_text(encoding="utf-8")
        check_equal(text.count(">> quit\n"), 2, text)
        check("nnue export: " in last_line(path, "nnue", "export", net.as_posix()))
        check_equal(net.read_bytes(), Path(the_net()).read_bytes(), "the export is the net")
        net.write_bytes(b"mine")
        status, _, errors = run_once(path, "nnue", "export", net.as_posix(), seconds=LONG_SECONDS)
        check(status != 0 and "cannot create" in errors, status, errors)
        check_equal(net.read_bytes(), b"mine")


@case("kernels are measured once and remembered")
def _(path):
    if os.environ.get("RAVELIN_TARGET_CACHE") is None:
        raise Skip("RAVELIN_TARGET_CACHE does not name the folder of the target's cache")
    cache = Path(os.environ["RAVELIN_TARGET_CACHE"])
    shutil.rmtree(cache / "ravelin", ignore_errors=True)
    env = environment(RAVELIN_TUNE="1", XDG_CACHE_HOME=str(cache))

    def check_one_file():
        found = [entry.name for entry in cache.glob("ravelin/*")]
        check(len(found) == 1 and re.fullmatch(r"kernels-\w{16}", found[0]), found)

    first = kernel_lines(path, env=env, seconds=LONG_SECONDS)
    check(first[0].endswith("measured now"), first)
    check_one_file()
    settled_kernels(path, env, LONG_SECONDS)
    check_one_file()
    status, output, _ = run_once(path, "bench", "5", env=env, seconds=LONG_SECONDS)
    check_equal(bench_nodes(output.splitlines()[-1]), bench_nodes(last_line(path, "bench", "5")))


if __name__ == "__main__":
    run()
