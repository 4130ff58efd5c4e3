# SPDX-License-Identifier: GPL-3.0-or-later
"""Games from PGN files as fastchess writes them: tags, moves, and what stands in their comments."""

import re
from collections import namedtuple

# `moves` are pairs of SAN and comment ("" if there is none).
Game = namedtuple("Game", "tags moves")

TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\(|\)|[^\s(){};]+")
NOT_A_MOVE = re.compile(r"\d+\.*|\$\d+|1-0|0-1|1/2-1/2|\*|\.+")
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}

# "+1.04/6 0.727s, n=1426, ...": score, depth, time; then the node count.
SEARCHED = re.compile(r"\S+/\d+ (\d+(?:\.\d+)?)s\b.*?\bn=(\d+)", re.DOTALL)


def read_moves(text):
    """The moves of a game's text with their comments; variations are passed over."""
    moves = []
    depth = 0
    for token in TOKEN.findall(text):
        if token == "(":
            depth += 1
        elif token == ")":
            depth = max(0, depth - 1)
        elif depth > 0 or token[0] == ";":
            continue
        elif token[0] == "{":
            if moves:
                san, comment = moves[-1]
                moves[-1] = (san, (comment + " " + token[1:-1]).strip())
        else:
            san = re.sub(r"^\d+\.+", "", token)
            if san and not NOT_A_MOVE.fullmatch(san):
                moves.append((san, ""))
    return moves


def read_games(path):
    """All games of a file, in order. A game begins with the first tag after moves."""
    tags, text = {}, []
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = TAG.fullmatch(line.strip())
            if match and text:
                yield Game(tags, read_moves("".join(text)))
                tags, text = {}, []
            if match:
                tags[match[1]] = match[2]
            elif line.strip():
                text.append(line)
    if tags:
        yield Game(tags, read_moves("".join(text)))


def points(game):
    """White's points, or None where the game has no result."""
    return POINTS.get(game.tags.get("Result"))


def opening(game):
    """What the game started from: its FEN and the moves of the book."""
    book = tuple(san for san, comment in game.moves if comment == "book")
    return game.tags.get("FEN", ""), book


def searches(game):
    """Nodes and seconds of the moves that were searched, as (is White's, nodes, seconds)."""
    side = game.tags.get("FEN", " w ").split()[1:2] == ["b"]
    for number, (_, comment) in enumerate(game.moves):
        if match := SEARCHED.match(comment):
            yield (number + side) % 2 == 0, int(match[2]), float(match[1])
