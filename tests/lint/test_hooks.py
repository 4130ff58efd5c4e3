#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The git hooks in a repository made for it: what they let pass and what they refuse."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
# Nothing of the caller's: neither the repository of a hook nor a person's settings.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
ENVIRONMENT |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
for who in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT |= {f"GIT_{who}_NAME": "somebody", f"GIT_{who}_EMAIL": "somebody@example.org"}

SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
FINE = SPDX + '#include "base/b.h"\n\nint f(void)\n{\n    return 1;\n}\n'
NO_CHANGE = "\n\nNo functional change\n"

# What stands for the engine: its name is the target, and it needs no building.
BUILD = "build ravelin: phony\n"
ENGINE = '#!/bin/sh\n[ "$1" = bench ] && echo "{nodes} nodes 99 nps"\n'


class Hooks(unittest.TestCase):
    def setUp(self):
        for program in ("git", "ninja"):
            if shutil.which(program) is None:
                self.skipTest(f"no {program} here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "checkout"
        for part in (".ci/hooks", "tests/lint"):
            shutil.copytree(SOURCE / part, self.root / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(SOURCE / ".clang-format", self.root)
        self.write(".gitignore", "/build/\n__pycache__/\n")
        self.write("tests/system/bench.golden", "position 1: e2e4 100\ntotal: 100\n")
        self.write("src/chess/a.c", FINE)
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")
        self.git("config", "core.hooksPath", ".ci/hooks")

    def git(self, *arguments, wanted=0):
        """Standard error of a git command that ends with status `wanted`."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, wanted, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def stage(self, name, text):
        self.write(name, text)
        self.git("add", name)

    def commit(self, message):
        return self.git("commit", "-q", "-m", message)

    def refused(self, message, *reasons):
        said = self.git("commit", "-q", "-m", message, wanted=1)
        for reason in reasons:
            self.assertIn(reason, said)

    def build(self, nodes):
        self.write("build/build.ninja", BUILD)
        self.write("build/ravelin", ENGINE.format(nodes=nodes))
        (self.root / "build/ravelin").chmod(0o755)


class PreCommit(Hooks):
    def test_a_fine_file(self):
        self.stage("src/chess/b.c", FINE)
        self.commit("chess: more" + NO_CHANGE)

    def test_layout(self):
        found = shutil.which("clang-format")
        said = found and subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        if not said or "version 14." not in said.stdout:
            self.skipTest("no clang-format 14 here: THE LAYOUT WAS NOT CHECKED")
        self.stage("src/chess/b.c", FINE.replace("    return", "  return"))
        self.refused("chess: more" + NO_CHANGE, "src/chess/b.c: not formatted")

    def test_small_rules(self):
        self.stage("src/chess/b.c", FINE.removeprefix(SPDX))
        self.refused("chess: more" + NO_CHANGE, "src/chess/b.c: no SPDX line at its head")

    def test_who_includes_whom(self):
        self.stage("src/chess/b.c", FINE.replace("base/b.h", "search/b.h"))
        self.refused("chess: more" + NO_CHANGE, "src/chess/b.c:2: upward: chess must not see search")

    def test_scripts(self):
        if shutil.which("shellcheck") is None:
            self.skipTest("no shellcheck here: NO SCRIPT WAS CHECKED")
        self.stage("tests/x.sh", "#!/bin/sh\n# SPDX-License-Identifier: GPL-3.0-or-later\ncd $1\n")
        self.refused("tests: a script", "SC2164")

    def test_what_is_staged_counts_and_not_what_lies_there(self):
        self.stage("src/chess/b.c", FINE)
        self.write("src/chess/b.c", "int x;\t")
        self.commit("chess: more" + NO_CHANGE)
        self.git("add", ".")
        self.write("src/chess/b.c", FINE)
        self.refused("chess: more" + NO_CHANGE, "src/chess/b.c:1: tab")

    def test_a_picture_has_rules_of_its_own(self):
        (self.root / "x.png").write_bytes(b"\x89PNG\r\n")
        self.git("add", "x.png")
        self.commit("tests: a picture")

    def test_a_file_that_goes(self):
        self.git("rm", "-q", "src/chess/a.c")
        self.commit("chess: less" + NO_CHANGE)


class CommitMessage(Hooks):
    def test_subject(self):
        for wrong in ("Mend a fault", "chess mend a fault", "Chess: mend a fault", "chess:", ": x"):
            self.stage("README.md", wrong + "\n")
            self.refused(wrong, "the subject is not")
        self.commit("chess, uci: mend a fault")

    def test_what_says_nothing_of_its_own(self):
        self.stage("src/chess/a.c", FINE.replace("1", "2"))
        self.commit("fixup! chess: more")
        self.git("branch", "other")
        self.stage("src/chess/a.c", FINE.replace("1", "3"))
        self.commit("chess: more" + NO_CHANGE)
        self.git("checkout", "-q", "other")
        self.stage("src/chess/c.c", FINE)
        self.commit("chess: c" + NO_CHANGE)
        self.git("merge", "-q", "--no-edit", "main")

    def test_other_files_say_nothing(self):
        self.stage("tests/readme.txt", "x\n")
        self.commit("tests: a text")

    def test_a_change_of_the_program_says_what_it_is(self):
        for name in ("src/chess/a.c", "kernels/k.c"):
            self.stage(name, FINE.replace("1", "4"))
            for wrong in ("", "\n\nno functional change", "\n\nBench: many", "\n\nBench: 100 or so"):
                self.refused("chess: more" + wrong, f"it changes {name}", "neither")
            self.refused("chess: more\n\nBench: 100" + NO_CHANGE, "more than one")
            # A line that git takes out again says nothing.
            self.write("message", "chess: more\n\n# No functional change\n")
            self.git("commit", "-q", "--cleanup=strip", "-F", "message", wanted=1)
            self.refused("chess: more\n\nNo functional change..", "neither")
            self.commit("chess: more\n\nNo functional change.")

    def test_golden_file(self):
        self.stage("src/chess/a.c", FINE.replace("1", "5"))
        self.refused("chess: more\n\nBench: 101", "bench.golden has 100")
        self.stage("tests/system/bench.golden", "position 1: e2e4 101\ntotal: 101\n")
        for stop in ("", "."):
            self.refused("chess: more" + NO_CHANGE.rstrip() + stop, "from 100 to 101")
        self.assertIn("NOT COMPARED", self.commit("chess: more\n\nBench: 101"))

    def test_engine(self):
        self.stage("src/chess/a.c", FINE.replace("1", "6"))
        self.stage("tests/system/bench.golden", "total: 102\n")
        self.build(100)
        self.refused("chess: more\n\nBench: 102", "has '100' nodes")
        self.write("build/build.ninja", "rule no\n  command = false\nbuild ravelin: no\n")
        (self.root / "build/ravelin").unlink()
        self.refused("chess: more\n\nBench: 102", "cannot be built")
        self.build(102)
        self.assertEqual(self.commit("chess: more\n\nBench: 102"), "")

    def test_an_engine_of_other_sources(self):
        self.stage("src/chess/a.c", FINE.replace("1", "7"))
        self.stage("tests/system/bench.golden", "total: 103\n")
        self.write("src/chess/a.c", FINE.replace("1", "8"))
        self.build(102)
        self.assertIn("NOT COMPARED", self.commit("chess: more\n\nBench: 103"))


if __name__ == "__main__":
    unittest.main()
