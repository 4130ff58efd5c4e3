#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One whole game of Ravelin against itself in XBoard, through the adapter polyglot, on a display of
its own; then the game is replayed and judged.

usage: xboard_game.py BUILD_FOLDER | --installed
       [--out FOLDER] [--depth N] [--screenshot FILE] [--patience SECONDS]

The build is installed into a temporary folder; with --installed the engine and its plugin file are
those that the system has, as a package brought them. In a mount namespace that games/plugins takes
the place of /usr/local/share/games/plugins and an empty folder that of the home, since XBoard looks
for engine plugin files nowhere but there and in /usr/share/games/plugins; the machine keeps its own.
XBoard is told the name `ravelin` and no more: what that is it can know from the plugin file alone.
A PID namespace ends with it, so that nothing outlives this program. No root is needed.

A move ends by its depth, never by a clock: a busy machine makes the game longer and no different.
Only a silence of --patience seconds (120) between XBoard and polyglot fails, and is named.

FOLDER gets game.pgn and game.debug (all that passed between XBoard and polyglot), FILE a picture of
the end. Exit status: 0 the game was played, legal and ended by the rules; 1 it was not; 77 not
tried.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from clients import (
    NotTried, display, namespaces, need, photograph, replay, run_game, running, wait_for,
)  # fmt: skip
from support import check

PLUGINS = "/usr/local/share/games/plugins"
SCREEN = (930, 490)

# Runs as the first process of the namespaces: $1 the plugins, or nothing where the system has them,
# $2 the home, then XBoard's own words.
# The first start lets XBoard find the plugin and keep it in its list (on SIGTERM it saves); only
# from the second on does it know the name when it picks its engines.
INSIDE = f"""
set -e
if [ -n "$1" ]; then
    mount -t tmpfs none /usr/local/share
    mkdir -p {PLUGINS}
    mount --bind "$1" {PLUGINS}
fi
home=$(getent passwd 0 | cut -d: -f6)
mount --bind "$2" "$home"
shift 2
tries=0
until grep -q '^ravelin -fUCI' "$home/.xboardrc" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -le 20 ] || {{ echo "XBoard does not know the plugin file" >"$LOG"; exit 1; }}
    timeout 3 xboard -ncp || true
done
exec xboard "$@"
"""


def install(build, root):
    """The build under `root`; the folder of its programs and that of its plugins."""
    command = ["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", str(root)]
    subprocess.run(command, check=True)
    plugin = next(root.rglob("games/plugins/uci/ravelin.eng"), None)
    program = next(root.rglob("bin/ravelin"), None)
    check(plugin and program, "no engine or no plugin file among what was installed")
    return program.parent, plugin.parent.parent


def installed():
    """The folder of the system's own engine; its plugins stand where XBoard looks."""
    program = shutil.which("ravelin")
    if program is None:
        raise NotTried("no ravelin is installed here")
    return Path(program).parent, ""


def xboard_words(out, depth):
    return [
        "-fe", "ravelin", "-se", "ravelin", "-mode", "TwoMachines",
        # The pause after the first of two games leaves its end on the board.
        "-matchGames", "2", "-matchPause", "600000",
        "-searchDepth", str(depth), "-tc", "60", "-mps", "0", "-inc", "0",
        "-saveGameFile", str(out / "game.pgn"), "-soundProgram", "",
        "-debug", "-nameOfDebugFile", str(out / "game.debug"),
        "-size", "49", "-engineOutputUp", "true",
    ]  # fmt: skip


def play(options, out):
    """Plays the game and judges it; raises Failure."""
    if not options.installed:
        check(options.build, "a build folder is wanted, or --installed")
        need("meson")
    start = namespaces()
    with contextlib.ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ravelin-xboard-")))
        if options.installed:
            programs, plugins = installed()
        else:
            programs, plugins = install(options.build, work / "root")
        home = work / "home"
        home.mkdir()
        environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "DISPLAY": stack.enter_context(display(*SCREEN)),
            "HOME": str(home),
            "LOG": str(out / "game.debug"),
            "LC_ALL": "C.UTF-8",
        }
        command = [*start, "sh", "-c", INSIDE, "sh", str(plugins), str(home)]
        command += xboard_words(out, options.depth)
        process = stack.enter_context(
            running(command, env=environment, cwd=home, stderr=subprocess.DEVNULL)
        )
        text = wait_for(out / "game.pgn", process, out / "game.debug", options.patience)
        if options.screenshot:
            photograph(options.screenshot, environment, ("Engine Output", 425, 0, 500, 485))
        return replay(text, programs / "ravelin")


if __name__ == "__main__":
    run_game(
        play,
        "a game in XBoard, through polyglot",
        ("xboard", "polyglot"),
        (
            ("build", {"nargs": "?", "help": "a build folder whose ravelin is built"}),
            ("--installed", {"action": "store_true", "help": "the engine that the system has"}),
            ("--depth", {"type": int, "default": 6, "help": "of each move (6)"}),
        ),
    )
