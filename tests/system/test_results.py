#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search says: ends of games, mates, draws, principal variations, counters.

usage: test_results.py ENGINE [CASE...]
"""

import re

from support import KIWIPETE, MOVE, SLOWNESS, Engine, case, check, check_equal, fastest, run

MATED = "startpos moves f2f3 e7e5 g2g4 d8h4"
STALEMATED = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
SHUFFLED = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6"


@case("mated or stalemated at the root")
def _(path):
    with Engine(path) as engine:
        for position, score in ((MATED, ("mate", 0)), (STALEMATED, ("cp", 0)), (MATED, ("mate", 0))):
            if position == STALEMATED:
                engine.set_up("setoption name MultiPV value 4")
            engine.position(position)
            for limits in ("depth 5", "wtime 1000 btime 1000", "movetime 100", "nodes 1000", ""):
                search = engine.go(limits, stop_after=None if limits else 0.2)
                check_equal(search.score, score, limits)
                check_equal(search.lines[-1], "bestmove (none)", limits)
                check(all(not info.pv for info in search.infos), search.lines)
        engine.set_up("ucinewgame")
        engine.position("startpos")
        check(engine.go("depth 4").best in engine.moves(), "the next game does not work")


@case("mate with the hundredth ply")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113")
        search = engine.go("depth 6")
        check_equal(search.best, "g3h3")
        check_equal(search.score, ("mate", 1))


@case("two plies before the fifty-move limit")
def _(path):
    with Engine(path) as engine:
        for position, limits, wanted in (
            ("fen k7/8/K7/8/8/7b/Q7/n7 w - - 98 1", "depth 14", "capture"),
            ("fen k7/8/K7/8/8/7b/Q7/n7 w - - 0 1", "depth 10", "mate"),
            ("fen k7/8/K7/8/8/7b/Q7/n7 w - - 98 1", "depth 14", "capture"),  # what the hash now holds
        ):
            engine.position(position)
            search = engine.go(limits)
            if wanted == "capture":
                check_equal(search.best, "a2a1")
                kind, score = search.score
                check(score > (200 if kind == "cp" else 0), search.score)
            else:
                check_equal(search.score, ("mate", 2))


@case("no mate score from the hash that comes too late")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name Hash value 8", "setoption name Threads value 1")
        engine.position("fen 8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40")
        search = engine.go("movetime 15000")
        check(search.last.fields["depth"] >= 10, search.last.line)
        mates = [info.line for info in search.infos if info.score_kind == "mate"]
        check(not mates, mates[:3])


@case("repetition with game history: the win")
def _(path):
    with Engine(path) as engine:
        moves = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1"
        engine.position(f"fen 8/8/8/8/8/8/p7/2k4K b - - 0 1 moves {moves}")
        check_equal(engine.moves(), ["a1b1", "a1b2"])
        search = engine.go("depth 20")
        check_equal(search.best, "a1b2")
        kind, score = search.score
        check(score > (300 if kind == "cp" else 0), search.score)


@case("mate distance: moves, sign, off by one")
def _(path):
    for fen, mate, plies in (
        ("k7/8/1K6/5R2/8/8/8/8 b - - 0 1", -1, 2),
        ("1k6/8/1K6/5R2/8/8/8/8 w - - 0 1", 1, 1),
        ("k7/8/1K6/1R6/8/8/8/8 w - - 0 1", 2, 3),
        ("Qk6/8/1K6/1R6/8/8/8/8 b - - 0 1", -2, 4),
    ):
        with Engine(path) as engine:
            engine.position("fen " + fen)
            search = engine.go("depth 20")
            check_equal(search.score, ("mate", mate), fen)
            check(len(search.exact.pv) <= plies, f"{fen}: a pv beyond the mate, {search.exact.pv}")


@case("whose point of view; all moves lose")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 4k3/8/8/8/8/8/8/3QK3 b - - 0 1")
        kind, score = engine.go("depth 10").score
        check(score < (-300 if kind == "cp" else 0), kind, score)
        engine.position("fen 5Q2/8/8/4K2k/4P2P/3b4/8/6R1 b - - 0 1")
        legal = engine.moves()
        check_equal(len(legal), 9)
        for limits in ("depth 2", "depth 10"):
            search = engine.go(limits)
            check(search.best in legal)
            check(all(info.pv and info.pv[0] in legal for info in search.infos))
        check_equal(search.score, ("mate", -2))


class Replay:
    """Plays variations on the engine's own board, which refuses what is not legal."""

    def __init__(self, engine, root):
        self.engine = engine
        self.root = root if " moves" in root else root + " moves"
        self.known = {}

    def fens(self, moves):
        """FENs after the root and after each of the moves; fails at one that is refused."""
        lines = [f"position {self.root} {' '.join(moves[:count])}" for count in range(len(moves) + 1)]
        missing = [line for line in lines if line not in self.known]
        if missing:
            self.engine.speaks_freely = True
            self.engine.send(*(part for line in missing for part in (line, "fen", "moves", "eval short")))
            answers = self.engine.ready()
            self.engine.speaks_freely = False
            check(not any(line.startswith("info") for line in answers), self.root, moves, answers)
            check_equal(len(answers), 3 * len(missing))
            for i, line in enumerate(missing):
                fen, legal, score = answers[3 * i : 3 * i + 3]
                self.known[line] = (fen, int(legal.split()[0]), score)
        return [self.known[line] for line in lines]

    def game_fens(self):
        """FENs of the game before the root, the root's own left out."""
        head, moves = self.root.split(" moves", 1)
        game = Replay(self.engine, head)
        return [fen for fen, _, _ in game.fens(moves.split())[:-1]]


