#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the win-draw-loss model of src/uci/wdl.c to games.

usage: fit_wdl.py GAMES.pgn...

The games must have moves in coordinates and the score of the side that moved in each comment, as
fastchess writes them with `-pgnout notation=uci`: e2e4 {+0.31/12 0.1s}. For a score v in
centipawns and material m (pawn 1, knight and bishop 3, rook 5, queen 9, both sides together)

    P(win) = 1 / (1 + exp((a - v) / b))      P(loss) = 1 / (1 + exp((a + v) / b))

where a and b are polynomials of second degree in m / 58 (the form is Stockfish's). They are chosen
so that the results of the games become most likely. Prints the constants, and how well the model
agrees with the games.
"""

import collections
import math
import re
import sys

MATERIAL_MIN, MATERIAL_MAX, MATERIAL_UNIT = 17, 78, 58
SCORE_MAX = 2000  # beyond it nothing is left to learn
SCORE_BIN, MATERIAL_BIN = 25, 5
DEGREE = 2
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq]?)\s*\{([^}]*)\}")
SCORE = re.compile(r"([+-]?\d+\.\d\d)/\d+")
TAG = re.compile(r'\[(\w+) "([^"]*)"\]')


class Board:
    """Men by square, enough to know what is left on the board."""

    def __init__(self, fen):
        fields = fen.split()
        self.white_moves = fields[1] == "w"
        self.men = {}
        for row, text in enumerate(fields[0].split("/")):
            file = 0
            for c in text:
                if c.isdigit():
                    file += int(c)
                else:
                    self.men["abcdefgh"[file] + str(8 - row)] = c
                    file += 1

    def play(self, start, end, promotion):
        """False if no man of the side to move stands there: the text was no game."""
        man = self.men.pop(start, None)
        if man is None or man.isupper() != self.white_moves:
            return False
        taken = self.men.get(end)
        if man in "Pp" and start[0] != end[0] and taken is None:
            self.men.pop(end[0] + start[1], None)  # en passant
        if taken is not None and taken.isupper() == man.isupper():
            self.men[start] = man  # castling as king takes rook: who stands where does not matter
        else:
            self.men[end] = (promotion.upper() if man == "P" else promotion) if promotion else man
        self.white_moves = not self.white_moves
        return True

    def material(self):
        return sum(VALUES[man.lower()] for man in self.men.values())


def split_games(lines):
    """The tags and the text of each game."""
    tags, text = {}, []
    for line in lines:
        tag = TAG.match(line)
        if tag:
            if text:
                yield tags, " ".join(text)
                tags, text = {}, []
            tags[tag.group(1)] = tag.group(2)
        elif line.strip():
            text.append(line.strip())
    if text:
        yield tags, " ".join(text)


def add_game(tags, text, cells):
    """Counts the scores of a game; the number of positions used."""
    result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(tags.get("Result"))
    if result is None:
        return 0
    board = Board(tags.get("FEN", START))
    used = 0
    for start, end, promotion, comment in MOVE.findall(text):
        material = board.material()
        sign = 1 if board.white_moves else -1
        if not board.play(start, end, promotion):
            break
        score = SCORE.match(comment)
        if score:
            cp = round(float(score.group(1)) * 100)
            if abs(cp) <= SCORE_MAX:
                m = min(max(material, MATERIAL_MIN), MATERIAL_MAX)
                key = (round(cp / SCORE_BIN) * SCORE_BIN, m // MATERIAL_BIN * MATERIAL_BIN)
                cells[key][sign * result] += 1
                used += 1
    return used


def polynomial(factors, m):
    x = m / MATERIAL_UNIT
    return sum(factor * x**power for power, factor in enumerate(factors))


def chances(parameters, v, m):
    a = polynomial(parameters[: DEGREE + 1], m)
    b = max(polynomial(parameters[DEGREE + 1 :], m), 5.0)
    win = 1 / (1 + math.exp(min(max((a - v) / b, -60), 60)))
    loss = 1 / (1 + math.exp(min(max((a + v) / b, -60), 60)))
    return win, max(1 - win - loss, 1e-9), loss


def surprise(parameters, cells):
    """What the results tell beyond the model, in nats a position: the smaller the better."""
    total = count = 0
    for (v, m), results in cells.items():
        win, draw, loss = chances(parameters, v, m)
        for result, chance in ((1, win), (0, draw), (-1, loss)):
            if results[result]:
                total -= results[result] * math.log(max(chance, 1e-9))
                count += results[result]
    return total / count


def minimise(function, start, steps, rounds=400):
    """The downhill simplex of Nelder and Mead (1965)."""
    size = len(start)
    points = [list(start)] + [[x + (steps[i] if i == k else 0) for i, x in enumerate(start)] for k in range(size)]
    values = sorted((function(p), p) for p in points)
    for _ in range(rounds):
        centre = [sum(p[i] for _, p in values[:-1]) / size for i in range(size)]
        worst = values[-1][1]

        def at(t):
            point = [c + t * (w - c) for c, w in zip(centre, worst)]
            return function(point), point

        tried = at(-1)
        if tried[0] < values[0][0]:
            tried = min(tried, at(-2))
        elif tried[0] >= values[-2][0]:
            tried = min(tried, at(0.5))
        if tried[0] < values[-1][0]:
            values[-1] = tried
        else:
            best = values[0][1]
            values = [values[0]] + [
                (function(p), p) for p in ([(x + y) / 2 for x, y in zip(best, q)] for _, q in values[1:])
            ]
        values.sort()
    return values[0][1]


def report(parameters, cells):
    for name, factors in (("A", parameters[: DEGREE + 1]), ("B", parameters[DEGREE + 1 :])):
        print(f"static const double {name}[] = {{{', '.join(f'{f:.1f}' for f in factors)}}};")
    print(f"surprise {surprise(parameters, cells):.4f} nats a position")
    print("     score   positions   win found/said   draw found/said")
    bands = collections.defaultdict(lambda: [0.0] * 5)
    for (v, m), results in cells.items():
        band = bands[round(v / 100) * 100]
        count = sum(results.values())
        win, draw, _ = chances(parameters, v, m)
        for i, x in enumerate((count, results[1], results[0], win * count, draw * count)):
            band[i] += x
    for v in sorted(bands):
        count, wins, draws, win, draw = bands[v]
        if abs(v) <= 500:
            print(
                f"{v:10d} {count:11.0f} {wins / count:9.3f}/{win / count:.3f} {draws / count:10.3f}/{draw / count:.3f}"
            )


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    cells = collections.defaultdict(collections.Counter)
    games = positions = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                for tags, text in split_games(file):
                    used = add_game(tags, text, cells)
                    games += used > 0
                    positions += used
        except OSError as reason:
            print(f"fit_wdl: {path}: {reason.strerror}", file=sys.stderr)
            return 2
    if positions < 100:
        print(
            f"fit_wdl: only {positions} positions with a score; moves in coordinates are wanted (notation=uci)",
            file=sys.stderr,
        )
        return 2
    start = [200.0, 0.0, 0.0, 80.0, 0.0, 0.0]
    found = minimise(lambda p: surprise(p, cells), start, [60.0, 60.0, 60.0, 30.0, 30.0, 30.0])
    print(f"{games} games, {positions} positions")
    report(found, cells)
    return 0


if __name__ == "__main__":
    sys.exit(main())
