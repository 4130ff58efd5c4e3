#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Input that is odd, huge or broken; output that nobody reads; the command line.

usage: test_io.py ENGINE [CASE...]
"""

import contextlib
import itertools
import os
import random
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from nets import random_net
from support import (
    ANSWER_SECONDS,
    KIWIPETE,
    MOVE,
    SLOWNESS,
    START_FEN,
    Engine,
    case,
    check,
    check_equal,
    environment,
    fastest,
    resident_kib,
    run,
    run_once,
    small_file_environment,
)


@case("CR LF line ends")
def _(path):
    script = b"uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 3\r\n"
    status, output, errors = run_once(path, stdin=script)
    check_equal((status, errors), (0, ""))
    check("\r" not in output)
    lines = output.splitlines()
    check("uciok" in lines and "readyok" in lines, lines)
    check(re.match(r"bestmove [a-h][78]", lines[-1]), "no move of Black:", lines[-1])
    check(not any("unknown" in line or "refused" in line for line in lines), lines)
    script = b"position fen 4k3/8/8/8/8/8/4P3/4K3 w - -\r\ngo depth 2\r\n\r\nfen\r\nquit\r\n"
    status, output, errors = run_once(path, stdin=script)
    check_equal((status, errors), (0, ""))
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" in output.splitlines())


@case("CR LF behind a path, an option's value and a limit")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        data, checksum = random_net(21)
        file = os.path.join(folder, "good.nnue")
        Path(file).write_bytes(data)
        script = f"setoption name EvalFile value {file}\r\nsetoption name Hash value 2\r\nisready\r\ngo depth 3\r\n"
        status, output, errors = run_once(path, stdin=script.encode())
        check_equal((status, errors), (0, ""))
        check(f"hash {checksum:016x} size {len(data)} bytes from {file}\nreadyok\n" in output, output)
        check("info depth 3 " in output and "\r" not in output, output)


@case("the net is found from anywhere, and nothing is picked up from the working directory")
def _(path):
    path = os.path.abspath(path)
    with tempfile.TemporaryDirectory() as folder:
        wanted = run_once(path, "bench", "2")[1].splitlines()
        link = os.path.join(folder, "link")
        os.symlink(path, link)
        name = wanted[0].split()[1]
        for bait in (name, "ravelin.nnue", "network.nnue"):
            Path(folder, bait).write_bytes(b"not a net")
        for arguments, executable, search in (
            ([path], path, None),
            ([link], link, None),
            (["x"], path, None),
            (["link"], None, folder),
        ):
            env = environment(PATH=search) if search else environment()
            if search:
                executable = link
            done = subprocess.run(
                [*arguments, "bench", "2"],
                executable=executable, cwd=folder, env=env, capture_output=True, timeout=ANSWER_SECONDS, check=False,
            )
            lines = done.stdout.decode().splitlines()
            check_equal((done.returncode, done.stderr), (0, b""), arguments)
            check_equal([lines[0], lines[-1].split()[0]], [wanted[0], wanted[-1].split()[0]], arguments)


def run_unread(path, script, stdout, seconds, restore_signals=True):
    """Feeds a script, keeps the input open, and returns how long the process lived. It must end by
    itself although its input does not. Without `restore_signals` it is born with SIGPIPE ignored."""
    process = subprocess.Popen(
        [path],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(),
        restore_signals=restore_signals,
    )
    try:
        start = time.monotonic()
        # It may be gone before it has read everything.
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(script)
            process.stdin.flush()
        process.wait(timeout=seconds)
        return process.returncode, time.monotonic() - start
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stderr.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()


@case("nobody reads the output any more: the engine ends")
def _(path):
    scripts = (b"uci\nposition startpos\ngo infinite\n", b"uci\n", b"go depth 60\n", b"bench 40\n")
    for script, with_sigpipe in itertools.product(scripts, (True, False)):

        def measure(script=script, with_sigpipe=with_sigpipe):
            read_end, write_end = os.pipe()
            os.close(read_end)
            try:
                status, seconds = run_unread(path, script, write_end, ANSWER_SECONDS, with_sigpipe)
            finally:
                os.close(write_end)
            wanted = (1, -signal.SIGPIPE) if with_sigpipe else (1,)
            check(status in wanted, "exit status", status)
            return seconds, None

        fastest(3, measure, 1.5)


@case("the reader goes away during a search: the engine ends")
def _(path):
    def measure():
        process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        try:
            process.stdin.write(b"uci\nposition startpos\ngo infinite\n")
            process.stdin.flush()
            process.stdout.readline()
            process.stdout.close()
            start = time.monotonic()
            process.wait(timeout=ANSWER_SECONDS)
            check(process.returncode in (1, -signal.SIGPIPE), process.returncode)
            return time.monotonic() - start, None
        finally:
            process.kill()
            process.wait()
            process.stderr.close()
            process.stdin.close()

    # It can notice only when it has something to say: the next iteration, some seconds at the most.
    fastest(3, measure, 10)


@case("a full disk: the engine ends")
def _(path):
    def measure():
        with open("/dev/full", "wb") as full:
            status, seconds = run_unread(path, b"uci\nposition startpos\ngo infinite\n", full, ANSWER_SECONDS)
        check_equal(status, 1)
        return seconds, None

    fastest(3, measure, 1.5)


@case("a log that may not grow any more ends in one line, and the game goes on")
def _(path):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as counts:
        log = Path(folder, "log.txt")
        env = small_file_environment(counts)
        with Engine(path, env=env, preexec=small_files) as engine:
            check_equal(engine.set_up(f"setoption name Debug Log File value {log}"), [])
            moves = ""
            for _ in range(12):
                engine.set_up("position startpos" + moves)
                moves += (" " if moves else " moves ") + engine.go("depth 5").best
            check_equal(sum("logging ends" in line for line in engine.history), 1, engine.history)
            check(2500 < log.stat().st_size <= 3000, log.stat().st_size)


@case("white space and unknown words")
def _(path):
    with Engine(path) as engine:
        engine.ready()
        engine.send("   uci")
        engine.expect("uciok")
        engine.send("\t isready \t")
        engine.expect("readyok")
        engine.send("position   startpos \t moves   e2e4   e7e5  ", " go   depth   3")
        best = engine.expect("bestmove")[-1]
        engine.send("joho debug on", "xyzzy", "register later", "debug on", "ucinewgame extra words", "", "   \t ")
        notes = engine.ready()
        check_equal(len(notes), 2, notes)
        check("'joho'" in notes[0] and "'xyzzy'" in notes[1], notes)
        check(best.split()[1] in engine.moves(), best)


@case("binary junk and endless tokens")
def _(path):
    # A net that is refused is named on standard error too.
    with Engine(path, expects_errors=True) as engine:
        engine.position("startpos moves e2e4")
        held = engine.fen()
        for line in (
            b"A" * 100000,
            b"position fen " + b"8" * 100000,
            b"position fen " + b"8/" * 50000,
            b"position startpos moves " + b"e2e4" * 25000,
            b"position fen " + START_FEN.encode() + b" \0 moves e2e4",
            b"position fen 4k3/8/8/8/8/8/8/4K\0003 w - - 0 1",
            b"setoption name " + b"x " * 50000 + b"value " + b"y" * 100000,
            b"setoption name Hash value " + b"9" * 100000,
            b"setoption name EvalFile value /tmp/\0\1\2",
            b"uci\0",
            b"\377\376go depth 2",
            b"\x1b[2J\x9b31m",
        ):
            engine.ready()
            engine.send_bytes(line + b"\n")
            notes = engine.ready()
            check(1 <= len(notes) <= 2, line[:60], notes)
            check(all(note.startswith("info string ") and len(note) < 400 for note in notes), notes)
            engine.set_up("setoption name Hash value 16")
        engine.send("go depth 2 " + "x" * 100000)
        check(len(max(engine.expect("bestmove"), key=len)) < 500)
        check_equal(engine.fen(), held)
    check_equal([len(engine.errors.splitlines()), b"EvalFile" in engine.errors], [1, True], engine.errors)


@case("a megabyte of noise")
def _(path):
    for seed in range(3):
        rng = random.Random(seed)
        noise = rng.randbytes(1000000).replace(b"quit", b"tiuq")
        with Engine(path) as engine:
            engine.send_bytes(noise)
            engine.send_bytes(b"\nisready\n")
            engine.expect("readyok")
            engine.position("startpos")
            check(engine.go("depth 2").best in engine.moves())


@case("noise made of the protocol's own words")
def _(path):
    words = (
        "position startpos fen moves go depth 1 2 setoption name value Hash Threads stop ponderhit isready ucinewgame"
        " searchmoves e2e4 e7e5 nodes 5 wtime btime 10 -1 w - KQkq 8/8/8/8/8/8/8/8 perft eval nnue fen moves help"
    ).split()
    for seed in range(4):
        rng = random.Random(seed)
        with Engine(path, speaks_freely=True) as engine:
            for _ in range(300):
                line = " ".join(rng.choice(words) for _ in range(rng.randint(1, 8)))
                if "Threads" in line or "Hash" in line:
                    continue  # might ask for all of the machine
                engine.send_bytes((line + "\n").encode())
            # ucinewgame waits for the end of a search; a new one then is answered once.
            engine.send_bytes(b"ucinewgame\nsetoption name UCI_Chess960 value false\nuci\n")
            engine.expect("uciok")
            engine.go_count = engine.best_count
            engine.position("startpos")
            check(engine.go("depth 2").best in engine.moves())


@case("memory does not grow with each line")
def _(path):
    # A sanitizer keeps freed memory for a while to watch it, unless told not to.
    watch_less = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=0"
    with Engine(path, env=environment(ASAN_OPTIONS=watch_less)) as engine:
        big = b"x" * 2000000 + b"\n"
        for _ in range(3):
            engine.send_bytes(big)
        engine.ready()
        before = resident_kib(engine)
        for _ in range(30):
            engine.send_bytes(big)
            engine.send("position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 2000)
        engine.ready()
        grown = resident_kib(engine) - before
        check(grown < 8192 * SLOWNESS, f"{grown} KiB more after 60 MB of input")


@case("the command line")
def _(path):
    status, output, errors = run_once(path, "--version")
    check_equal((status, errors), (0, ""))
    check(re.fullmatch(r"Ravelin \d+\.\d+\.\d+\n", output), output)
    check_equal(run_once(path, "uci")[1].splitlines()[0], "id name " + output.strip())
    status, output, errors = run_once(path, "--help")
    check_equal((status, errors), (0, ""))
    check(all(word in output for word in ("bench", "perft", "--isa", "RAVELIN_HASH")), output)
    for words, wanted in (
        (("perft", "3"), "Nodes searched: 8902"),
        (("perft", "3", KIWIPETE), "Nodes searched: 97862"),
        (("perft", "2", *KIWIPETE.split()), "Nodes searched: 2039"),
        (("go", "perft", "2"), "Nodes searched: 400"),
        (("uci",), "uciok"),
        (("isready",), "readyok"),
        (("fen",), START_FEN),
    ):
        status, output, errors = run_once(path, *words)
        check_equal((status, errors), (0, ""), words)
        check_equal(output.splitlines()[-1], wanted, words)
    check_equal(run_once(path, "quit"), (0, "", ""))
    for words in (("go", "depth", "6"), ("go depth 6",)):
        status, output, errors = run_once(path, *words)
        check_equal((status, errors), (0, ""), words)
        check(re.match(rf"bestmove {MOVE}", output.splitlines()[-1]), output)
        check("info depth 6 " in output, "it did not wait for the search")


@case("bad command lines: a word on standard error and status 2")
def _(path):
    for words in (
        ("--nonsense",),
        ("--isa",),
        ("-x",),
        ("nonsense",),
        ("bench", "x"),
        ("bench", "0"),
        ("bench", "999"),
        ("bench", "2", "1"),
        ("perft",),
        ("perft", "x"),
        ("perft", "-1"),
        ("perft", "2", "no", "fen"),
        ("position", "fen", "nonsense"),
        ("setoption", "name", "Nonsense"),
    ):
        status, output, errors = run_once(path, *words, stdin=b"uci\n")
        check_equal(status, 2, words)
        check_equal(output, "", words)
        check(errors.startswith("ravelin: "), words, errors)


@case("what people ask for: help, license, display, eval, nnue, moves")
def _(path):
    with Engine(path, speaks_freely=True) as engine:
        engine.send("help")
        text = engine.ready()
        for word in ("position", "go", "perft", "bench", "eval", "license", "quit"):
            check(any(line.strip().startswith(word) for line in text), word)
        engine.send("license")
        text = " ".join(engine.ready())
        for word in ("GNU General Public License", "Stockfish 15.1", "Leela Chess Zero", "Open", "CC0"):
            check(word in text or word == "Open" and "ODbL" in text, word)
        engine.position("startpos moves e2e4")
        fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        for command in ("d", "display"):
            engine.send(command)
            text = engine.ready()
            check("Fen: " + fen in text, text)
            check("4  . . . . P . . ." in text, text)
        engine.send("moves")
        listed = engine.next_line()
        check(listed.startswith("20 legal moves: "), listed)
        check_equal(sorted(listed.split(": ")[1].split()), engine.moves())
        engine.send("eval", "nnue")
        check(re.fullmatch(r"eval: -?\d+ centipawns for the side to move", engine.next_line()))
        text = engine.ready()
        check(any(re.fullmatch(r"raw output: -?\d+ centipawns for the side to move", line) for line in text), text)


if __name__ == "__main__":
    run()
