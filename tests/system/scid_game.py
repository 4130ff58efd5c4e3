#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One whole game of Ravelin in Scid, after an analysis in its engine window; then the game is replayed
and judged.

usage: scid_game.py ENGINE [--out FOLDER] [--depth N] [--screenshot FILE] [--patience SECONDS]

Scid starts from an empty home on a display of its own, as the script `scid` starts it, and is then
driven by its own procedures: Ravelin is added to the engine list, its window analyses two positions,
and it plays Black in a "serious game" at a depth. White's moves come from a second Ravelin, over
Scid's other way of talking to engines, at a depth too, so that no clock matters.

FOLDER gets game.pgn and game.debug (what the engine window showed, the moves, all that Scid said),
FILE a picture of the game 30 plies before its end, with an analysis of that.
Exit status: 0 analysed, played, legal and ended by the rules; 1 not; 77 not tried.
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from clients import display, namespaces, photograph, replay, run_game, running, wait_for
from support import check

SCREEN = (1000, 520)
ANALYSED = 8  # depth that the window must show of each position

# Names are in a namespace of ours, as Scid's own files use plain ones.
INSIDE = r"""
package require Tk
auto_load tk_messageBox
proc tk_messageBox {args} { puts "box: $args"; return ok }
proc bgerror {text} { puts "error: $text\n$::errorInfo"; exit 1 }
chan configure stdout -buffering line
set argv {}
set argc 0
source -encoding utf-8 [auto_execok scid]
namespace eval drive {}

# Waits until the script is true.
proc drive::until {script} {
    while {![uplevel #0 $script]} {
        after 50 {set ::drive::tick 1}
        vwait ::drive::tick
    }
}

proc drive::shown {} { .engineWin$::drive::window.display.pv.lines get 1.0 end }

# The deepest line that the engine window shows is the first.
proc drive::analyse {} {
    drive::until {
        expr {[regexp {^(\d+)} [drive::shown] -> depth] && $depth >= $::env(ANALYSED)}
    }
    puts "analysis\n[string trim [drive::shown]]"
}

proc drive::on_message {message} {
    lassign $message kind data
    if {$kind eq "InfoPV"} { set ::drive::pv [lindex $data 11] }
    if {$kind eq "InfoDisconnected"} { error "the engine that plays White went away" }
}

proc drive::play_white {} {
    ::engine::send white Go [list [sc_game UCI_currentPos] [list [list depth $::env(DEPTH)]]]
    drive::until { expr {$::engconn(waitReply_white) eq ""} }
    if {[::uci::sc_move_add [lindex $::drive::pv 0]]} { error "Scid refuses $::drive::pv" }
    ::notify::PosChanged -pgn
}

# The result by the rules, or "*".
proc drive::result {} {
    puts "ply [sc_game info previousMove]"
    set fen [sc_pos fen]
    incr ::drive::seen([lrange $fen 0 3])
    if {[llength [sc_pos moves]] == 0} {
        if {[string index [sc_game info previousMove] end] ne "#"} { return = }
        return [expr {[sc_pos side] eq "white" ? 0 : 1}]
    }
    set men [regsub -all {[^a-zA-Z]} [lindex $fen 0] ""]
    if {$::drive::seen([lrange $fen 0 3]) >= 3 || [lindex $fen 4] >= 100 ||
        [regexp {^[Kk]*[BbNn]?[Kk]*$} $men]} { return = }
    return *
}

# For the picture: the window's lines for a position of the game, 30 plies before its end.
proc drive::pose {} {
    destroy .tipsWin
    wm geometry . [string map {" " x} $::env(SCREEN)]+0+0
    sc_move back 30
    ::notify::PosChanged
    ::enginewin::start $::drive::window
    drive::analyse
}

proc drive::run {} {
    ::enginecfg::add [list Ravelin $::env(ENGINE) "" . 0 0 "" 1 {}]
    set ::drive::window [::enginewin::Open "" Ravelin]
    drive::until { expr {[llength $::engconn(options_$::drive::window)] > 0} }
    puts "options [llength $::engconn(options_$::drive::window)]"
    ::enginewin::start $::drive::window
    drive::analyse
    sc_move addSan e4
    ::notify::PosChanged -pgn
    drive::analyse
    ::enginewin::stop $::drive::window
    drive::until { expr {$::enginewin::engState($::drive::window) eq "idle"} }

    sc_game new
    set ::sergame::useBook 0
    set ::sergame::timeMode depth
    set ::uci::uciInfo(fixeddepth3) $::env(DEPTH)
    set ::sergame::engineName Ravelin
    set ::sergame::engineListBox(0) [lsearch -exact -index 0 $::engines(list) Ravelin]
    ::engine::setLogCmd white
    ::engine::connect white ::drive::on_message $::env(ENGINE) "" uci
    ::engine::send white NewGame post_pv
    ::sergame::play 0
    sc_game tags set -white Ravelin
    set result *
    while {$result eq "*"} {
        drive::play_white
        if {[set result [drive::result]] ne "*"} break
        ::sergame::engineGo 3
        after cancel ::sergame::engineGo 3
        set result [drive::result]
    }
    ::sergame::abortGame
    ::engine::close white
    sc_game tags set -result $result
    update
    set file [open $::env(GAME).part w]
    puts $file [sc_game pgn -format plain -comments 0 -variations 0]
    close $file
    if {$::env(POSE)} drive::pose
    file rename $::env(GAME).part $::env(GAME)
}
drive::run
"""


def play(options, out):
    """Analyses, plays the game and judges it; raises Failure."""
    engine = os.path.abspath(options.engine)
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ravelin-scid-")))
        (home / "drive.tcl").write_text(INSIDE, encoding="utf-8")
        log = stack.enter_context(open(out / "game.debug", "w", encoding="utf-8"))
        environment = {
            "PATH": os.environ["PATH"],
            "DISPLAY": stack.enter_context(display(*SCREEN)),
            "SCREEN": "{} {}".format(*SCREEN),
            "POSE": str(int(options.screenshot is not None)),
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "ENGINE": engine,
            "DEPTH": str(options.depth),
            "ANALYSED": str(ANALYSED),
            "GAME": str(out / "game.pgn"),
        }
        process = stack.enter_context(
            running(
                [*namespaces(), "tkscid", str(home / "drive.tcl")],
                env=environment, cwd=home, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        )
        text = wait_for(out / "game.pgn", process, out / "game.debug", options.patience)
        if options.screenshot:
            photograph(options.screenshot, environment)
    said = (out / "game.debug").read_text(encoding="utf-8", errors="replace")
    lines = re.findall(r"^\d+/\d+\t\S+\t\S.*$", said, re.M)
    check(len(lines) >= 2 * ANALYSED, "too little analysis:", said[:300])
    check("illegal_pv" not in said, "Scid could not read a line:", said)
    number = re.search(r"^options (\d+)$", said, re.M).group(1)
    return f"{replay(text, engine)}; {number} options, {len(lines)} lines of analysis"


if __name__ == "__main__":
    run_game(
        play,
        "an analysis and a game in Scid",
        ("scid", "tkscid"),
        (
            ("engine", {"help": "the program ravelin"}),
            ("--depth", {"type": int, "default": 6, "help": "of each move (6)"}),
        ),
    )
