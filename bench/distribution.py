#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The distribution test: is the build for everybody as fast as one for this machine?

Builds the source twice, for the baseline and with -march=native -flto, runs the bench of both in
turns and compares the medians of nodes per second. Time is the processor time of the process, which
other work on the machine disturbs less; the figures by the clock on the wall stand beside it. Both
must count the same nodes.

usage: distribution.py [--debian] [--lto] [--runs N] [--depth N] [--target RATIO] [--keep FOLDER]

  --debian   build both as Debian does: --buildtype=plain and all flags of dpkg-buildflags
  --lto      link-time optimisation for the baseline as well (with --debian: optimize=+lto)

Exit status: 0 the ratio reaches the target (0.98), 1 it does not, 2 something failed.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
TOTAL = re.compile(r"(\d+) nodes \d+ nps")
FLAG_NAMES = ("CFLAGS", "CPPFLAGS", "LDFLAGS")


def debian_flags(with_lto):
    """The flags of dpkg-buildflags with every hardening, as environment variables."""
    options = "hardening=+all" + (" optimize=+lto" if with_lto else "")
    env = dict(os.environ, DEB_BUILD_MAINT_OPTIONS=options)
    flags = {}
    for name in FLAG_NAMES:
        command = ["dpkg-buildflags", "--get", name]
        done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
        flags[name] = done.stdout.strip()
    return flags


def build(folder, meson_arguments, flags):
    env = {name: value for name, value in os.environ.items() if name not in FLAG_NAMES}
    env.update({name: value for name, value in flags.items() if value})
    fixed = ["-Dtests=disabled", "-Dtools=disabled"]
    for command in (
        ["meson", "setup", folder, SOURCE, *fixed, *meson_arguments],
        ["ninja", "-C", folder, "ravelin"],
    ):
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-3000:] + done.stderr[-3000:], file=sys.stderr)
            raise SystemExit(2)


def bench(program, depth):
    """(nodes, nodes a second of processor time, nodes a second on the wall) of one run."""
    env = dict(os.environ, RAVELIN_TUNE="0")
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "bench", str(depth)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    match = TOTAL.search(output)
    if process.returncode != 0 or not match:
        print(f"distribution.py: {program} bench failed", file=sys.stderr)
        raise SystemExit(2)
    nodes = int(match.group(1))
    return nodes, nodes / (usage.ru_utime + usage.ru_stime), nodes / seconds


def compare(programs, options):
    """The ratio of the first program's median to the second's."""
    counts = set()
    cpu, wall = ([], []), ([], [])
    for program in programs:
        bench(program, options.depth)
    for i in range(options.runs):
        for which in (0, 1) if i % 2 == 0 else (1, 0):
            nodes, by_cpu, by_wall = bench(programs[which], options.depth)
            counts.add(nodes)
            cpu[which].append(by_cpu)
            wall[which].append(by_wall)
    if len(counts) != 1:
        print(f"distribution.py: different node counts: {sorted(counts)}", file=sys.stderr)
        raise SystemExit(2)
    for name, figures in (("processor time", cpu), ("wall", wall)):
        medians = [statistics.median(f) for f in figures]
        pairs = sorted(a / b for a, b in zip(*figures))
        print(
            f"{name}: baseline {medians[0]:.0f} nps, native {medians[1]:.0f} nps, ratio of medians"
            f" {medians[0] / medians[1]:.3f}, median of the pairs {statistics.median(pairs):.3f}"
            f" ({pairs[len(pairs) // 4]:.3f} to {pairs[-1 - len(pairs) // 4]:.3f})"
        )
    return statistics.median(cpu[0]) / statistics.median(cpu[1])


def main(arguments):
    parser = argparse.ArgumentParser(description="Baseline build against native build.")
    parser.add_argument("--debian", action="store_true")
    parser.add_argument("--lto", action="store_true")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--target", type=float, default=0.98)
    keep_help = "build here, and take builds that are there"
    parser.add_argument("--keep", metavar="FOLDER", help=keep_help)
    options = parser.parse_args(arguments)
    flags = debian_flags(options.lto) if options.debian else {}
    native_flags = dict(flags)
    native_flags["CFLAGS"] = flags.get("CFLAGS", "") + " -march=native -flto=auto"
    native_flags["LDFLAGS"] = flags.get("LDFLAGS", "") + " -flto=auto"
    setup = ["--buildtype=plain"] if options.debian else ["--buildtype=release"]
    baseline_setup = setup + (["-Db_lto=true"] if options.lto and not options.debian else [])
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(options.keep or scratch)
        programs = []
        for name, meson_arguments, its_flags in (
            ("baseline", baseline_setup, flags),
            ("native", setup, native_flags),
        ):
            program = folder / name / "ravelin"
            programs.append(program)
            if not program.exists():
                build(folder / name, meson_arguments, its_flags)
        ratio = compare(programs, options)
    verdict = "reached" if ratio >= options.target else "MISSED"
    print(f"ratio {ratio:.3f}, target {options.target}: {verdict}")
    return 0 if ratio >= options.target else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
