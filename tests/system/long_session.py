#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One process, thousands of commands: what a GUI that stays open for hours asks of an engine.

usage: long_session.py ENGINE [--minutes M | --rounds N] [--threads N] [--steps N] [--seed N]

A round is a list of random steps (games by every kind of `go`, stop and ponderhit, options in and
out of range, new games, lines that must be refused) between two fixed points where the memory is
measured under the same options. After the first quarter of the rounds neither memory nor open
files nor threads may grow. Every `go` must give one bestmove, and a legal one, every isready its
readyok. Prints a line a round and the peak of the memory in use; the exit status is 1 when anything
failed. The number of search threads changes between one and two, or is N all the time.
"""

import argparse
import collections
import os
import random
import sys
import time
from pathlib import Path

from support import KIWIPETE, NO_MOVE, SANITIZER_KIB, Engine, Failure, Search, check

# Largest in every round, so that the peak comes in the first one, and smallest between rounds.
HASH_MIB = (1, 4, 16, 32)
THREADS = (1, 2)
GAME_PLIES = 160
WARM_UP = 0.25  # share of the rounds after which nothing may grow
# What the allocator keeps differs from round to round by some hundred KiB, and once by the memory of
# a search thread that ended (3.7 MiB). A leak of one of those would be many times as much.
GROWTH_KIB = 5120

STARTS = (
    ("startpos", False),
    ("fen " + KIWIPETE, False),
    ("fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False),
    ("fen 8/8/8/8/8/4k3/4p3/4K3 b - - 90 120", False),
    ("fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True),
)
OPTIONS = (
    ("MultiPV", (1, 2, 5, 500)),
    ("Ponder", ("true", "false")),
    ("Move Overhead", (0, 20, -3)),
    ("UCI_ShowWDL", ("true", "false")),
    ("UCI_LimitStrength", ("true", "false")),
    ("UCI_Elo", (1200, 2500, 99999)),
    ("Skill Level", (0, 10, 20)),
    ("UCI_AnalyseMode", ("true", "false")),
    ("OwnBook", ("true", "false")),
    ("SyzygyPath", ("", "/nonexistent", "<empty>")),
    ("EvalFile", ("", "/nonexistent")),
    ("nodestime", (0, 100)),
    ("Hash", HASH_MIB + ("none",)),
    ("No Such Option", (1,)),
)
RESET = {
    "Hash": 1, "MultiPV": 1, "UCI_LimitStrength": "false", "Skill Level": 20,
    "OwnBook": "false", "nodestime": 0, "Move Overhead": 20, "SyzygyPath": "", "EvalFile": "",
}
REFUSED = (
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves e2e5",
    "position",
    "setoption name",
    "no such command",
    "x" * 5000,
)

Memory = collections.namedtuple("Memory", "rss_kib peak_kib virtual_kib threads files")


def measure(pid):
    fields = {}
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        fields[name] = value.split()
    sizes = [int(fields[name][0]) for name in ("VmRSS", "VmHWM", "VmSize", "Threads")]
    return Memory(*sizes, len(os.listdir(f"/proc/{pid}/fd")))


class Session:
    def __init__(self, engine, seed, threads):
        self.engine = engine
        self.threads = threads
        self.options = (*OPTIONS, ("Threads", threads))
        self.random = random.Random(seed)
        self.counts = collections.Counter()
        self.new_game()

    def send(self, *lines):
        self.counts["commands"] += len(lines)
        self.engine.send(*lines)

    def ready(self):
        self.counts["commands"] += 1
        self.engine.ready()

    def new_game(self):
        self.start, chess960 = self.random.choice(STARTS)
        self.moves = []
        self.send(f"setoption name UCI_Chess960 value {str(chess960).lower()}", "ucinewgame")
        self.counts["games"] += 1

    def position(self, *further):
        moves = [*self.moves, *further]
        return f"position {self.start}" + (" moves " + " ".join(moves) if moves else "")

    def set_option(self, name, value):
        self.send(f"setoption name {name} value {value}")
        self.counts["options"] += 1

    def finish(self, before=()):
        search = Search([*before, *self.engine.expect("bestmove")], 0)
        self.counts["searches"] += 1
        return search

    def search_limited(self, legal):
        draw = self.random
        limits = draw.choice((
            f"nodes {draw.randint(1, 4000)}",
            f"depth {draw.randint(1, 7)}",
            f"movetime {draw.randint(0, 15)}",
            f"wtime {draw.randint(-5, 300)} btime {draw.randint(0, 300)} winc 2 binc 2",
            f"wtime 200 btime 200 movestogo {draw.randint(1, 40)}",
            "mate 2 nodes 2000",
            f"nodes 1000 searchmoves {draw.choice(legal)} {draw.choice(legal)}",
        ))
        self.send("go " + limits)
        return self.finish()

    def search_until_stop(self, _legal):
        self.send("go infinite", "isready")
        before = self.engine.expect("readyok")[:-1]  # answered beside the search
        before += self.engine.silent_for(self.random.choice((0, 0, 0.001, 0.02)))
        check(not any(line.startswith("bestmove") for line in before), "bestmove before stop")
        self.send("stop")
        return self.finish(before)

    def search_ponder(self, _legal):
        self.send(f"go ponder movetime {self.random.randint(0, 10)}")
        before = self.engine.silent_for(self.random.choice((0, 0.005, 0.02)))
        check(not any(line.startswith("bestmove") for line in before), "bestmove before ponderhit")
        self.send(self.random.choice(("ponderhit", "stop")))
        return self.finish(before)

    def play_move(self):
        """One move of the game: a search of any kind, whose answer must be legal."""
        self.send(self.position())
        legal = self.engine.moves()
        if not legal or len(self.moves) >= GAME_PLIES:
            self.new_game()
            return
        kinds = (self.search_limited, self.search_until_stop, self.search_ponder)
        search = self.random.choices(kinds, (6, 1, 2))[0](legal)
        check(search.best in legal, search.best, "is not legal after", self.position())
        self.moves.append(search.best)
        if search.ponder is not None:
            self.send(self.position(search.ponder))  # said so if it is no move
            notes = self.engine.ready()
            check(not notes, "ponder move refused:", search.ponder, notes)

    def step(self):
        kind = self.random.random()
        if kind < 0.8:
            self.play_move()
        elif kind < 0.92:
            name, values = self.random.choice(self.options)
            self.set_option(name, self.random.choice(values))
        elif kind < 0.96:
            line = self.random.choice(REFUSED)
            self.counts["refused"] += 1
            self.ready()
            self.send(line)
            notes = self.engine.ready()
            check(len(notes) == 1, "one line wanted about", line[:60], "came:", notes)
        elif kind < 0.98:
            self.new_game()
        else:
            self.send("stop", "ponderhit", "isready", "setoption name Clear Hash")
            self.engine.expect("readyok")

    def round(self, steps):
        """Random steps between the largest and the smallest settings; the memory at the end."""
        self.set_option("Threads", self.threads[-1])
        self.set_option("Hash", HASH_MIB[-1])
        self.send("position startpos", "go nodes 20000")
        self.finish()
        for _ in range(steps):
            self.step()
        for name, value in (*RESET.items(), ("Threads", self.threads[0])):
            self.set_option(name, value)
        self.new_game()
        self.ready()
        self.engine.history.clear()
        return measure(self.engine.process.pid)


def judge(memories):
    """Fails if a round after the warm-up has more of anything than every round of it."""
    warm = max(1, round(len(memories) * WARM_UP))
    check(len(memories) > warm, "no rounds after the warm-up")
    before, after = memories[:warm], memories[warm:]
    slacks = {"threads": 0, "files": 0, "rss_kib": GROWTH_KIB, "peak_kib": GROWTH_KIB}
    for name, slack in slacks.items():
        if name.endswith("_kib") and memories[0].virtual_kib > SANITIZER_KIB:
            continue
        limit = max(getattr(m, name) for m in before) + slack
        most = max(getattr(m, name) for m in after)
        check(most <= limit, f"{name} grew to {most}, was at most {limit - slack} in {warm} rounds")


def session(path, more, steps, seed, threads=THREADS, say=lambda line: None):
    """Runs rounds while `more(rounds done)`, with the largest of `threads` in every round and the
    smallest between rounds; returns the counts, the peak of the memory in use among them. Raises
    Failure."""
    memories = []
    start = time.monotonic()
    # A net that cannot be had is named on standard error as well; nothing else may stand there.
    with Engine(path, expects_errors=True) as engine:
        run = Session(engine, seed, threads)
        while more(len(memories)):
            memories.append(run.round(steps))
            now, counts = memories[-1], run.counts
            say(f"round {len(memories)}: {time.monotonic() - start:.0f} s, "
                f"{counts['commands']} commands, {counts['searches']} searches, "
                f"{counts['games']} games; {now.rss_kib} KiB resident, {now.peak_kib} KiB at most, "
                f"{now.threads} threads, {now.files} files")
    errors = engine.errors.decode().splitlines()
    check(all(line.startswith("ravelin: EvalFile: net: ") for line in errors), errors)
    judge(memories)
    return run.counts + collections.Counter({"KiB at most": memories[-1].peak_kib})


def main():
    parser = argparse.ArgumentParser(description="a long session with one engine process")
    parser.add_argument("engine")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--threads", type=int, help="in every search (one and two in turn)")
    parser.add_argument("--steps", type=int, default=200, help="a round (200)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + 60 * (options.minutes or 0)

    def more(done):
        return time.monotonic() < end or done < 2 if options.minutes else done < options.rounds

    def say(line):
        print(line, flush=True)

    try:
        threads = (options.threads,) if options.threads else THREADS
        counts = session(options.engine, more, options.steps, options.seed, threads, say)
    except Failure as failure:
        print("failed:", failure)
        sys.exit(1)
    print("passed:", ", ".join(f"{number} {name}" for name, number in sorted(counts.items())))


if __name__ == "__main__":
    main()
