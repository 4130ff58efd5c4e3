#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Endgame tables: what is found and what is not used, the root, the tree, the fifty-move rule,
games played out. Skips without the tables beside the checkout, or in a build without libfathom.

usage: test_syzygy.py ENGINE [CASE...]
"""

import os
import re
import resource
import tempfile

from support import (
    LONG, Engine, Skip, case, check, check_equal, keeps_what_is_freed, resident_kib, run,
)

SHARED = os.environ.get("RAVELIN_SHARED") or os.path.join(
    os.path.dirname(__file__), "..", "..", "..", "shared"
)
TABLES = os.path.join(os.path.abspath(SHARED), "data", "syzygy")
FOUND = "info string tablebases: 35 WDL and 35 DTZ tables found, up to 4 men"
TABLE_WIN = 20000 - 246  # scores at or beyond are table wins

ONLY_KD4 = "fen 8/8/8/8/2p5/4K3/3P2k1/8 w - - 0 1"
KRK = "fen 8/8/8/8/8/2k5/8/K2R4 w - - 0 1"


class Tables:
    """An engine with a folder of tables; skips where there is none, or no libfathom."""

    def __init__(self, path, folder=TABLES, *more):
        self.engine = Engine(path)
        self.folder, self.more = folder, more

    def __enter__(self):
        if not os.path.isdir(TABLES):
            self.engine.kill()
            raise Skip("no tablebases beside the checkout")
        self.engine.__enter__()
        self.engine.notes = self.engine.set_up(
            f"setoption name SyzygyPath value {self.folder}", *self.more
        )
        if any("this build has no tablebases" in note for note in self.engine.notes):
            self.engine.kill()
            raise Skip("a build without libfathom")
        return self.engine

    def __exit__(self, *trace):
        return self.engine.__exit__(*trace)


class Folder(tempfile.TemporaryDirectory):
    """A folder with links to all tables but those named."""

    def __init__(self, *without):
        super().__init__(prefix="ravelin tables ")
        if not os.path.isdir(TABLES):
            self.cleanup()
            raise Skip("no tablebases beside the checkout")
        for name in os.listdir(TABLES):
            if name not in without:
                os.symlink(os.path.join(TABLES, name), os.path.join(self.name, name))


def tb_hits(search):
    return [int(re.search(r" tbhits (\d+) ", info.line).group(1)) for info in search.infos]


def is_table_win(search):
    kind, score = search.score
    return (kind == "mate" and score > 0) or (kind == "cp" and score >= TABLE_WIN)


@case("a whole set is found without complaint, an empty path has none")
def _(path):
    with Tables(path) as engine:
        check_equal(engine.notes, [FOUND])
        engine.position(KRK)
        check(is_table_win(engine.go("depth 6")))
        for value in (" value <empty>", " value", ""):
            check_equal(engine.set_up("setoption name SyzygyPath" + value), [])
            check_equal(set(tb_hits(engine.go("depth 8"))), {0})


@case("a build without libfathom says so, and plays on")
def _(path):
    with Engine(path) as engine:
        notes = engine.set_up("setoption name SyzygyPath value /no/such/dir")
        if "this build has no tablebases" not in notes[0]:
            raise Skip("this build has libfathom")
        check_equal(len(notes), 1, notes)
        check_equal(engine.set_up("setoption name SyzygyPath value <empty>"), [])
        check_equal(set(tb_hits(engine.go("depth 5"))), {0})


@case("en passant and the tables")
def _(path):
    with Tables(path) as engine:
        engine.position(ONLY_KD4)
        search = engine.go("depth 12")
        check_equal(search.best, "e3d4")
        check(is_table_win(search), search.score)
        check(min(tb_hits(search)) >= 6, tb_hits(search))
        engine.position("fen 8/8/8/8/2pP4/4K3/6k1/8 b - d3 0 1")
        search = engine.go("depth 12")
        check_equal(search.best, "c4d3")
        check_equal(search.score, ("cp", 0))


@case("wins that the fifty-move rule cuts off")
def _(path):
    late = "fen 8/8/6k1/3B4/3K4/4N3/8/8 w - - 70 120"
    early = "fen 8/8/6k1/3B4/3K4/4N3/8/8 w - - 10 90"
    with Tables(path) as engine:
        engine.position(late)
        search = engine.go("depth 10")
        check_equal(search.score[0], "cp")
        check(0 < search.score[1] < 50, search.score)
        engine.position(early)
        check(is_table_win(engine.go("depth 10")))
        engine.position("fen 1N6/8/2B5/8/8/3K4/8/4k3 w - - 72 120")
        search = engine.go("depth 10")
        check_equal(search.best, "c6f3")
        check(is_table_win(search), search.score)
        # Who does not heed the rule wins all the same.
        engine.set_up("setoption name Syzygy50MoveRule value false")
        engine.position(late)
        check(is_table_win(engine.go("depth 10")))
        engine.set_up("setoption name Syzygy50MoveRule value true")
        check(not is_table_win(engine.go("depth 10")))
        # A clock that is out already is no win for anybody, and no crash.
        for clock in (99, 100, 255, 256, 1000):
            engine.position(f"fen 8/8/6k1/3B4/3K4/4N3/8/8 w - - {clock} 900")
            search = engine.go("depth 6")
            check(not is_table_win(search), clock, search.score)


@case("what the tree knows: conversions into the tables, probe depth and limit")
def _(path):
    # Five men, so the tables (of four) begin after a capture.
    five = "fen 8/8/8/8/3k4/8/1p1K1N2/1N6 b - - 0 1"
    with Tables(path) as engine:
        engine.position(five)
        search = engine.go("depth 8")
        check(tb_hits(search)[-1] > 0, tb_hits(search))
        check(tb_hits(search) == sorted(tb_hits(search)), tb_hits(search))
        engine.set_up("setoption name SyzygyProbeLimit value 3", "ucinewgame")
        few = tb_hits(engine.go("depth 8"))[-1]
        engine.set_up("setoption name SyzygyProbeLimit value 0", "ucinewgame")
        check_equal(set(tb_hits(engine.go("depth 8"))), {0})
        check(few < tb_hits(search)[-1], few)
        engine.set_up(
            "setoption name SyzygyProbeLimit value 7",
            "setoption name SyzygyProbeDepth value 100",
            "ucinewgame",
        )
        # The depth counts for tables of the most men only.
        check(tb_hits(engine.go("depth 8"))[-1] < tb_hits(search)[-1])


@case("the tree finds a win, a loss and a draw by a capture")
def _(path):
    with Tables(path) as engine:
        for fen, best, kind in (
            # The rook takes the queen and wins, loses the game by anything else.
            ("8/8/8/8/1q1R4/8/k1K2p2/8 w - - 0 1", "d4b4", None),
            # The only defender goes: rook against nothing.
            ("7k/8/8/8/1R2n3/8/6P1/K7 w - - 0 1", "b4e4", "win"),
        ):
            engine.position("fen " + fen)
            search = engine.go("depth 10")
            check_equal(search.best, best, fen)
            check(tb_hits(search)[-1] > 0, fen)
            if kind == "win":
                check(is_table_win(search), search.score)


@case("probing from several threads, and the path changed between")
def _(path):
    rounds, limit = (200, "movetime 1000") if LONG else (8, "depth 9")
    with Tables(path, TABLES, "setoption name Threads value 8") as engine:
        engine.position("fen 8/8/1k6/8/3R4/8/1P2r3/4K3 w - - 0 1")
        legal = engine.moves()
        hits = 0
        for _ in range(rounds):
            engine.set_up("ucinewgame")
            search = engine.go(limit)
            hits += tb_hits(search)[-1]
            check(search.best in legal, search.best)
        # Not in each: a second may be too short for a depth of two under a sanitizer.
        check(hits > rounds, hits)
        check_equal(engine.set_up("setoption name SyzygyPath value <empty>"), [])
        check_equal(set(tb_hits(engine.go("movetime 200"))), {0})
        for _ in range(5):
            check_equal(engine.set_up(f"setoption name SyzygyPath value {TABLES}"), [FOUND])
            check(tb_hits(engine.go("depth 9"))[-1] > 0)


@case("the root is asked about once, before the search, however many threads there are")
def _(path):
    with Tables(path) as engine:
        for fen in ("8/8/1k6/8/3R4/8/4r3/4K3 w - - 0 1", "8/8/8/8/8/2k5/8/K2R4 w - - 0 1"):
            answers = set()
            for threads in (1, 8):
                engine.set_up(f"setoption name Threads value {threads}", "ucinewgame")
                engine.position("fen " + fen)
                search = engine.go("depth 8")
                # A probe for each move, in the first line already, and none by any thread after it.
                check_equal(set(tb_hits(search)), {len(engine.moves())}, f"{fen}, {threads} threads")
                answers.add(search.score)
            check_equal(len(answers), 1, f"scores of {fen}: {answers}")


def functions_of(folder):
    """The functions of a room of the engine, each with the names that it calls."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", folder)
    text = ""
    for name in sorted(os.listdir(path)):
        if name.endswith(".c"):
            with open(os.path.join(path, name), encoding="utf-8") as file:
                text += file.read()
    bodies = re.findall(r"^\w[^\n;={]*?(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", text, re.M | re.S)
    return {name: set(re.findall(r"\b(\w+)\(", body)) for name, body in bodies}


