# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of a tool on the command line, for the sessions with tools that speak no UCI."""

import subprocess

from support import SLOWNESS, check_equal

SECONDS = 120 * SLOWNESS


def call(path, *arguments, **options):
    """The finished run of a tool, whatever its status; `options` are those of subprocess.run."""
    return subprocess.run(
        [path, *map(str, arguments)], capture_output=True, text=True, timeout=SECONDS, check=False,
        **options)


def good(path, *arguments):
    """What a run printed that must succeed and complain of nothing."""
    done = call(path, *arguments)
    check_equal((done.returncode, done.stderr), (0, ""), arguments)
    return done.stdout
