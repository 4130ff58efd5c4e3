#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-book: books out of games, and what an engine says of them; and the book that is shipped.

RAVELIN_ENGINE names the engine that screens; RAVELIN_GENDATA the generator, where it is built.

usage: test_book_tool.py RAVELIN-BOOK [CASE...]
"""

import hashlib
import os
import re
import subprocess
import tempfile

from support import Skip, case, check, check_equal, run, run_once, small_file_environment

ENGINE = os.environ.get("RAVELIN_ENGINE", "")
GENDATA = os.environ.get("RAVELIN_GENDATA", "")
DATA = os.path.join(os.path.dirname(__file__), "..", "..", "src", "book", "data")
DIGEST = "# SHA-256 of the lines below: "


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def header_of(text):
    return [line for line in text.splitlines() if line.startswith("#")]


def lines_of(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


def succeed(tool, *arguments):
    status, output, errors = run_once(tool, *arguments, seconds=300)
    check_equal(status, 0, errors)
    return output, errors


def fail(tool, reason, *arguments):
    """A wrong use ends with status 2 and one line on standard error."""
    status, output, errors = run_once(tool, *arguments, seconds=300)
    check_equal(status, 2, "exit status")
    check_equal(output, "", "standard output")
    check_equal(len(errors.splitlines()), 1, errors)
    check(errors.startswith("ravelin-book: ") and reason in errors, f"no {reason!r} in", errors)


def make(tool, folder, *arguments):
    out = os.path.join(folder, "book.txt")
    succeed(tool, "make", "--out", out, *arguments)
    return read(out)


def check_digest(text):
    head, _, body = text.partition(DIGEST)
    check(head and body, "no digest in the header")
    digest, _, lines = body.partition("\n")
    check_equal(digest, hashlib.sha256(lines.encode()).hexdigest(), "digest")


def game(moves, white=None, black=None, control=None):
    tags = [("Event", "x"), ("WhiteElo", white), ("BlackElo", black), ("TimeControl", control)]
    return "".join(f'[{name} "{value}"]\n' for name, value in tags if value) + f"\n{moves} *\n\n"


GAMES = (
    game("1. e4 e5 2. Nf3 Nc6 3. Bb5", 2500, 2400, "300+3")
    + game("1. e4 e5 2. Nf3 Nf6", 2500, 2100, "60")
    + game("1. d4 d5 2. c4", 2700, 2700, "40/7200")
    + game("1. e4 c5", None, None, "?")
    + game("")
)


@case("make: lines, counts, sources, digest")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        file = write(folder, "games.pgn", GAMES)
        text = make(tool, folder, "--note", "a note", "--plies", "4", file)
        check_equal(
            lines_of(text),
            ["d2d4 d7d5 c2c4", "e2e4 c7c5", "e2e4 e7e5 g1f3 b8c6", "e2e4 e7e5 g1f3 g8f6"],
        )
        check_digest(text)
        header = "\n".join(header_of(text))
        digest = hashlib.sha256(GAMES.encode()).hexdigest()
        for wanted in (
            "# Note: a note",
            f"# Source: games.pgn, SHA-256 {digest}",
            "# Filters: plies at most 4, games of a move at least 1",
            "# Games: 5 read, 4 used (0 of all broken off at a fault), "
            "left out: 0 by rating, 0 by time, 1 without moves",
            "# Book: 4 lines, 6 positions, 9 moves, 0 never played",
        ):
            check(wanted in header, f"no {wanted!r} in", header)


@case("make: filters by rating, time and count")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        file = write(folder, "games.pgn", GAMES)

        def made(*arguments):
            return lines_of(make(tool, folder, *arguments, file))

        check_equal(made("--rating", "2400"), ["d2d4 d7d5 c2c4", "e2e4 e7e5 g1f3 b8c6 f1b5"])
        check_equal(made("--seconds", "400"), ["d2d4 d7d5 c2c4", "e2e4 e7e5 g1f3 b8c6 f1b5"])
        check_equal(made("--seconds-max", "60"), ["e2e4 e7e5 g1f3 g8f6"])
        check_equal(made("--count", "2"), ["e2e4", "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3"])
        check_equal(made("--games", "1"), ["e2e4 e7e5 g1f3 b8c6 f1b5"])
        check_equal(made("--plies", "1"), ["d2d4", "e2e4", "e2e4", "e2e4"])


@case("make: the order of the files does not matter, faults are counted")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        first = write(folder, "first.pgn", "\ufeff1. e4 e5 2. Ke3 Nc6 *\r\n1. c4 -- 2. d4 *")
        second = write(folder, "second.pgn", "1. d4 (1. e4) d5 {x} $1 *")
        out = os.path.join(folder, "book.txt")
        for files in ((first, second), (second, first)):
            _, errors = succeed(tool, "make", "--out", out, *files)
            check(f"{first}:1: game 1: 'Ke3' is not legal here" in errors, errors)
            check_equal(lines_of(read(out)), ["c2c4", "d2d4 d7d5", "e2e4 e7e5"])
        check("(1 of all broken off at a fault)" in read(out), read(out))
        # Another start is told in the line.
        fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
        third = write(folder, "third.pgn", f'[FEN "{fen}"]\n\n1. a8=Q Kg7 *')
        succeed(tool, "make", "--out", out, third)
        check_equal(lines_of(read(out)), [f"{fen} moves a7a8q h7g7"])


@case("a full disk is an error, and the book that was there stays whole")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        file = write(folder, "games.pgn", GAMES)
        book = write(folder, "book.txt", "e2e4 e7e5\n")
        engine = os.environ["RAVELIN_ENGINE"]
        for words in (
            f"make --out {book} --note {'x' * 4000} {file}",
            f"screen --engine {engine} --depth 1 --out {book} {book}",
        ):
            if words.startswith("screen"):
                write(folder, "book.txt", "# " + "x" * 4000 + "\ne2e4 e7e5\n")
            before = read(book)
            with tempfile.TemporaryDirectory() as counts:
                done = subprocess.run(
                    ["sh", "-c", f"ulimit -f 1; trap '' XFSZ; exec {tool} {words}"],
                    capture_output=True, text=True, timeout=300, check=False,
                    env=small_file_environment(counts))
            check_equal((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
            check(f"{book}: " in done.stderr, done.stderr)
            check_equal(read(book), before, "the book that was there")
            check_equal(sorted(os.listdir(folder)), ["book.txt", "games.pgn"])


@case("make: viriformat")
def _(tool):
    if not GENDATA:
        raise Skip("the generator is not built")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [GENDATA, "--out", folder, "--games", "4", "--soft", "30", "--threads", "1"],
            check=True, capture_output=True, timeout=300,
        )
        games = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".zst")]
        check(games, os.listdir(folder))
        text = make(tool, folder, *games)
        check("# Games: 4 read, 4 used" in text, header_of(text))
        check_equal(len(lines_of(text)), 4, "lines")
        for line in lines_of(text):
            check(re.search(r" moves( [a-h][1-8][a-h][1-8][nbrq]?){1,16}$", line), line)
        fail(tool, "no ratings", "make", "--rating", "1", "--out", os.devnull, *games)


@case("wrong uses: one line, status 2")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        good = write(folder, "good.pgn", "1. e4 *")
        book = write(folder, "book.txt", "e2e4\n")
        out = os.path.join(folder, "out.txt")
        fail(tool, "see --help")
        fail(tool, "see --help", "burn")
        fail(tool, "wants --out", "make", good)
        fail(tool, "wants --out", "make", "--out", out)
        fail(tool, "--plies", "make", "--plies", "0", "--out", out, good)
        fail(tool, "--plies", "make", "--plies", "x", "--out", out, good)
        fail(tool, "unknown option", "make", "--colour", "1", "--out", out, good)
        fail(tool, "No such file", "make", "--out", out, os.path.join(folder, "none.pgn"))
        fail(tool, "no line is left", "make", "--out", out, write(folder, "empty.pgn", ""))
        fail(tool, "no line is left", "make", "--rating", "1", "--out", out, good)
        fail(tool, "No such file", "make", "--out", os.path.join(folder, "no", "b.txt"), good)
        fail(tool, "wants --engine", "screen", "--out", out, book)
        screen = ("screen", "--out", out, "--engine")
        empty = write(folder, "empty.txt", "# x\n")
        fail(tool, "No such file", *screen, os.path.join(folder, "none"), book)
        fail(tool, "no move to judge", *screen, ENGINE, empty)
        fail(tool, "No such file", *screen, ENGINE, os.path.join(folder, "none.txt"))
        fail(tool, "wanted NAME=VALUE", *screen, ENGINE, "--option", "x", book)
        check(not os.path.exists(out), "a failure writes no book")


@case("screen: weak moves are marked and never deleted, the engine's own is added")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        # After f2f3 e7e5 the only move of the book is the blunder that is mated by d8h4.
        text = (
            "# a head\n# Book: old\n# SHA-256 of the lines below: old\n"
            "1. e2e4 e7e5 2. g1f3 b8c6 # sound\n"
            "e2e4 e7e5 d1h5 g7g6 h5f3\n"
            "# between\n"
            "f2f3 e7e5 g2g4 d8h4\n"
            "e2e4 e7e5 d1h5 b8c6 h5e5?\n"
        )
        book = write(folder, "in.txt", text)
        out = os.path.join(folder, "out.txt")
        succeed(tool, "screen", "--engine", ENGINE, "--depth", "8", "--out", out, book)
        found = read(out)
        check_digest(found)
        old = [line for line in lines_of(text) + ["# between", "# a head"]]
        unmarked = found.replace("?", "")
        for line in old:
            check(line.replace("?", "") in unmarked, line, "is gone from", found)
        check("f2f3 e7e5 g2g4? d8h4" in found or "f2f3? e7e5 g2g4? d8h4" in found, found)
        check("b8c6 h5e5?\n" in found, "a mark stays:", found)
        check("g1f3 b8c6 # sound" in found, "good moves stay unmarked:", found)
        fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 moves "
        added = [line for line in lines_of(found) if line.startswith(fen)]
        check_equal(len(added), 1, found)
        screened = r"# Screened: by Ravelin .*, depth 8, margin 100 cp: \d+ positions"
        check(re.search(screened, found), found)
        check_equal(found.count("# Book: "), 1, "the old counts are replaced")
        # Screened again, in place, it stays as it is.
        succeed(tool, "screen", "--engine", ENGINE, "--depth", "8", "--out", out, out)
        check_equal(lines_of(read(out))[:4], lines_of(found)[:4], "twice")


FAKE = """#!/usr/bin/env python3
import sys
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name Fake", "option name OwnBook type check default true", "uciok", sep="\\n")
    elif words == ["isready"]:
        print("readyok")
    elif words[:1] == ["setoption"] or words[:1] == ["position"]:
        print("info string", line.strip(), file=open(LOG, "a"))
        last = line
    elif words[:1] == ["go"]:
        REPLY
    elif words == ["quit"]:
        break
    sys.stdout.flush()