def same_position(fen):
    return " ".join(fen.split()[:4])


def check_variation(replay, before, moves):
    """Legal all along, and over where the game is over."""
    line = replay.fens(moves)
    seen = [same_position(fen) for fen in before]
    for ply, (fen, legal, _) in enumerate(line):
        seen.append(same_position(fen))
        is_last = ply == len(line) - 1
        if ply == 0 or is_last:
            continue
        check(legal > 0, f"moves after the end of the game: {moves}")
        check(seen.count(seen[-1]) < 3, f"moves after a third repetition: {moves}")
        check(int(fen.split()[4]) < 100, f"moves after the hundredth quiet ply: {moves}")
    return line


@case("every pv is playable, ends with the game, and evaluates as its FEN does")
def _(path):
    for position, limits, settings in (
        ("fen 5k2/8/8/8/8/8/6Q1/4R2K w - - 0 1", "depth 12", ()),
        (SHUFFLED, "depth 14", ()),
        ("fen " + KIWIPETE, "depth 14", ("setoption name Threads value 4", "setoption name Hash value 1")),
        ("fen 8/8/8/8/8/4k3/4p3/4K2R w K - 92 80", "depth 14", ()),
        ("fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "depth 16", ()),
    ):
        with Engine(path) as engine:
            engine.set_up(*settings)
            engine.position(position)
            search = engine.go(limits)
            replay = Replay(engine, position)
            before = replay.game_fens()
            ends = {}
            for info in search.infos:
                line = check_variation(replay, before, info.pv)
                ends[line[-1][0]] = line[-1][2]
            check_equal(search.best, search.last.pv[0])
            if search.ponder:
                replay.fens([search.best, search.ponder])
            for fen, score in ends.items():
                engine.set_up("position fen " + fen)
                engine.speaks_freely = True
                engine.send("eval short")
                check_equal(engine.next_line(), score, "evaluation of " + fen)
                engine.speaks_freely = False


@case("positions where captures explode")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 0 1")
        check_equal(engine.moves(), ["d4e5", "f4e5", "f5e5"])

        def measure():
            search = engine.go("movetime 100")
            check(search.last.pv[0] == search.best, search.lines)
            return search.seconds, search

        fastest(3, measure, 0.2)
        search = engine.go("nodes 1000")
        check(search.last.fields["nodes"] < 6000, search.last.line)
        search = engine.go("infinite", stop_after=0.2)
        check(search.last.pv[0] == search.best, search.lines)
        check(engine.go("depth 1").best in ("d4e5", "f4e5", "f5e5"))


@case("218 legal moves")
def _(path):
    with Engine(path) as engine:
        engine.position("fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
        legal = engine.moves()
        check_equal(len(legal), 218)
        search = engine.go("depth 4")
        check_equal(search.score, ("mate", 1))
        check(search.best in ("b6b2", "e5b2", "c4a2", "a3a2", "a3b2", "d2b2", "c1b3"), search.best)
        engine.set_up("setoption name MultiPV value 256")
        infos = engine.go("depth 1").infos
        check_equal(sorted(info.fields["multipv"] for info in infos), list(range(1, 219)))
        check_equal(sorted(info.pv[0] for info in infos), legal)
        engine.set_up("setoption name MultiPV value 1")
        engine.position("fen 3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1")
        check_equal(len(engine.moves()), 218)
        check(engine.go("depth 2").best in engine.moves())


@case("hashfull, nodes and nps stay in range")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name Hash value 1")
        engine.position("startpos")
        full = engine.go("movetime 3000")
        engine.set_up("ucinewgame")
        fresh = engine.go("depth 1")
        engine.set_up("setoption name Threads value 16")
        many = engine.go("movetime 1000")
        for search in (full, fresh, many):
            nodes = 0
            for info in search.infos:
                check(0 <= info.fields["hashfull"] <= 1000, info.line)
                check(info.fields["nodes"] >= nodes, "nodes fell back:", info.line)
                check(info.fields["nps"] < 10**12, info.line)
                nodes = info.fields["nodes"]
        check(full.last.fields["hashfull"] >= 700, full.last.line)
        check(fresh.last.fields["hashfull"] <= 50, fresh.last.line)


@case("info lines carry what the protocol names")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        for info in engine.go("depth 8").infos:
            for field in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"):
                check(field in info.fields, field, "is missing:", info.line)
            check(info.score_kind and info.pv, info.line)
            check(info.fields["seldepth"] >= 1, info.line)


@case("the move being searched is told after three seconds, not before")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos")
        legal = engine.moves()
        engine.send("go infinite")
        early = engine.silent_for(2.5)
        check(not any("currmove" in line for line in early), early[-3:])
        late = engine.silent_for(6 * SLOWNESS)
        engine.send("stop")
        late += engine.expect("bestmove")
        lines = [line for line in late if "currmove" in line]
        check(len(lines) > 3, late)
        for line in lines:
            match = re.fullmatch(rf"info depth (\d+) currmove ({MOVE}) currmovenumber (\d+)", line)
            check(match and match.group(2) in legal, line)
            check(1 <= int(match.group(3)) <= len(legal), line)


def signature(search):
    """What must not depend on chance: moves, scores and counts without the times. Whether a line
    with a bound is shown may depend on the time that it took."""
    lines = [info.line for info in search.infos if not info.bound] + [search.lines[-1]]
    return [re.sub(r" (nps|time) \d+", "", line) for line in lines]


@case("the same search twice")
def _(path):
    runs = []
    for _ in range(2):
        with Engine(path) as engine:
            engine.set_up("setoption name Threads value 1")
            for changes in (
                (),
                ("ucinewgame",),
                ("setoption name Hash value 32", "setoption name Hash value 64", "ucinewgame"),
                ("setoption name Clear Hash", "ucinewgame"),
                ("setoption name Threads value 4", "setoption name Threads value 1", "ucinewgame"),
                ("setoption name EvalFile value", "ucinewgame"),
            ):
                engine.set_up(*changes)
                engine.position("startpos")
                runs.append(signature(engine.go("depth 12")))
    for other in runs[1:]:
        check_equal(other, runs[0])
    check(len(runs[0]) > 10, runs[0])


if __name__ == "__main__":
    run()
