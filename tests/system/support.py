# SPDX-License-Identifier: GPL-3.0-or-later
"""What the UCI session tests share: the engine behind real pipes, and a list of cases as TAP.

A test file marks its cases with @case and ends in run(). Each case gets the path of the engine, runs
it in fresh processes, and fails by an exception (check() raises one with a reason).

Bounds of time are there to catch what hangs or ignores its limit; they leave room for a machine that
is busy. RAVELIN_TEST_SLOWNESS (default 1) multiplies them, for sanitizer builds and emulators.
RAVELIN_TEST_LONG=1 lets the cases that wait or repeat do so as long as their requirement says;
otherwise they do the same in short.
"""

import collections
import os
import queue
import re
import subprocess
import sys
import threading
import time
import traceback

SLOWNESS = float(os.environ.get("RAVELIN_TEST_SLOWNESS", "1"))
ANSWER_SECONDS = 30 * SLOWNESS
# Sanitizers set aside terabytes of address space and keep what is freed.
SANITIZER_KIB = 1 << 33
LONG = os.environ.get("RAVELIN_TEST_LONG", "0") == "1"

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
BEST = re.compile(rf"bestmove ({MOVE}|\(none\))(?: ponder ({MOVE}))?")
NO_MOVE = "(none)"

# With these the protocol's lines begin; only commands for people print others.
PROTOCOL_WORDS = ("id", "option", "uciok", "readyok", "bestmove", "info")


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def check(claim, *reason):
    if not claim:
        raise Failure(" ".join(str(part) for part in reason) or "claim is false")


def check_equal(found, wanted, what=""):
    check(found == wanted, f"{what}: wanted {wanted!r}, found {found!r}")


