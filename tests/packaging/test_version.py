#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The version from tags, version file and nothing, in repositories made for it, and the way that it
takes through a build folder and `meson dist`."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("RAVELIN_SOURCE", Path(__file__).resolve().parents[2]))
SCRIPT = Path("src/packaging/version.py")
FILE = Path("src/packaging/version.txt")
# Nothing of the caller's: neither the repository of a hook nor a person's settings.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
ENVIRONMENT |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
for who in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT |= {f"GIT_{who}_NAME": "somebody", f"GIT_{who}_EMAIL": "somebody@example.org"}


def command(*arguments, cwd, env=ENVIRONMENT):
    done = subprocess.run(arguments, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def run_script(root, *arguments, env=ENVIRONMENT):
    """Status, standard output and standard error of the script in this tree."""
    done = subprocess.run(
        [sys.executable, root / SCRIPT, *arguments],
        cwd="/",
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


class Case(unittest.TestCase):
    commits = 0

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()

    def make_tree(self, name):
        """A folder with the script alone."""
        root = self.folder / name
        (root / SCRIPT).parent.mkdir(parents=True)
        shutil.copy(SOURCE / SCRIPT, root / SCRIPT)
        return root

    def make_repository(self, name="checkout"):
        if shutil.which("git") is None:
            self.skipTest("no git here")
        root = self.make_tree(name)
        self.git(root, "init", "-q", "-b", "main")
        self.git(root, "add", ".")
        self.commit(root)
        return root

    def git(self, root, *arguments):
        return command("git", *arguments, cwd=root)

    def commit(self, root, count=1):
        """Commits with a text of their own, or those of one second on two branches would be one."""
        for _ in range(count):
            self.commits = self.commits + 1
            self.git(root, "commit", "-q", "--allow-empty", "-m", str(self.commits))

    def tag(self, root, *names):
        for name in names:
            self.git(root, "tag", "-a", "-m", name, name)

    def check_version(self, root, wanted, env=ENVIRONMENT):
        self.assertEqual(run_script(root, env=env), (0, wanted + "\n", ""))

    def check_unknown(self, root, *reasons, env=ENVIRONMENT):
        """0.0.0, and one line with these words that says why."""
        status, output, errors = run_script(root, env=env)
        self.assertEqual((status, output), (0, "0.0.0\n"), errors)
        self.assertRegex(errors, r"\Athe version is 0\.0\.0: [^\n]+\n\Z")
        for reason in reasons:
            self.assertIn(reason, errors)


class Tags(Case):
    def test_commits_since_the_nearest_annotated_tag(self):
        root = self.make_repository()
        self.check_unknown(root, "no annotated tag")
        self.assertEqual(run_script(root, "--quiet"), (0, "0.0.0\n", ""))
        self.tag(root, "v0.9")
        self.check_version(root, "0.9.0")
        self.commit(root, 11)
        self.check_version(root, "0.9.11")
        self.tag(root, "v10.0")
        self.commit(root)
        self.check_version(root, "10.0.1")
        self.git(root, "checkout", "-q", "HEAD~2")
        self.check_version(root, "0.9.10")

    def test_other_tags_do_not_count(self):
        root = self.make_repository()
        self.tag(root, "v1.2")
        self.commit(root)
        self.git(root, "tag", "v3.0")  # of the light kind
        self.tag(root, "v1.2.3", "v2", "v2.0-rc1", "v02.0", "v2.00", "v2.0a", "2.0", "nightly")
        self.check_version(root, "1.2.1")

    def test_only_other_tags(self):
        root = self.make_repository()
        self.git(root, "tag", "v3.0")
        self.tag(root, "v1.2.3")
        self.check_unknown(root, "no annotated tag")

    def test_merged_work_counts(self):
        root = self.make_repository()
        self.git(root, "branch", "work")
        self.tag(root, "v1.0")
        self.git(root, "checkout", "-q", "work")
        self.commit(root, 3)
        self.git(root, "checkout", "-q", "main")
        self.commit(root, 2)
        self.git(root, "merge", "-q", "--no-ff", "-m", "merge", "work")
        self.check_version(root, "1.0.6")

    def test_a_branch_named_like_the_tag(self):
        root = self.make_repository()
        self.tag(root, "v1.0")
        self.commit(root, 2)
        self.git(root, "branch", "v1.0")
        self.check_version(root, "1.0.2")


class Clones(Case):
    def test_worktree(self):
        root = self.make_repository()
        self.tag(root, "v1.4")
        self.commit(root)
        beside = self.folder / "beside"
        self.git(root, "worktree", "add", "-q", beside, "-b", "beside")
        self.assertTrue((beside / ".git").is_file())
        self.commit(beside)
        self.check_version(beside, "1.4.2")
        self.check_version(root, "1.4.1")

    def shallow(self, root, depth):
        clone = self.folder / f"shallow-{depth}"
        self.git(self.folder, "clone", "-q", f"--depth={depth}", root.as_uri(), clone)
        self.assertTrue((clone / ".git" / "shallow").is_file())
        return clone

    def test_shallow_clone(self):
        root = self.make_repository()
        self.commit(root, 3)
        self.tag(root, "v1.4")
        self.commit(root, 3)
        self.check_version(self.shallow(root, 5), "1.4.3")
        self.check_version(self.shallow(root, 4), "1.4.3")
        self.check_unknown(self.shallow(root, 3), "shallow")

    def test_shallow_clone_that_has_the_tag_but_not_all_commits_since(self):
        root = self.make_repository()
        self.git(root, "branch", "work")
        self.tag(root, "v1.4")
        self.git(root, "checkout", "-q", "work")
        self.commit(root, 6)
        self.git(root, "checkout", "-q", "main")
        self.git(root, "merge", "-q", "--no-ff", "-m", "merge", "work")
        self.check_version(root, "1.4.7")
        clone = self.shallow(root, 3)
        self.assertIn("v1.4", self.git(clone, "tag"))
        self.check_unknown(clone, "shallow", "--unshallow")

    def test_checkout_of_another_user(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        root = self.make_repository()
        self.tag(root, "v1.4")
        command("chown", "-R", "65534:65534", root, cwd=root)
        with self.assertRaisesRegex(AssertionError, "dubious ownership"):
            self.git(root, "describe")
        self.check_version(root, "1.4.0")


class WithoutRepository(Case):
    def test_no_repository(self):
        self.check_unknown(self.make_tree("plain"))

    def test_no_git(self):
        empty = self.folder / "empty"
        empty.mkdir()
        env = ENVIRONMENT | {"PATH": str(empty)}
        self.check_unknown(self.make_tree("plain"), "no git", env=env)

    def test_somebody_elses_repository(self):
        around = self.make_repository()
        self.tag(around, "v9.9")
        inside = self.make_tree(f"{around.name}/vendor/ravelin")
        self.check_unknown(inside, "not Ravelin's own")

    def test_version_file(self):
        root = self.make_repository()
        self.tag(root, "v9.9")
        (root / FILE).write_text("1.20.300\n")
        self.check_version(root, "1.20.300")
        (root / FILE).write_text("0.0.0\n")
        self.check_unknown(root, FILE.name)

    def test_broken_version_file(self):
        root = self.make_repository()
        self.tag(root, "v9.9")
        for text in ("", "\n", "1.2\n", "1.2.3.4\n", "1.2.x\n", "01.2.3\n", "1.2.3\n1.2.3\n", "-1.2.3", '1.2.3"'):
            (root / FILE).write_text(text)
            status, output, errors = run_script(root)
            self.assertEqual((status, output), (1, ""), text)
            self.assertRegex(errors, r"\A[^\n]*version\.txt[^\n]*\n\Z")
        (root / FILE).write_bytes(b"\xff\x00")
        self.assertEqual(run_script(root)[0], 1)

    def test_wrong_arguments(self):
        root = self.make_tree("plain")
        for arguments in (["--dist"], ["1.2.3"], ["--dist", "1.2.3", "x"]):
            status, output, errors = run_script(root, *arguments)
            self.assertEqual((status, output), (2, ""))
            self.assertIn("usage:", errors)


class Build(Case):
    """The whole tree in a repository of its own, configured; nothing is compiled."""

    def copy_sources(self):
        if shutil.which("meson") is None or shutil.which("ninja") is None:
            self.skipTest("no meson or no ninja here")
        try:
            names = self.git(SOURCE, "ls-files", "-z", "-co", "--exclude-standard").split("\0")
        except (AssertionError, FileNotFoundError):
            self.skipTest("this tree is no checkout, so it cannot be told what belongs to it")
        if "meson.build" not in names or (SOURCE / FILE).exists():
            self.skipTest("this tree is an archive")
        root = self.folder / "checkout"
        for name in filter(None, names):
            if (SOURCE / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / name, root / name)
        self.git(root, "init", "-q", "-b", "main")
        self.git(root, "add", ".")
        self.commit(root)
        return root

    def setup(self, root, folder):
        disabled = ["-Dtests=disabled", "-Dtools=disabled"]
        return command("meson", "setup", folder, root, *disabled, cwd=root)

    def built_version(self, folder):
        """What the programs of a build folder would say."""
        command("ninja", "src/base/version.c", cwd=folder)
        lines = (folder / "src/base/version.c").read_text().splitlines()
        return next(line for line in lines if line.startswith("#define VERSION ")).split('"')[1]

    def test_from_the_tag_to_the_archive(self):
        root = self.copy_sources()
        build = self.folder / "build"
        self.assertIn("WARNING: the version is 0.0.0: no annotated tag", self.setup(root, build))
        self.assertEqual(self.built_version(build), "0.0.0")

        # HEAD moves: the next build knows, without Meson. An archive must wait for Meson.
        self.tag(root, "v7.3")
        self.commit(root)
        self.assertEqual(self.built_version(build), "7.3.1")
        dist = ["meson", "dist", "-C", build, "--no-tests", "--formats=gztar"]
        with self.assertRaisesRegex(AssertionError, "moved from 0.0.0 to 7.3.1"):
            command(*dist, cwd=root)
        output = command("meson", "setup", "--reconfigure", build, root, cwd=root)
        self.assertNotIn("the version is", output)
        command(*dist, cwd=root)

        with tarfile.open(build / "meson-dist" / "ravelin-7.3.1.tar.gz") as archive:
            archive.extractall(self.folder)
        unpacked = self.folder / "ravelin-7.3.1"
        self.assertEqual((unpacked / FILE).read_text(), "7.3.1\n")
        without_git = ENVIRONMENT | {"PATH": str(self.folder)}
        self.check_version(unpacked, "7.3.1", env=without_git)
        self.assertIn("Project version: 7.3.1", self.setup(unpacked, self.folder / "build-unpacked"))
        self.assertEqual(self.built_version(self.folder / "build-unpacked"), "7.3.1")


if __name__ == "__main__":
    unittest.main()