@case("the search's threads make only the call that several may make at once")
def _(_path):
    # libfathom is no part of a sanitizer build, so nothing else would see a wrong call.
    callers = {
        call: {name for name, calls in functions_of("search").items() if call in calls}
        for call in ("syzygy_rank_moves", "syzygy_answer", "syzygy_probe_wdl", "tablebase_rank_root")
    }
    check_equal(callers["syzygy_rank_moves"], {"tablebase_rank_root"})
    check_equal(callers["syzygy_answer"], set())
    check_equal(callers["syzygy_probe_wdl"], {"tablebase_settles"})
    check_equal(len(callers["tablebase_rank_root"]), 1, "who has the root ranked")
    functions = functions_of("syzygy")
    reached, waiting = set(), ["syzygy_probe_wdl"]
    while waiting:
        for call in functions.get(waiting.pop(), ()):
            if call not in reached:
                reached.add(call)
                waiting.append(call)
    check_equal({call for call in reached if call.startswith("tb_")}, {"tb_probe_wdl"})


@case("the path changed during a search of several threads ends the search first")
def _(path):
    with Tables(path, TABLES, "setoption name Threads value 4") as engine:
        for _ in range(20 if LONG else 3):
            engine.position("fen 8/8/1k6/8/3R4/8/1P2r3/4K3 w - - 0 1")
            engine.send("go infinite")
            engine.silent_for(0.2)
            engine.send("setoption name SyzygyPath value <empty>", "isready")
            lines = engine.expect("readyok")
            kinds = [line.split()[0] for line in lines if not line.startswith("info")]
            check_equal(kinds, ["bestmove", "readyok"])
            check_equal(set(tb_hits(engine.go("depth 6"))), {0})
            check_equal(engine.set_up(f"setoption name SyzygyPath value {TABLES}"), [FOUND])


