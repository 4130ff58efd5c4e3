#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `go` takes: clocks of all kinds, limits, numbers that are none, searchmoves.

usage: test_go.py ENGINE [CASE...]
"""

from support import KIWIPETE, SLOWNESS, START_FEN, Engine, case, check, check_equal, fastest, run


@case("negative or no clock: an answer at once, with a legal move and its line")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        legal = engine.moves()
        for limits in (
            "wtime -50 btime 1000 winc 10 binc 10",
            "wtime 0 btime 0",
            "wtime 0 btime 0 winc 0 binc 0 movestogo 5",
            "wtime 1 btime 1",
            "wtime -2147483648 btime -2147483648",
            "wtime -9223372036854775809 btime 0",
            "movetime 0",
            "movetime -7",
        ):

            def measure(limits=limits):
                search = engine.go(limits)
                return search.seconds, search

            search = fastest(3, measure, 0.1)
            check(search.best in legal, limits, search.best)
            check_equal(search.last.pv[0], search.best, limits)


@case("almost no clock, large increment: never more than the clock")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name Move Overhead value 0", "position startpos")
        for limits, clock_ms in (
            ("wtime 1 btime 6354 winc 1000 binc 1000", 1),
            ("wtime 20 btime 20 winc 1000 binc 1000", 20),
            ("wtime 100 btime 100 winc 5000 binc 5000", 100),
        ):

            def measure(limits=limits):
                search = engine.go(limits)
                return max(search.seconds, search.last.fields["time"] / 1000), search

            fastest(4, measure, (clock_ms + 25) / 1000)


@case("a usual clock is used sensibly")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos moves e2e4 e7e5")

        def measure(limits):
            search = engine.go(limits)
            check(search.seconds >= 0.01, f"of 3 s left {search.seconds} s were taken")
            return search.seconds, search

        fastest(3, lambda: measure("wtime 3000 btime 1 winc 0 binc 0"), 1.5)
        fastest(3, lambda: measure("wtime 3000 btime 3000 movestogo 1"), 3.0)


@case("only one clock is readable: it serves for ours")
def _(path):
    with Engine(path) as engine:
        search = engine.go("wtime abc btime 300")
        check(any("wtime abc" in note for note in search.notes), search.notes)


@case("numbers that do not fit")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        search = engine.go(
            "wtime 9223372036854775807 btime 9223372036854775807 winc 99999999999 binc 99999999999",
            stop_after=1 if SLOWNESS == 1 else 5,
        )
        check(search.last.fields["depth"] > 3, search.last.line)
        engine.go("nodes 18446744073709551615", stop_after=0.5)
        engine.go("nodes 99999999999999999999999999", stop_after=0.2)
        search = engine.go("depth 99999 movetime 200")
        check(search.seconds >= 0.1, search.seconds)


@case("numbers that are none are named, and the rest counts")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        for limits, named in (
            ("wtime abc btime def", ("wtime abc", "btime def")),
            ("movetime 1e3", ("movetime 1e3",)),
            ("depth", ("depth",)),
            ("nodes infinite", ("nodes",)),
            ("mate", ("mate",)),
            ("movetime 0x10", ("movetime 0x10",)),
            ("depth 3.5", ("depth 3.5",)),
            ("wtime btime", ("wtime", "btime")),
        ):
            search = engine.go(limits, stop_after=0.3)
            check_equal(len(search.notes), 1, limits)
            for word in named:
                check(f"'{word}'" in search.notes[0], f"{word} is not named:", search.notes)
        for limits in ("depth 4 movetime x", "foo depth 4", "depth 4 bar", "wtime depth 4"):
            search = engine.go(limits)
            check_equal(len(search.notes), 1, limits)
            check_equal(search.last.fields["depth"], 4, limits)
        for limits in ("depth -3", "depth 0"):
            engine.send("go " + limits)
            engine.silent_for(0.3)
            engine.send("stop")
            engine.expect("bestmove") if engine.best_count < engine.go_count else None


@case("the order of the words is free")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        two = ("c2c4", "d2d4")
        for limits in ("searchmoves c2c4 d2d4 movetime 300", "movetime 300 searchmoves c2c4 d2d4"):
            search = engine.go(limits)
            check(search.best in two, search.best)
            check(all(info.pv[0] in two for info in search.infos))
            check(search.seconds >= 0.15, search.seconds)
        check_equal(engine.go("depth 6 searchmoves c2c4 nodes 100000").best, "c2c4")
        check_equal(engine.go("searchmoves c2c4 infinite", stop_after=0.5).best, "c2c4")
        engine.send("go ponder searchmoves c2c4 wtime 1000 btime 1000")
        early = engine.silent_for(0.5)
        check(not any(line.startswith("bestmove") for line in early), early)
        engine.send("ponderhit")
        check(engine.expect("bestmove")[-1].startswith("bestmove c2c4"))


@case("searchmoves with illegal moves")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        legal = engine.moves()
        for limits, named, wanted in (
            ("depth 5 searchmoves e2e5", ("e2e5",), legal),
            ("depth 5 searchmoves e2e5 a2a3", ("e2e5",), ["a2a3"]),
            ("depth 5 searchmoves foo a2a3 a2a3", ("foo", "a2a3"), ["a2a3"]),
            ("depth 5 searchmoves", (), legal),
        ):
            search = engine.go(limits)
            check(search.best in wanted, limits, search.best)
            check_equal(len(search.notes), 1 if named else 0, limits)
            check(all(f"'{word}'" in search.notes[0] for word in named), search.notes)
        check(engine.go("infinite searchmoves e2e5", stop_after=0.5).best in legal)


@case("go mate")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 5k2/8/8/8/8/8/6Q1/4R2K w - - 0 1")
        search = engine.go("mate 2")
        check_equal(search.score, ("mate", 2))
        check_equal(search.best, "g2b7")
        engine.position("fen 8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1")
        search = engine.go("mate 2")
        check_equal(search.score, ("mate", -2))
        check(search.best in engine.moves())
        engine.position("startpos")
        search = engine.go("mate 1 movetime 300")
        check(search.seconds >= 0.15, "it ended early without a mate")
        engine.go("mate", stop_after=0.5)


@case("movetime holds")
def _(path):
    with Engine(path) as engine:
        for position, milliseconds in (("startpos", 1000), ("fen " + KIWIPETE, 50), ("fen " + KIWIPETE, 200)):
            engine.position(position)

            def measure(milliseconds=milliseconds):
                search = engine.go(f"movetime {milliseconds}")
                check(search.seconds >= 0.8 * milliseconds / 1000 - 0.025, "too early:", search.seconds)
                return search.seconds, search

            fastest(3, measure, milliseconds / 1000 + 0.1)
        engine.set_up("setoption name Threads value 4")
        fastest(3, measure, milliseconds / 1000 + 0.1)


@case("depth and nodes hold")
def _(path):
    with Engine(path) as engine:
        engine.position("fen " + KIWIPETE)
        for depth in (1, 2, 5, 8):
            search = engine.go(f"depth {depth}")
            depths = [info.fields["depth"] for info in search.infos if not info.bound]
            check_equal(depths[-1], depth)
            check_equal(sorted(set(depths)), list(range(1, depth + 1)), "a line for every depth")
        for nodes in (1, 1000, 20000, 300000):
            searched = engine.go(f"nodes {nodes}").last.fields["nodes"]
            check(searched <= nodes + 5000, f"{searched} nodes for {nodes}")


@case("go perft, perft, and what they close with")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        for command in ("go perft 3", "perft 3"):
            engine.send(command)
            lines = [line for line in engine.expect("Nodes searched: ") if not line.startswith("info string")]
            check_equal(lines[-1], "Nodes searched: 8902", command)
            check_equal(len(lines), 21, command)
            check_equal(sum(int(line.split(": ")[1]) for line in lines[:-1]), 8902)
        engine.send("perft 3 each")
        check_equal(engine.expect("Nodes searched: ")[-1], "Nodes searched: 8902", "every move made")
        engine.send("perft 3 each " + KIWIPETE)
        check_equal(engine.expect("Nodes searched: ")[-1], "Nodes searched: 97862")
        engine.send("go perft 0")
        check_equal(engine.expect("Nodes searched: ")[-1], "Nodes searched: 1")
        engine.send("perft 4 " + KIWIPETE)
        check_equal(engine.expect("Nodes searched: ")[-1], "Nodes searched: 4085603")
        check_equal(engine.fen(), START_FEN, "perft of another FEN leaves the position")
        engine.send("perft x", "perft", "perft -1", "perft 2 8/8/8/8/8/8/8/8 w - - 0 1")
        notes = engine.ready()
        check_equal(len([note for note in notes if note.startswith("info string perft")]), 4, notes)


@case("perftauto finds no wrong count")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.send("perftauto", "isready")
        lines = engine.expect("readyok", seconds=300)
        oks = [line for line in lines if line.startswith("ok: ")]
        summary = [line for line in lines if " wrong, " in line]
        check(len(oks) >= 7, lines)
        check_equal(len(summary), 1, lines)
        check(summary[0].startswith(f"{len(oks)} counts, 0 wrong"), summary)


if __name__ == "__main__":
    run()
