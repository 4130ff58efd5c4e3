#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the tests see faults? Puts each fault of mutations.toml, one at a time, into a copy of the
sources, builds, and runs the tests that should notice.

usage: mutations.py [--build FOLDER] [--sample N --seed S] [--list] [NAME...]

Prints killed or SURVIVED for each; exit status 0 if all were killed, 1 if one survived, 2 if the
list does not fit the sources or they do not build. NAME chooses the mutations whose name holds it, a
sample takes from each file in turn. The copy stays in FOLDER (build-mutations) and makes the next
run quick.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
TEST_SECONDS = 300  # a mutant that hangs a test is killed as well
# Quick to build, with assertions, and without the link that looks at the whole program.
SETUP = (
    "-Dbuildtype=debugoptimized", "-Doptimization=1", "-Db_ndebug=false", "-Dwhole_program=false",
    "-Dtests=enabled", "-Dtools=disabled",
)


class Unusable(Exception):
    pass


def read_list(path):
    with open(path, "rb") as file:
        mutations = tomllib.load(file)["mutation"]
    names = set()
    for mutation in mutations:
        name = mutation["name"]
        if name in names:
            raise Unusable(f"{name} stands twice in {path.name}")
        names.add(name)
        count = (TOP / mutation["file"]).read_text(encoding="utf-8").count(mutation["old"])
        if count != 1:
            raise Unusable(f"{name}: its text is found {count} times in {mutation['file']}")
        if mutation["old"] == mutation["new"]:
            raise Unusable(f"{name} changes nothing")
    return mutations


def choose(mutations, names, count, seed):
    """Those named, and of them as many as asked for, from each file in turn."""
    chosen = [m for m in mutations if not names or any(name in m["name"] for name in names)]
    if count is None or count >= len(chosen):
        return chosen
    rng = random.Random(seed)
    by_file = {}
    for mutation in rng.sample(chosen, len(chosen)):
        by_file.setdefault(mutation["file"], []).append(mutation)
    piles = list(by_file.values())
    picked = []
    while len(picked) < count:
        piles = [pile for pile in piles if pile]
        picked += [pile.pop() for pile in piles]
    return picked[:count]


def copy_sources(source):
    """The files that git knows, as they lie in the working tree; those that are equal stay as they
    are, so that only what changed is built."""
    listed = subprocess.run(
        ["git", "-C", str(TOP), "ls-files", "-z"], check=True, capture_output=True)
    for name in listed.stdout.decode().split("\0"):
        original, copy = TOP / name, source / name
        if not name or not original.is_file():
            continue
        if not copy.is_file() or copy.read_bytes() != original.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(original, copy)
            shutil.copymode(original, copy)


class Bench:
    """The copy, its build, and the tests in it."""

    def __init__(self, folder):
        self.source, self.build = folder / "source", folder / "build"
        copy_sources(self.source)
        if not (self.build / "build.ninja").is_file():
            self.run("meson", "setup", str(self.build), str(self.source), *SETUP)
        shared = os.environ.get("RAVELIN_SHARED", str(TOP.parent / "shared"))
        self.environment = {**os.environ, "RAVELIN_SHARED": shared, "RAVELIN_TUNE": "0",
                            "RAVELIN_SOURCE": str(self.source)}

    @staticmethod
    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unusable(f"{' '.join(command[:3])}: {done.stdout[-2000:]}{done.stderr[-2000:]}")

    @staticmethod
    def program(test):
        return "tests/test_" + test.replace("/", "_")

    def make(self, tests):
        self.run("ninja", "-C", str(self.build), *map(self.program, tests))

    def first_failure(self, tests):
        """The name of the first test that fails; None if all pass."""
        for test in tests:
            # Stops at the first failure; its sub-tests run beside each other.
            command = [str(self.build / self.program(test)), "--fail-fast"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, check=False,
                                      errors="replace", cwd=self.build, env=self.environment,
                                      timeout=TEST_SECONDS)
            except subprocess.TimeoutExpired:
                return f"{test}, which hangs"
            if done.returncode != 0:
                found = re.search(r"\[FAIL\] (\S+?):? ", done.stderr + done.stdout)
                return f"{test} {found.group(1) if found else ''}".strip()
        return None

    def try_out(self, mutation):
        path = self.source / mutation["file"]
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
        try:
            self.make(mutation["tests"])
            return self.first_failure(mutation["tests"])
        finally:
            path.write_text(text, encoding="utf-8")


def run(options):
    mutations = choose(read_list(HERE / "mutations.toml"), options.names, options.sample,
                       options.seed)
    if not mutations:
        raise Unusable("no mutation has such a name")
    if options.list:
        for mutation in mutations:
            print(f"{mutation['name']:<44} {mutation['file']}")
        return 0
    bench = Bench(Path(options.build).resolve())
    tests = sorted({test for mutation in mutations for test in mutation["tests"]})
    bench.make(tests)
    failure = bench.first_failure(tests)
    if failure:
        raise Unusable(f"without any mutation this fails: {failure}")
    survivors = 0
    for mutation in mutations:
        start = time.monotonic()
        killer = bench.try_out(mutation)
        survivors += killer is None
        print(f"{'killed  ' if killer else 'SURVIVED'} {mutation['name']:<44} "
              f"{time.monotonic() - start:5.1f} s  {killer or ''}".rstrip(), flush=True)
    print(f"Mutations: {len(mutations) - survivors} killed, {survivors} survived"
          + (f" (a sample, seed {options.seed})" if options.sample else ""))
    return 1 if survivors else 0


def main():
    parser = argparse.ArgumentParser(description="which seeded faults the tests see")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--build", default=str(TOP / "build-mutations"))
    parser.add_argument("--sample", type=int, help="only so many of them")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--list", action="store_true")
    try:
        sys.exit(run(parser.parse_args()))
    except Unusable as reason:
        print(f"mutations: {reason}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
