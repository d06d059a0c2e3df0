"""Results of pairs of games by their five scores: Elo, and the likelihood ratio of two hypotheses about it.

A pair is one deal played twice with the seats swapped. Its score for the first entrant is 0 (two losses), 1/4, 1/2,
3/4 or 1 (two wins), a draw counting half. Games of a pair meet the same cards, pairs do not, so the five counts hold
all that a test needs. Method: the pentanomial statistics of fishtest (github.com/official-stockfish/fishtest) and the
notes that it refers to, support_MLE_multinomial.pdf and normalized_elo_practical.pdf (cantate.be/Fishtest).

Every function takes one set of counts or an array of them, its last axis being the five scores.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Model = Literal["logistic", "normalized"]

PAIR_SCORES: Array = np.linspace(0.0, 1.0, 5)
# takes the place of a count of 0, so that every score stays possible
PSEUDO_COUNT = 1e-3
# normalized Elo of one unit of (score - 1/2) / standard deviation of a game
NORMALIZED_UNIT = 800 / math.log(10)
# scores nearer to 0 or 1 than this give the Elo of this score, some 1,200
_EDGE = 1e-3
_TOLERANCE = 1e-12
_MAX_STEPS = 60
_SETTLED = 1e-10
_CUT = 0.95
_CONTINUATION = 40


@dataclass(frozen=True)
class PairSummary:
    """Elo of an entrant against another, from pairs of games.

    Parameters
    ----------
    pairs : int
        Pairs of games.
    score : float
        Mean score of a game, 0 to 1.
    elo, elo_low, elo_high : float
        Logistic Elo of the mean score, and of the ends of its normal interval.
    normalized_elo : float
        ``(score - 1/2) / sd`` in units of `NORMALIZED_UNIT`, where ``sd`` is the standard deviation of a pair's score
        times the square root of 2.
    los : float
        Likelihood of superiority: normal probability that the mean score is above 1/2.
    """

    pairs: int
    score: float
    elo: float
    elo_low: float
    elo_high: float
    normalized_elo: float
    los: float


def pair_places(first: NDArray[np.number], second: NDArray[np.number]) -> NDArray[np.int64]:
    """Return the place of each pair in the five counts.

    Parameters
    ----------
    first, second : number[n]
        What the entrant has of the two games of each pair: 0 for a loss, 1/2 for a draw, 1 for a win.

    Returns
    -------
    int64[n]
        Its score in quarters, 0 to 4.
    """
    return np.rint(2 * (np.asarray(first, np.float64) + np.asarray(second, np.float64))).astype(np.int64)


def score_of_elo(elo: float) -> float:
    """Return the expected score of a logistic Elo difference (Elo 1978: a factor of 10 in odds for 400)."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the logistic Elo difference of a score; scores outside 0.001 to 0.999 count as those."""
    score = min(max(score, _EDGE), 1 - _EDGE)
    return -400 * math.log10(1 / score - 1)


def mean_and_variance(counts: ArrayLike) -> tuple[Array, Array]:
    """Return the mean score of pairs and the variance of a pair's score, zero counts replaced by `PSEUDO_COUNT`."""
    _, shares = _shares(counts)
    return _moments(shares)


def summarize(counts: ArrayLike, level: float = 0.95) -> PairSummary:
    """Return the Elo that one set of counts gives, with a normal interval of the mean score.

    Parameters
    ----------
    counts : number[5]
        Pairs by score.
    level : float
        Coverage of the interval, 0 to 1.

    Returns
    -------
    PairSummary
    """
    from scipy.special import ndtr, ndtri

    pairs = float(np.sum(_shares(counts)[0]))
    mean, variance = (float(x) for x in mean_and_variance(counts))
    se = math.sqrt(variance / pairs)
    half = float(ndtri((1 + level) / 2)) * se
    return PairSummary(
        pairs=round(float(np.sum(counts))),
        score=mean,
        elo=elo_of_score(mean),
        elo_low=elo_of_score(mean - half),
        elo_high=elo_of_score(mean + half),
        normalized_elo=NORMALIZED_UNIT * (mean - 0.5) / math.sqrt(2 * variance),
        los=float(ndtr((mean - 0.5) / se)),
    )


def log_likelihood_ratio(counts: ArrayLike, elo0: float, elo1: float, model: Model) -> Array:
    """Return the generalised log-likelihood ratio of ``elo1`` against ``elo0``.

    The five probabilities are nuisance parameters: under either hypothesis they are those of greatest likelihood among
    all that have the Elo of the hypothesis.

    Parameters
    ----------
    counts : number[..., 5]
        Pairs by score; zeros are replaced by `PSEUDO_COUNT`.
    elo0, elo1 : float
        The hypotheses, in units of the model.
    model : {"logistic", "normalized"}
        Whether Elo fixes the mean score, or the mean's distance from 1/2 in standard deviations of a game.

    Returns
    -------
    float64[...]
        Above 0 where the counts speak for `elo1`; to six digits where they are those of a game. NaN where no solution
        is found, which needs a normalized Elo above 200 and counts far from it.
    """
    kept, shares = _shares(counts)
    fitted = [_fit(shares, elo, model) for elo in (elo0, elo1)]
    ratio: Array = (kept * (np.log(fitted[1]) - np.log(fitted[0]))).sum(axis=-1)
    return ratio


