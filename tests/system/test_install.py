#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`meson install` into an empty folder: what comes where, and that the installed engine plays.

usage: test_install.py ENGINE BUILD_FOLDER PREFIX DATADIR BINDIR MANDIR
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile

from support import Skip, case, check, check_equal, environment, run

BUILD, PREFIX, DATADIR, BINDIR, MANDIR = sys.argv[2:7]
del sys.argv[2:7]

DATA = os.path.join(PREFIX, DATADIR)
WANTED = {
    os.path.join(PREFIX, BINDIR, "ravelin"): 0o755,
    os.path.join(PREFIX, MANDIR, "man6", "ravelin.6"): 0o644,
    os.path.join(DATA, "bash-completion", "completions", "ravelin"): 0o644,
    os.path.join(DATA, "games", "plugins", "uci", "ravelin.eng"): 0o644,
    os.path.join(DATA, "metainfo", "org.ravelin_chess.ravelin.metainfo.xml"): 0o644,
    os.path.join(DATA, "doc", "ravelin", "LICENSE"): 0o644,
    os.path.join(DATA, "doc", "ravelin", "THIRD-PARTY-NOTICES"): 0o644,
    os.path.join(DATA, "ravelin", "ravelin-book.txt"): 0o644,
}


FOLDER = tempfile.TemporaryDirectory()


@functools.cache
def installed():
    """Everything installed, once, under a folder that stands for the root of a system; its path."""
    meson = shutil.which("meson")
    if meson is None:
        raise Skip("no meson on PATH")
    done = subprocess.run(
        [meson, "install", "-C", BUILD, "--no-rebuild", "--destdir", FOLDER.name],
        capture_output=True,
        text=True,
        check=False,
    )
    check_equal(done.returncode, 0, done.stdout + done.stderr)
    return FOLDER.name


def installed_file(end):
    """The file of WANTED whose place has this end."""
    place = next(place for place in WANTED if place.endswith(end))
    return os.path.join(installed(), place.lstrip("/"))


@case("what is installed, and where")
def _(_path):
    for place, mode in WANTED.items():
        path = os.path.join(installed(), place.lstrip("/"))
        check(os.path.isfile(path), "not there:", place)
        check_equal(oct(os.stat(path).st_mode & 0o777), oct(mode), place)
    for top, _, files in os.walk(installed()):
        for name in files:
            place = "/" + os.path.relpath(os.path.join(top, name), installed())
            check(place.startswith(PREFIX + "/"), "outside the prefix:", place)


@case("the installed engine plays, whatever the folder and its name")
def _(_path):
    program = installed_file("/ravelin")
    with tempfile.TemporaryDirectory() as elsewhere:
        link = os.path.join(elsewhere, "x")
        os.symlink(program, link)
        for name, argv0 in ((program, program), (link, link), (program, "x")):
            done = subprocess.run(
                [argv0, "go", "depth", "4"],
                executable=name,
                cwd=elsewhere,
                env=environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            check_equal((done.returncode, done.stderr), (0, ""))
            check("bestmove " in done.stdout and "(none)" not in done.stdout, done.stdout)


def checked_by(*command):
    if shutil.which(command[0]) is None:
        raise Skip(f"no {command[0]} here")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check_equal((done.returncode, done.stderr), (0, ""), done.stdout)


@case("the metainfo file is valid")
def _(_path):
    checked_by("appstreamcli", "validate", "--no-net", installed_file(".metainfo.xml"))


@case("the manual page has no fault")
def _(_path):
    checked_by("groff", "-ww", "-man", "-Tutf8", "-z", installed_file(".6"))


@case("completion in bash")
def _(_path):
    if shutil.which("bash") is None:
        raise Skip("no bash here")
    complete = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ravelin;'
    complete += ' echo "${COMPREPLY[@]}"'
    for words, wanted in ((["ravelin", "be"], "bench"), (["ravelin", "--isa", "sca"], "scalar")):
        done = subprocess.run(
            ["bash", "-c", complete, installed_file("s/ravelin"), *words],
            capture_output=True,
            text=True,
            check=False,
        )
        check_equal((done.returncode, done.stdout.strip(), done.stderr), (0, wanted, ""), words)


if __name__ == "__main__":
    run()
