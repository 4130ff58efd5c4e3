#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands for people at a terminal: the evaluation taken apart, the net, the board.

usage: test_console.py ENGINE [CASE...]
"""

import os
import re
import tempfile
from pathlib import Path

from nets import random_net
from support import KIWIPETE, START_FEN, Engine, case, check, check_equal, run, run_once

VECTORS = Path(__file__).parents[1] / "data" / "net_vectors.txt"


def ask(engine, line):
    engine.send(line)
    return engine.ready()


@case("eval: buckets, material, and the worth of every man")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.position("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1")
        lines = ask(engine, "eval")
        score = re.fullmatch(r"eval: (-?\d+) centipawns for the side to move", lines[0])
        check(score, lines[0])
        white = re.fullmatch(r"for White: ([+-]\d+\.\d\d) pawns", lines[1])
        check_equal(round(float(white.group(1)) * 100), -int(score.group(1)), "sign with Black to move")
        check_equal(ask(engine, "eval short"), lines[:1])
        check(re.fullmatch(r"buckets: White king \d+.*, Black king \d+.*; output head \d+ of \d+ \(32 men\)", lines[2]), lines[2])
        check_equal(lines[3], "material: White 1Q 2R 2B 2N 8P, Black 1Q 2R 2B 2N 8P")
        numbers = [int(n) for line in lines[5:21] if line.startswith("  ") for n in line.split()]
        check_equal(len(numbers), 30, "men with a worth")
        ranks = [line for line in lines[5:21] if not line.startswith("  ")]
        check_equal(ranks[0].split(), list("8r...k..r"))
        # The worth is what is lost without the man: take a rook off by hand.
        engine.position("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/4K2R b Kkq - 0 1")
        without = int(ask(engine, "eval short")[0].split()[1])
        a1 = int(lines[5 + 15].split()[0])
        check_equal(a1, without - int(score.group(1)), "worth of the rook on a1")
        check("'short'" in ask(engine, "eval what")[0])


@case("flip turns the board upside down, and twice is nothing")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        for fen, flipped in (
            (START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
            ("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 7", "r3k3/8/8/8/3Pp3/8/8/4K3 b q d3 0 7"),
            (KIWIPETE, None),
        ):
            engine.position("fen " + fen)
            count, score = len(engine.moves()), ask(engine, "eval short")
            check_equal(ask(engine, "flip"), [])
            if flipped:
                check_equal(engine.fen(), flipped)
            check_equal(len(engine.moves()), count, "moves of the flipped position")
            check_equal(ask(engine, "eval short"), score, "evaluation for the side to move")
            check_equal(ask(engine, "flip"), [])
            check_equal(engine.fen(), fen)


@case("the board: two names each, and who gives check")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.position("fen 4k3/8/8/8/8/5n2/8/4K2r w - - 3 9")
        check_equal(ask(engine, "d"), ask(engine, "display"))
        check("Checkers: h1 f3" in ask(engine, "d"), ask(engine, "d"))
        check_equal(ask(engine, "getboard"), ask(engine, "fen"))
        check_equal(ask(engine, "fen"), ["4k3/8/8/8/8/5n2/8/4K2r w - - 3 9"])
        engine.position("startpos")
        check("Checkers: none" in ask(engine, "d"))


@case("nnue check: carried sums are those made from the board")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        for position, plies in (("startpos", ""), ("fen " + KIWIPETE, "3000"), ("fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "50")):
            engine.position(position)
            lines = ask(engine, f"nnue check {plies}".strip())
            match = re.fullmatch(
                r"nnue check: (\d+) plies in (\d+) games, (\d+) sums carried, (\d+) refreshed, 0 evaluations wrong", lines[-1]
            )
            check(match, lines)
            check_equal(int(match.group(1)), int(plies or 10000))
            check(int(match.group(3)) > int(match.group(1)) / 2 and int(match.group(4)) > 0, lines)
        for bad in ("0", "x", "-3", "99999999999"):
            check("plies from 1 to" in ask(engine, f"nnue check {bad}")[0], bad)


@case("nnue testvec: a file of wanted values, of this net and of another")
def _(path):
    status, output, errors = run_once(path, "nnue", "testvec", str(VECTORS))
    check_equal((status, errors), (0, ""))
    check(re.search(r"nnue testvec: (\d{3,}) positions, 0 wrong", output), output)
    with tempfile.TemporaryDirectory() as folder:
        lines = VECTORS.read_text(encoding="utf-8").splitlines()
        vectors = [line for line in lines if line and line[0] != "#"][:5]
        vectors[1] = vectors[1].rsplit(";", 1)[0] + ";31999"
        vectors[3] = "no vector"
        bad = os.path.join(folder, "bad vectors.txt")
        Path(bad).write_text("# made wrong\n" + "\n".join(vectors), encoding="utf-8")
        status, output, errors = run_once(path, "nnue", "testvec", bad)
        check(status != 0 and "differs" in errors, status, errors)
        check("nnue testvec: 5 positions, 2 wrong" in output, output)
        check("line 3: " in output and "wanted 31999" in output and "line 5: not FEN" in output, output)
        Path(bad).write_text("", encoding="utf-8")
        for file in (bad, os.path.join(folder, "none"), ""):
            check(run_once(path, "nnue", "testvec", file)[0] != 0, file)


@case("nnue stats: the net, what the last search asked of it, the cost")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.position("startpos")
        check("0 sums asked for" in ask(engine, "nnue stats")[0])
        engine.go("depth 9")
        lines = ask(engine, "nnue stats")
        match = re.match(
            r"last search: (\d+) nodes, (\d+) sums asked for: ([\d.]+) % there already, ([\d.]+) % carried"
            r" forward \(([\d.]+) moves each\), ([\d.]+) % refreshed",
            lines[0],
        )
        check(match, lines)
        nodes, sums, known, carried, moves, refreshed = map(float, match.groups())
        check(0 < nodes < 2.1 * sums and 99.5 < known + carried + refreshed < 100.5 and moves >= 1, lines)
        check(re.match(r"cost here: \d+ ns from the board alone, \d+ ns a move", lines[1]), lines)


@case("nnue export: the file that comes back is the net in play")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path, speaks_freely=True) as engine:
        data, checksum = random_net(11)
        source, copy = os.path.join(folder, "source.nnue"), os.path.join(folder, "a copy.nnue")
        Path(source).write_bytes(data)
        engine.set_up(f"setoption name EvalFile value {source}")
        check(f"{checksum:016x}" in ask(engine, f"nnue export {copy}")[0])
        check(Path(copy).read_bytes() == data, "other bytes than the source")
        check("exists" in ask(engine, f"nnue export {copy}")[0], "a file was written over")
        check("cannot create" in ask(engine, f"nnue export {folder}/none/x")[0])
        check("path" in ask(engine, "nnue export")[0])
        engine.set_up("setoption name EvalFile value <empty>")
        built_in = os.path.join(folder, "built-in.nnue")
        score = ask(engine, "eval short")
        ask(engine, f"nnue export {built_in}")
        engine.set_up(f"setoption name EvalFile value {built_in}")
        check_equal(ask(engine, "eval short"), score)


if __name__ == "__main__":
    run()
