#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options: what is advertised, how names and values are read, nets, memory, the environment.

usage: test_options.py ENGINE [CASE...]
"""

import ctypes
import os
import re
import resource
import tempfile

from nets import random_net
from support import (
    SLOWNESS,
    START_FEN,
    Engine,
    Skip,
    case,
    check,
    check_equal,
    environment,
    resident_kib,
    run,
    run_once,
)

PR_SET_THP_DISABLE = 41

# What `uci` says, to the letter: a change here is a change of the interface. The version and the net
# differ from build to build.
ADVERTISED = [
    r"id name Ravelin \d+\.\d+\.\d+",
    r"id author the Ravelin developers",
    r"option name Hash type spin default 64 min 1 max \d+",
    r"option name Clear Hash type button",
    r"option name Threads type spin default 1 min 1 max 1024",
    r"option name Ponder type check default false",
    r"option name MultiPV type spin default 1 min 1 max 256",
    r"option name Move Overhead type spin default 20 min 0 max 5000",
    r"option name UCI_Chess960 type check default false",
    r"option name UCI_ShowWDL type check default false",
    r"option name UCI_LimitStrength type check default false",
    r"option name UCI_Elo type spin default 1600 min 800 max 3200",
    r"option name Skill Level type spin default 20 min 0 max 20",
    r"option name UCI_AnalyseMode type check default false",
    r"option name UCI_EngineAbout type string default Ravelin \d+\.\d+.*GPL-3\.0-or-later.*",
    r"option name OwnBook type check default false",
    r"option name BookFile type string default <empty>",
    r"option name Book Depth type spin default 255 min 0 max 1000",
    r"option name Best Book Move type check default false",
    r"option name SyzygyPath type string default <empty>",
    r"option name SyzygyProbeDepth type spin default 1 min 1 max 100",
    r"option name Syzygy50MoveRule type check default true",
    r"option name SyzygyProbeLimit type spin default 7 min 0 max 7",
    r"option name EvalFile type string default <empty>",
    r"option name ISA type string default best",
    r"option name Debug Log File type string default <empty>",
    r"option name nodestime type spin default 0 min 0 max 10000",
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


def net_line_of(path, **variables):
    with Engine(path, env=environment(**variables)) as engine:
        engine.ready()
        return net_line(engine)


def refused(engine, file, held):
    """The net is not taken, for a reason, and the answer says which one still plays."""
    notes = engine.set_up(f"setoption name EvalFile value {file}")
    check_equal(len(notes), 1, notes)
    check("EvalFile: " in notes[0] and "net in play stays" in notes[0], notes)
    check(held[1] in notes[0], f"the net in play is not named in {notes}")


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
            match = re.fullmatch(r"option name (.+?) type (spin|check|button|string)( default (.+?))?( min (\d+) max (\d+))?", line)
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


def limited(path):
    """An engine with 1 GB of addresses; skips where it does not start with so few."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1000000 * 1024, 1000000 * 1024))

    try:
        engine = Engine(path, preexec=limit)
        engine.ready()
    except Exception as reason:
        raise Skip("this build does not start with 1 GB of addresses (a sanitizer?)") from reason
    return engine


@case("more hash than memory")
def _(path):
    with limited(path) as engine:
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


@case("a resize does not need room for both tables")
def _(path):
    with limited(path) as engine:
        for mib in (600, 640, 580):
            check_equal(engine.set_up(f"setoption name Hash value {mib}"), [], f"{mib} MiB")
            check(engine.go("depth 1").best in engine.moves())


