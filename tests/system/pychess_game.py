#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One whole game of Ravelin against itself in PyChess, with a third Ravelin as its analyser; then the
game is replayed and judged.

usage: pychess_game.py ENGINE [--out FOLDER] [--level N] [--python PYTHON] [--screenshot FILE]
                       [--patience SECONDS]

PyChess starts from an empty home. It is driven from inside, without its window, by what its own
dialogues call: the engine is added, tried and asked for its options, plays both sides and analyses
each position of the game. A level up to 3 (PyChess's easiest ones, with UCI_LimitStrength) is a
depth, so that no clock matters; --python (/usr/bin/python3) is the one that PyChess belongs to.

FOLDER gets game.pgn and game.debug (the moves as they come, and what the analyser said). For FILE,
a picture of the end, PyChess opens its window as it does for people. Exit status: 0 the game was
played, analysed, legal and ended by the rules; 1 it was not; 77 not tried.
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from clients import NotTried, display, namespaces, photograph, replay, run_game, running, wait_for
from support import check

SCREEN = (1000, 680)

# Runs in PyChess's own Python: its modules stand where that looks.
INSIDE = '''
import asyncio, gettext, os, sys
gettext.install("pychess", names=("ngettext",))
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk
from pychess.System import conf
conf.no_gettext = True
from pychess.Players.engineNest import discoverer
from pychess.Savers import pgn
from pychess.Utils.GameModel import GameModel
from pychess.Utils.const import ARTIFICIAL, BLACK, HINT, NORMALCHESS, WHITE
from pychess.Variants import variants

path, level, game, size = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]

def say(*words):
    print(*words, flush=True)

def open_window():
    """The window as the program opens it, without what a first start asks; its part for games."""
    from pychess.Main import PyChess
    from pychess.perspectives import perspective_manager
    conf.set("dont_show_externals_at_startup", True)
    conf.set("show_tip_at_startup", False)
    splash = Gtk.Window()
    app = PyChess(None, False, None, None, None, asyncio.get_running_loop(), splash, False)
    app.register()
    app.activate()
    app.window.move(0, 0)
    app.window.resize(*map(int, size))
    return perspective_manager.get_perspective("games")

async def play():
    loop = asyncio.get_running_loop()
    found, ended = loop.create_future(), loop.create_future()
    discoverer.connect("all_engines_discovered", lambda _: found.done() or found.set_result(None))
    discoverer.addEngine("Ravelin", path, "uci", None, None)
    if size:
        games = open_window()  # which looks for engines by itself
    else:
        discoverer.pre_discover()
        discoverer.discover()
    await found
    engine = discoverer.getEngineByName("Ravelin")
    say("options", len(engine.get("options", ())))
    conf.set("book_depth_max", 0)  # the engine plays from the first move
    model = GameModel()
    variant, start = variants[NORMALCHESS], discoverer.initPlayerEngine
    players = [
        (ARTIFICIAL, start, [engine, colour, level, variant], "Ravelin") for colour in (WHITE, BLACK)
    ]
    model.connect("game_changed", lambda _, ply: say("ply", ply))
    model.connect("analysis_changed", lambda _, ply: say("analysis of ply", ply, model.scores[ply]))
    model.connect("game_ended", lambda _, reason: ended.done() or ended.set_result(reason))
    if size:
        await games.generalStart(model, *players)
        await model.start_analyzer(HINT, force_engine="Ravelin")
    else:
        model.setPlayers([await player(*words) for _, player, words, _ in players])
        await model.start_analyzer(HINT, force_engine="Ravelin")
        model.start()
    say("ended", await ended)
    with open(game + ".part", "w", encoding="utf-8") as file:
        pgn.save(file, model)
    os.rename(game + ".part", game)
    if not size:
        os._exit(0)

def turn(context, loop):
    while context.pending():
        context.iteration(False)
    loop.call_later(0.01, turn, context, loop)

loop = asyncio.SelectorEventLoop()
asyncio.set_event_loop(loop)
turn(GLib.MainContext.default(), loop)
asyncio.ensure_future(play(), loop=loop)
loop.run_forever()
'''


def play(options, out):
    """Plays the game and judges it; raises Failure."""
    tried = subprocess.run(
        [options.python, "-c", "import pychess.Main"],
        capture_output=True, text=True, env={**os.environ, "DISPLAY": ""}, check=False,
    )  # fmt: skip
    if "No module named" in tried.stderr:
        raise NotTried(f"no PyChess for {options.python} here")
    engine = os.path.abspath(options.engine)
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="ravelin-pychess-"))
        log = stack.enter_context(open(out / "game.debug", "w", encoding="utf-8"))
        environment = {
            "PATH": os.environ["PATH"],
            "DISPLAY": stack.enter_context(display(*SCREEN)),
            "HOME": home,
            "LC_ALL": "C.UTF-8",
        }
        words = [*namespaces(), options.python, "-c", INSIDE]
        words += [engine, str(options.level), str(out / "game.pgn")]
        if options.screenshot:
            words += map(str, SCREEN)
        process = stack.enter_context(
            running(words, env=environment, cwd=home, stdout=log, stderr=subprocess.STDOUT)
        )
        text = wait_for(out / "game.pgn", process, out / "game.debug", options.patience)
        if options.screenshot:
            photograph(options.screenshot, environment)
    said = (out / "game.debug").read_text(encoding="utf-8")
    lines = re.findall(r"^analysis of ply \d+ \(", said, re.M)
    number = re.search(r"^options (\d+)$", said, re.M)
    check(number and int(number.group(1)) > 20, "PyChess read no options:", said[:300])
    check(lines, "PyChess showed nothing of the analysis:", said[:300])
    return f"{replay(text, engine)}; {number.group(1)} options, {len(lines)} lines of analysis"


if __name__ == "__main__":
    run_game(
        play,
        "a game in PyChess",
        (),
        (
            ("engine", {"help": "the program ravelin"}),
            ("--level", {"type": int, "default": 3, "choices": (1, 2, 3), "help": "depth (3)"}),
            ("--python", {"default": "/usr/bin/python3", "help": "PyChess's (/usr/bin/python3)"}),
        ),
    )
