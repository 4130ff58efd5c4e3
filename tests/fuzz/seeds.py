#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs to begin with, one folder for each harness, in the shapes that fuzz_NAME.c tell.

usage: seeds.py FOLDER
"""

import struct
import sys
from pathlib import Path

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

FEN = [
    START,
    KIWIPETE,
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/P1P5/8/2k5/2pP4/8/5K1p/8 b - d3 99 65535",
    "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5kQ/KQQQQQQ1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -",
    "4k3/8/8/8/8/8/8/4K2R w K",
    "8/8/8/8/8/8/8/8 x - - a b",
]

UCI = [
    "name Hash value 64",
    "name Debug Log File value /dev/null",
    "name Clear Hash",
    "name value value value",
    "startpos moves e2e4 e7e5 e1e2",
    "fen " + KIWIPETE + " moves e1g1 a6e2",
    "wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 40",
    "depth 5 nodes 1000 mate 3 movetime 100 infinite ponder",
    "searchmoves e2e4 d2d4 a7a8q e1g1 nodes 10",
    "isready\r\n\n\r\r\nstop\n  go  \nquit",
    "depth -1 nodes 99999999999999999999 perft 3 movestogo x",
]

SESSION = [
    "uci\nisready\nucinewgame\nposition startpos\ngo depth 3\nstop\nquit\n",
    "position startpos moves e2e4 e7e5 g1f3\ngo wtime 100 btime 100 winc 10 binc 10\nd\n",
    "setoption name UCI_Chess960 value true\nposition fen " + FEN[2] + "\nmoves\ngo nodes 50\neval\n",
    "setoption name MultiPV value 4\ngo infinite\nisready\nsetoption name Hash value 2\nstop\n",
    "setoption name OwnBook value true\nbookmoves\ngo\nfreebook\nbookmoves\n",
    "setoption name Threads value 2\ngo ponder wtime 50 btime 50\nponderhit\nflip\nfen\n",
    "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\ngo movetime 5\n",
    "setoption name Skill Level value 3\nsetoption name UCI_ShowWDL value true\ngo mate 2\nhelp\n",
    "setoption name ISA value scalar\ngo searchmoves e2e4 a2a3\nsetoption name UCI_AnalyseMode value true\n",
    "position fen 8/8/8 w\nposition startpos moves e2e5\ngo depth\nxyzzy\nlicense\ndebug on\nregister later\n",
    "setoption name Move Overhead value 99999\nsetoption name Book Depth value -1\n"
    "setoption name Best Book Move value maybe\nsetoption name Syzygy50MoveRule value false\n"
    "setoption name SyzygyProbeDepth value 3\nsetoption name SyzygyProbeLimit value 5\ntune\ndbg\n",
    "setoption name Clear Hash\nsetoption name UCI_EngineAbout value x\nsetoption name Ponder value true\n",
]

LINES = [
    "e2e4 e7e5 g1f3\nd2d4? d7d5\n# nothing\n1. c2c4 c7c5 2. g2g3\n",
    START + " moves e2e4 e7e5\n",
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3; am a4; id "a # b"; hmvc 3; fmvn 9;\n',
    "e2e4 e7e5 e1e2 e8e7 x9x9\r\ne2e4\r\rd2d4",
    '\ufeff[Event "x"]\n\n1. e4 e5 *\n',
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - bm g1h1 O-O?;\n",
]

PGN = [
    '[Event "x"]\n[White "a"]\n[WhiteElo "2500"]\n[BlackElo "?"]\n[TimeControl "40/900:60+1"]\n'
    '[Result "1-0"]\n\n1. e4 {a comment} e5 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 $1 3. Bb5 ; rest\n'
    "a6 4. Ba4 Nf6 5. O-O Nxe4! 6. d4 b5 1-0\n",
    '[FEN "' + KIWIPETE + '"]\n[SetUp "1"]\n\n1. O-O-O hxg2 2. Nxf7 gxh1=Q 0-1\n',
    "1. e2-e4 e7e5 2. e1e2 Ke7 3. -- Nf6 *\n% an escaped line\n1. d4 d5 1/2-1/2\n",
    '[Variant "chess960"]\n[FEN "' + FEN[2] + '"]\n\n1. O-O O-O 2. Nf3+ Rae1# *\n',
    '[Result "1/2-1/2"]\n[TimeControl "60+0.5"]\n[A "un\\"quoted\\\\"]\n\n1. Z0 *\n\n[White "b"] 1. a4',
]


def net(flags, buckets, mirrored, width, heads, weights, square=lambda sq: 0):
    header = b"RAVELNET" + struct.pack(
        "<10I", 1, 768, buckets, mirrored, width, heads, 1, 255, 64, 400
    )
    return bytes([flags]) + header + bytes(16) + bytes(map(square, range(64))) + weights


NET = [
    net(31, 1, 0, 64, 1, bytes([1, 2, 253])),
    net(15, 2, 1, 64, 8, bytes(range(0, 128, 7)), lambda sq: sq // 32),
    net(7, 1, 0, 128, 1, struct.pack("<4h", 0, 1, -1, 2)),
    net(7, 1, 0, 64, 1, struct.pack("<2h", 991, -991)),
    net(15, 1, 0, 64, 2, b"\x7f"),
    net(15, 1, 0, 64, 2, b"\x80"),
    net(15, 9, 1, 64, 1, b"\x05\xfb", lambda sq: min(sq, sq ^ 7) % 9),
    net(16, 1, 0, 64, 1, b"short"),
    b"\x10",
]


def entry(key, origin, target, weight, name=0):
    return struct.pack(">QHHI", key, target | origin << 6, weight, name)


START_KEY = 0x463B96181691FC9C
POLYGLOT = [
    b"\0" + entry(START_KEY, 12, 28, 5) + entry(START_KEY, 11, 27, 0),
    b"\1" + b"".join(entry(0, 12, 28, 1000 * i, i) for i in range(24)),
    b"\1" + entry(0, 4, 7, 1, 1) + entry(0, 4, 0, 1, 1) + entry(0, 4, 6, 1, 1) + entry(0, 36, 45, 9, 2),
    b"\1" + struct.pack(">QHHI", 0, 56 | 48 << 6 | 4 << 12, 65535, 3) * 3,
    b"\0" + entry(2, 1, 2, 3) + entry(1, 1, 2, 3),
    b"\1short",
]


def game(occupied, men, moves, side=0, result=1, clock=0):
    nibbles = bytes(men[i] | men[i + 1] << 4 for i in range(0, len(men), 2)).ljust(16, b"\0")
    start = struct.pack("<Q", occupied) + nibbles
    start += bytes([side << 7 | 64, clock]) + struct.pack("<HhBB", 1, 0, result, 0)
    pairs = b"".join(struct.pack("<Hh", move, score) for move, score in moves)
    return start + pairs + bytes(4)


BACK = [6, 1, 2, 4, 5, 2, 1, 6]
FULL = game(
    0xFFFF00000000FFFF,
    BACK + [0] * 8 + [8] * 8 + [man + 8 for man in BACK],
    [(12 | 28 << 6, 30), (52 | 36 << 6, -2600), (6 | 21 << 6, 12), (57 | 42 << 6, 1), (5 | 26 << 6, 2),
     (62 | 45 << 6, 3), (4 | 7 << 6 | 2 << 14, 32000)],
)  # fmt: skip
KINGS = game(1 << 4 | 1 << 60, [5, 13], [(4 | 12 << 6, 0), (60 | 52 << 6, -1)], clock=255, result=2)


def frame(data):
    size = struct.pack("<H", len(data) - 256) if len(data) > 255 else bytes([len(data)])
    kind = 0x60 if len(data) > 255 else 0x20
    return (
        b"\x28\xb5\x2f\xfd" + bytes([kind]) + size + struct.pack("<I", 1 | len(data) << 3)[:3] + data
    )


def parts(kind, first, second):
    """As check_archive_parts() takes them: the byte that splits them is a share of 255."""
    total = len(first) + len(second)
    share = next((s for s in range(256) if total * s // 255 >= len(first)), 255)
    padding = total * share // 255 - len(first)
    return bytes([kind, share]) + first + b"\0" * padding + second[padding:]


HEADER = struct.pack("<II", 0x184D2A5A, 5) + b"fuzz\n"
RECORD = [
    b"\0" + FULL + KINGS,
    b"\0" + KINGS[:-4],
    b"\1" + frame(FULL),
    b"\1" + HEADER + frame(KINGS) + frame(FULL),
    b"\2\xff" + HEADER + frame(KINGS),
    b"\2\xff" + HEADER + frame(KINGS) + frame(FULL)[:50],
    b"\3\xff" + FULL + KINGS,
    parts(3, b"", struct.pack("<Q", 0) + KINGS),
    b"\4" + struct.pack("<I", 1990) + bytes(8) + KINGS,
    # Fills what an archive has in memory for a whole frame but for a hundred bytes.
    b"\4" + struct.pack("<I", (100 * (32 + 2001 * 4) - 100) // 4) + bytes(8) + KINGS,
    b"\3\x80" + KINGS * 2 + struct.pack("<Q", 2) + KINGS + bytes(24),
]

TUNE = [b"\0ravelin-kernels 1 version", b"movegen", b"\n"]

SEEDS = {
    "fen": FEN,
    "uci": UCI,
    "session": SESSION,
    "net": NET,
    "lines": LINES,
    "pgn": PGN,
    "polyglot": POLYGLOT,
    "record": RECORD,
    "tune": TUNE,
}


def main():
    if len(sys.argv) != 2:
        print(__doc__.rpartition("usage: ")[2].strip(), file=sys.stderr)
        return 2
    for name, seeds in SEEDS.items():
        folder = Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds, 1):
            data = seed.encode() if isinstance(seed, str) else seed
            (folder / f"seed-{number}").write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
