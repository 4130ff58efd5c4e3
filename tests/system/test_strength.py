#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Play below full strength: it answers whatever is asked, it is weaker, and it varies.

usage: test_strength.py ENGINE [CASE...]
"""

from support import KIWIPETE, Engine, case, check, check_equal, fastest, run

WEAK = "setoption name UCI_LimitStrength value true"


@case("weak play never hangs, forfeits or answers twice")
def _(path):
    with Engine(path) as engine:
        for settings in (
            (WEAK, "setoption name UCI_Elo value 800"),
            ("setoption name UCI_Elo value 3200",),
            ("setoption name UCI_LimitStrength value false", "setoption name Skill Level value 0"),
            ("setoption name Skill Level value 19", "setoption name Threads value 3", "setoption name MultiPV value 4"),
        ):
            engine.set_up(*settings)
            for position in ("startpos", "fen " + KIWIPETE, "fen k7/8/1K6/8/8/8/8/7R b - - 0 1"):
                engine.position(position)
                legal = engine.moves()
                for limits in ("wtime 50 btime 50", "wtime -5 btime -5", "movetime 100", "depth 4", "nodes 1", "mate 1 movetime 100"):
                    search = engine.go(limits)
                    check(search.best in legal, settings, limits, search.best)
                    first = [info for info in search.infos if info.fields["multipv"] == 1][-1]
                    check_equal(first.pv[0], search.best, limits)
                check(engine.go("infinite", stop_after=0.3).best in legal)
                engine.send("go ponder wtime 50 btime 50")
                early = engine.silent_for(0.3)
                check(not any(line.startswith("bestmove") for line in early), early)
                engine.send("ponderhit")
                check(engine.expect("bestmove")[-1].split()[1] in legal)
        engine.position("startpos moves f2f3 e7e5 g2g4 d8h4")
        check_equal(engine.go("movetime 50").best, "(none)")


@case("a weak search is short, also while it ponders, and costs no clock")
def _(path):
    with Engine(path) as engine:
        engine.set_up(WEAK, "setoption name UCI_Elo value 1200", "position startpos")

        def measure():
            search = engine.go("wtime 600000 btime 600000")
            return search.seconds, search

        search = fastest(3, measure, 0.5)
        check(search.last.fields["nodes"] < 2000, search.last.line)
        engine.send("go ponder wtime 600000 btime 600000")
        lines = engine.silent_for(0.5)
        check(all(int(line.split(" nodes ")[1].split()[0]) < 2000 for line in lines if " nodes " in line), lines)
        engine.send("ponderhit")
        engine.expect("bestmove")


@case("weak play varies and errs, full strength does neither")
def _(path):
    with Engine(path) as engine:
        def answer():
            engine.set_up("ucinewgame")
            return engine.go("wtime 60000 btime 60000 depth 5").best

        engine.set_up("setoption name Skill Level value 0")
        # Twenty good moves: 20 answers are never all the same.
        check(len({answer() for _ in range(20)}) > 1, "always the same move")
        # The queen can be taken for nothing. The weakest level takes her nine times in ten; 300
        # times in a row would be one chance in 10^11.
        engine.position("fen rnb1kbnr/pppp1ppp/8/4p1q1/3P4/5N2/PPP1PPPP/RN1QKB1R w KQkq - 0 1")
        check(any(answer() != "f3g5" for _ in range(300)), "never errs")
        engine.set_up("setoption name Skill Level value 20")
        check_equal({answer() for _ in range(10)}, {"f3g5"})


@case("UCI_LimitStrength goes before Skill Level, analysis before both, and Elo alone does nothing")
def _(path):
    def nodes(*settings):
        with Engine(path) as engine:
            engine.set_up(*settings, "position startpos")
            return engine.go("nodes 60000").last.fields["nodes"]

    check(nodes("setoption name UCI_Elo value 800") > 10000, "UCI_Elo without UCI_LimitStrength")
    check(nodes(WEAK) < 10000)
    check(nodes("setoption name Skill Level value 3") < 10000)
    check(nodes(WEAK, "setoption name UCI_Elo value 3200", "setoption name Skill Level value 0") > 10000)
    check(nodes(WEAK, "setoption name UCI_AnalyseMode value true") > 10000)
    check(nodes("setoption name Skill Level value 0", "setoption name UCI_AnalyseMode value true") > 10000)


@case("a weak player sees a mate in one")
def _(path):
    with Engine(path) as engine:
        engine.set_up(WEAK, "setoption name UCI_Elo value 800")
        engine.position("fen 1k6/8/1K6/5R2/8/8/8/8 w - - 0 1")
        for _ in range(10):
            search = engine.go("movetime 200")
            check_equal((search.best, search.score), ("f5f8", ("mate", 1)))


if __name__ == "__main__":
    run()
