#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chess960 and double Chess960 (other back ranks for White and Black): both spellings of castling
in both modes, both kinds of FEN, and whole games.

usage: test_chess960.py ENGINE [CASE...]
"""

import os
import random
import re
import zipfile

from support import MOVE, START_FEN, Engine, case, check, check_equal, run

SHARED = os.environ.get("RAVELIN_SHARED") or os.path.join(
    os.path.dirname(__file__), "..", "..", "..", "shared"
)
OPENINGS = os.path.join(SHARED, "data", "openings", "DFRC_openings.epd.zip")


def back_rank(rng):
    """A back rank of Chess960: bishops on both colours, the king between the rooks."""
    squares = [""] * 8
    squares[rng.randrange(0, 8, 2)] = "b"
    squares[rng.randrange(1, 8, 2)] = "b"
    for piece in "qnn":
        squares[rng.choice([i for i in range(8) if not squares[i]])] = piece
    for piece in "rkr":
        squares[squares.index("")] = piece
    return "".join(squares)


def start_position(rng, double):
    """FENs of a random set-up: Shredder-FEN and X-FEN."""
    white = back_rank(rng)
    black = back_rank(rng) if double else white
    rights = "".join("ABCDEFGH"[i] for i in range(7, -1, -1) if white[i] == "r")
    rights += "".join("abcdefgh"[i] for i in range(7, -1, -1) if black[i] == "r")
    board = f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white.upper()}"
    return f"{board} w {rights} - 0 1", f"{board} w KQkq - 0 1"


def in_chess960(path):
    engine = Engine(path)
    engine.set_up("setoption name UCI_Chess960 value true")
    return engine


@case("both spellings of castling are read in both modes, each mode writes its own")
def _(path):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    after = {"e1g1": "r3k2r/8/8/8/8/8/8/R4RK1", "e1c1": "r3k2r/8/8/8/8/8/8/2KR3R"}
    with Engine(path) as engine:
        for mode in ("true", "false"):
            engine.set_up(f"setoption name UCI_Chess960 value {mode}")
            for spellings in (("e1g1", "e1h1"), ("e1c1", "e1a1")):
                engine.position("fen " + fen)
                written = spellings[1] if mode == "true" else spellings[0]
                other = spellings[0] if mode == "true" else spellings[1]
                moves = engine.moves()
                check(written in moves and other not in moves, mode, moves)
                for spelling in spellings:
                    engine.position(f"fen {fen} moves {spelling}")
                    check_equal(engine.fen().split()[0], after[spellings[0]], f"{mode} {spelling}")
                    engine.position("fen " + fen)
                    search = engine.go(f"depth 3 searchmoves {spelling}")
                    check_equal(search.best, written, f"{mode} {spelling}")
                    check(all(info.pv[0] == written for info in search.infos), search.lines)


@case("castling in the normal initial set-up is spelt as the mode wants it, the opponent's too")
def _(path):
    moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5"
    with Engine(path) as engine:
        for mode, white, black in (("true", "e1h1", "e8h8"), ("false", "e1g1", "e8g8")):
            engine.set_up(f"setoption name UCI_Chess960 value {mode}")
            engine.position(f"startpos moves {moves}")
            search = engine.go(f"depth 5 searchmoves {white}")
            check_equal(search.best, white)
            engine.position(f"startpos moves {moves} {white}")
            search = engine.go(f"depth 5 searchmoves {black}")
            check_equal(search.best, black)
            fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b {} - 0 5"
            engine.position("fen " + fen.format("kq" if mode == "false" else "ha"))
            check_equal(engine.fen(), fen.format("kq" if mode == "false" else "ha"))


@case("both kinds of FEN name one position, and what is written is read back")
def _(path):
    rng = random.Random(960)
    with in_chess960(path) as engine:
        for i in range(40):
            shredder, x_fen = start_position(rng, double=i % 2 == 1)
            engine.position("fen " + shredder)
            moves = engine.moves()
            check_equal(engine.fen(), shredder)
            engine.position("fen " + x_fen)
            check_equal((engine.fen(), engine.moves()), (shredder, moves))


@case("outside the mode Shredder-FEN means standard chess, other rights are dropped")
def _(path):
    with Engine(path) as engine:
        engine.position("fen " + START_FEN.replace("KQkq", "HAha"))
        check_equal(engine.fen(), START_FEN)
        shredder, _ = start_position(random.Random(2), double=True)
        notes = engine.set_up("position fen " + shredder)
        check_equal(len(notes), 1, notes)
        check("castling right" in notes[0], notes)
        check_equal(engine.fen().split()[2], "-")
        check(engine.go("depth 4").best in engine.moves())


def play(engine, fen, nodes, plies):
    """A game of the engine with itself, each move checked; the castlings played."""
    engine.set_up("ucinewgame")
    played, castlings = [], 0
    while len(played) < plies:
        engine.position(f"fen {fen}" + (" moves " + " ".join(played) if played else ""))
        legal = engine.moves()
        search = engine.go(f"nodes {nodes}")
        if not legal:
            check_equal(search.best, "(none)", played)
            break
        check(search.best in legal, search.best, "after", played)
        check(all(re.fullmatch(MOVE, move) for info in search.infos for move in info.pv), played)
        board, side, rights = engine.fen().split()[:3]
        check(set(rights) <= set("-ABCDEFGHabcdefgh"), rights)
        played.append(search.best)
        engine.position(f"fen {fen} moves " + " ".join(played))
        after = engine.fen().split()[0]
        row = 7 if side == "w" else 0
        castlings += is_castling(board.split("/")[row], after.split("/")[row], search.best, side)
    return castlings


def is_castling(before_row, after_row, move, side):
    """True for a king that takes its own rook, given the back rank of the mover before and after;
    both must then stand where castling puts them."""

    def spread(row):
        return re.sub(r"\d", lambda digits: "." * int(digits.group()), row)

    if {move[1], move[3]} != {"1" if side == "w" else "8"}:
        return False
    king, rook = ("K", "R") if side == "w" else ("k", "r")
    before, after = spread(before_row), spread(after_row)
    source, target = ord(move[0]) - ord("a"), ord(move[2]) - ord("a")
    if before[source] != king or before[target] != rook:
        return False
    squares = (6, 5) if target > source else (2, 3)
    check_equal((after[squares[0]], after[squares[1]]), (king, rook), f"{move}: {before} {after}")
    check_equal(sorted(before), sorted(after), move)
    return True


@case("whole games from random set-ups, single and double")
def _(path):
    rng = random.Random(5)
    castlings = 0
    with in_chess960(path) as engine:
        for i in range(6):
            shredder, x_fen = start_position(rng, double=i % 2 == 1)
            castlings += play(engine, shredder if i < 3 else x_fen, 150, 50)
    check(castlings >= 3, f"only {castlings} castlings in six games")


@case("openings of double Chess960 that fastchess plays")
def _(path):
    if not os.path.exists(OPENINGS):
        lines = [start_position(random.Random(i), double=True)[0] for i in range(60)]
    else:
        with zipfile.ZipFile(OPENINGS) as archive:
            lines = archive.read(archive.namelist()[0]).decode().splitlines()
        lines = random.Random(1).sample(lines, 60)
    with in_chess960(path) as engine:
        for line in lines:
            engine.position("fen " + line)
            check_equal(engine.fen(), line)
            check(engine.go("depth 3").best in engine.moves(), line)


if __name__ == "__main__":
    run()
