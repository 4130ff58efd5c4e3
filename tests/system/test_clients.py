#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of games in other programs (clients.py): what it takes for a whole game, and what not.

usage: test_clients.py ENGINE [CASE...]
"""

from clients import find_move, replay
from support import Failure, case, check, check_equal, run

MATE = "1. f3 {+0.10/6} e5 {-0.1/6 1.2} 2. g4 {(not a move)} Qh4# {Black mates} 0-1"
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 " * 2


def game(moves, white="Ravelin 0.1", black="Ravelin 0.1"):
    result = moves.split()[-1]
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves}\n'


@case("whole games pass: a mate, a repetition, castling and a capture on both wings")
def _(path):
    replay(game(MATE), path)
    replay(game("1.f3 e5 2.g4 2...Qh4# 0-1"), path)
    replay(game(SHUFFLE + "1/2-1/2"), path)
    opening = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Be3 Bxe3 fxe3 Bg4 Nbd2 Qd7 c3 O-O-O "
    replay(game(opening + "Kh1 Kb8 Kg1 Kc8 Kh1 Kb8 Kg1 Kc8 Kh1 1/2-1/2"), path)


@case("all others fail")
def _(path):
    for text in (
        game(MATE, white="Fairy-Max 5.0b"),
        game(MATE, black="Fairy-Max 5.0b"),
        game(MATE.replace("0-1", "1-0")),
        game(MATE.replace("0-1", "*")),
        game(MATE).replace('Result "0-1"', 'Result "1-0"'),
        game("f3 e5 g4 Qh5 0-1"),
        game("f3 e5 g4 0-1"),
        game(MATE.replace("0-1", "3. a3 0-1")),
        game("Nf3 Nf6 Ng1 Ng8 1/2-1/2"),
        game("e4 Xe5 1/2-1/2"),
    ):
        try:
            replay(text, path)
        except Failure:
            continue
        raise Failure("taken for a whole game: " + text)


@case("a move in SAN is one move")
def _(_path):
    fen = "4k3/P7/8/8/8/8/4p3/R3K2R w KQ - 0 1"
    legal = ["a7a8q", "a7a8n", "a1b1", "a1d1", "h1f1", "h1g1", "e1c1", "e1g1", "e1d2", "e1f2"]
    for san, move in (
        ("a8=Q+", "a7a8q"), ("a8N", "a7a8n"), ("Rd1", "a1d1"), ("Rhf1", "h1f1"), ("R1b1", "a1b1"),
        ("O-O", "e1g1"), ("O-O-O", "e1c1"), ("Kd2", "e1d2"),
    ):  # fmt: skip
        check_equal(find_move(san, fen, legal), move, san)
    for san in ("Re1", "a8", "Nd2", "Qa8", "e4"):
        try:
            found = find_move(san, fen, legal)
        except Failure:
            continue
        check(False, san, "was read as", found)


if __name__ == "__main__":
    run()
