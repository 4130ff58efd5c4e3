#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a release refuses: engines that are not what they should be, and trees without a version."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("RAVELIN_SOURCE", Path(__file__).resolve().parents[2]))
PACKAGING = SOURCE / "src/packaging"
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
ENVIRONMENT |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
for who in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT |= {f"GIT_{who}_NAME": "somebody", f"GIT_{who}_EMAIL": "somebody@example.org"}

# An engine that says what it is told to, and ends with a status of its own.
PRETENDER = """#!/bin/sh
[ -z "${{RAVELIN_EVALFILE:-}}" ] || echo "another net"
case $1 in
--version) echo "{version}"; exit {version_status} ;;
bench) echo "position 1"; echo "{bench}"; exit {bench_status} ;;
esac
"""


def run(*arguments, **changes):
    done = subprocess.run(
        ["sh", *map(str, arguments)],
        env=ENVIRONMENT | changes,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.engine = Path(folder.name) / "engine"

    def check(self, version="Ravelin 1.2.3", bench="4711 nodes 99 nps", statuses=(0, 0), **changes):
        text = PRETENDER.format(
            version=version, bench=bench, version_status=statuses[0], bench_status=statuses[1]
        )
        self.engine.write_text(text)
        self.engine.chmod(0o755)
        return run(PACKAGING / "check-release.sh", "1.2.3", "4711", self.engine, **changes)

    def test_the_right_one(self):
        self.assertEqual(self.check(), (0, "Ravelin 1.2.3, signature 4711\n", ""))
        # The caller's own settings do not reach it.
        self.assertEqual(self.check(RAVELIN_EVALFILE="/some/net")[0], 0)

    def test_wrong_ones(self):
        for wrong in (
            {"version": "Ravelin 1.2.4"},
            {"version": "Ravelin 1.2.30"},
            {"version": ""},
            {"bench": "4712 nodes 99 nps"},
            {"bench": "47110 nodes 99 nps"},
            {"bench": "14711 nodes 99 nps"},
            {"bench": "4711 nodes"},
            {"bench": ""},
            {"statuses": (1, 0)},
            {"statuses": (0, 1)},
        ):
            status, output, errors = self.check(**wrong)
            self.assertEqual((status, output), (1, ""), wrong)
            self.assertRegex(errors, r"\Acheck-release\.sh: refused: [^\n]+\n\Z")

    def test_no_engine(self):
        status, output, errors = run(PACKAGING / "check-release.sh", "1.2.3", "4711", self.engine)
        self.assertEqual((status, output), (1, ""))
        self.assertIn("refused", errors)

    def test_usage(self):
        for arguments in ((), ("1.2.3", "4711"), ("", "4711", "x"), ("1.2.3", "", "x")):
            self.assertEqual(run(PACKAGING / "check-release.sh", *arguments)[:2], (2, ""))


class Release(unittest.TestCase):
    """What release.sh looks at before it builds."""

    def setUp(self):
        for program in ("git", "meson", "ninja", "xz", "sha256sum", "doxygen"):
            if shutil.which(program) is None:
                self.skipTest(f"no {program} here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "checkout"
        # In an unpacked archive without the version that it carries.
        shutil.copytree(PACKAGING, self.root / "src/packaging", ignore=shutil.ignore_patterns("version.txt"))
        (self.root / "tests/system").mkdir(parents=True)
        shutil.copy(SOURCE / "tests/system/bench.golden", self.root / "tests/system")
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")
        self.out = self.root / "offer"

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, *arguments], env=ENVIRONMENT, check=True)

    def refusal(self, *arguments, wanted):
        status, output, errors = run(self.root / "src/packaging/release.sh", *arguments)
        self.assertEqual((status, output), (wanted, ""), errors)
        return errors

    def test_a_tree_without_a_version(self):
        """It goes on to the build, which fails here, and says what everything would be called."""
        status, output, errors = run(self.root / "src/packaging/release.sh", self.out, "linux-x86_64")
        self.assertEqual((status, output), (1, "ravelin-0.0.0: sources\n"), errors)
        self.assertIn("the version is 0.0.0: no annotated tag", errors)
        self.assertFalse(self.out.exists())

    def test_changes_that_are_not_in_head(self):
        self.git("tag", "-a", "-m", "x", "v1.0")
        (self.root / "tests/system/bench.golden").write_text("total: 1\n")
        self.assertIn("not in HEAD", self.refusal(self.out, "linux-x86_64", wanted=1))
        self.assertFalse(self.out.exists())

    def test_arguments(self):
        self.assertIn("usage", self.refusal(wanted=2))
        self.assertIn("no such target: vax", self.refusal(self.out, "linux-x86_64", "vax", wanted=2))
        self.out.mkdir()
        self.assertIn("is there already", self.refusal(self.out, "linux-x86_64", wanted=2))


if __name__ == "__main__":
    unittest.main()