@case("incomplete sets fall back, first to WDL, then to the plain search")
def _(path):
    with Folder("KPvKP.rtbz", "KPvK.rtbz") as folder, Tables(path, folder) as engine:
        check_equal(len(engine.notes), 2, engine.notes)
        check("2 files are missing" in engine.notes[1], engine.notes)
        engine.position(ONLY_KD4)
        search = engine.go("depth 12")
        check_equal(search.best, "e3d4")
        check(is_table_win(search), search.score)
        check_equal(search.notes, [])
    with Folder("KPvKP.rtbz", "KPvK.rtbz", "KPvK.rtbw") as folder, Tables(path, folder) as engine:
        engine.position("fen 8/8/8/8/8/4K3/4P3/4k3 w - - 0 1")
        search = engine.go("depth 12")
        check(search.best in engine.moves(), search.best)
        check_equal(search.notes, [])


@case("separators, strangers, broken files, and the path set many times")
def _(path):
    broken = ("KNvK.rtbw", "KQvK.rtbw", "KRvK.rtbz", "KBvK.rtbw", "KPvKP.rtbw")
    with Folder(*broken) as folder, Tables(path) as engine:
        for value in (f"{TABLES}:", f":{TABLES}::/no/such/dir:"):
            notes = engine.set_up(f"setoption name SyzygyPath value {value}")
            check_equal(notes[-1], FOUND)
            check_equal(len(notes) == 2 and "/no/such/dir" in notes[0], "no/such" in value, notes)
        whole = {}
        for name in ("KRvK.rtbz", "KBvK.rtbw", "KPvKP.rtbw"):
            with open(os.path.join(TABLES, name), "rb") as file:
                whole[name] = file.read()
        for name, data in (
            ("README", b"not a table"),
            ("KNvK.rtbw", b""),
            ("KRvK.rtbz", whole["KRvK.rtbz"][:-64]),
            ("KBvK.rtbw", b"\0" + whole["KBvK.rtbw"][1:]),
            ("KPvKP.rtbw", whole["KPvKP.rtbw"][:9] + b"\xff" + whole["KPvKP.rtbw"][10:]),
        ):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        os.mkdir(os.path.join(folder, "KQvK.rtbw"))
        memory = []
        for _ in range(20):
            notes = engine.set_up(f"setoption name SyzygyPath value {folder}")
            for name in broken:
                check(any(name in note and "left out" in note for note in notes), name, notes)
            check(any("31 WDL and 34 DTZ" in note for note in notes), notes)
            engine.position(KRK)
            check(engine.go("depth 4").best in engine.moves())
            memory.append(resident_kib(engine))
        # The tables alone are 2 MiB.
        check(keeps_what_is_freed(engine) or memory[-1] < memory[4] + 512,
              "grows with each path:", memory)
        engine.position("fen 8/8/8/4k3/8/2p5/8/1K1Q4 w - - 0 1")
        check(engine.go("depth 10").best in engine.moves())
        check_equal(engine.set_up("setoption name SyzygyPath value <empty>"), [])
        notes = engine.set_up("setoption name SyzygyPath value /no/such/dir")
        check_equal(len(notes), 2, notes)
        check("0 tables" in notes[1], notes)
        check_equal(set(tb_hits(engine.go("depth 10"))), {0})


