#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-data on games that ravelin-gendata makes: what goes in comes out, once, in the order that
was asked for, and damaged files are named and used as far as they are whole.

usage: test_data.py RAVELIN-DATA [CASE...], with the generator in RAVELIN_GENDATA
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from support import case, check, check_equal, run, small_file_environment
from tool_runs import call, good

GAMES = 80


@contextlib.contextmanager
def data():
    """A folder with the games of two threads, gen-0-0.vbin.zst and gen-0-1.vbin.zst."""
    with tempfile.TemporaryDirectory() as folder:
        good(os.environ["RAVELIN_GENDATA"], "--soft", "30", "--check-nodes", "60", "--threads", "2", "--hash", "1",
             "--dfrc", "60", "--games", GAMES, "--out", folder)  # fmt: skip
        yield Path(folder)


def count(path, *files):
    total = re.findall(r"total: games (\d+), positions (\d+)", good(path, "count", *files))
    return tuple(map(int, total[0]))


def lines(path, file):
    """The positions of a file as text, in order."""
    out = str(file) + ".txt"
    good(path, "convert", "--out", out, file)
    return Path(out).read_text(encoding="utf-8").splitlines()


@case("games are counted, merged, shuffled, deduped and split without loss")
def _(path):
    with data() as folder:
        parts = [folder / "gen-0-0.vbin.zst", folder / "gen-0-1.vbin.zst"]
        games, positions = count(path, *parts)
        check_equal(games, GAMES)
        merged = folder / "merged.vbin.zst"
        output = good(path, "merge", "--out", merged, *parts)
        check(f"games read {GAMES}, written {GAMES} with {positions} positions" in output, output)
        check_equal(count(path, merged), (games, positions))
        wanted = lines(path, parts[0]) + lines(path, parts[1])
        check_equal(lines(path, merged), wanted)
        shuffled = [folder / f"shuffled{i}.vbin.zst" for i in range(3)]
        for file, seed in zip(shuffled, (5, 5, 6)):
            good(path, "shuffle", "--seed", seed, "--out", file, merged)
        check_equal(shuffled[0].read_bytes(), shuffled[1].read_bytes(), "one seed, one order")
        mixed = lines(path, shuffled[0])
        check(mixed != wanted and mixed != lines(path, shuffled[2]), "orders differ")
        check_equal(sorted(mixed), sorted(wanted))
        single = folder / "single.vbin.zst"
        good(path, "dedupe", "--out", single, merged, shuffled[0], parts[1])
        check_equal(lines(path, single), wanted)
        good(path, "split", "--parts", 3, "--out", folder / "third", merged)
        thirds = [folder / f"third-{i}.vbin.zst" for i in range(3)]
        check_equal([count(path, file)[0] for file in thirds], [27, 27, 26])
        check_equal(sorted(sum((lines(path, file) for file in thirds), [])), sorted(wanted))
        good(path, "split", "--every", 10, "--out", folder / "held", merged)
        check_equal([count(path, folder / f"held-{i}.vbin.zst")[0] for i in (0, 1)], [72, 8])


@case("filters keep what they say")
def _(path):
    with data() as folder:
        source = folder / "gen-0-0.vbin.zst"
        games, positions = count(path, source)
        out = folder / "out.vbin.zst"
        good(path, "filter", "--chess960", "only", "--out", out, source)
        only = count(path, out)[0]
        good(path, "filter", "--chess960", "drop", "--out", out, source)
        check(0 < only < games, only, games)
        check_equal(only + count(path, out)[0], games)
        good(path, "filter", "--least-plies", 60, "--out", out, source)
        long_ones = count(path, out)
        good(path, "filter", "--most-plies", 59, "--out", out, source)
        short_ones = count(path, out)
        check(long_ones[0] > 0 and short_ones[0] > 0, long_ones, short_ones)
        check_equal((long_ones[0] + short_ones[0], long_ones[1] + short_ones[1]), (games, positions))
        check(long_ones[1] >= 60 * long_ones[0] and short_ones[1] < 60 * short_ones[0], long_ones, short_ones)
        all_lines = lines(path, source)
        text = folder / "few.txt"
        good(path, "convert", "--most-score", 100, "--least-men", 20, "--most-men", 30, "--out", text, source)
        kept = text.read_text(encoding="utf-8").splitlines()

        def passes(line):
            fen, score, _ = line.split(" | ")
            return abs(int(score)) <= 100 and 20 <= sum(c.isalpha() for c in fen.split()[0]) <= 30

        check_equal(kept, [line for line in all_lines if passes(line)])
        check(0 < len(kept) < len(all_lines), len(kept))
        quiet = int(re.findall(r"quiet (\d+)", good(path, "count", source))[0])
        good(path, "convert", "--quiet", "--most-score", 2499, "--out", text, source)
        check_equal(len(text.read_text(encoding="utf-8").splitlines()), quiet)


