#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-train on the command line: the same command gives the same net, a run goes on where it
ended, damaged games are named, and what cannot be used is refused.

usage: test_train.py RAVELIN-TRAIN [CASE...]      with RAVELIN_GENDATA and RAVELIN_NET
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from support import case, check, check_equal, run, small_file_environment
from tool_runs import call, good

QUICK = ("--batch", 256, "--width", 64, "--seed", 3)
GAMES = 230  # some of each hundred are held out


@contextlib.contextmanager
def games():
    """A folder, and a file of games in it."""
    with tempfile.TemporaryDirectory() as folder:
        good(os.environ["RAVELIN_GENDATA"], "--soft", 20, "--check-nodes", 40, "--threads", 1,
             "--hash", 1, "--games", GAMES, "--out", folder)  # fmt: skip
        yield Path(folder), Path(folder, "gen-0-0.vbin.zst")


def fresh(folder, name):
    out = folder / name
    out.mkdir()
    return out


@case("the same command, the same net, which is a net; a run goes on where it ended")
def _(path):
    check(good(path, "--help").startswith("Usage: ravelin-train "))
    with games() as (folder, file):
        nets = []
        for threads in (1, 2):
            out = fresh(folder, f"threads{threads}")
            text = good(path, "--data", f"{file}:2", "--out", out, "--samples", 4096, "--threads",
                        threads, *QUICK)  # fmt: skip
            net = re.search(r"done: (\S+), 16 steps", text)
            check(net, text)
            nets.append(Path(net.group(1)))
            check("hold-out loss" in text, text)
            check((out / "net_vectors.txt").stat().st_size > 1000, "no vectors")
        check_equal(nets[0].read_bytes(), nets[1].read_bytes(), "nets of one and two threads")
        check(good(os.environ["RAVELIN_NET"], "verify", "--count", 20, nets[0]), "no words")
        out = nets[0].parent
        text = good(path, "--data", f"{file}:2", "--out", out, "--samples", 6144, "--resume",
                    *QUICK)  # fmt: skip
        check("resumed at" in text and re.search(r"done: \S+, 24 steps", text), text)
        done = call(path, "--data", file, "--out", out, "--samples", 8192, "--resume", "--batch",
                    256, "--width", 128)  # fmt: skip
        check_equal((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)


@case("few positions are learnt by heart")
def _(path):
    with games() as (folder, file):
        text = good(path, "--data", file, "--out", fresh(folder, "out"), "--samples", 16384,
                    "--overfit", 64, *QUICK)  # fmt: skip
        losses = [float(loss) for loss in re.findall(r"training loss (\d\.\d+)", text)]
        check(len(losses) > 1 and losses[-1] < losses[0], text)


@case("damaged games are named and used as far as they are whole")
def _(path):
    with games() as (folder, file):
        cut = folder / "cut.vbin.zst"
        cut.write_bytes(file.read_bytes()[:-100])
        done = call(path, "--data", file, "--data", cut, "--out", fresh(folder, "out"), "--samples",
                    1024, *QUICK)  # fmt: skip
        check_equal(done.returncode, 0, done.stderr)
        check(re.fullmatch(r"ravelin-train: warning: .*cut\.vbin\.zst: .*\n", done.stderr),
              done.stderr)


@case("wrong command lines, and places that cannot be written")
def _(path):
    with games() as (folder, file):
        out = fresh(folder, "out")
        short = ("--samples", 1024, *QUICK)
        for arguments, reason, status in (
            ((), "no --data", 2),
            (("--data", file), "no --out", 2),
            (("--data", file, "--out", out, "--nonsense"), "unknown option", 2),
            (("--data", file, "--out", out, "--width"), "wants a value", 2),
            (("--data", file, "--out", out, "--width", 65), "multiple of 64", 2),
            (("--data", file, "--out", out, "--samples", 0.5), "whole number", 2),
            (("--data", file, "--out", out, "--lr", "x"), "wanted a number", 2),
            (("--data", f"{file}:0", "--out", out), "a weight from 1", 2),
            (("--data", file, "--out", out, "--king-buckets", 3), "1, 2, 4 or 8", 2),
            (("--data", file, "--out", out, "--isa", "none"), "--isa none", 2),
            (("--data", *[file, "--data"] * 300, file, "--out", out), "more than", 2),
            (("--data", folder / "none", "--out", out, *short), "No such file", 1),
            (("--data", file, "--out", out, "--max-games", 1, *short), "too few games", 2),
            (("--data", file, "--out", out, "--resume", *short), "checkpoint.bin", 1),
            (("--data", file, "--out", folder / "no", *short), "no/", 1),
        ):
            done = call(path, *arguments)
            check_equal((done.returncode, len(done.stderr.splitlines())), (status, 1),
                        (arguments[:6], done.stderr))
            check(done.stderr.startswith("ravelin-train: ") and reason in done.stderr, done.stderr)
        with tempfile.TemporaryDirectory() as counts:
            command = " ".join(map(str, ("--data", file, "--out", out, *short)))
            full = subprocess.run(
                ["sh", "-c", f"ulimit -f 4; trap '' XFSZ; exec {path} {command}"], check=False,
                capture_output=True, text=True, env=small_file_environment(counts))
        check_equal((full.returncode, len(full.stderr.splitlines())), (1, 1), full.stderr)
        check_equal(os.listdir(out), [], "half a checkpoint is left")


if __name__ == "__main__":
    run()