@case("with too little memory there are fewer tables or none, and that is said")
def _(path):
    found = set()
    for spare_kib in (*range(0, 9000, 750), 20000):
        with Tables(path, "<empty>", "setoption name Hash value 1") as engine:
            engine.go("depth 4")
            with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
                size_kib = int(re.search(r"VmSize:\s+(\d+) kB", file.read()).group(1))
            if size_kib > 1 << 30:
                engine.kill()
                raise Skip("a sanitizer needs all addresses")
            limit = (size_kib + spare_kib) * 1024
            resource.prlimit(engine.process.pid, resource.RLIMIT_AS, (limit, limit))
            notes = engine.set_up(f"setoption name SyzygyPath value {TABLES}")
            check(notes, "nothing was said")
            engine.position(ONLY_KD4)
            check_equal(engine.go("depth 8").best, "e3d4")
            found.add(int(match.group(1)) if (match := re.search(r" (\d+) WDL", notes[-1])) else 0)
    check({0, 35} <= found, "tables found with more and more memory:", found)


@case("a path with a blank and other letters")
def _(path):
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "Échecs", "t b")
        os.makedirs(os.path.dirname(folder))
        os.symlink(TABLES, folder)
        with Tables(path, folder) as engine:
            check_equal(engine.notes, [FOUND])