def environment(**changes):
    """The environment without our own variables, then with these changes."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("RAVELIN_")}
    # The kernels that are expected to be fastest: nothing measured, nothing left in a cache.
    env["RAVELIN_TUNE"] = "0"
    env.update(changes)
    return env


def small_file_environment(folder, **changes):
    """The environment of a process that may write small files only: the counts that a build for
    coverage keeps would be cut off, so they go to a folder of no use."""
    return environment(GCOV_PREFIX=str(folder), GCOV_ERROR_FILE=os.devnull, **changes)


Info = collections.namedtuple("Info", "line fields score_kind score bound wdl pv")

NUMBER_FIELDS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")


def parse_info(line):
    """An info line with a score, taken apart; it must be well-formed to the last word."""
    words = line.split(" ")
    check(words[0] == "info", "no info line:", line)
    fields, pv, kind, score, bound, wdl = {}, [], None, None, "", None
    i = 1
    while i < len(words):
        word = words[i]
        if word in NUMBER_FIELDS:
            check(re.fullmatch(r"\d+", words[i + 1]), f"{word} is no whole number:", line)
            fields[word] = int(words[i + 1])
            i += 2
        elif word == "score":
            kind, score = words[i + 1], int(words[i + 2])
            check(kind in ("cp", "mate"), line)
            i += 3
        elif word == "wdl":
            wdl = [int(number) for number in words[i + 1 : i + 4]]
            i += 4
        elif word in ("lowerbound", "upperbound"):
            bound = word
            i += 1
        elif word == "pv":
            pv = words[i + 1 :]
            check(pv and all(re.fullmatch(MOVE, move) for move in pv), "bad pv:", line)
            break
        else:
            raise Failure(f"unknown word {word!r} in: {line}")
    return Info(line, fields, kind, score, bound, wdl, pv)


class Search:
    """What one `go` gave."""

    def __init__(self, lines, seconds):
        self.lines = lines
        self.seconds = seconds
        self.notes = [line for line in lines if line.startswith("info string")]
        self.infos = [
            parse_info(line)
            for line in lines
            if line.startswith("info ") and " score " in line and not line.startswith("info string")
        ]
        match = BEST.fullmatch(lines[-1])
        check(match, "bad bestmove line:", lines[-1])
        self.best, self.ponder = match.group(1), match.group(2)

    @property
    def last(self):
        check(self.infos, "no info line came before", self.lines[-1])
        return self.infos[-1]

    @property
    def exact(self):
        """The last line whose score is no bound."""
        lines = [info for info in self.infos if not info.bound]
        check(lines, "no exact score came before", self.lines[-1])
        return lines[-1]

    @property
    def score(self):
        return (self.exact.score_kind, self.exact.score)


class Engine:
    """A running engine. As a context manager it quits at the end and insists on a clean exit: status
    0, an empty standard error (unless it `expects_errors`), as many bestmoves as there were `go` commands, and (unless
    `speaks_freely`) only lines of the protocol."""

    def __init__(self, path, *arguments, env=None, speaks_freely=False, expects_errors=False, preexec=None):
        self.process = subprocess.Popen(
            [path, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment() if env is None else env,
            preexec_fn=preexec,
        )
        self.speaks_freely = speaks_freely
        self.expects_errors = expects_errors
        self.queue = queue.Queue()
        self.history = []
        self.errors = b""
        self.go_count = 0
        self.best_count = 0
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.read_output, self.read_errors)]
        for thread in self.threads:
            thread.start()

    def read_output(self):
        for line in self.process.stdout:
            self.queue.put(line)
        self.queue.put(None)

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            try:
                self.quit()
            finally:
                self.kill()
        else:
            self.kill()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *lines):
        """Sends lines, counting the searches among them."""
        self.go_count += sum(1 for line in lines if re.match(r"\s*go\b(?! perft)", line))
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def note_line(self, raw):
        """One line of output, checked for what must hold of all of them."""
        check(raw.endswith(b"\n"), "a line without its end:", raw)
        check(b"\r" not in raw and b"\0" not in raw, "a CR or NUL in:", raw)
        line = raw[:-1].decode("utf-8")
        check(all(c >= " " and c != "\x7f" for c in line), "control characters in:", repr(line))
        if not self.speaks_freely:
            check(line.split(" ")[0] in PROTOCOL_WORDS, "not a line of the protocol:", line)
        self.best_count += line.startswith("bestmove")
        self.history.append(line)
        return line

    def next_line(self, seconds=None):
        """The next line; None at the end of the output. Fails when nothing comes."""
        try:
            raw = self.queue.get(timeout=ANSWER_SECONDS if seconds is None else seconds)
        except queue.Empty:
            raise Failure(f"no answer; the last lines were {self.history[-5:]}") from None
        return None if raw is None else self.note_line(raw)

    def silent_for(self, seconds):
        """All lines that come within this time."""
        lines = []
        deadline = time.monotonic() + seconds
        while True:
            try:
                raw = self.queue.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return lines
            check(raw is not None, "the engine ended early", self.errors)
            lines.append(self.note_line(raw))

    def expect(self, start, seconds=None):
        """The lines up to the first that begins with `start`."""
        lines = []
        deadline = time.monotonic() + (ANSWER_SECONDS if seconds is None else seconds)
        while True:
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            check(line is not None, f"the engine ended before {start!r} came", self.errors)
            lines.append(line)
            if line.startswith(start):
                return lines

    def ready(self):
        """What came before readyok, without the line about the net."""
        self.send("isready")
        return [line for line in self.expect("readyok")[:-1] if not line.startswith("info string net ")]

    def set_up(self, *lines):
        """Sends lines that may be answered only by info strings, and returns those."""
        self.ready()
        self.send(*lines)
        notes = self.ready()
        check(all(note.startswith("info string ") for note in notes), "unexpected answers:", notes)
        return notes

    def position(self, text):
        """Sets a position that must be accepted without a word."""
        notes = self.set_up("position " + text)
        check(not notes, f"position {text}:", notes)

    def go(self, limits="", stop_after=None, seconds=None):
        """One search to its bestmove."""
        start = time.monotonic()
        self.send(("go " + limits).strip())
        before = []
        if stop_after is not None:
            before = self.silent_for(stop_after)
            check(not any(line.startswith("bestmove") for line in before), "bestmove before stop:", before)
            start = time.monotonic()
            self.send("stop")
        lines = self.expect("bestmove", seconds)
        return Search(before + lines, time.monotonic() - start)

    def moves(self):
        """The legal moves of the position, as `go perft 1` has them."""
        self.send("go perft 1")
        lines = self.expect_freely("Nodes searched: ")
        found = sorted(line.split(":")[0] for line in lines if re.match(rf"{MOVE}: 1$", line))
        check_equal(len(found), int(lines[-1].split()[-1]), "moves listed and counted")
        return found

    def expect_freely(self, start):
        """Like expect, for commands that print what is not UCI."""
        before, self.speaks_freely = self.speaks_freely, True
        try:
            return self.expect(start)
        finally:
            self.speaks_freely = before

    def fen(self):
        """The position as the engine writes it."""
        self.send("fen")
        before, self.speaks_freely = self.speaks_freely, True
        try:
            return self.next_line()
        finally:
            self.speaks_freely = before

    def wait(self, seconds=None):
        """Reads to the end of the output and returns the exit status."""
        deadline = time.monotonic() + (ANSWER_SECONDS if seconds is None else seconds)
        while self.next_line(max(0.0, deadline - time.monotonic())) is not None:
            pass
        status = self.process.wait(timeout=max(1.0, deadline - time.monotonic()))
        for thread in self.threads:
            thread.join()
        return status

    def quit(self):
        self.send("quit")
        self.finish()

    def finish(self):
        """After the last command or the end of the input: a clean exit."""
        status = self.wait()
        if not self.expects_errors:
            check_equal(self.errors, b"", "standard error")
        check_equal(status, 0, "exit status")
        check_equal(self.best_count, self.go_count, "bestmoves for the go commands")


def run_once(path, *arguments, stdin=b"", env=None, seconds=None):
    """A process from start to end: its exit status, standard output and standard error."""
    done = subprocess.run(
        [path, *arguments],
        input=stdin,
        capture_output=True,
        timeout=ANSWER_SECONDS if seconds is None else seconds,
        env=environment() if env is None else env,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def kernel_lines(path, *arguments, env, seconds=None):
    """What the command `kernels` prints, by a process of its own."""
    status, output, errors = run_once(path, *arguments, "kernels", env=env, seconds=seconds)
    check_equal((status, errors), (0, ""))
    return output.splitlines()


# Of one cache: eight that may measure (TUNE_STARTS_MAX), and one that remembers all.
KERNEL_STARTS = 9


def settled_kernels(path, env, seconds=None):
    """The same once a start of that cache has measured and nothing is left to measure: what
    disturbed one start is left to the next."""
    for _ in range(KERNEL_STARTS - 1):
        lines = kernel_lines(path, env=env, seconds=seconds)
        if lines[0].endswith("measured at an earlier start"):
            return lines
        check(re.search(r" measured at an earlier start and, .* now$", lines[0]), lines[0])
    raise Failure(f"still measuring after {KERNEL_STARTS} starts")


def status_kib(engine, name):
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{name}:\s+(\d+) kB", file.read()).group(1))


def resident_kib(engine):
    """Memory of the engine that is in use, in KiB."""
    return status_kib(engine, "VmRSS")


def keeps_what_is_freed(engine):
    """True of a build with a sanitizer: its memory in use says nothing about leaks, which it finds
    by itself."""
    return status_kib(engine, "VmSize") > SANITIZER_KIB


def load():
    """How many times more work there is than processors, at least 1."""
    return max(1.0, os.getloadavg()[0] / len(os.sched_getaffinity(0)))


def fastest(attempts, measure, limit):
    """Fails unless one of a few attempts stays within `limit` seconds: a busy machine may delay one,
    an engine that ignores its limit delays all. Where the machine has more work than processors the
    limit grows by as much. Returns what `measure` gave in that attempt."""
    times = []
    for _ in range(attempts):
        seconds, result = measure()
        if seconds <= limit * SLOWNESS * load():
            return result
        times.append(round(seconds, 3))
    raise Failure(f"wanted at most {limit} s, took {times} at load {load():.1f}")


CASES = []


def case(name):
    def add(function):
        CASES.append((name, function))
        return function

    return add


def run():
    """Runs the cases of the file that calls it, or those whose name holds an argument's text."""
    sys.stdout.reconfigure(line_buffering=True)
    engine, filters = sys.argv[1], sys.argv[2:]
    chosen = [c for c in CASES if not filters or any(text in c[0] for text in filters)]
    print(f"1..{len(chosen)}")
    failures = 0
    for number, (name, function) in enumerate(chosen, 1):
        start = time.monotonic()
        try:
            function(engine)
            print(f"ok {number} - {name} ({time.monotonic() - start:.1f} s)")
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}")
        except Exception:  # a broken test is a failed one, whatever it threw
            failures += 1
            print(f"not ok {number} - {name}")
            for line in traceback.format_exc().splitlines():
                print("# " + line)
    sys.exit(1 if failures or not chosen else 0)
