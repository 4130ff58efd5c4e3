# SPDX-License-Identifier: GPL-3.0-or-later
"""Elo, error bars and likelihood ratios from the scores of game pairs.

Two games of one opening with colours changed are not independent: who wins with the better side
tends to lose with the other. So the pair is the unit; its score is one of 0, 1/4, 1/2, 3/4, 1 (a
"pentanomial"), and all variances are those of pair scores.
"""

import math

Z95 = 1.959963984540054
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
ELO_PER_LOGIT = 400 / math.log(10)
# Normalised Elo: the score's distance from 1/2 in standard deviations of one game, times this.
NELO_PER_DEVIATION = 800 / math.log(10)
# Stands for a count of 0 in likelihoods, as fastchess does it.
LEAST_COUNT = 1e-3


def elo_of(score):
    """Elo difference (logistic) that gives this expected score."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_LOGIT * math.log(score / (1 - score))


def score_of(elo):
    """Expected score at an Elo difference."""
    return 1 / (1 + math.exp(-elo / ELO_PER_LOGIT))


def mean_and_variance(counts):
    """Mean and variance (of the population) of pair scores, from counts in the order of PAIR_SCORES."""
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, PAIR_SCORES)) / total
    return mean, sum(n * (s - mean) ** 2 for n, s in zip(counts, PAIR_SCORES)) / total


class Estimate:
    """A mean score with its standard error, and both as Elo."""

    def __init__(self, score, error):
        self.score = score
        self.error = error  # of the mean; None where it cannot be told
        self.elo = elo_of(score)

    @property
    def interval(self):
        """The 95 % interval in Elo: the ends of the score's interval, so it is not symmetric."""
        if self.error is None:
            return -math.inf, math.inf
        return elo_of(self.score - Z95 * self.error), elo_of(self.score + Z95 * self.error)

    @property
    def bar(self):
        """Half the interval's width, as matches are usually reported."""
        low, high = self.interval
        return (high - low) / 2

    def __str__(self):
        low, high = self.interval
        if self.error is None:
            return f"Elo {self.elo:+.1f}, no error bar (all pairs ended alike, or fewer than two)"
        return f"Elo {self.elo:+.1f} +- {self.bar:.1f} (95 %: {low:+.1f} .. {high:+.1f})"


def estimate(counts):
    """From independent pairs. The variance is the unbiased one (fastchess divides by n instead)."""
    total = sum(counts)
    mean, variance = mean_and_variance(counts)
    if total < 2 or variance == 0:
        return Estimate(mean, None)
    return Estimate(mean, math.sqrt(variance / (total - 1)))


def estimate_clusters(clusters):
    """From pairs that belong together, such as those of one opening: a list of lists of pair scores.

    The error is the cluster-robust one; with one pair a cluster it is that of estimate()."""
    scores = [score for cluster in clusters for score in cluster]
    mean = sum(scores) / len(scores)
    deviations = [sum(score - mean for score in cluster) for cluster in clusters]
    square = sum(d * d for d in deviations)
    n = len(clusters)
    if n < 2 or square == 0:
        return Estimate(mean, None)
    return Estimate(mean, math.sqrt(n / (n - 1) * square) / len(scores))


def nelo(counts):
    """Normalised Elo of pairs; NaN where all ended alike."""
    mean, variance = mean_and_variance(counts)
    if variance == 0:
        return math.nan
    return (mean - 0.5) / math.sqrt(2 * variance) * NELO_PER_DEVIATION


def _most_likely(probabilities, values, excess):
    """The distribution nearest in likelihood to `probabilities` under which the mean of `values` is
    0: p / (1 + t v), with t from the root of sum(p v / (1 + t v)). `excess` bounds t's rounding."""
    low = -1 / max(values) + excess
    high = -1 / min(values) - excess
    for _ in range(200):
        middle = (low + high) / 2
        if sum(p * v / (1 + middle * v) for p, v in zip(probabilities, values)) > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    return [p / (1 + t * v) for p, v in zip(probabilities, values)]


def _fit_mean(probabilities, mean):
    return _most_likely(probabilities, [s - mean for s in PAIR_SCORES], 1e-12)


def _fit_normalised(probabilities, deviations):
    """As _fit_mean for a mean that stands `deviations` standard deviations above 1/2; the deviation
    is that of the fit itself, so it is found by repetition (Van den Bergh's method)."""
    fit = [0.2] * 5
    for _ in range(20):
        mean = sum(p * s for p, s in zip(fit, PAIR_SCORES))
        spread = math.sqrt(sum(p * (s - mean) ** 2 for p, s in zip(fit, PAIR_SCORES)))
        values = [
            s - 0.5 - deviations * spread * (1 + ((s - mean) / spread) ** 2) / 2
            for s in PAIR_SCORES
        ]
        following = _most_likely(probabilities, values, 1e-12)
        if max(abs(a - b) for a, b in zip(fit, following)) < 1e-12:
            return following
        fit = following
    return fit


def llr(counts, elo0, elo1, model="logistic"):
    """Log likelihood ratio of elo1 against elo0, both in Elo of the model ("logistic" or
    "normalized"): the generalised ratio, each side at its most likely distribution."""
    kept = [n if n > 0 else LEAST_COUNT for n in counts]
    total = sum(kept)
    probabilities = [n / total for n in kept]
    if model == "logistic":
        fits = [_fit_mean(probabilities, score_of(elo)) for elo in (elo0, elo1)]
    else:
        per_pair = math.sqrt(2) / NELO_PER_DEVIATION
        fits = [_fit_normalised(probabilities, elo * per_pair) for elo in (elo0, elo1)]
    return total * sum(p * math.log(b / a) for p, a, b in zip(probabilities, *fits))


def sprt_bounds(alpha, beta):
    """Where an SPRT ends: below the first H0 is taken, above the second H1."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
