# SPDX-License-Identifier: GPL-3.0-or-later
"""Game pairs out of the files that fastchess leaves: games (.pgn), its configuration (.json) and its
printed output (any other name)."""

import json
from collections import namedtuple

import elo
import fastchess
import pgn
from fastchess import MatchError

# Pairs of games between two engines, seen from the first. `clusters` has the pair scores by opening
# where the openings are known, and else each pair by itself; `single` counts games without partner.
Pairing = namedtuple("Pairing", "first second clusters wins draws losses single")


class Collection:
    """Pairs by engines, over all files that were added."""

    def __init__(self):
        self.pairs = {}  # (first, second) in order of names -> list of (opening, score)
        self.games = {}  # -> [losses, draws, wins]
        self.single = {}
        self.unknown_openings = 0

    def add_file(self, path):
        """Takes a file in; MatchError where it holds no result."""
        before = sum(map(len, self.pairs.values())) + sum(self.single.values())
        if path.endswith(".pgn"):
            self._add_games(path)
        elif path.endswith(".json"):
            self._add_configuration(path)
        else:
            with open(path, encoding="utf-8", errors="replace") as lines:
                for result in fastchess.read_results(line.rstrip("\n") for line in lines):
                    self._add_counts(result)
        if sum(map(len, self.pairs.values())) + sum(self.single.values()) == before:
            raise MatchError(f"{path}: no result of any game in it")

    def _side(self, first, second):
        """The key of two engines, and whether they stand in it in this order."""
        key = (first, second) if first <= second else (second, first)
        self.pairs.setdefault(key, [])
        self.games.setdefault(key, [0, 0, 0])
        self.single.setdefault(key, 0)
        return key, key == (first, second)

    def _add_counts(self, result):
        key, in_order = self._side(result.first, result.second)
        counts = result.pairs if in_order else result.pairs[::-1]
        for score, count in zip(elo.PAIR_SCORES, counts):
            for _ in range(count):
                self.unknown_openings += 1
                self.pairs[key].append((self.unknown_openings, score))
        outcomes = [result.losses, result.draws, result.wins]
        for i, count in enumerate(outcomes if in_order else outcomes[::-1]):
            self.games[key][i] += count
        self.single[key] += sum(outcomes) - 2 * sum(result.pairs)

    def _add_configuration(self, path):
        with open(path, encoding="utf-8") as file:
            try:
                stats = json.load(file)["stats"]
                for names, s in stats.items():
                    first, second = names.split(" vs ")
                    middle = s["penta_WL"] + s["penta_DD"]
                    pairs = (s["penta_LL"], s["penta_LD"], middle, s["penta_WD"], s["penta_WW"])
                    counts = (s["wins"], s["draws"], s["losses"], pairs)
                    self._add_counts(fastchess.Result(first, second, *counts))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise MatchError(f"{path}: no configuration of fastchess: {error!r}") from None

    def _add_games(self, path):
        waiting = {}
        for game in pgn.read_games(path):
            points = pgn.points(game)
            white, black = game.tags.get("White"), game.tags.get("Black")
            if points is None or not white or not black or white == black:
                continue
            key, white_is_first = self._side(white, black)
            score = points if white_is_first else 1 - points
            self.games[key][round(2 * score)] += 1
            start = pgn.opening(game)
            # The partner has the same round and opening, and the other colours.
            partner = (key, game.tags.get("Round"), start, not white_is_first)
            if waiting.get(partner):
                self.pairs[key].append((start, (score + waiting[partner].pop()) / 2))
                self.single[key] -= 1
            else:
                place = (key, game.tags.get("Round"), start, white_is_first)
                waiting.setdefault(place, []).append(score)
                self.single[key] += 1

    def pairings(self, first=None):
        """All pairings. With `first`, only those of this engine, seen from it."""
        found = []
        for (a, b), pairs in self.pairs.items():
            losses, draws, wins = self.games[a, b]
            clusters = {}
            turned = first is not None and b == first
            for opening, score in pairs:
                clusters.setdefault(opening, []).append(1 - score if turned else score)
            names = (b, a) if turned else (a, b)
            if turned:
                losses, wins = wins, losses
            counts = (wins, draws, losses, self.single[a, b])
            if first in (None, names[0]):
                found.append(Pairing(*names, list(clusters.values()), *counts))
        return found


def pair_counts(clusters):
    """The pentanomial counts of clusters of pair scores."""
    counts = [0] * 5
    for cluster in clusters:
        for score in cluster:
            counts[round(4 * score)] += 1
    return counts
