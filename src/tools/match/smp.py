#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed of one process of N threads with that of N processes of one thread, all at once.

Both use the same processors in the same way, so what the threads lose is lost to what they share:
the hash table, memory, locks. Rounds of both kinds take turns; the medians' ratio is the result.
Wants an idle machine with at least N processors. Exit status 1 if the ratio is below --least.
"""

import argparse
import re
import statistics
import subprocess

import fastchess
from fastchess import MatchError

# A middle game, an opening and an ending.
POSITIONS = (
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p2r2/pp2Npkp/6p1/2P5/6N1/1P3PBP/2R3K1 b - - 2 30",
)
SPEED = re.compile(r"^info .*\bnodes (\d+)\b.*\btime (\d+)\b|^info .*\btime (\d+)\b.*\bnodes (\d+)\b")


class Process:
    """An engine that answers."""

    def __init__(self, program, threads, hash_mib):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send(f"setoption name Hash value {hash_mib}")
        self.send(f"setoption name Threads value {threads}")
        self.ready()

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def lines_until(self, word):
        """Its lines up to the first that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise MatchError("the engine ended early")

    def ready(self):
        self.send("isready")
        self.lines_until("readyok")

    def begin(self, position, milliseconds):
        """Starts a search from a cleared table."""
        self.send("ucinewgame")
        self.send(f"position {position}")
        self.ready()
        self.send(f"go movetime {milliseconds}")

    def speed(self):
        """Nodes per second of the search that was begun, by its last line with both numbers."""
        for line in reversed(self.lines_until("bestmove")):
            if match := SPEED.match(line):
                nodes, time_ms = (match[1], match[2]) if match[1] else (match[4], match[3])
                return int(nodes) * 1000 / max(1, int(time_ms))
        raise MatchError("a search told no nodes and time")

    def close(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def measure(group, milliseconds):
    """Summed speed of engines that search the same positions at the same time."""
    total = 0.0
    for position in POSITIONS:
        for process in group:
            process.begin(position, milliseconds)
        total += sum(process.speed() for process in group)
    return total / len(POSITIONS)


def compare(options):
    """Speeds of the threads and of the processes, a figure for each round."""
    threads = [Process(options.engine, options.threads, options.hash)]
    processes = [Process(options.engine, 1, options.hash) for _ in range(options.threads)]
    figures = ([], [])
    try:
        for round_number in range(options.rounds + 1):
            pair = [measure(group, options.ms) for group in (threads, processes)]
            # The first round touches memory and wakes the processor up.
            if round_number > 0:
                for list_, figure in zip(figures, pair):
                    list_.append(figure)
                print(f"{pair[0]:.0f} {pair[1]:.0f} {pair[0] / pair[1]:.4f}", flush=True)
    finally:
        for process in threads + processes:
            process.close()
    return figures


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--engine", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--ms", type=int, default=1000, help="a search, milliseconds")
    parser.add_argument("--hash", type=int, default=64, help="MiB of each process")
    parser.add_argument("--least", type=float, default=0.0, help="ratio below which to fail")
    options = parser.parse_args(arguments)
    if options.threads < 1 or options.rounds < 1 or options.ms < 1:
        raise MatchError("--threads, --rounds and --ms from 1")
    print(f"nps of {options.threads} threads, sum of {options.threads} processes, ratio:")
    figures = compare(options)
    together, apart = (statistics.median(figure) for figure in figures)
    print(f"medians {together:.0f} {apart:.0f}, ratio {together / apart:.4f}")
    return 1 if together / apart < options.least else 0


if __name__ == "__main__":
    fastchess.main_of(main)
