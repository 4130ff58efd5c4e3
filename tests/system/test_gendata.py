#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-gendata: the same games however often it is killed and resumed, a clean end on a signal
and on a full disk, another engine as teacher, and files of openings.

usage: test_gendata.py RAVELIN-GENDATA [CASE...], with the engine in RAVELIN_ENGINE
"""

import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from support import SLOWNESS, Skip, case, check, check_equal, run, small_file_environment

SECONDS = 120 * SLOWNESS
QUICK = ("--soft", "40", "--check-nodes", "100", "--threads", "2", "--hash", "1")
FINISHED = re.compile(r"100\.0 %  (\d+) positions  (\d+) games  \d+ positions/s")


def generate(path, *arguments, **options):
    return subprocess.run([path, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False, **options)


def counts(done):
    check_equal((done.returncode, done.stderr), (0, ""), done.stdout)
    found = FINISHED.findall(done.stdout)
    check(found, "no last line:", done.stdout)
    return tuple(int(word) for word in found[-1])


def unpacked(folder):
    """The games of each file, without frames and header."""
    files = sorted(Path(folder).glob("*.vbin.zst"))
    return [subprocess.run(["zstd", "-dcq", file], capture_output=True, check=True).stdout for file in files]


def has_zstd():
    return subprocess.run(["sh", "-c", "command -v zstd"], capture_output=True, check=False).returncode == 0


@case("a killed run goes on and ends with the same games")
def _(path):
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as killed:
        wanted = counts(generate(path, *QUICK, "--games", "230", "--out", whole))
        check_equal(wanted[1], 230)
        kills = 0
        for delay in (0.05, 0.3, 0.5, 0.7, 0.9):
            with subprocess.Popen([path, *QUICK, "--games", "230", "--out", killed], stdout=subprocess.DEVNULL) as run_:
                time.sleep(delay * SLOWNESS)
                kills += run_.poll() is None
                run_.kill()
        check(kills > 0, "no run was killed")
        check_equal(counts(generate(path, *QUICK, "--games", "230", "--out", killed)), wanted)
        check(not list(Path(killed).glob("*.open")), "a journal is left")
        if has_zstd():
            check_equal(unpacked(killed), unpacked(whole))
        # A larger goal adds to what is there, with another number of threads too.
        more = counts(generate(path, *QUICK, "--games", "260", "--out", killed))
        check_equal(more[1], 260)


@case("signals end it cleanly, and it goes on")
def _(path):
    for number in (signal.SIGINT, signal.SIGTERM):
        with tempfile.TemporaryDirectory() as folder:
            command = [path, *QUICK, "--positions", "100000000", "--out", folder]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run_:
                time.sleep(1.5 * SLOWNESS)
                run_.send_signal(number)
                output, errors = run_.communicate(timeout=20 * SLOWNESS)
            check_equal((run_.returncode, errors), (0, ""))
            check("goes on from here" in output, output)
            check(not list(Path(folder).glob("*.open")), "a journal is left")
            games = re.findall(r"(\d+) games", output)[-1]
            again = generate(path, *QUICK, "--games", "1", "--out", folder)
            check_equal(counts(again)[1], int(games), "all finished games are there")


@case("a full disk is an error with a name, and nothing written is lost")
def _(path):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY))

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as whole:
        command = (*QUICK, "--games", "1000")
        with tempfile.TemporaryDirectory() as uncounted:
            full = generate(path, *command, "--out", folder, preexec_fn=small_files,
                            env=small_file_environment(uncounted))
        check_equal(full.returncode, 1, full.stdout)
        check(re.search(r"vbin\.zst: .*too large", full.stderr), full.stderr)
        check_equal(len(full.stderr.splitlines()), 1)
        resumed = generate(path, *QUICK, "--games", "1", "--out", folder)
        games = counts(resumed)[1]
        check(games > 10, games)
        counts(generate(path, *QUICK, "--games", "400", "--out", folder))
        counts(generate(path, *QUICK, "--games", "400", "--out", whole))
        if has_zstd():
            check_equal(unpacked(folder), unpacked(whole))


@case("what cannot be used is refused in one line")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        counts(generate(path, *QUICK, "--games", "4", "--out", folder))
        foreign = Path(folder) / "foreign-0-0.vbin.zst"
        foreign.write_bytes(b"these are not games")
        for arguments, reason in (
            ((), "no --out"),
            (("--out", folder, "--frobnicate"), "--frobnicate"),
            (("--out", folder, "--soft", "0"), "--soft 0"),
            (("--out", folder, "--soft"), "wants a value"),
            (("dance", "--out", folder), "dance"),
            (("--out", folder, "--seed", "2", "--games", "4"), "made by another"),
            (("--out", folder, "--name", "foreign", "--games", "4"), "foreign-0-0.vbin.zst: at byte 0"),
            (("--out", folder, "--standard", "0", "--dfrc", "0"), "no kind of start"),
            (("--out", folder, "--openings", "/no/such.epd:3"), "/no/such.epd"),
            (("--out", folder, "--openings", "/no/such.epd"), "FILE:SHARE"),
            (("--out", folder, "--net", "/no/such.nnue"), "/no/such.nnue"),
            (("--out", folder, "--isa", "quantum"), "quantum"),
            (("teacher", "--out", folder), "no --engine"),
            (("teacher", "--engine", "/no/such/engine", "--out", folder), "/no/such/engine"),
            (("teacher", "--engine", os.environ["RAVELIN_ENGINE"], "--option", "x", "--name", "t", "--out",
              folder), "NAME=VALUE"),  # fmt: skip
            (("openings", "--count", "1", "--band-least", "9", "--band", "8", "--out", folder + "/x"), "--band-least"),
            (("teacher", "--engine", "true", "--out", folder), "true: the engine has ended"),
            (("openings", "--out", folder + "/x.epd"), "no --count"),
        ):
            refused = generate(path, *arguments)
            check(refused.returncode in (1, 2), arguments, refused.returncode)
            check_equal(len(refused.stderr.splitlines()), 1, refused.stderr)
            check(reason in refused.stderr, reason, "not in", refused.stderr)
        check_equal(foreign.read_bytes(), b"these are not games")
        missing = generate(path, "--out", folder + "/nowhere")
        check_equal(missing.returncode, 1)
        check("nowhere" in missing.stderr, missing.stderr)


@case("a teacher plays by UCI, and its data are like our own")
def _(path):
    engine = os.environ["RAVELIN_ENGINE"]
    with tempfile.TemporaryDirectory() as folder:
        arguments = (*QUICK, "--engine", engine, "--option", "Move Overhead=1", "--games", "12", "--dfrc", "200")
        made = counts(generate(path, "teacher", *arguments, "--out", folder))
        check_equal(made[1], 12)
        check(made[0] > 12 * 20, made)
        header = sorted(Path(folder).glob("*.vbin.zst"))[0].read_bytes()[8:1500]
        check(b'"teacher": "Ravelin' in header and b"Move Overhead=1" in header, header)


@case("openings lie within the band, differ, and do not depend on the threads")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for threads in ("1", "3"):
            file = Path(folder) / f"{threads}.epd"
            done = generate(
                path, "openings", "--count", "60", "--check-nodes", "400", "--band-least", "15", "--band", "60",
                "--dfrc", "20", "--threads", threads, "--out", str(file),
            )  # fmt: skip
            check_equal((done.returncode, done.stderr), (0, ""))
            texts.append(file.read_text(encoding="utf-8"))
        check_equal(texts[0], texts[1])
        lines = texts[0].splitlines()
        check_equal(len(lines), 60)
        check_equal(len({line.split(" hmvc")[0] for line in lines}), 60)
        for line in lines:
            fields = re.fullmatch(r"\S+ [wb] \S+ \S+ hmvc \d+; fmvn \d+; ce (-?\d+);", line)
            check(fields and 15 <= abs(int(fields.group(1))) <= 60, line)
        # One random ply or none: there are 21 such positions.
        narrow = generate(path, "openings", "--count", "60", "--check-nodes", "1", "--band", "1000", "--hash", "1",
                          "--random-plies", "0", "--out", folder + "/n.epd")  # fmt: skip
        check_equal(narrow.returncode, 2)
        check("widen" in narrow.stderr, narrow.stderr)
        check(not list(Path(folder).glob("n.epd*")), "half a file is left")


@case("tablebases end games with their result")
def _(path):
    shared = os.environ.get("RAVELIN_SHARED") or Path(__file__).parents[2] / ".." / "shared"
    tables = Path(shared) / "data" / "syzygy"
    if not (tables / "KQvK.rtbw").exists():
        raise Skip("no tablebases beside the checkout")
    starts = (*QUICK, "--standard", "0", "--dfrc", "0", "--endgame", "1", "--band", "3000", "--win-score", "30000")
    with tempfile.TemporaryDirectory() as plain, tempfile.TemporaryDirectory() as known:
        without = counts(generate(path, *starts, "--games", "60", "--out", plain))
        done = generate(path, *starts, "--games", "60", "--syzygy", str(tables), "--out", known)
        if "without" in done.stderr and done.returncode == 2:
            raise Skip("built without libfathom")
        check_equal(done.returncode, 0, done.stderr)
        check("up to 4 men" in done.stderr, done.stderr)
        with_tables = tuple(map(int, FINISHED.findall(done.stdout)[-1]))
        check(with_tables[1] == 60 and with_tables[0] < 0.8 * without[0], with_tables, without)
        header = next(Path(known).glob("*.vbin.zst")).read_bytes()[8:1500]
        check(b'"tablebase_men": 4' in header, header)
        missing = generate(path, *starts, "--games", "1", "--syzygy", plain, "--name", "x", "--out", known)
        check_equal(missing.returncode, 2)
        check("no tables there" in missing.stderr, missing.stderr)


if __name__ == "__main__":
    run()
