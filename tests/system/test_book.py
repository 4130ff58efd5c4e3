#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing from a book: files of all kinds, when the book answers and when it is silent.

usage: test_book.py ENGINE [CASE...]
"""

import os
import re
import tempfile
import time

from support import LONG, Engine, case, check, check_equal, run

START_KEY = "463b96181691fc9c"
AFTER_E4_KEY = "823c9b50fd114196"
D4 = START_KEY + " 02db 0001 00000000"
ON = "setoption name OwnBook value true"
E5 = AFTER_E4_KEY + " 0d24 0001 00000000"


def write(folder, name, content):
    """A file of text or bytes; its path."""
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def polyglot(*entries):
    return bytes.fromhex("".join(entries))


def use(engine, *paths):
    """Turns the book on with these files and returns what isready said of it."""
    files = ":".join(paths)
    lines = engine.set_up(f"setoption name BookFile value {files}", ON)
    return lines + engine.ready()


def check_book_answer(search, move):
    """One line with a pv, then the move, and nothing searched."""
    check_equal(search.best, move, "the book's move")
    check_equal(len(search.infos), 1, "info lines")
    check_equal(search.infos[0].pv[0], move, "pv")
    check_equal(search.infos[0].fields["nodes"], 0, "nodes")


def is_book_answer(search):
    return len(search.infos) == 1 and search.infos[0].fields["nodes"] == 0


@case("a Polyglot entry, byte by byte")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        file = write(folder, "one.bin", polyglot(D4))
        check_equal(use(engine, file), [f"info string book {file}: 1 moves"], "named")
        check_book_answer(engine.go("movetime 100"), "d2d4")


@case("Polyglot moves: castling, rook moves, promotions")
def _(path):
    castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    rooks = "1r1qr1k1/1b2bp1n/p2p2pB/1pnPp2p/P1p1P3/R1P2NNP/1PBQ1PP1/4R1K1 w - - 0 1"
    cases = [
        ("c34af3b8a869ecdd 0100 0015 00000000", rooks, "false", "e1a1"),
        ("fda239cc692a6053 0107 0001 00000000", castles, "false", "e1g1"),
        ("fda239cc692a6053 0100 0001 00000000", castles, "false", "e1c1"),
        ("fda239cc692a6053 0107 0001 00000000", castles, "true", "e1h1"),
        ("e7783b5a70da7685 4c38 0001 00000000", promotes, "false", "a7a8q"),
        ("e7783b5a70da7685 1c38 0001 00000000", promotes, "false", "a7a8n"),
    ]
    for entry, fen, chess960, move in cases:
        with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
            use(engine, write(folder, "one.bin", polyglot(entry)))
            engine.set_up(f"setoption name UCI_Chess960 value {chess960}")
            engine.position("fen " + fen)
            check_book_answer(engine.go("movetime 100"), move)


def open_two(path, folder):
    """An engine with the book of the initial position (d2d4) and of e2e4 (e7e5)."""
    engine = Engine(path)
    use(engine, write(folder, "two.bin", polyglot(D4, E5)))
    engine.position("startpos")
    return engine


@case("a book hit answers at once, on the clock too")
def _(path):
    with tempfile.TemporaryDirectory() as folder, open_two(path, folder) as engine:
        for limits in ("movetime 100", "wtime 60000 btime 60000", "depth 6", "nodes 1000"):
            check_book_answer(engine.go(limits), "d2d4")
        engine.position("startpos moves e2e4")
        check_book_answer(engine.go("movetime 100"), "e7e5")
        engine.position("startpos moves d2d4")
        check(not is_book_answer(engine.go("depth 3")), "the book does not know this position")


@case("infinite waits for stop, book or not")
def _(path):
    with tempfile.TemporaryDirectory() as folder, open_two(path, folder) as engine:
        search = engine.go("infinite", stop_after=1)
        check(len(search.infos) > 1, "analysis gives its lines:", search.lines)


@case("pondering waits, and ponderhit is answered from the book without delay")
def _(path):
    with tempfile.TemporaryDirectory() as folder, open_two(path, folder) as engine:
        engine.send("go ponder wtime 60000 btime 60000")
        before = engine.silent_for(1)
        check(not any(line.startswith("bestmove") for line in before), "bestmove before ponderhit")
        start = time.monotonic()
        engine.send("ponderhit")
        lines = engine.expect("bestmove")
        check(time.monotonic() - start < 3, "the answer was delayed")
        check_equal(lines[-1].split()[1], "d2d4", "the book's move")
        check(re.search(r" pv d2d4\b", lines[-2]), "an info line with a pv before it:", lines[-2])
        # Stopped instead, the search answers; the next ponderhit belongs to nothing.
        engine.send("go ponder wtime 60000 btime 60000")
        engine.silent_for(0.2)
        engine.send("stop")
        engine.expect("bestmove")
        engine.send("ponderhit")
        check_equal(engine.ready(), [], "after an idle ponderhit")
        # A book answer leaves nothing behind for the search that follows.
        engine.position("startpos moves d2d4")
        engine.send("go ponder wtime 1000 btime 1000")
        engine.silent_for(0.2)
        engine.send("ponderhit")
        lines = engine.expect("bestmove")
        check(lines[-1].split()[1] != "d2d4", lines[-1])


@case("searchmoves, mate, MultiPV and analysis are searched")
def _(path):
    with tempfile.TemporaryDirectory() as folder, open_two(path, folder) as engine:
        search = engine.go("movetime 100 searchmoves e2e4 c2c4")
        check(search.best in ("e2e4", "c2c4"), "searchmoves wins:", search.best)
        check(not is_book_answer(engine.go("mate 3 movetime 100")), "mate search")
        engine.set_up("setoption name MultiPV value 3")
        ranks = {info.fields["multipv"] for info in engine.go("depth 6").infos}
        check_equal(ranks, {1, 2, 3}, "lines")
        engine.set_up("setoption name MultiPV value 1", "setoption name UCI_AnalyseMode value true")
        check(not is_book_answer(engine.go("movetime 100")), "analysis")
        engine.set_up("setoption name UCI_AnalyseMode value false")
        check_book_answer(engine.go("movetime 100"), "d2d4")


@case("with the book off nothing of it is seen")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        file = write(folder, "one.bin", polyglot(D4))
        broken = write(folder, "broken.bin", b"broken")
        check_equal(engine.ready(), [], "isready")
        check_equal(engine.set_up(f"setoption name BookFile value {file}"), [], "BookFile")
        check_equal(engine.ready(), [], "isready")
        check(not is_book_answer(engine.go("depth 3")), "a search")
        check_equal(engine.set_up(f"setoption name BookFile value {broken}"), [], "a broken file")
        check_equal(engine.set_up("setoption name BookFile value <empty>"), [], "<empty>")


@case("the default book: the built-in copy where the installed one is missing")
def _(path):
    with Engine(path) as engine:
        lines = engine.set_up(ON)
        check_equal(len(lines), 1, lines)
        named = r"info string book (embedded|/\S+ravelin-book\.txt): \d{3,} moves"
        check(re.fullmatch(named, lines[0]), lines)
        check_equal(engine.ready(), [], "once only")
        search = engine.go("movetime 100")
        check(is_book_answer(search), search.lines)
        # <empty> is the same again, no file of that name.
        check_equal(engine.set_up("setoption name BookFile value <empty>"), [], "<empty>")
        check(is_book_answer(engine.go("movetime 100")), "after <empty>")


@case("loaded at the first isready, its files named")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        first = write(folder, "first.txt", "e2e4 e7e5\n")
        second = write(folder, "a b.pgn", "1. d4 d5 *\n")
        engine.send("uci")
        engine.expect("uciok")
        engine.send(f"setoption name BookFile value {first}:{second}", ON, "isready")
        notes = [line for line in engine.expect("readyok") if line.startswith("info string book")]
        check_equal(notes, [f"info string book {file}: 2 moves" for file in (first, second)])
        check_book_answer(engine.go("movetime 100"), "e2e4")
        engine.position("startpos moves d2d4")
        check_book_answer(engine.go("movetime 100"), "d7d5")


@case("a broken file is refused and said, and the book in play stays")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        good = write(folder, "good.txt", "a2a3\n")
        use(engine, good)
        broken = {
            "short.bin": polyglot(D4)[:15],
            "empty.bin": b"",
            "unsorted.bin": polyglot(E5, D4),
            "illegal.txt": "e2e5\n",
            "none.pgn": '[Event "x"]\n\n*\n',
        }
        for name, content in broken.items():
            file = write(folder, name, content)
            lines = engine.set_up(f"setoption name BookFile value {file}")
            check(f"BookFile: {file}:" in lines[-1], lines)
            check("the book before stays in play" in lines[-1], lines)
            check_book_answer(engine.go("movetime 100"), "a2a3")
        lines = engine.set_up(f"setoption name BookFile value {good}:{folder}/missing")
        check("missing: No such file" in lines[-1], lines)
        check_book_answer(engine.go("movetime 100"), "a2a3")
    # At the first isready, with nothing in play before: the shipped book serves, and that is said.
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        file = write(folder, "broken.bin", b"broken")
        engine.send(f"setoption name BookFile value {file}", ON, "isready")
        lines = [line for line in engine.expect("readyok") if "info string net" not in line]
        check(f"BookFile: {file}:" in lines[0], lines)
        check("the shipped book serves instead" in lines[0], lines)
        check(lines[1].startswith("info string book "), lines)
        check(is_book_answer(engine.go("movetime 100")), "the shipped book answers")


def check_line(path, name, content, moves):
    """The book plays this line, move by move, and knows no move at its end."""
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        use(engine, write(folder, name, content))
        for ply, move in enumerate(moves):
            engine.position("startpos moves " + " ".join(moves[:ply]))
            check_book_answer(engine.go("movetime 100"), move)
        engine.position("startpos moves " + " ".join(moves))
        check(not is_book_answer(engine.go("depth 1")), "more than the main line")


RUY_LOPEZ = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()


@case("a PGN book: comments, glyphs, variations, escapes")
def _(path):
    content = (
        '[Event "?"]\n[Result "*"]\n\n'
        "1.e4 {not a variation: (2.d4) ; nor a comment} e5 $1 2.Nf3 (2.f4 exf4 (2...d5 $13) 3.Nf3)"
        " 2...Nc6 ; rest of line 3.a3 a6\n"
        "% 3.h3 h6 escaped line\n"
        "3.Bb5 a6 4.Ba4$10 Nf6 *\n"
    )
    check_line(path, "x.pgn", content, RUY_LOPEZ + ["b5a4", "g8f6"])


@case("a PGN book: zeros, null moves, marks, line ends")
def _(path):
    castling = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 Nf6 5. Re1 Be7 *\n"
    check_line(path, "x.pgn", castling, RUY_LOPEZ + ["e1g1", "g8f6", "f1e1", "f8e7"])
    check_line(path, "x.pgn", "1. e4 c5 2. -- d6 3. d4 *\n", ["e2e4", "c7c5"])
    check_line(path, "x.pgn", "1. e4 e5 2. Z0 d6 *\n", ["e2e4", "e7e5"])
    commands = "1. e4 {[%clk 0:10:00] [%eval 0.2]} 1... e5 2. Nf3!? Nc6?! 3. Bb5# 1-0\n"
    check_line(path, "x.pgn", commands, RUY_LOPEZ[:5])
    marked = b'\xef\xbb\xbf[Event "A"]\r\n[Result "*"]\r\n\r\n1. e4 e5\r\n2. Nf3'
    check_line(path, "x.pgn", marked, RUY_LOPEZ[:3])


@case("a PGN book: promotions")
def _(path):
    fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    spellings = ["a8=Q+", "a8Q", "a8(Q)", "a8=q", "a7a8Q"]
    for move, wanted in [(spelling, "a7a8q") for spelling in spellings] + [("a8", None)]:
        with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
            content = f'[FEN "{fen}"] [SetUp "1"]\n1. {move} *\n\n1. e4 *\n'
            file = write(folder, "x.pgn", content)
            lines = use(engine, file)
            engine.position("fen " + fen)
            search = engine.go("depth 1")
            if wanted:
                check_book_answer(search, wanted)
                check_equal(len(lines), 1, lines)
            else:
                check(not is_book_answer(search), "a bare a8 is no move")
                check(f"{file}:2: game 1 ends here: 'a8' is not legal here" in lines[0], lines)
            engine.position("startpos")
            check_book_answer(engine.go("depth 1"), "e2e4")


@case("a text book: marks, repeats, EPD lines, bad lines named")
def _(path):
    content = (
        "\ufeff# comment\r\n1. e2e4 e7e5? 2. g1f3   \r\n\r\ne2e4 c7c5\r\ne2e5\r\n"
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\r\n"
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 hmvc 0; fmvn 3; id \"x; y\";\r\n"
        "d2d4"
    )
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        file = write(folder, "x.txt", content)
        lines = use(engine, file)
        check_equal(len(lines), 2, lines)
        check(f"{file}:5: line left out: move 1, 'e2e5', is not legal" in lines[0], lines)
        engine.position("startpos moves e2e4")
        for _ in range(20):
            check_book_answer(engine.go("movetime 100"), "c7c5")
        engine.position("startpos moves e2e4 e7e5")
        check_book_answer(engine.go("movetime 100"), "g1f3")
        engine.position("fen rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        check_book_answer(engine.go("movetime 100"), "e2e4")
        engine.position("startpos")
        found = {engine.go("movetime 100").best for _ in range(60)}
        check_equal(found, {"e2e4", "d2d4"}, "moves by chance, two to one")
        engine.set_up("setoption name Best Book Move value true")
        check_equal({engine.go("movetime 100").best for _ in range(20)}, {"e2e4"}, "the best only")


@case("Book Depth counts plies of the game")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        use(engine, write(folder, "x.txt", "e2e4 e7e5 g1f3\n"))
        engine.set_up("setoption name Book Depth value 2")
        engine.position("startpos moves e2e4")
        check_book_answer(engine.go("depth 1"), "e7e5")
        engine.position("startpos moves e2e4 e7e5")
        check(not is_book_answer(engine.go("depth 1")), "the third ply")
        engine.set_up("setoption name Book Depth value 0")
        engine.position("startpos")
        check(not is_book_answer(engine.go("depth 1")), "no ply at all")


@case("bookmoves, d and freebook")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path, speaks_freely=True) as engine:
        first = write(folder, "first.txt", "e2e4\ne2e4\nd2d4\nf2f3?\n")
        second = write(folder, "second.bin", polyglot(D4))
        use(engine, first, second)
        engine.send("bookmoves")
        moves = "e2e4 67 % (2), d2d4 33 % (1), f2f3? never (1)"
        check_equal(engine.next_line(), f"book {first}: {moves}")
        check_equal(engine.next_line(), f"book {second}: d2d4 100 % (1)")
        engine.send("d")
        check_equal(engine.expect("Book: ")[-1], f"Book: {moves}")
        engine.send("position startpos moves a2a3", "bookmoves")
        check_equal(engine.next_line(), "no move in the book")
        engine.send("d")
        check_equal(engine.expect("Book: ")[-1], "Book: no move")
        engine.send("position startpos", "freebook")
        check(not is_book_answer(engine.go("depth 1")), "freed")
        # Changed meanwhile, the files are read anew.
        write(folder, "first.txt", "c2c4\n")
        engine.send("isready")
        check(f"info string book {first}: 1 moves" in engine.expect("readyok"), "loaded again")
        check_book_answer(engine.go("depth 1"), "c2c4")
        engine.send("setoption name OwnBook value false", "d")
        check(engine.expect("Book: ")[-1].endswith("(not played from: OwnBook is false)"), "off")


@case("a book that is used, changed and freed around searches of several threads")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path, speaks_freely=True) as engine:
        books = write(folder, "two.bin", polyglot(D4, E5)), write(folder, "one.txt", "c2c4 c7c5\n")
        use(engine, *books)
        engine.set_up("setoption name Threads value 4")
        for number in range(20 if LONG else 4):
            engine.position("startpos")
            check(is_book_answer(engine.go("wtime 60000 btime 60000")), "on the clock")
            engine.send("go ponder wtime 60000 btime 60000")
            engine.silent_for(0.1)
            engine.send("ponderhit")
            check(engine.expect("bestmove")[-1].split()[1] in ("d2d4", "c2c4"), "after ponderhit")
            # All that the book is asked or told while the threads are at work.
            engine.send("go infinite")
            engine.silent_for(0.1)
            engine.send("bookmoves", "d", "setoption name Best Book Move value true", "freebook", "isready")
            lines = engine.expect("readyok")
            check(not any(line.startswith("bestmove") for line in lines), "bestmove before stop")
            check(any(line.startswith("Book: ") for line in lines), lines)
            check(any(f"book {books[0]}:" in line for line in lines), "read anew:", lines)
            # Another book ends the search first.
            engine.send(f"setoption name BookFile value {books[number % 2]}", "isready")
            lines = engine.expect("readyok")
            words = [line for line in lines if line.startswith("bestmove") or " book " in line]
            check(len(words) == 2 and words[0].startswith("bestmove"), lines)
            check_book_answer(engine.go("movetime 100"), ("d2d4", "c2c4")[number % 2])
            engine.position("startpos moves a2a3")
            check(not is_book_answer(engine.go("depth 6")), "out of the book it is searched")
            use(engine, *books)
            engine.set_up("setoption name Best Book Move value false", "ucinewgame")


@case("a book of random bytes, and a folder, end in a message")
def _(path):
    with tempfile.TemporaryDirectory() as folder, Engine(path) as engine:
        for name in ("x.bin", "x.pgn", "x.txt"):
            lines = use(engine, write(folder, name, os.urandom(99999)))
            check(any("BookFile: " in line for line in lines), lines)
        lines = use(engine, folder)
        check(any("BookFile: " in line for line in lines), lines)
        check(is_book_answer(engine.go("movetime 100")), "the shipped book serves")


run()
