#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From nothing to a net that plays: generates games, trains a small net on them and lets it play a
material evaluation at fixed nodes. `ninja smoke-net` in the build folder runs it.

usage: smoke.py ENGINE RAVELIN-GENDATA RAVELIN-TRAIN RAVELIN-NET [FOLDER]

Ends with status 1 if a step fails or the net does not win by far. What is made stays in FOLDER, or
is removed where none is named.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import time

POSITIONS = 1000000  # generated
SAMPLES = 30000000  # drawn in training
WIDTH = 64
BATCH = 4096
NODES = 1000  # a move
PAIRS = 20  # of games, each opening with both colours
PLIES_MAX = 300  # drawn then
LEAST_SCORE = 0.65
SEED = 7


class Player:
    """An engine with a net of its own."""

    def __init__(self, engine, net):
        self.process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.tell(f"setoption name EvalFile value {net}")
        self.tell("setoption name Hash value 4")
        if os.path.basename(net) not in "\n".join(self.ask("isready", "readyok")):
            raise SystemExit(f"smoke: {net} is not in play")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, end):
        """Sends a line and returns what comes, up to the line that begins with `end`."""
        self.tell(line)
        lines = []
        while not lines or not lines[-1].startswith(end):
            got = self.process.stdout.readline()
            if got == "":
                raise SystemExit("smoke: the engine has ended")
            lines.append(got.rstrip("\n"))
        return lines

    def new_game(self):
        self.tell("ucinewgame")

    def position(self, fen, moves):
        self.tell(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))

    def fen(self):
        self.tell("fen")
        lines = self.ask("isready", "readyok")
        return next(line for line in lines if line.count("/") == 7)

    def move(self):
        """The best move, and whether the side to move is mated where there is none."""
        lines = self.ask(f"go nodes {NODES}", "bestmove")
        return lines[-1].split()[1], any("score mate 0" in line for line in lines)

    def end(self):
        self.tell("quit")
        self.process.wait()


def play(white, black, fen):
    """One game; the points of White."""
    players = (white, black) if fen.split()[1] == "w" else (black, white)
    moves, seen = [], {}
    for player in players:
        player.new_game()
    for ply in range(PLIES_MAX):
        player = players[ply % 2]
        player.position(fen, moves)
        here = player.fen().split()
        key = " ".join(here[:4])
        seen[key] = seen.get(key, 0) + 1
        move, is_mated = player.move()
        if is_mated:
            return 0.0 if player is white else 1.0
        if move in ("(none)", "0000") or seen[key] == 3 or int(here[4]) >= 100:
            return 0.5
        moves.append(move)
    return 0.5


def step(name, *command):
    print(f"smoke: {name}", flush=True)
    start = time.monotonic()
    if subprocess.run(list(map(str, command)), check=False).returncode != 0:
        raise SystemExit(f"smoke: {name} failed")
    print(f"smoke: {name} took {time.monotonic() - start:.0f} s", flush=True)


def openings_of(path):
    """EPD lines as FENs, with the counters that follow from their operations."""
    for line in open(path, encoding="utf-8"):
        found = re.match(r"(\S+ \S+ \S+ \S+) hmvc (\d+); fmvn (\d+);", line)
        yield " ".join(found.groups())


def match(engine, net, material, openings):
    """Points of the net in all games, and their number."""
    players = Player(engine, net), Player(engine, material)
    points, games = 0.0, 0
    for fen in openings:
        points += play(players[0], players[1], fen) + 1.0 - play(players[1], players[0], fen)
        games += 2
    for player in players:
        player.end()
    return points, games


def build_and_play(folder, engine, gendata, train, net):
    threads = os.cpu_count() or 1
    step("games", gendata, "--out", folder, "--soft", 60, "--check-nodes", 200, "--seed", SEED,
         "--positions", POSITIONS, "--threads", threads, "--hash", 2)  # fmt: skip
    data = [word for file in sorted(glob.glob(folder + "/gen-*.zst")) for word in ("--data", file)]
    step("training", train, *data, "--out", folder, "--width", WIDTH, "--samples", SAMPLES, "--batch", BATCH,
         "--seed", SEED, "--threads", min(threads, 8))  # fmt: skip
    trained = glob.glob(folder + "/ravelin-*.nnue")[0]
    step("check of the net", net, "verify", "--count", 500, trained)
    step("material", net, "material", folder + "/material.nnue")
    step("openings", gendata, "openings", "--count", PAIRS, "--check-nodes", 2000, "--seed", SEED + 1,
         "--out", folder + "/openings.epd")  # fmt: skip
    openings = list(openings_of(folder + "/openings.epd"))
    start = time.monotonic()
    points, games = match(engine, trained, folder + "/material.nnue", openings)
    print(f"smoke: {points:g} of {games} points against material at {NODES} nodes a move,", end=" ")
    print(f"{time.monotonic() - start:.0f} s", flush=True)
    return points >= LEAST_SCORE * games


def main():
    if len(sys.argv) not in (5, 6):
        raise SystemExit(__doc__)
    with tempfile.TemporaryDirectory() as temporary:
        folder = sys.argv[5] if len(sys.argv) == 6 else temporary
        os.makedirs(folder, exist_ok=True)
        if not build_and_play(folder, *sys.argv[1:5]):
            raise SystemExit("smoke: the net does not beat material")


if __name__ == "__main__":
    main()
