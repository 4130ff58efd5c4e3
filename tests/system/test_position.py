#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions as they come in: FENs good, odd and impossible, move lists, castling of both kinds.

usage: test_position.py ENGINE [CASE...]
"""

from support import START_FEN, Engine, case, check, check_equal, fastest, run

import time

KPK = "4k3/8/8/8/8/8/4P3/4K3"


def reject(engine, line, held_fen, word=None):
    """The line is refused in one info string and the position held before stays in force."""
    notes = engine.set_up(line)
    check_equal(len(notes), 1, f"notes about {line[:80]!r}: {notes}")
    check("refused" in notes[0], notes[0])
    if word is not None:
        check(word in notes[0], f"{word!r} is not named:", notes[0])
    check_equal(engine.fen(), held_fen, "position after " + line[:80])


@case("a FEN that stops early")
def _(path):
    with Engine(path) as engine:
        for tail in ("w", "w -", "w - -", "w - - 0 1"):
            engine.position(f"fen {KPK} {tail}")
            check_equal(len(engine.moves()), 6, tail)
            check_equal(engine.fen(), KPK + " w - - 0 1", tail)
        engine.position(f"fen {KPK} w - - moves e2e4")
        check_equal(len(engine.moves()), 5)
        engine.set_up(f"position fen {KPK}")
        check_equal(engine.fen(), KPK + " w - - 0 1", "White moves by default")


@case("castling rights that the board cannot have are dropped and named")
def _(path):
    with Engine(path) as engine:
        notes = engine.set_up("position fen r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1")
        check(notes and "castling" in notes[0], notes)
        check_equal(len(engine.moves()), 23)
        check_equal(engine.fen().split()[2], "kq")
        engine.set_up("position fen r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1 moves d1c1")
        check(engine.fen().split()[0].endswith("/R1K1Q2R"), engine.fen())
        notes = engine.set_up("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1")
        check(notes, "nothing was said")
        check_equal(engine.moves(), ["b5b4", "c8b7", "c8b8", "c8d8"])


@case("the side that is not to move stands in check")
def _(path):
    with Engine(path) as engine:
        held = f"{KPK} w - - 0 1"
        engine.position("fen " + held)
        for fen in (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
            "4kK2/8/8/8/8/8/8/8 w - - 0 1",
        ):
            reject(engine, "position fen " + fen, held)
        check(engine.go("depth 14").best in engine.moves(), "not a move of the position held")


@case("more men than a side can have")
def _(path):
    with Engine(path) as engine:
        for fen in (
            "rnbqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            "kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1",
        ):
            reject(engine, "position fen " + fen, START_FEN)
        # Ten queens are no reason to refuse; here one of them gives check out of turn, there not.
        reject(engine, "position fen 4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1", START_FEN)
        engine.position("fen 4k3/4p3/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1")
        check(engine.go("depth 4").best in engine.moves())


@case("other boards that cannot be played")
def _(path):
    with Engine(path) as engine:
        for board in (
            "8/8/8/8/8/8/8/8",  # no kings
            "4k3/8/8/8/8/8/8/8",  # one king
            "4k3/8/8/8/8/8/8/K3K3",  # two of one side
            "4k2P/8/8/8/8/8/8/4K3",  # a pawn on the last rank
            "4k3/8/8/8/8/8/8/4K2p",
            "4k3/8/8/8/8/8/8",  # seven ranks
            "4k3/8/8/8/8/8/8/8/4K3",  # nine
            "4k4/8/8/8/8/8/8/4K3",  # nine files
            "4k2/8/8/8/8/8/8/4K3",  # seven
            "4x3/8/8/8/8/8/8/4K3",
            "4k3/9/8/8/8/8/8/4K3",
        ):
            reject(engine, f"position fen {board} w - - 0 1", START_FEN)
        for line in (
            "position fen",
            "position",
            "position fen moves e2e4",
            f"position {START_FEN}",
            "position startpos e2e4",
            f"position fen {KPK} x - - 0 1",
            f"position fen {KPK} w XYZ - 0 1",
        ):
            reject(engine, line, START_FEN)
        check(engine.go("depth 2").best in engine.moves())
        engine.position("startpos moves e2e4")
        check_equal(len(engine.moves()), 20)


@case("an en-passant square without a pawn that just advanced")
def _(path):
    with Engine(path) as engine:
        engine.set_up("position fen rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1")
        moves = engine.moves()
        check_equal(len(moves), 36)
        check("d5e6" not in moves)
        engine.set_up("position fen 4r3/5P1k/8/4Pp2/8/8/8/4K3 w - f6 0 29")
        check("e5f6" not in engine.moves())
        for square in ("e4", "z9", "e6", "-6", "e"):
            engine.set_up(f"position fen 4k3/8/8/8/8/8/8/4K3 w - {square} 0 1")
            check_equal(len(engine.moves()), 5, square)


@case("an en-passant square while another man gives check")
def _(path):
    with Engine(path) as engine:
        engine.set_up("position fen k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1")
        check_equal(engine.moves(), ["f2e1", "f2e2", "f2e3", "f2f1", "f2f3", "f2g2", "f2g3"])


@case("the en-passant capture that takes the checking pawn")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 4r1k1/7p/p3pQp1/3p2P1/1p1P1RK1/2P5/7q/8 b - - 0 1 moves h7h5")
        check_equal(engine.moves(), ["g4f3", "g5h6"])
        check_equal(engine.go("depth 1 searchmoves g5h6").best, "g5h6")


@case("a piece, not a pawn, moves to the en-passant square")
def _(path):
    with Engine(path) as engine:
        engine.position("startpos moves a2a3 g8f6 h2h3 f6d5 e2e4 d5e3")
        moves = engine.moves()
        check_equal(len(moves), 30)
        check("d2e3" in moves and "f2e3" in moves, moves)
        check_equal(engine.fen(), "rnbqkb1r/pppppppp/8/8/4P3/P3n2P/1PPP1PP1/RNBQKBNR w KQkq - 1 4")


@case("odd clocks and a bare moves")
def _(path):
    with Engine(path) as engine:
        engine.set_up("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 moves")
        check_equal(len(engine.moves()), 20)
        engine.position("startpos moves")
        check_equal(len(engine.moves()), 20)
        for clocks in ("150 200", "-5 -1", "99999999999 99999999999", "x y", "0 0", "5"):
            engine.set_up(f"position fen 4k3/8/8/8/8/8/8/R3K3 w - - {clocks}")
            check(engine.go("depth 5").best in engine.moves(), clocks)


@case("a game longer than any array")
def _(path):
    with Engine(path) as engine:
        for rounds in (1500, 5500):
            line = "position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * rounds

            def measure(line=line):
                start = time.monotonic()
                notes = engine.set_up(line)
                return time.monotonic() - start, notes

            check_equal(fastest(3, measure, 1.0), [])
            check_equal(engine.fen().split()[0], START_FEN.split()[0])
            check_equal(len(engine.moves()), 20)
            check(engine.go("depth 6").best in engine.moves())


@case("the last move of a long game is not lost")
def _(path):
    with Engine(path) as engine:
        # A knight tour of the queen's side, over and over, then one move more.
        tour = "b1c3 b8c6 c3b5 c6b4 b5a3 b4a6 a3b1 a6b8 "
        engine.set_up("position startpos moves " + tour * 700 + "e2e4")
        check_equal(engine.fen().split()[0], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")


@case("promotion letters of either case in, lower case out")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40")
        check_equal(engine.go("depth 10").best, "f2f1q")
        engine.position("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q")
        check_equal(engine.fen(), "Q7/7k/8/8/8/8/8/K7 b - - 0 1")
        engine.position("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n")
        check_equal(engine.fen(), "N7/7k/8/8/8/8/8/K7 b - - 0 1")


@case("a promotion without its letter, and a letter without promotion")
def _(path):
    with Engine(path) as engine:
        reject(engine, "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8", START_FEN, "a7a8")
        engine.position("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7g7")
        held = engine.fen()
        check_equal(held, "Q7/6k1/8/8/8/8/8/K7 w - - 1 2")
        reject(engine, f"position fen {KPK} w - - 0 1 moves e2e4q", held, "e2e4q")
        reject(engine, f"position fen {KPK} w - - 0 1 moves e2e5", held, "e2e5")
        reject(engine, f"position fen {KPK} w - - 0 1 moves e2e4 e2e4", held, "e2e4")
        reject(engine, f"position fen {KPK} w - - 0 1 moves e2e4 0000", held, "0000")
        reject(engine, f"position fen {KPK} w - - 0 1 moves foo", held, "foo")


@case("castling notation outside Chess960")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name UCI_Chess960 value false")
        fen = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        engine.position(fen)
        check("e1g1" in engine.moves() and "e1h1" not in engine.moves())
        search = engine.go("depth 4 searchmoves e1g1")
        check_equal(search.best, "e1g1")
        check(all("e1h1" not in info.pv for info in search.infos))
        for spelling in ("e1g1", "e1h1"):
            engine.position(f"{fen} moves {spelling}")
            check_equal(engine.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", spelling)
            check_equal(len(engine.moves()), 3)


@case("Chess960: castling is king takes own rook")
def _(path):
    with Engine(path) as engine:
        fen = "fen nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8"
        engine.set_up("setoption name UCI_Chess960 value true", "position " + fen)
        moves = engine.moves()
        check_equal(len(moves), 34)
        check("e8d8" in moves)
        search = engine.go("depth 4 searchmoves e8d8")
        check_equal(search.best, "e8d8")
        check(search.last.pv[0] == "e8d8", search.last.line)
        engine.position(fen + " moves e8d8")
        board, side, _, _, half, full = engine.fen().split()
        check(board.startswith("nnkr1q1b/"), board)
        check_equal((side, half, full), ("w", "2", "9"))
        check_equal(len(engine.moves()), 31)
        engine.position("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")
        check("e1h1" in engine.moves() and "e1g1" not in engine.moves())


@case("Chess960: the castling rook was the shield")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name UCI_Chess960 value true")
        engine.position("fen 4k3/8/8/8/8/8/8/rRK5 w B - 0 1")
        check_equal(engine.moves(), ["b1a1", "c1b2", "c1c2", "c1d1", "c1d2"])
        check(engine.go("depth 8").best in engine.moves())


@case("Chess960: X-FEN and Shredder-FEN rights")
def _(path):
    with Engine(path) as engine:
        engine.set_up("setoption name UCI_Chess960 value true")
        for right, count in (("K", 20), ("H", 20), ("G", 21)):
            engine.position(f"fen 4k3/8/8/8/8/8/8/4K1RR w {right} - 0 1")
            moves = engine.moves()
            check_equal(len(moves), count, right)
            check_equal("e1g1" in moves, right == "G", right)
            again = engine.fen()
            engine.position("fen " + again)
            check_equal(engine.moves(), moves, "read back from " + again)
        seen = set()
        for rights in ("KQkq", "GCgc"):
            engine.position(f"fen nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w {rights} - 0 1")
            moves = engine.moves()
            check_equal(len(moves), 20, rights)
            check("f1g1" in moves, moves)
            seen.add(engine.fen())
        check_equal(len(seen), 1, f"one position, {seen}")


@case("which attacked squares forbid castling")
def _(path):
    with Engine(path) as engine:
        engine.position("fen 1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        moves = engine.moves()
        check_equal(len(moves), 16)
        check("e1c1" in moves)
        engine.set_up("setoption name UCI_Chess960 value true")
        engine.position("fen 1r2k3/8/8/8/8/8/8/RK6 w A - 0 1")
        check_equal(engine.moves(), ["b1a2", "b1c1", "b1c2"])


if __name__ == "__main__":
    run()
