# SPDX-License-Identifier: GPL-3.0-or-later
"""What the games in other programs share (xboard_game.py, pychess_game.py, scid_game.py): a screen
without a screen, an end for all that was started, and a judge for the game that came out.

A game is whole when both sides were Ravelin, each move was legal and the end was one by the rules.
The rules are those of the engine; the programs that play have checked every move by their own.
"""

import argparse
import collections
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support import START_FEN, Engine, Failure, check, check_equal

SKIPPED = 77
NAME = "Ravelin"
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([QRBN]))?[+#]?")
FINISHED = re.compile(r"(1-0|0-1|1/2-1/2|\*)\s*\Z")
CASTLING = {"O-O": ("e1g1", "e8g8"), "O-O-O": ("e1c1", "e8c8")}


class NotTried(Exception):
    pass


def need(*programs):
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        raise NotTried("no " + ", ".join(missing) + " here")


def namespaces():
    """The start of a command that runs in namespaces of its own, all of it killed with its start."""
    words = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child=KILL"]
    if os.geteuid() != 0:
        words.insert(1, "--map-root-user")
    tried = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        raise NotTried("no namespaces to be had: " + tried.stderr.strip())
    return words


@contextlib.contextmanager
def running(command, **more):
    """A process that is gone afterwards."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **more)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def display(width, height):
    """A screen in memory; its name for DISPLAY."""
    reader, writer = os.pipe()
    size = f"{width}x{height}x24"
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp"]
    with running(command, pass_fds=[writer], stderr=subprocess.DEVNULL):
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        check(number, "Xvfb did not start")
        yield ":" + number


def photograph(picture, environment, *windows):
    """The whole screen of `environment` as a small PNG, once all is drawn. No window manager has
    placed the windows, so each of `windows`, (pattern of its title, x, y, width, height), is put in
    its place."""
    for title, *place in windows:
        x, y, width, height = map(str, place)
        find = ["xdotool", "search", "--onlyvisible", "--name", title]
        find += ["windowmove", x, y, "windowsize", width, height]
        subprocess.run(find, check=True, env=environment)
    time.sleep(2)
    picture.parent.mkdir(parents=True, exist_ok=True)
    words = ["import", "-window", "root", "-strip", "+dither", "-colors", "32", f"PNG8:{picture}"]
    subprocess.run(words, check=True, env=environment)


def wait_for(result, process, progress, patience):
    """Waits until the file `result` is there, and returns its text. Fails when the process ends
    without it, or when the file `progress` does not grow for `patience` seconds: the clock measures
    silence, never the game."""
    size, since = -1, time.monotonic()
    while True:
        status = process.poll()
        if result.exists() and FINISHED.search(result.read_text(encoding="utf-8")):
            return result.read_text(encoding="utf-8")
        now = progress.stat().st_size if progress.exists() else 0
        tail = progress.read_text(errors="replace").splitlines()[-8:] if now else ["nothing"]
        check(status is None, f"ended without a game, status {status}, after:\n ", "\n  ".join(tail))
        if now != size:
            size, since = now, time.monotonic()
        silent = time.monotonic() - since > patience
        check(not silent, f"silence for {patience} s, before it:\n ", "\n  ".join(tail))
        time.sleep(0.5)


def read_game(text):
    """Tags and moves in SAN of one game in PGN."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
    body = re.sub(r"^\[.*\]$|\{[^}]*\}", " ", text, flags=re.M)
    words = re.sub(r"(?<!\S)\d+\.+", " ", body).split()
    check(words and words[-1] == tags["Result"], "the text ends in another result than its tag's")
    return tags, words[:-1]


def men(fen):
    """The board of a FEN: square name to letter."""
    board = {}
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        squares = re.sub(r"\d", lambda match: " " * int(match.group()), row)
        board.update({file + rank: man for file, man in zip("abcdefgh", squares) if man != " "})
    return board


def find_move(san, fen, legal):
    """The one legal move that this SAN is."""
    if san.rstrip("+#") in CASTLING:
        found = [move for move in CASTLING[san.rstrip("+#")] if move in legal]
    else:
        match = SAN.fullmatch(san)
        check(match, f"{san} is no move")
        man, file, rank, to, promoted = match.groups()
        board = men(fen)
        found = [
            move
            for move in legal
            if move[2:] == to + (promoted or "").lower()
            and board[move[:2]].upper() == (man or "P")
            and move[0] in (file or move[0])
            and move[1] in (rank or move[1])
        ]
    check_equal(len(found), 1, f"moves that {san} can be in {fen}")
    return found[0]


def end_of_game(fens, legal, in_check):
    """The result and its reason by the rules at the last of these positions; None while it goes on."""
    _board, side, _castling, _passant, clock, _number = fens[-1].split()
    if not legal and in_check:
        return ("0-1" if side == "w" else "1-0"), "mate"
    if not legal:
        return "1/2-1/2", "stalemate"
    if int(clock) >= 100:
        return "1/2-1/2", "fifty moves"
    if collections.Counter(fen.rsplit(" ", 2)[0] for fen in fens)[fens[-1].rsplit(" ", 2)[0]] >= 3:
        return "1/2-1/2", "repetition"
    others = sorted(man.upper() for man in men(fens[-1]).values() if man not in "Kk")
    if others in ([], ["B"], ["N"]):
        return "1/2-1/2", "too few men"
    return None


def minor_against_minor(fen):
    """Whether neither side has more than one knight or bishop beside its king."""
    others = [man for man in men(fen).values() if man not in "Kk"]
    return (
        all(man in "NnBb" for man in others)
        and len([man for man in others if man.isupper()]) <= 1
        and len([man for man in others if man.islower()]) <= 1
    )


def replay(text, program):
    """Fails unless both sides were Ravelin, each move legal and the game over by the rules; what was
    played, in a line."""
    tags, sans = read_game(text)
    for side in ("White", "Black"):
        check(tags[side].startswith(NAME), f"{side} was {tags[side]}")
    with Engine(str(program)) as engine:
        fens, moves = [START_FEN], []
        for san in sans:
            end = end_of_game(fens, ["any"], False)
            # Nobody need claim the third repetition at once; what nobody can play on from ends it.
            check(end is None or end[1] in ("repetition", "fifty moves"), "played on after", end)
            moves.append(find_move(san, fens[-1], engine.moves()))
            engine.position("startpos moves " + " ".join(moves))
            fens.append(engine.fen())
        engine.send("d")
        checkers = engine.expect_freely("Checkers")[-1]
        end = end_of_game(fens, engine.moves(), re.search(r"[a-h][1-8]", checkers) is not None)
        engine.ready()
    # Clients call a minor piece on each side a draw, though the rules let such games go on.
    if end is None and minor_against_minor(fens[-1]):
        end = "1/2-1/2", "a minor piece each"
    check(end is not None, "the game stopped before its end, at", fens[-1])
    check_equal(tags["Result"], end[0], f"the result after {end[1]}")
    return f"{tags['White']} against itself: {len(sans)} plies, {tags['Result']}, {end[1]}"


def run_game(play, description, programs, more=()):
    """The command line of a game: calls play(options, out) with the folder for what it writes, says
    what it returns and ends the process with the status that came out."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", help="the folder for what is left of the game")
    parser.add_argument("--patience", type=float, default=120, help="seconds of silence (120)")
    parser.add_argument("--screenshot", type=Path, help="a PNG of the game, to be written")
    for name, settings in more:
        parser.add_argument(name, **settings)
    options = parser.parse_args()
    # Debian keeps games where not every PATH looks.
    os.environ["PATH"] += ":/usr/games"
    try:
        need("Xvfb", "unshare", *programs)
        if options.screenshot:
            need("import", "xdotool")
        with contextlib.ExitStack() as stack:
            out = Path(options.out or stack.enter_context(tempfile.TemporaryDirectory())).resolve()
            out.mkdir(parents=True, exist_ok=True)
            for old in out.glob("game.*"):
                old.unlink()
            print(play(options, out))
    except NotTried as reason:
        print(f"SKIPPED, no game was played: {reason}", file=sys.stderr)
        sys.exit(SKIPPED)
    except Failure as failure:
        print("failed:", failure, file=sys.stderr)
        sys.exit(1)