@case("Hash of any size, with large pages and where there are none")
def _(path):
    def without_large_pages():
        check_equal(ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0), 0, "prctl")

    for preexec in (None, without_large_pages):
        with Engine(path, preexec=preexec) as engine:
            nodes = []
            for mib in (16, 1, 2, 3, 17, 1000, 4096, 16):
                # 4 GiB need not be had; that is said in one line then.
                notes = engine.set_up(f"setoption name Hash value {mib}")
                check(len(notes) <= (mib == 4096), mib, notes)
                engine.position("startpos")
                if mib == 16:
                    engine.set_up("ucinewgame")
                    nodes.append(engine.go("depth 10").last.fields["nodes"])
            check_equal(nodes[0], nodes[1], "nodes of one size")
            memory = []
            for number in range(50):
                check_equal(engine.set_up(f"setoption name Hash value {1 + number % 7}"), [])
                memory.append(resident_kib(engine))
            check(memory[-1] <= memory[6] + 2048 * SLOWNESS, "grows with each resize:", memory)


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
    with tempfile.TemporaryDirectory() as folder, Engine(path, expects_errors=True) as engine:
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
            refused(engine, broken, held)
        for bad in (folder, os.path.join(folder, "none.nnue"), "/dev/null", "x" * 5000):
            refused(engine, bad, held)
        check_equal(net_line(engine), held)
        check(engine.go("depth 5").best in engine.moves())
        engine.set_up("setoption name EvalFile value <empty>")
        check_equal(net_line(engine), embedded)
    said = [line for line in engine.history if "net in play stays" in line]
    told = engine.errors.decode().splitlines()
    check_equal(told, [line.replace("info string", "ravelin:") for line in said], "standard error")
    check_equal(len(told), 10)


@case("the net's places: the option, RAVELIN_EVALFILE, the built-in one")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        data, checksum = random_net(3)
        other, other_checksum = random_net(4)
        file, option, broken = (os.path.join(folder, name) for name in ("a net.nnue", "option.nnue", "broken.nnue"))
        for name, content in ((file, data), (option, other), (broken, data[:-1])):
            with open(name, "wb") as out:
                out.write(content)
        embedded = net_line_of(path)
        check_equal(net_line_of(path, RAVELIN_EVALFILE="")[1:], embedded[1:])
        with Engine(path, env=environment(RAVELIN_EVALFILE=file)) as engine:
            engine.ready()
            held = net_line(engine)
            check_equal(held[1:], (f"{checksum:016x}", str(len(data)), file))
            engine.send("uci")
            check(f"option name EvalFile type string default {file}" in engine.expect("uciok"))
            engine.set_up(f"setoption name EvalFile value {option}")
            check_equal(net_line(engine)[1], f"{other_checksum:016x}")
            engine.set_up("setoption name EvalFile value <empty>")
            check_equal(net_line(engine), embedded, "empty means the built-in net, not the variable's")
            check(engine.go("depth 4").best in engine.moves())
        # One that is not there leaves the next place, and is named.
        for missing in (os.path.join(folder, "none.nnue"), os.path.join(file, "below a file")):
            with Engine(path, env=environment(RAVELIN_EVALFILE=missing)) as engine:
                first = engine.next_line()
                check(missing[:60] in first and "RAVELIN_EVALFILE" in first, first)
                engine.ready()
                check_equal(net_line(engine), embedded)
        # One that is there and broken ends the program, with the reason in both places.
        for bad in (broken, folder, "/dev/null"):
            status, output, errors = run_once(path, stdin=b"uci\n", env=environment(RAVELIN_EVALFILE=bad))
            check_equal(status, 1, bad)
            check("uciok" not in output and errors.startswith("ravelin: RAVELIN_EVALFILE"), output, errors)
            check_equal(output, errors.replace("ravelin:", "info string"), "what is said in both places")
            check("no net is in play" in output and bad[:60] in output, output)


@case("a refused net on the command line")
def _(path):
    status, output, errors = run_once(path, "setoption", "name", "EvalFile", "value", "/dev/null")
    check_equal(status, 2)
    check("net in play stays" in errors and "hash" in errors, errors)
    check_equal(output, errors.replace("ravelin:", "info string"))


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
        for variable in ("RAVELIN_HASH", "RAVELIN_THREADS"):
            status, output, errors = run_once(path, "go", "depth", "2", env=environment(**{variable: value}))
            check_equal((status, output), (2, ""), variable)
            check(re.fullmatch(rf"ravelin: {variable}: '{value}' is no number from 1 to \d+\n", errors), errors)


@case("the default Hash from the environment is the one in use")
def _(path):
    full = []
    for mib in ("1", "128"):
        with Engine(path, env=environment(RAVELIN_HASH=mib)) as engine:
            full.append(engine.go("depth 12").last.fields["hashfull"])
    check(full[0] > 4 * full[1], full)


