#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Games with a build that has -Dshadow=true: the scalar kernels run beside the chosen ones, and the
first difference ends the engine, and with it this test.

usage: shadow_games.py ENGINE [CASE...]

RAVELIN_LAYERED_NET names a net with layers (ravelin-net synth --layers 1), for the entry that the
shipped net has no use for.
"""

import os
import re

from support import NO_MOVE, START_FEN, Engine, case, check, environment, run

# The start, castling of all kinds, promotions, few men, and Chess960 starts.
STARTS = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
STARTS_960 = [
    "qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN w GDgd - 0 1",
    "rkbbqnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBQNNR w HAha - 0 1",
]
PLIES = 120
CALLS = re.compile(r"shadow: (\d+) calls")
LAYERED_NET = os.environ.get("RAVELIN_LAYERED_NET")


def play(engine, fen, nodes):
    """The number of moves of a game of the engine against itself."""
    moves = []
    while len(moves) < PLIES:
        engine.position(f"fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        best = engine.go(f"nodes {nodes}").best
        if best == NO_MOVE:
            break
        moves.append(best)
    return len(moves)


def calls_of_entries(engine):
    """How often the row of each entry was compared since the net was loaded."""
    engine.send("kernels")
    text = "\n".join(engine.ready())
    calls = [int(match) for match in CALLS.findall(text)]
    check(len(calls) >= 9, "no build with -Dshadow=true?", text)
    return calls


@case("games on one thread, standard and Chess960, and every entry was compared")
def _(path):
    with Engine(path, env=environment(), speaks_freely=True) as engine:
        played = sum(play(engine, fen, 600) for fen in STARTS)
        engine.set_up("setoption name UCI_Chess960 value true")
        played += sum(play(engine, fen, 600) for fen in STARTS_960)
        engine.position("startpos")
        # The games may need no mere count; behind the first move perft counts one ply, or two.
        engine.send("perft 2", "perft 3")
        calls = calls_of_entries(engine)
        if LAYERED_NET:
            engine.set_up(f"setoption name EvalFile value {LAYERED_NET}")
            check(play(engine, START_FEN, 600) > 20, "a game with the layered net")
            calls = [max(pair) for pair in zip(calls, calls_of_entries(engine))]
    check(played > 200, played)
    if not LAYERED_NET:
        print("# RAVELIN_LAYERED_NET names no net: LAYERS WERE NOT COMPARED")
    check(calls.count(0) == (0 if LAYERED_NET else 1) and max(calls) > 10000, calls)


@case("a search on several threads")
def _(path):
    with Engine(path, env=environment(), speaks_freely=True) as engine:
        engine.set_up("setoption name Threads value 3")
        engine.position("startpos")
        engine.go("nodes 60000")


if __name__ == "__main__":
    run()
