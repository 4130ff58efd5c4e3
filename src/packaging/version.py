#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the version of this source tree, MAJOR.MINOR.BUILD.

A source archive has it in src/packaging/version.txt, which comes first: an archive may lie inside
somebody else's repository. In a checkout MAJOR.MINOR is the nearest annotated tag vMAJOR.MINOR and
BUILD the number of commits since. Where neither tells it the version is 0.0.0, and one line on
standard error says why.

usage: version.py [--quiet]        --quiet: does not say why
       version.py --dist VERSION   writes version.txt into the archive that `meson dist` is making;
                                   VERSION is what the build folder was configured with
"""

import os
import re
import subprocess
import sys
from pathlib import Path

FILE = "src/packaging/version.txt"
UNKNOWN = "0.0.0"
NUMBER = r"(?:0|[1-9][0-9]*)"
VERSION = re.compile(rf"{NUMBER}\.{NUMBER}\.{NUMBER}")
DESCRIBED = re.compile(rf"v({NUMBER}\.{NUMBER})-({NUMBER})-g[0-9a-f]+")

# git's patterns know no "one or more", so the tags that are no vMAJOR.MINOR are taken out again:
# v1.2.3, v1.2-rc1, v01.2, v1.02.
TAGS = ["--match=v[0-9]*.[0-9]*"]
TAGS += [f"--exclude={no}" for no in ("v*.*.*", "v*[!0-9.]*", "v0[0-9]*", "v*.0[0-9]*")]


class Trouble(Exception):
    """Why there is no version; one line."""


def git(root, *arguments):
    """The output of a git command in the tree, which may belong to another user, as in a container
    or under sudo: whoever builds it runs its code anyway."""
    env = {**os.environ, "LC_ALL": "C"}
    command = ["git", "-c", f"safe.directory={root}", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    except OSError:
        raise Trouble("there is no git here") from None
    if done.returncode != 0:
        raise Trouble((done.stderr.strip().splitlines() or ["git failed"])[0])
    return done.stdout


def version_of_checkout(root):
    """From the tags; Trouble if the tree is no checkout, has no tag or not all of its commits."""
    shallow, prefix = git(root, "rev-parse", "--is-shallow-repository", "--show-prefix").split("\n")[:2]
    if prefix:
        raise Trouble("the repository around this folder is not Ravelin's own")
    is_shallow = shallow == "true"
    try:
        described = git(root, "describe", "--long", *TAGS)
    except Trouble as trouble:
        hint = " (a shallow clone: try git fetch --unshallow --tags)" if is_shallow else ""
        raise Trouble(f"no annotated tag vMAJOR.MINOR is to be found{hint}: {trouble}") from None
    match = DESCRIBED.fullmatch(described.strip())
    if match is None:
        raise Trouble(f"git describes the tree as {described.strip()}")
    # Where history was cut off after the tag, commits are missing in the count. git shows the
    # place as a commit without parents.
    since = f"v{match.group(1)}..HEAD"
    if is_shallow and git(root, "rev-list", "--max-parents=0", "-1", f"refs/tags/{since}").strip():
        raise Trouble(f"a shallow clone cannot count the commits {since}: try git fetch --unshallow")
    return f"{match.group(1)}.{match.group(2)}"  # MAJOR.MINOR and BUILD


def find_version(root):
    """(version, why it is unknown or None). Exits with status 1 on a version file that is none."""
    try:
        text = (root / FILE).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        try:
            return version_of_checkout(root), None
        except Trouble as trouble:
            return UNKNOWN, str(trouble)
    if not VERSION.fullmatch(text.rstrip("\n")):
        sys.exit(f"version.py: {FILE} must hold MAJOR.MINOR.BUILD and nothing else")
    version = text.rstrip("\n")
    return version, f"{FILE} says so" if version == UNKNOWN else None


def write_for_archive(root, configured):
    """`meson dist` packs HEAD and names the archive as the build folder was configured."""
    version, _ = find_version(root)
    if version != configured:
        sys.exit(f"version.py: the tree has moved from {configured} to {version}: run meson setup --reconfigure")
    target = Path(os.environ["MESON_DIST_ROOT"]) / FILE
    target.write_text(version + "\n", encoding="utf-8")
    # The time of the commit, which all other files of the archive have.
    seconds = int(git(root, "log", "-1", "--format=%ct"))
    os.utime(target, (seconds, seconds))


def main():
    root = Path(__file__).resolve().parents[2]
    if len(sys.argv) == 3 and sys.argv[1] == "--dist":
        write_for_archive(root, sys.argv[2])
        return 0
    if sys.argv[1:] not in ([], ["--quiet"]):
        print("usage: version.py [--quiet | --dist VERSION]", file=sys.stderr)
        return 2
    version, trouble = find_version(root)
    if trouble is not None and len(sys.argv) == 1:
        print(f"the version is {version}: {trouble}", file=sys.stderr)
    print(version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