@case("nothing is written where nobody expects it")
def _(path):
    # libfathom speaks on both streams when it frees tables or meets strangers; the context manager
    # insists on an empty standard error and on lines of the protocol.
    with Folder("KNvK.rtbw") as folder:
        with open(os.path.join(folder, "KNvK.rtbw"), "wb") as file:
            file.write(b"x" * 33)
        with Tables(path, folder) as engine:
            for value in (TABLES, folder, "<empty>", TABLES):
                engine.set_up(f"setoption name SyzygyPath value {value}")


@case("several lines: won moves first, then the others")
def _(path):
    with Tables(path, TABLES, "setoption name MultiPV value 10") as engine:
        engine.position(ONLY_KD4)
        search = engine.go("depth 8")
        moves = engine.moves()
        last = search.infos[-len(moves):]
        check_equal([info.fields["multipv"] for info in last], list(range(1, len(moves) + 1)))
        check_equal(sorted(info.pv[0] for info in last), moves)
        check_equal(last[0].pv[0], "e3d4")
        check_equal([info.score >= TABLE_WIN for info in last], [True] + [False] * (len(last) - 1))
        search = engine.go("depth 6 searchmoves d2d4 e3f4")
        check(search.best in ("d2d4", "e3f4"))


@case("weak play does not ask the tables")
def _(path):
    with Tables(path, TABLES, "setoption name UCI_LimitStrength value true") as engine:
        engine.position(ONLY_KD4)
        check_equal(set(tb_hits(engine.go("depth 6"))), {0})


@case("d tells what the tables say")
def _(path):
    with Tables(path) as engine:
        for fen, wanted in (
            ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 0 1", "Tablebase: win, best .*, 46 plies to .*"),
            (
                "8/8/6k1/3B4/3K4/4N3/8/8 w - - 70 120",
                "Tablebase: win that the fifty-move rule spoils, .*",
            ),
            ("8/8/8/8/8/2k5/8/K2R4 b - - 0 1", "Tablebase: loss, .*"),
            ("8/8/8/8/8/2k5/8/K2B4 w - - 0 1", "Tablebase: draw, .*"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Tablebase: no answer"),
        ):
            engine.position("fen " + fen)
            engine.send("d")
            line = engine.expect_freely("Tablebase")[-1]
            check(re.fullmatch(wanted, line), line)


def play_out(engine, fen, limit, plies):
    """Plays the engine against itself; the moves up to mate. A bare king has to be mated within the
    fifty moves, so a game that goes on is a failure."""
    engine.set_up("ucinewgame")
    moves = []
    while len(moves) <= plies:
        engine.position("fen " + fen + (" moves " + " ".join(moves) if moves else ""))
        search = engine.go(limit)
        if search.best == "(none)":
            check_equal(search.score, ("mate", 0), f"{fen}: ends without mate after {moves}")
            return moves
        moves.append(search.best)
    check(False, f"{fen}: no mate within {plies} plies: {' '.join(moves)}")


@case("won endings are won within the fifty moves, with few nodes")
def _(path):
    with Tables(path) as engine:
        for fen, plies in (
            ("8/8/8/8/8/2k5/8/K2R4 w - - 0 1", 99),
            ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 99),
            ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", 99),
            ("7k/8/8/3K4/8/8/8/NB6 w - - 0 1", 99),
            ("8/8/8/4k3/4r3/8/8/KQ6 w - - 0 1", 199),  # the rook goes, then mate
            ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", 199),
        ):
            moves = play_out(engine, fen, "nodes 300", plies)
            check_equal(len(moves) % 2, 1, "the other side won")


@case("a won ending that began with a high clock, and one that came back")
def _(path):
    with Tables(path) as engine:
        # 25 plies are needed and 28 left: each move must be the right one.
        moves = play_out(engine, "1N6/8/2B5/8/8/3K4/8/4k3 w - - 72 120", "nodes 100", 28)
        check_equal(len(moves) % 2, 1)
        # After a repetition the shortest way is taken.
        shuffle = "d1d2 c3b3 d2d1 b3c3"
        engine.position(f"{KRK} moves {shuffle} {shuffle}")
        check(is_table_win(engine.go("nodes 200")))


if __name__ == "__main__":
    run()
