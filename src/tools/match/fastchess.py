# SPDX-License-Identifier: GPL-3.0-or-later
"""What the match tools share: a fastchess command from named parts, its run, and what it printed.

fastchess is looked for where --fastchess says, else on PATH. It runs in a folder of its own, so that
its config.json lies in nobody's way; paths handed to it are made absolute.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple

# Scores of the first engine: pairs by their points in the order 0, 1/2, 1, 3/2, 2.
Result = namedtuple("Result", "first second wins draws losses pairs")

# How a game may end that says nothing about the strength of play.
TROUBLE = re.compile(r"loses on time|disconnects|connection stalls|makes an illegal move")

FINISHED = re.compile(r"Finished game \d+ \((.+) vs (.+)\): (\S+) \{(.*)\}")
RESULTS = re.compile(r"Results of (.+) vs (.+) \(")
GAMES = re.compile(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+),")
PENTANOMIAL = re.compile(r"Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]")


class MatchError(Exception):
    """What keeps a match from being played or read; its text is one line."""


def find_fastchess(path):
    """The program: `path`, or fastchess on PATH where that is None."""
    found = shutil.which(path or "fastchess")
    if found is None:
        raise MatchError(f"{path or 'fastchess'} is no program here; name it with --fastchess")
    return os.path.abspath(found)


def engine_arguments(name, command, options=(), extra=()):
    """The words that describe one engine; `options` are pairs of UCI name and value."""
    program = shutil.which(command)
    if program is None:
        raise MatchError(f"no engine {command}")
    settings = [f"option.{option}={value}" for option, value in options]
    return ["-engine", f"cmd={os.path.abspath(program)}", f"name={name}", *settings, *extra]


def limit_arguments(nodes, tc):
    """How long a move may take: a number of nodes, or a clock such as 2+0.02."""
    if (nodes is None) == (tc is None):
        raise MatchError("give either --nodes or --tc")
    return [f"tc={tc}", "timemargin=0"] if nodes is None else ["tc=inf", f"nodes={nodes}"]


def opening_arguments(book, seed, plies=None):
    """Openings in random order, each played with both colours."""
    kind = os.path.splitext(book)[1].lstrip(".").lower()
    if kind not in ("epd", "pgn"):
        raise MatchError(f"{book}: a book is an .epd or .pgn file")
    if not os.path.isfile(book):
        raise MatchError(f"no book {book}")
    words = ["-openings", f"file={os.path.abspath(book)}", f"format={kind}", "order=random"]
    return words + ([f"plies={plies}"] if plies else []) + ["-srand", str(seed)]


def adjudication_arguments():
    """Games that are over are not played out; the numbers are those of EXPERIMENTS.md."""
    resign = ["-resign", "movecount=3", "score=600"]
    return resign + ["-draw", "movenumber=34", "movecount=8", "score=10"]


def add_match_options(parser):
    """The command line options that every tool around fastchess has."""
    parser.add_argument("--fastchess", metavar="PROGRAM", help="fastchess; else from PATH")
    parser.add_argument("--nodes", type=int, help="nodes a move")
    parser.add_argument("--tc", help="clock, for example 2+0.02 (seconds + increment)")
    parser.add_argument("--book", required=True, help="openings, an .epd or .pgn file")
    parser.add_argument("--plies", type=int, help="use only so many plies of a .pgn book")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--hash", type=int, default=16, help="Hash of the engines, MiB (16)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of openings (1)")
    parser.add_argument("--pgn", metavar="FILE", help="write the games here (appended)")
    parser.add_argument("--variant", default="standard", choices=("standard", "fischerandom"))


def common_arguments(options, rounds, seed):
    """The words of a match that do not depend on who plays."""
    words = ["-each", f"option.Hash={options.hash}", *limit_arguments(options.nodes, options.tc)]
    words += opening_arguments(options.book, seed, options.plies)
    words += adjudication_arguments()
    words += ["-games", "2", "-repeat", "-rounds", str(rounds), "-variant", options.variant]
    words += ["-concurrency", str(options.concurrency), "-recover"]
    if options.pgn:
        words += ["-pgnout", f"file={os.path.abspath(options.pgn)}", "nodes=true", "nps=true"]
        words += ["timeleft=true", "latency=true"]
    return words


def run(program, arguments, show=None):
    """Plays, and returns all lines that fastchess printed. `show` gets each line as it comes."""
    with tempfile.TemporaryDirectory(prefix="match-") as folder:
        process = subprocess.Popen(
            [program, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        lines = []
        try:
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if show is not None:
                    show(lines[-1])
        except BaseException:
            process.terminate()  # it ends the games that run, and its engines
            raise
        finally:
            process.wait()
            process.stdout.close()
    if process.returncode != 0:
        last = next((line for line in reversed(lines) if line.strip()), "no output")
        raise MatchError(f"fastchess ended with status {process.returncode}: {last}")
    return lines


def read_results(lines):
    """The last result of each pair of engines in fastchess's output, in the order they came.

    The first of a pair's two lines names them, the next ones have the counts; without both there is
    no result."""
    found = {}
    names = games = None
    for line in lines:
        if match := RESULTS.match(line):
            names, games = match.groups(), None
        elif match := GAMES.match(line):
            games = tuple(int(n) for n in match.groups())
        elif (match := PENTANOMIAL.match(line)) and names and games:
            _, wins, losses, draws = games
            pairs = tuple(int(n) for n in match.groups())
            found[names] = Result(*names, wins, draws, losses, pairs)
            names = games = None
    return list(found.values())


def read_trouble(lines):
    """The lines of games that ended by the clock, a crash or an illegal move."""
    return [line for line in lines if (match := FINISHED.match(line)) and TROUBLE.search(match[4])]


def add_batch_options(parser):
    """The command line options of play_batch, those of a match among them."""
    parser.add_argument("--engine", required=True, help="a build with -Dtune=true")
    parser.add_argument("--games", type=int, default=16, help="games a batch, even")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set for both sides"
    )
    add_match_options(parser)


def check_batch_options(options):
    """MatchError where they make no sense."""
    if options.games < 2 or options.games % 2:
        raise MatchError("--games an even number from 2")
    if any("=" not in setting for setting in options.option):
        raise MatchError("--option NAME=VALUE")


def play_batch(program, options, sides, number):
    """A few games (options.games) of one engine against itself with other settings, `sides` being
    the UCI options of each as pairs of name and value, beside options.option for both. Wins, draws
    and losses of the first; the openings follow from options.seed and the batch's number."""
    fixed = [tuple(setting.split("=", 1)) for setting in options.option]
    words = []
    for name, settings in zip(("plus", "minus"), sides):
        words += engine_arguments(name, options.engine, fixed + settings)
    words += common_arguments(options, options.games // 2, options.seed * 1000003 + number)
    lines = run(program, words)
    for line in read_trouble(lines):
        if "loses on time" not in line:
            raise MatchError(f"batch {number}: {line}")
        print(f"note: {line}", file=sys.stderr)
    for result in read_results(lines):
        if (result.first, result.second) == ("plus", "minus"):
            if result.wins + result.draws + result.losses == options.games:
                return result.wins, result.draws, result.losses
    raise MatchError(f"batch {number}: fastchess gave no result of {options.games} games")


def main_of(tool):
    """Runs a tool's main(arguments): what it raises is one line on standard error and status 2."""
    try:
        status = tool(sys.argv[1:])
    except (MatchError, OSError) as error:
        print(f"{os.path.basename(sys.argv[0])}: {error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
