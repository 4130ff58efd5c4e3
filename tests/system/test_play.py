#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game at the terminal: moves of all spellings, undo, hint, both colours, levels, the end.

usage: test_play.py ENGINE [CASE...]
"""

import re
import signal
import time

from support import START_FEN, Engine, case, check, check_equal, run, run_once

ANSWER = re.compile(r"Ravelin plays (\S+)")


def play(engine, line, last="Your move"):
    """Sends a line and returns the answer up to the line that begins with `last`."""
    engine.send(line)
    return engine.expect(last)


def answers(lines):
    return [match.group(1) for match in map(ANSWER.fullmatch, lines) if match]


@case("moves as SAN and as coordinates, the board with figures, and who moves")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.ready()
        lines = play(engine, "play")
        check(" 1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖" in lines and " 8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in lines, lines)
        check_equal(lines[-1], "Your move, White:")
        for move in ("e4", "g1f3"):
            lines = play(engine, move)
            check_equal(len(answers(lines)), 1, lines)
        for bad in ("foo", "e5e5", "Ke3", "O-O-O"):
            engine.send(bad)
            check(engine.next_line().startswith(f"'{bad}' is no move here"), bad)
        engine.send("moves")
        match = re.fullmatch(r"1\. e4 (\S+) 2\. Nf3 (\S+)", engine.next_line())
        check(match, engine.history[-1])
        engine.send("leave")
        check_equal(engine.next_line(), "Back to UCI.")
        check_equal(engine.fen(), START_FEN, "the position that was set is as it was")
        check(engine.go("depth 4").best in engine.moves())


@case("undo, hint, level, new, and the other colour")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.ready()
        play(engine, "play level 3")
        engine.send("undo")
        check_equal(engine.next_line(), "There is nothing to take back.")
        play(engine, "d4")
        play(engine, "undo")
        engine.send("moves")
        check_equal(engine.next_line(), "No move was made yet.")
        engine.send("hint")
        hint = re.fullmatch(r"Ravelin would play (\S+)", engine.next_line())
        check(hint, engine.history[-1])
        check_equal(len(answers(play(engine, hint.group(1)))), 1, "the hint was a move")
        for level, said in (("20", "Ravelin plays at full strength."), ("1", "Ravelin plays at level 1 of 20."), ("0", "Levels go from 1 to 20."), ("x", "Levels go from 1 to 20.")):
            engine.send("level " + level)
            check_equal(engine.next_line(), said)
        lines = play(engine, "black")
        check_equal(len(answers(lines)), 1, "Ravelin moves at once for White")
        check(lines[-1] in ("Your move, Black:", "Your move, Black (check):"), lines[-1])
        check("    h g f e d c b a" in lines, "the board is not turned")
        lines = play(engine, "new")
        check_equal(len(answers(lines)), 1, "Ravelin begins as White")
        engine.send("resign")
        check("resign" in engine.next_line())
        engine.set_up("position startpos")
        lines = play(engine, "play black level 2")
        check_equal(lines[0], "You play Black against Ravelin at level 2 of 20.")
        check_equal(len(answers(lines)), 1)


@case("the ends of a game")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        for fen, words, move, end in (
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "", "Ra8#", "Checkmate. You win"),
            ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "", "Qf7", "Stalemate"),
            ("8/8/8/4k3/8/8/3p4/4K3 w - - 0 1", "", "Kxd2", "Nobody can win"),
            ("8/8/8/4k3/8/8/3R4/4K3 w - - 99 120", "", "Ke2", "Fifty moves"),
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "black level 20", None, "Checkmate. Ravelin wins"),
        ):
            engine.position("fen " + fen)
            engine.send(f"play {words}".strip())
            if move:
                engine.expect("Your move")
                engine.send(move)
            check(engine.expect("'undo' takes back")[-2].startswith(end), engine.history[-3:])
            if move:
                engine.send("e2e4")
                check_equal(engine.expect("'undo' takes back")[0], "The game is over.")
                play(engine, "undo")
            engine.send("leave")
            engine.expect("Back to UCI.")
        engine.position("fen 8/8/8/4k3/8/8/3R4/4K3 w - - 0 1 moves e1d1 e5e4 d1e1 e4e5 e1d1 e5e4 d1e1 e4e5")
        engine.send("play")
        check("third time" in engine.expect("'undo' takes back")[-2])


@case("play on the command line, its end with the input, quit and signals")
def _(path):
    script = b"e4\nleave\nisready\n"
    status, output, errors = run_once(path, "play", stdin=script)
    check_equal((status, errors), (0, ""))
    check("Ravelin plays " in output and output.endswith("readyok\n"), output[-200:])
    for script in (b"", b"d4\nquit\nisready\n"):
        status, output, errors = run_once(path, "play", "black", "level", "1", stdin=script)
        check_equal((status, errors), (0, ""))
        check("readyok" not in output, output)
    status, output, errors = run_once(path, "play", "purple")
    check_equal((status, output), (2, ""))
    check("purple" in errors, errors)
    engine = Engine(path, "play", speaks_freely=True)
    try:
        engine.expect("Your move")
        engine.send("e4")
        time.sleep(0.2)
        engine.process.send_signal(signal.SIGINT)
        check_equal(engine.wait(), 0)
    finally:
        engine.kill()


if __name__ == "__main__":
    run()
