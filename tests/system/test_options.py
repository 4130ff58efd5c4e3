#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options: what is advertised, how names and values are read, nets, memory, the environment.

usage: test_options.py ENGINE [CASE...]
"""

import os
import re
import resource
import tempfile

from nets import random_net
from support import START_FEN, Engine, Skip, case, check, check_equal, environment, run, run_once

# What `uci` says, to the letter: a change here is a change of the interface. The version and the net
# differ from build to build.
ADVERTISED = [
    r"id name Ravelin \d+\.\d+(\.\d+)?\S*",
    r"id author the Ravelin developers",
    r"option name Hash type spin default 64 min 1 max \d+",
    r"option name Clear Hash type button",
    r"option name Threads type spin default 1 min 1 max 1024",
    r"option name Move Overhead type spin default 20 min 0 max 5000",
    r"option name UCI_Chess960 type check default false",
    r"option name EvalFile type string default <empty>",
    r"info string net \S+ hash [0-9a-f]{16} size \d+ bytes from embedded",
    r"uciok",
]
NET = re.compile(r"info string net (.+) hash ([0-9a-f]{16}) size (\d+) bytes from (.*)")
HASH_MAX = 33554432


def net_line(engine):
    """The net that isready names."""
    engine.send("isready")
    lines = engine.expect("readyok")
    check_equal(len(lines), 2, lines)
    match = NET.fullmatch(lines[0])
    check(match, lines)
    return match.groups()


@case("the advertised lines are exactly these, each time")
def _(path):
    with Engine(path) as engine:
        for attempt in ("first", "second"):
            engine.ready()
            engine.send("uci")
            lines = engine.expect("uciok")
            check_equal(len(lines), len(ADVERTISED), f"{attempt} time: {lines}")
            for line, pattern in zip(lines, ADVERTISED):
                check(re.fullmatch(pattern, line), f"wanted {pattern}, found {line}")
        match = re.search(r"max (\d+)", lines[2])
        check(int(match.group(1)) in (HASH_MAX, 1024), lines[2])


@case("a strict GUI can parse the options, and their defaults change nothing")
def _(path):
    with Engine(path) as engine:
        engine.ready()
        engine.send("uci")
        lines = [line for line in engine.expect("uciok") if line.startswith("option ")]
        names, settings = set(), []
        for line in lines:
            match = re.fullmatch(r"option name (.+) type (spin|check|button|string)( default (\S+))?( min (\d+) max (\d+))?", line)
            check(match, line)
            name, kind, _, default, _, low, high = match.groups()
            check(not set(name.lower().split()) & {"name", "value", "default", "type"}, line)
            check(name.lower() not in names, "twice:", line)
            names.add(name.lower())
            check_equal(kind == "button", default is None, line)
            check_equal(kind == "spin", low is not None, line)
            if kind == "spin":
                check(int(low) <= int(default) <= int(high) < 2**31, line)
            if kind == "check":
                check(default in ("true", "false"), line)
            if default is not None:
                settings.append(f"setoption name {name} value {default}")
        engine.position("startpos")
        before = engine.go("depth 9")
        notes = engine.set_up(*settings, "ucinewgame")
        check(all(NET.fullmatch(note) for note in notes), notes)
        after = engine.go("depth 9")
        check_equal((after.best, after.last.pv), (before.best, before.last.pv))
        check_equal(after.last.fields["nodes"], before.last.fields["nodes"])


@case("start-up, uci and every isready name the net in play")
def _(path):
    with Engine(path) as engine:
        first = engine.next_line()
        check(NET.fullmatch(first), first)
        engine.send("uci")
        check(first in engine.expect("uciok"))
        for _ in range(3):
            check_equal(net_line(engine), NET.fullmatch(first).groups())


@case("names and values with blanks and other case")
def _(path):
    with Engine(path) as engine:
        castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        for line in (
            "setoption name hash value 32",
            "setoption name HASH value 32",
            "setoption   name   Move   Overhead   value   50",
            "setoption name move overhead value 50",
            "setoption name Clear Hash",
            "setoption name clear hash value",
            "setoption name CLEAR  HASH value x",
            "setoption name UCI_Chess960 value True",
            "setoption name uci_chess960 value FALSE",
            "setoption\tname\tThreads\tvalue\t1\t",
        ):
            check_equal(engine.set_up(line), [], line)
        engine.set_up("setoption name UCI_CHESS960 value TRUE", castle)
        check("e1h1" in engine.moves(), "UCI_Chess960 TRUE took no effect")
        engine.set_up("setoption name uci_chess960   value   false  ", castle)
        check("e1g1" in engine.moves(), "UCI_Chess960 false took no effect")


@case("Hash and Move Overhead take effect")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        engine.set_up("setoption name Hash value 1")
        small = engine.go("depth 12").last.fields["hashfull"]
        engine.set_up("setoption name hash value 256", "ucinewgame")
        large = engine.go("depth 12").last.fields["hashfull"]
        check(small > 4 * large, f"hashfull {small} with 1 MiB, {large} with 256")
        engine.set_up("setoption name Move Overhead value 0")
        unhurried = engine.go("wtime 600 btime 600 movestogo 1").seconds
        engine.set_up("setoption   name   Move   Overhead   value   590")
        hurried = engine.go("wtime 600 btime 600 movestogo 1").seconds
        check(hurried < unhurried / 2, f"{hurried} s with overhead, {unhurried} s without")


@case("values that are none, numbers out of range, unknown names")
def _(path):
    with Engine(path) as engine:
        for line, word in (
            ("setoption name Hash value x", "'x'"),
            ("setoption name Hash value 1e3", "'1e3'"),
            ("setoption name Hash value", "''"),
            ("setoption name Hash", "''"),
            ("setoption name Hash value 0", "set to 1"),
            ("setoption name Hash value -5", "set to 1"),
            ("setoption name Threads value 0", "set to 1"),
            ("setoption name Move Overhead value 99999999999999999999", "set to 5000"),
            ("setoption name UCI_Chess960 value maybe", "'true' or 'false'"),
            ("setoption name Nonsense value 3", "'Nonsense'"),
            ("setoption name", "name"),
            ("setoption", "name"),
            ("setoption Hash value 3", "name"),
            ("setoption name value 3", "name"),
        ):
            notes = engine.set_up(line)
            check_equal(len(notes), 1, line)
            check(word in notes[0], line, notes)
        check(engine.go("depth 3").best in engine.moves())


@case("more hash than memory")
def _(path):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1000000 * 1024, 1000000 * 1024))

    try:
        engine = Engine(path, preexec=limit)
        engine.ready()
    except Exception as reason:
        raise Skip("this build does not start with 1 GB of addresses (a sanitizer?)") from reason
    with engine:
        for _ in range(2):
            notes = engine.set_up("setoption name Hash value 1048576")
            check_equal(len(notes), 1, notes)
            check(re.search(r"Hash is \d+ MiB", notes[0]), notes)
            engine.position("startpos")
            check(engine.go("depth 8").best in engine.moves())
            check_equal(engine.set_up("setoption name Hash value 64"), [])
        notes = engine.set_up(f"setoption name Hash value {HASH_MAX}")
        check_equal(len(notes), 1, notes)
        check(engine.go("depth 8").best in engine.moves())


@case("EvalFile left empty means the built-in net")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        before = engine.go("depth 8")
        embedded = net_line(engine)
        for line in ("setoption name EvalFile value", "setoption name EvalFile value <empty>", "setoption name EvalFile"):
            notes = engine.set_up(line, "ucinewgame")
            check(all(NET.fullmatch(note) for note in notes), line, notes)
            check_equal(net_line(engine), embedded, line)
            after = engine.go("depth 8")
            check_equal(after.last.fields["nodes"], before.last.fields["nodes"], line)


@case("net files: paths with blanks, keywords and other letters; failures keep the net in play")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        engine.ready()
        embedded = net_line(engine)
        for seed, name in enumerate(
            ("good.nnue", "my nets/good  net.nnue", "name value/x value y.nnue", "сеть/Échecs.nnue", "v.nnue")
        ):
            data, checksum = random_net(seed)
            file = os.path.join(folder, name)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as out:
                out.write(data)
            engine.set_up(f"setoption name EvalFile value {file}  ")
            wanted = (f"{checksum:016x}", str(len(data)), file)
            check_equal(net_line(engine)[1:], wanted)
            check(engine.go("depth 5").best in engine.moves())
        held = net_line(engine)
        broken = os.path.join(folder, "broken.nnue")
        for damage in (data[:-1], data + b"x", data[:200], b"", b"RAVELNET", data[:300] + b"\x55" + data[301:]):
            with open(broken, "wb") as out:
                out.write(damage)
            notes = engine.set_up(f"setoption name EvalFile value {broken}")
            check_equal(len(notes), 1, notes)
            check("net in play stays" in notes[0], notes)
        for bad in (folder, os.path.join(folder, "none.nnue"), "/dev/null", "x" * 5000):
            notes = engine.set_up(f"setoption name EvalFile value {bad}")
            check_equal(len(notes), 1, notes)
            check("net in play stays" in notes[0], notes)
        check_equal(net_line(engine), held)
        check(engine.go("depth 5").best in engine.moves())
        engine.set_up("setoption name EvalFile value <empty>")
        check_equal(net_line(engine), embedded)


@case("RAVELIN_HASH and RAVELIN_THREADS change the defaults")
def _(path):
    for variables, hash_mib, threads in (
        ({"RAVELIN_HASH": "17"}, 17, 1),
        ({"RAVELIN_THREADS": "3", "RAVELIN_HASH": "2"}, 2, 3),
        ({"RAVELIN_HASH": ""}, 64, 1),
    ):
        with Engine(path, env=environment(**variables)) as engine:
            engine.ready()
            engine.send("uci")
            lines = engine.expect("uciok")
            check(any(line.startswith(f"option name Hash type spin default {hash_mib} ") for line in lines), lines)
            check(any(line.startswith(f"option name Threads type spin default {threads} ") for line in lines), lines)
            check(engine.go("depth 5").best in engine.moves())
    for value in ("x", "0", "-3", "1e2", "99999999999999"):
        with Engine(path, env=environment(RAVELIN_HASH=value)) as engine:
            first = engine.next_line()
            check("RAVELIN_HASH" in first, first)
            engine.ready()
            engine.send("uci")
            check(any("Hash type spin default 64 " in line for line in engine.expect("uciok")))


@case("the default Hash from the environment is the one in use")
def _(path):
    full = []
    for mib in ("1", "128"):
        with Engine(path, env=environment(RAVELIN_HASH=mib)) as engine:
            full.append(engine.go("depth 12").last.fields["hashfull"])
    check(full[0] > 4 * full[1], full)


@case("many settings one after the other")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        for size in list(range(1, 30)) + [1000, 1]:
            check_equal(engine.set_up(f"setoption name Hash value {size}"), [], size)
        for count in (1, 2, 8, 3, 1):
            check_equal(engine.set_up(f"setoption name Threads value {count}"), [], count)
            check(engine.go("movetime 50").best in engine.moves())
        check_equal(engine.fen(), START_FEN)


@case("--isa limits the kernels, and an unknown one is refused")
def _(path):
    names = {}
    for isa in ("scalar", "best"):
        status, output, errors = run_once(path, "--isa", isa, "nnue")
        check_equal((status, errors), (0, ""))
        names[isa] = re.search(r"kernels (\S+)", output).group(1)
    check_equal(names["scalar"], "scalar")
    status, output, errors = run_once(path, "--isa", "abacus", stdin=b"uci\n")
    check_equal((status, output), (2, ""))
    check("abacus" in errors, errors)


if __name__ == "__main__":
    run()
