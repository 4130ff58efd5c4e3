#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One UCI session with a bit of everything, for builds with a sanitizer: searches that end by
themselves and by stop, options changed in between, a bad position, a bad net, perft.

Fails if an answer is missing, a second bestmove comes, anything is written to standard error (where
sanitizers report) or the exit status is not 0.

usage: smoke.py ENGINE [ARGUMENT...]
"""

import queue
import re
import subprocess
import sys
import threading
import time

# Sanitizers slow the engine down about tenfold, and the machine may be busy with other work.
ANSWER_SECONDS = 60

MOVE = re.compile(r"bestmove ([a-h][1-8][a-h][1-8][nbrq]?)( ponder \S+)?")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Session:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines = queue.Queue()
        self.errors = []
        for pipe, sink in ((self.process.stdout, self.lines.put), (self.process.stderr, self.errors.append)):
            threading.Thread(target=self.read, args=(pipe, sink), daemon=True).start()

    @staticmethod
    def read(pipe, sink):
        for line in pipe:
            sink(line.rstrip("\n"))

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def expect(self, start):
        """The lines up to the first that begins with `start`."""
        seen = []
        deadline = time.monotonic() + ANSWER_SECONDS
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.process.kill()
                sys.exit(f"no '{start}' came; last lines: {seen[-5:]}; stderr: {self.errors[:50]}")
            seen.append(line)
            if line.startswith(start):
                return seen

    def ready(self):
        """Also proves that nothing is left over from before: no bestmove that nobody asked for."""
        self.send("isready")
        stray = [line for line in self.expect("readyok") if line.startswith("bestmove")]
        if stray:
            sys.exit(f"a bestmove too many: {stray}")

    def go(self, limits, stop_after=None):
        self.send("go " + limits)
        if stop_after is not None:
            time.sleep(stop_after)
            self.send("stop")
        answer = self.expect("bestmove")[-1]
        if not MOVE.fullmatch(answer):
            sys.exit(f"go {limits}: {answer}")
        self.ready()

    def quit(self):
        self.send("quit")
        status = self.process.wait(timeout=ANSWER_SECONDS)
        if status != 0 or self.errors:
            sys.exit(f"exit status {status}, stderr:\n" + "\n".join(self.errors[:200]))


def play(session):
    session.send("uci")
    options = session.expect("uciok")
    session.ready()
    session.go("depth 6")
    session.send("ucinewgame", "position startpos moves e2e4 e7e5 g1f3")
    session.go("movetime 300")
    session.go("infinite", stop_after=0.3)
    session.send("position fen " + KIWIPETE)
    session.go("nodes 5000")
    session.go("wtime 1000 btime 1000 winc 10 binc 10")
    for mib in (1, 17, 16):
        session.send(f"setoption name Hash value {mib}")
        session.go("depth 4")
    if any(line.startswith("option name Threads") for line in options):
        for count in (2, 4, 1):
            session.send(f"setoption name Threads value {count}")
            session.go("movetime 300")
    session.send("setoption name EvalFile value no-such-file", "position fen not a position")
    session.ready()
    session.go("depth 5 searchmoves e1g1 e1c1")
    session.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    if session.expect("bestmove")[-1] not in ("bestmove (none)", "bestmove 0000"):
        sys.exit("a move where there is none")
    session.send("position startpos", "go perft 3")
    if session.expect("Nodes searched")[-1] != "Nodes searched: 8902":
        sys.exit("wrong perft")
    for _ in range(20):
        session.go("infinite", stop_after=0.0)
    session.send("setoption name Clear Hash", "go infinite")
    session.quit()


def main():
    session = Session(sys.argv[1:])
    play(session)
    print("session passed")


if __name__ == "__main__":
    main()
