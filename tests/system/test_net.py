#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ravelin-net on the command line: nets made, looked at, stamped and tried, and what it refuses.

usage: test_net.py RAVELIN-NET [CASE...]      with the engine in RAVELIN_ENGINE
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from nets import random_net
from support import (
    KIWIPETE,
    START_FEN,
    Engine,
    case,
    check,
    check_equal,
    run,
    small_file_environment,
)
from tool_runs import call, good


@case("a net that is made is what was asked for, and is verified")
def _(path):
    check(good(path, "--help").startswith("Usage: ravelin-net "))
    with tempfile.TemporaryDirectory() as folder:
        net = Path(folder, "net.nnue")
        check_equal(good(path, "synth", "--seed", 3, "--width", 128, "--king-buckets", 4, "--heads",
                         2, "--mirrored", 1, net), "")  # fmt: skip
        text = good(path, "inspect", net)
        check("4 x 768 mirrored -> 128 x 2 -> 2\n" in text, text)
        check(re.search(r"king-bucket map(\s+\d+){8}\n", text), text)
        check("output bias 1 " in text, text)
        again = Path(folder, "again.nnue")
        good(path, "synth", "--seed", 3, "--width", 128, "--king-buckets", 4, "--heads", 2, again)
        check_equal(again.read_bytes(), net.read_bytes(), "the same command")
        check(good(path, "verify", "--count", 60, "--seed", 2, net).strip(), "verify is silent")
        check(good(path, "verify", "--count", 20).strip(), "no built-in net is tried")
        check(good(path, "quantstudy", "--count", 30, net).strip(), "the study is silent")


@case("positions of a file: bad lines are counted, a file of none is refused")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        fens = Path(folder, "fens.txt")
        fens.write_text(f"{START_FEN}\n\nno position\n{KIWIPETE}\r\n", encoding="utf-8")
        for command in ("verify", "quantstudy"):
            done = call(path, command, "--positions", fens)
            check_equal(done.returncode, 0, done.stderr)
            check(re.fullmatch(r"ravelin-net: .*: 1 lines that are no positions left out\n",
                               done.stderr), done.stderr)
        fens.write_text("no position\n", encoding="utf-8")
        done = call(path, "verify", "--positions", fens)
        check_equal((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        check("no line of it is a position" in done.stderr, done.stderr)


@case("stamped with the checksum of what it holds, the engine takes it")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        data, checksum = random_net(8)
        spoilt = Path(folder, "spoilt.nnue")
        spoilt.write_bytes(data[:56] + bytes(8) + data[64:])
        done = call(path, "inspect", spoilt)
        check_equal((done.returncode, "checksum" in done.stderr), (2, True), done.stderr)
        stamped = good(path, "stamp", "--out", folder, spoilt).strip()
        check_equal(Path(stamped).name, f"ravelin-{checksum >> 32:08x}.nnue")
        check_equal(Path(stamped).read_bytes(), data)
        with Engine(os.environ["RAVELIN_ENGINE"]) as engine:
            check_equal(engine.set_up(f"setoption name EvalFile value {stamped}"), [])
            check(engine.go("depth 4").best in engine.moves())


@case("the net that counts men counts them")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        net = Path(folder, "material.nnue")
        good(path, "material", net)
        good(path, "verify", "--count", 40, net)
        with Engine(os.environ["RAVELIN_ENGINE"]) as engine:
            engine.set_up(f"setoption name EvalFile value {net}")
            values = []
            for men in ("", "P", "N", "B", "R", "Q", "p"):
                board = f"4k3/8/8/8/8/{men or 'N'}7/8/4K3"
                fen = board if men else "4k3/8/8/8/8/8/8/4K3"
                engine.position(f"fen {fen} w - - 0 1")
                engine.send("eval short")
                engine.speaks_freely = True
                found = re.search(r"-?\d+", engine.next_line())
                values.append(int(found.group()))
            check(values[0] == 0 and values[1] > 40 and values[6] < 0, values)
            check(values[1] < values[2] <= values[3] < values[4] < values[5], values)


@case("wrong command lines, and places that cannot be written")
def _(path):
    with tempfile.TemporaryDirectory() as folder:
        net = Path(folder, "net.nnue")
        short = Path(folder, "short.nnue")
        short.write_bytes(b"RAVELNET")
        good(path, "synth", net)
        for arguments, reason, status in (
            ((), "unknown command", 2),
            (("dance",), "dance: unknown command", 2),
            (("synth",), "no file named", 2),
            (("synth", "--width", 65, net), "multiple of 64", 2),
            (("synth", "--width", 10 ** 6, net), "--width", 2),
            (("synth", "--nonsense", 1, net), "--nonsense", 2),
            (("synth", "--seed"), "--seed", 2),
            (("inspect", net, net), "one file only", 2),
            (("inspect", Path(folder, "none")), "none", 1),
            (("stamp", short), "are no net", 2),
            (("stamp", Path(folder, "none")), "none", 1),
            (("stamp", "--out", "x" * 5000, net), "too long", 2),
            (("stamp", "--out", Path(folder, "no"), net), "no/", 1),
            (("verify", Path(folder, "none")), "none", 1),
            (("verify", "--positions", Path(folder, "none")), "none", 1),
            (("synth", Path(folder, "no", "net")), "no/net", 1),
            (("synth", "/dev/full"), "/dev/full: ", 1),
            (("material", Path(folder, "no", "net")), "no/net", 1),
        ):
            done = call(path, *arguments)
            check_equal((done.returncode, len(done.stderr.splitlines())), (status, 1),
                        (arguments, done.stderr))
            check(done.stderr.startswith("ravelin-net: ") and reason in done.stderr, done.stderr)
        for command in (f"material {folder}/full", f"synth {folder}/full",
                        f"stamp --out {folder} {net}"):
            before = sorted(os.listdir(folder))
            with tempfile.TemporaryDirectory() as counts:
                full = subprocess.run(
                    ["sh", "-c", f"ulimit -f 4; trap '' XFSZ; exec {path} {command}"], check=False,
                    capture_output=True, text=True, env=small_file_environment(counts))
            check_equal(full.returncode, 1, full.stderr)
            check(re.search("File too large|cannot be written", full.stderr), full.stderr)
            check_equal(sorted(os.listdir(folder)), before, "half a file is left")


if __name__ == "__main__":
    run()