@case("formats lead to each other and back")
def _(path):
    with data() as folder:
        source = folder / "gen-0-0.vbin.zst"
        for name in ("a.bullet", "a.txt", "a.epd"):
            good(path, "convert", "--out", folder / name, source)
        check_equal((folder / "a.bullet").stat().st_size, 32 * count(path, source)[1])
        for name in ("a.txt", "a.epd"):
            good(path, "convert", "--out", folder / "b.bullet", folder / name)
            check_equal((folder / "b.bullet").read_bytes(), (folder / "a.bullet").read_bytes(), name)
        good(path, "convert", "--to", "bullet", "--shuffled", "--out", folder / "c", folder / "a.bullet")

        def records(file):
            raw = file.read_bytes()
            return [raw[i : i + 32] for i in range(0, len(raw), 32)]

        check(records(folder / "c") != records(folder / "a.bullet"), "the order is new")
        check_equal(sorted(records(folder / "c")), sorted(records(folder / "a.bullet")))
        # As games of one position each, for our own trainer.
        good(path, "convert", "--out", folder / "d.vbin.zst", folder / "a.bullet")
        good(path, "convert", "--out", folder / "d.bullet", folder / "d.vbin.zst")
        there = set(records(folder / "d.bullet"))
        check(there <= set(records(folder / "a.bullet")), "nothing is made up")
        check(len(records(folder / "d.bullet")) > 0.95 * len(records(folder / "a.bullet")), "most have a quiet move")


@case("statistics in words and as a picture")
def _(path):
    with data() as folder:
        files = sorted(folder.glob("*.vbin.zst"))
        games, positions = count(path, *files)
        output = good(path, "stats", "--svg", folder / "s.svg", *files)
        check(f"games {games}, positions {positions}," in output, output)
        shares = re.search(r"White won ([\d.]+) %, drawn ([\d.]+) %, Black won ([\d.]+) %", output)
        check(abs(sum(map(float, shares.groups())) - 100) < 0.2, output)
        picture = (folder / "s.svg").read_text(encoding="utf-8")
        check(picture.startswith("<svg") and picture.endswith("</svg>\n"), picture[-20:])
        check(picture.count("<rect") > 300 and "men on the board" in picture, "histograms")
        check('"program": "ravelin-gendata"' in good(path, "header", files[0]))