"""


def fake_engine(folder, reply):
    log = repr(os.path.join(folder, "log"))
    path = write(folder, "fake.py", FAKE.replace("LOG", log).replace("REPLY", reply))
    os.chmod(path, 0o755)
    return path


@case("screen: any UCI engine, also one that knows no searchmoves or breaks down")
def _(tool):
    with tempfile.TemporaryDirectory() as folder:
        book = write(folder, "in.txt", "e2e4\nd2d4\n")
        out = os.path.join(folder, "out.txt")
        # Always e2e4 or, with Black to move, a move after which Black is winning: d2d4 is weak.
        reply = (
            "print('info depth 5 score cp 900 upperbound pv a2a3'); "
            "print('info depth 5 multipv 2 score cp 800 pv a2a3'); "
            "print('info depth 5 score mate 3 pv e7e5' if ' b ' in last else"
            " 'info depth 5 score cp 30 pv e2e4'); "
            "print('bestmove e7e5' if ' b ' in last else 'bestmove e2e4')"
        )
        engine = fake_engine(folder, reply)
        succeed(tool, "screen", "--engine", engine, "--option", "Some Name=a b", "--out", out, book)
        check_equal(lines_of(read(out)), ["e2e4", "d2d4?"])
        log = read(os.path.join(folder, "log"))
        check("setoption name OwnBook value false" in log, "the engine's own book is off:", log)
        check("setoption name Some Name value a b" in log, log)
        # The margin decides.
        reply = (
            "print('info score cp', 30 if ' w ' in last else 69); "
            "print('bestmove', 'e2e4' if ' w ' in last else 'e7e5')"
        )
        for margin, wanted in (("99", "d2d4"), ("98", "d2d4?")):
            engine = fake_engine(folder, reply)
            succeed(tool, "screen", "--engine", engine, "--margin", margin, "--out", out, book)
            check_equal(lines_of(read(out)), ["e2e4", wanted], margin)
        os.remove(out)
        for reply, reason in (
            ("break", "has ended"),
            ("print('bestmove e2e4')", "without a score"),
            ("print('info score cp 1'); print('bestmove e2e5')", "illegal"),
            ("print('info score cp 1'); print('bestmove 0000')", "illegal"),
        ):
            fail(tool, reason, "screen", "--engine", fake_engine(folder, reply), "--out", out, book)
            check(not os.path.exists(out), "a failure writes no book")


@case("the shipped book: from our own games, screened, its header true")
def _(tool):
    text = read(os.path.join(DATA, "ravelin-book.txt"))
    header = "\n".join(header_of(text))
    check_digest(text)
    screened = r"^# Screened: by Ravelin \S+, depth 12, margin 100 cp: "
    check(re.search(screened, header, re.M), header)
    with open(os.path.join(DATA, "games.pgn"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    check(f"# Source: games.pgn, SHA-256 {digest}" in header, header)
    with tempfile.TemporaryDirectory() as folder:
        notes = re.findall(r"^# Note: (.*)$", header, re.M)
        plies = re.search(r"plies at most (\d+)", header).group(1)
        arguments = [word for note in notes for word in ("--note", note)]
        made = make(tool, folder, *arguments, "--plies", plies, os.path.join(DATA, "games.pgn"))
        # Made anew it is the same but for the marks and what the engine added.
        found = [line.replace("?", "") for line in lines_of(text)]
        count = len(lines_of(made))
        check_equal(found[:count], lines_of(made), "lines")
        check(all("/" in line for line in found[count:]), "what is added names its position")
        for start in ("# Source", "# Filters", "# Games", "# Note"):
            check_equal(
                [line for line in header_of(text) if line.startswith(start)],
                [line for line in header_of(made) if line.startswith(start)],
            )


run()