@case("MultiPV larger than the number of moves")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name MultiPV value 10")
        engine.position("fen r1bqkb1r/ppp2ppp/5n2/nB1Pp1N1/8/8/PPPP1PPP/RNBQK2R b KQkq - 2 6")
        search = engine.go("depth 12")
        by_depth = {}
        for info in search.infos:
            by_depth.setdefault(info.fields["depth"], {})[info.fields["multipv"]] = info.pv[0]
        check_equal(sorted(by_depth), list(range(1, 13)))
        for depth, lines in by_depth.items():
            check_equal(sorted(lines), [1, 2, 3, 4, 5, 6], f"depth {depth}")
            check_equal(sorted(lines.values()), ["a5c6", "c7c6", "c8d7", "d8d7", "e8e7", "f6d7"], f"depth {depth}")
        check_equal(search.best, by_depth[12][1])
        scores = [info.score for info in search.infos[-6:] if info.score_kind == "cp"]
        check_equal(scores, sorted(scores, reverse=True), "best line first")
        check_equal(len(engine.set_up("setoption name MultiPV value 500")), 1)
        engine.position("fen k7/8/1K6/8/8/8/8/7R b - - 0 1")
        search = engine.go("depth 8")
        check_equal({(info.fields["multipv"], info.pv[0]) for info in search.infos}, {(1, "a8b8")})


@case("UCI_ShowWDL adds the chances of win, draw and loss")
def _(path):
    with Engine(path) as engine:
        for fen, sign in (("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", -1), ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 1), (START_FEN, 0)):
            engine.set_up("setoption name uci_showwdl value true", "position fen " + fen)
            infos = engine.go("depth 8").infos
            for info in infos:
                check(info.wdl and sum(info.wdl) == 1000 and min(info.wdl) >= 0, info.line)
            win, draw, loss = infos[-1].wdl
            check((loss > 900, draw > 200, win > 900)[sign + 1], infos[-1].line)
            engine.set_up("setoption name UCI_ShowWDL value false")
            check(all(info.wdl is None for info in engine.go("depth 4").infos))
        engine.set_up("setoption name UCI_ShowWDL value true")
        engine.position("fen 1k6/8/1K6/5R2/8/8/8/8 w - - 0 1")
        check_equal(engine.go("depth 4").last.wdl, [1000, 0, 0], "mate")


@case("Debug Log File holds what came in and went out")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        file = os.path.join(folder, "a log.txt")
        check_equal(engine.set_up(f"setoption name debug log file value {file}"), [])
        engine.position("startpos")
        best = engine.go("depth 3").lines[-1]
        check_equal(engine.set_up("setoption name Debug Log File value <empty>"), [])
        engine.go("depth 2")
        with open(file, encoding="utf-8") as log:
            lines = log.read().splitlines()
        for line in (">> isready", "<< readyok", ">> position startpos", ">> go depth 3", "<< " + best):
            check(line in lines, f"{line!r} is not in {lines}")
        check(all(line[:3] in (">> ", "<< ") for line in lines), lines)
        check(">> go depth 2" not in lines, "logging went on")
        engine.set_up(f"setoption name Debug Log File value {file}")
        with open(file, encoding="utf-8") as log:
            check_equal(log.read().splitlines()[: len(lines)], lines, "the file was not continued")
        notes = engine.set_up(f"setoption name Debug Log File value {folder}/none/log")
        check(len(notes) == 1 and "cannot open" in notes[0], notes)
        notes = engine.set_up("setoption name Debug Log File value /dev/full")
        check(len(notes) == 1 and "logging ends" in notes[0], notes)
        check(engine.go("depth 3").best in engine.moves())


@case("nodestime: the clock is counted in nodes")
def _(path):
    def game(rate, clocks):
        with Engine(path) as engine:
            engine.set_up(f"setoption name nodestime value {rate}", "position startpos")
            return [engine.go(clock).last.fields["nodes"] for clock in clocks]

    clocks = ["wtime 10000 btime 1 winc 100"] * 2
    first = game(10, clocks)
    check_equal(game(10, clocks), first, "nodes of the same moves again")
    check(first[0] <= 100000, f"{first[0]} nodes with a clock of 100000")
    # The clock that the GUI shows later is not believed: the account holds what was not spent.
    check_equal(game(10, [clocks[0], "wtime 9999999 btime 1 winc 100"]), first, "nodes with an account")
    few = game(1, clocks)
    check(few[0] <= 10000 and few[0] < first[0], few)
    fixed = game(10, ["movetime 1000"])
    check(1000 < fixed[0] <= 10600, f"{fixed} nodes of 10000")
    check_equal(game(10, ["movetime 1000"]), fixed, "nodes of movetime again")


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