def _fit(shares: Array, elo: float, model: Model) -> Array:
    """Return the probabilities of greatest likelihood that have this Elo."""
    if model == "logistic":
        return _fit_mean(shares, score_of_elo(elo))
    # a pair's score is the mean of two games: its standard deviation is that of a game over the square root of 2
    return _fit_t(shares, math.sqrt(2) * elo / NORMALIZED_UNIT)


def _shares(counts: ArrayLike) -> tuple[Array, Array]:
    """Return the counts without zeros, and their shares."""
    counts = np.asarray(counts, np.float64)
    kept = np.where(counts == 0, PSEUDO_COUNT, counts)
    return kept, kept / kept.sum(axis=-1, keepdims=True)


def _moments(shares: Array) -> tuple[Array, Array]:
    mean = shares @ PAIR_SCORES
    return mean, (shares * (PAIR_SCORES - mean[..., None]) ** 2).sum(axis=-1)


def _fit_mean(shares: Array, mean: float) -> Array:
    """Return the probabilities of greatest likelihood with this mean."""
    return _tilt(shares, np.broadcast_to(PAIR_SCORES - mean, shares.shape))


def _fit_t(shares: Array, t: float) -> Array:
    """Return the probabilities of greatest likelihood whose mean is `t` standard deviations above 1/2.

    The condition ``mean - 1/2 - t sd = 0`` is not linear in the probabilities; its linearisation at the last ones is,
    and is solved again until they stay (normalized_elo_practical.pdf, section 4.1). Far from the solution it may have
    none: then even probabilities are the next start, and at last `t` is approached in steps from the value
    that the shares themselves have.
    """
    rows = shares.reshape(-1, 5)
    fitted, done = _approach(rows, rows, np.full((len(rows), 1), t))
    if not done.all():
        rest = rows[~done]
        fitted[~done], done[~done] = _approach(rest, np.full_like(rest, 0.2), np.full((len(rest), 1), t))
    if not done.all():
        rest = steps = rows[~done]
        mean, variance = _moments(rest)
        # even steps of asinh: of equal ratio far from 0, of equal size near it
        own = np.arcsinh((mean - 0.5) / np.sqrt(variance))[:, None]
        for part in np.linspace(0, 1, _CONTINUATION)[1:]:
            steps, found = _approach(rest, steps, np.sinh(own + part * (math.asinh(t) - own)))
        fitted[~done] = np.where(found[:, None], steps, np.nan)
    return fitted.reshape(shares.shape)


def _approach(rows: Array, start: Array, t: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Solve the linearised condition of each row again and again; return the last solutions and which of them stay."""
    fitted = start.copy()
    done = np.zeros(len(rows), np.bool_)
    going = np.arange(len(rows))
    for _ in range(_MAX_STEPS):
        now, p = fitted[going], rows[going]
        mean, variance = (x[:, None] for x in _moments(now))
        sd = np.sqrt(variance)
        offsets = PAIR_SCORES - 0.5 - t[going] * sd * (1 + ((PAIR_SCORES - mean) / sd) ** 2) / 2
        solvable = (offsets.max(axis=1) > 0) & (offsets.min(axis=1) < 0)
        going, now, p, offsets = going[solvable], now[solvable], p[solvable], offsets[solvable]
        fitted[going] = _tilt(p, offsets)
        done[going] = np.abs(fitted[going] - now).max(axis=1, initial=0) < _SETTLED
        going = going[~done[going]]
        if not len(going):
            break
    return fitted, done


def _tilt(shares: Array, offsets: Array) -> Array:
    """Return ``p / (1 + x a)`` for each row of shares p and offsets a, where x is the root of ``sum p a / (1 + x a)``.

    Of all probabilities with ``sum q a = 0`` these have the greatest likelihood (support_MLE_multinomial.pdf,
    proposition 1.1). The sum falls from plus to minus infinity between ``-1 / max a`` and
    ``-1 / min a``. Newton steps are cut off short of these ends; the distances from both ends are kept in place of x,
    since ``1 + x a`` would be nothing but rounding where x is close to one.
    """
    left, right = -1 / offsets.max(axis=-1, keepdims=True), -1 / offsets.min(axis=-1, keepdims=True)
    to_left, to_right = -left, right
    # what 1 + x a is where x lies at the end that the sign of a belongs to: 0 for the greatest and the least offset
    rest = np.maximum(1 + np.where(offsets > 0, left, right) * offsets, 0.0)
    for _ in range(_MAX_STEPS):
        denominators = rest + np.abs(offsets) * np.where(offsets > 0, to_left, to_right)
        terms = offsets / denominators
        step = (shares * terms).sum(axis=-1, keepdims=True) / (shares * terms * terms).sum(axis=-1, keepdims=True)
        step = np.clip(step, -_CUT * to_left, _CUT * to_right)
        to_left, to_right = to_left + step, to_right - step
        if (np.abs(step) <= _TOLERANCE * np.minimum(to_left, to_right)).all():
            break
    tilted: Array = shares / (rest + np.abs(offsets) * np.where(offsets > 0, to_left, to_right))
    return tilted