@case("damaged files are named, with place and reason, and used as far as they are whole")
def _(path):
    with data() as folder:
        whole = folder / "gen-0-0.vbin.zst"
        raw = whole.read_bytes()
        cut = folder / "cut.vbin.zst"
        foreign = folder / "foreign.vbin.zst"
        out = folder / "out.vbin.zst"
        foreign.write_bytes(b"[Event \"a game in another format\"]")
        games = count(path, whole)[0]
        for keep in range(len(raw) - 60, 600, -(len(raw) // 7)):
            cut.write_bytes(raw[:keep])
            done = call(path, "merge", "--out", out, cut, foreign, whole, folder / "missing")
            check_equal(done.returncode, 1)
            check(re.search(r"cut\.vbin\.zst: at byte \d+ of the data: .*truncated", done.stderr), done.stderr)
            check(re.search(r"foreign\.vbin\.zst: at byte 0 ", done.stderr), done.stderr)
            check("missing: No such file" in done.stderr, done.stderr)
            check_equal(len(done.stderr.splitlines()), 3)
            written = count(path, out)[0]
            check(games <= written < 2 * games, written)
        text = folder / "bad.txt"
        text.write_text("4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 500 | 1.0\nrubbish\n\n" + "x" * 9999 + "\n"
                        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 400 | 0.5", encoding="utf-8")  # fmt: skip
        done = call(path, "convert", "--out", folder / "bad.bullet", text)
        check_equal(done.returncode, 1)
        check("bad.txt: at byte 43: not FEN | score | result" in done.stderr, done.stderr)
        check("read 2, written 2, unreadable records 2" in done.stdout, done.stdout)
        (folder / "bad.bullet").write_bytes((folder / "bad.bullet").read_bytes()[:50])
        done = call(path, "convert", "--out", folder / "again.txt", folder / "bad.bullet")
        check("bad.bullet: at byte 32: the file ends inside a record" in done.stderr, done.stderr)
        check("read 1, written 1, unreadable records 1" in done.stdout, done.stdout)


PGN = """[Event "fast"]
[WhiteElo "2500"]
[BlackElo "2400"]
[TimeControl "60+1"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "slow, weaker"]
[WhiteElo "1900"]
[BlackElo "2400"]
[TimeControl "40/7200"]
[Result "1/2-1/2"]

1. d4 {a comment} d5 1/2-1/2

[Event "untold"]

1. c4 Qh4 *
"""


@case("positions of PGN games by rating and time")
def _(path):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.pgn").write_text(PGN, encoding="utf-8")
        out = folder / "out.epd"

        def extract(*arguments):
            done = call(path, "extract", "--out", out, *arguments, folder / "a.pgn")
            check_equal(done.returncode, 1)  # the third game has an illegal move
            check(re.search(r"a\.pgn: line 19: game 3: ", done.stderr), done.stderr)
            check_equal(len(done.stderr.splitlines()), 1)
            check("games read 3" in done.stdout and "broken 1" in done.stdout, done.stdout)
            return out.read_text(encoding="utf-8").splitlines()

        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;"
        check_equal(len(extract()), 5 + 3 + 2)
        check_equal(extract()[0], start + ' c9 "1-0";')
        check_equal(extract()[8], start)
        check_equal(len(extract("--least-elo", 2000)), 5)
        check_equal(len(extract("--least-elo", 1900)), 8)
        check_equal(len(extract("--least-seconds", 600)), 3)
        check_equal(len(extract("--most-seconds", 600)), 5)
        wanted = ['r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; c9 "1-0";']
        check_equal(extract("--first-ply", 4), wanted)
        check_equal(len(extract("--first-ply", 1, "--last-ply", 1)), 3)
        # Such a file is one of openings for the generator.
        good(os.environ["RAVELIN_GENDATA"], "--soft", "20", "--games", "2", "--standard", "0", "--dfrc", "0",
             "--openings", str(out) + ":1", "--out", folder)  # fmt: skip


@case("wrong command lines and places that cannot be written")
def _(path):
    with data() as folder:
        source = folder / "gen-0-0.vbin.zst"
        for arguments, reason, status in (
            ((), "unknown command", 2),
            (("dance", source), "dance", 2),
            (("merge", source), "no --out", 2),
            (("count",), "no file", 2),
            (("split", "--out", folder / "x", source), "--parts or --every", 2),
            (("filter", "--chess960", "maybe", "--out", folder / "x", source), "maybe", 2),
            (("convert", "--out", folder / "x.doc", source), "x.doc: unknown format", 2),
            (("convert", "--shuffled", "--out", folder / "x.txt", source), "only bulletformat", 2),
            (("merge", "--out", folder / "no" / "x", source), "no/x", 1),
        ):
            done = call(path, *arguments)
            check_equal((done.returncode, len(done.stderr.splitlines())), (status, 1), done.stderr)
            check(reason in done.stderr, done.stderr)
        with tempfile.TemporaryDirectory() as counts:
            full = subprocess.run(
                ["sh", "-c", f"ulimit -f 4; trap '' XFSZ; exec {path} merge --out {folder}/y {source} {source}"],
                capture_output=True, text=True, check=False, env=small_file_environment(counts))
        check_equal(full.returncode, 1, full.stdout)
        check("/y: File too large" in full.stderr, full.stderr)
        check(not list(folder.glob("[xy]*")), "half a file is left")


if __name__ == "__main__":
    run()
