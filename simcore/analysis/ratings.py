"""Ratings of entrants from who finished before whom: Bradley-Terry by maximum likelihood, in Elo units.

The chance that i finishes before j is ``1 / (1 + 10**(-(r_i - r_j) / 400))``. Games of more than two seats are taken
apart into pairs of seats: under the Plackett-Luce model, which gives whole orders, the chance that i finishes before j
is the same expression of i and j alone, so the pairs give consistent ratings (a composite likelihood). Pairs of a game
and games of a deal are dependent; that is why intervals come from resampled whole deals and not from the curvature of
the likelihood. Sources: Bradley and Terry (1952), Biometrika 39, 324-345; Plackett (1975), Applied Statistics 24,
193-202; Varin, Reid and Firth (2011), Statistica Sinica 21, 5-42.

The library choix fits the same model, one table at a time and without intervals. Newton's method below takes some lines
more than calling it, and fits hundreds of resampled tables at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import LEVEL

Array = NDArray[np.float64]

# Elo of one unit of the natural logarithm of the odds
ELO_UNIT = 400 / math.log(10)
# drawn games added to every pair that met, so that who never loses has a rating too
PRIOR_DRAWS = 1.0
# an entrant's change in log odds in one step at most: Newton's steps are too long far from the solution
_LONGEST_STEP = 2.0
_TOLERANCE = 1e-9
_MAX_STEPS = 200


@dataclass(frozen=True)
class Ratings:
    """Ratings around a mean of 0, with percentile intervals.

    Parameters
    ----------
    value, low, high : float64[n]
        Elo of each entrant relative to the mean of all, and its interval.
    gap, gap_low, gap_high : float64[n, n]
        Row's rating minus column's, and its interval.
    level : float
        Coverage of each interval by itself.
    """

    value: Array
    low: Array
    high: Array
    gap: Array
    gap_low: Array
    gap_high: Array
    level: float


def pair_points(standings: NDArray[np.number], entrants: NDArray[np.integer], n_entrants: int) -> Array:
    """Return, game by game, the points of every entrant against every other.

    Parameters
    ----------
    standings : number[n_games, n_seats]
        What decides the order of a game, the more the better: payoffs, or places with a minus sign.
    entrants : int[n_games, n_seats]
        Who sits where, numbered from 0; seats of the same entrant are not compared.
    n_entrants : int
        How many there are.

    Returns
    -------
    float64[n_entrants * n_entrants, n_games]
        Row ``i * n_entrants + j``: seats of i that finished before seats of j, ties as half. Made to be summed by
        deal and given to `simcore.analysis.resampling.Resampled`.
    """
    n_games, n_seats = standings.shape
    points = np.zeros((n_entrants * n_entrants, n_games))
    games = np.arange(n_games)
    for one in range(n_seats):
        for other in range(n_seats):
            differ = entrants[:, one] != entrants[:, other]
            order = np.sign(standings[:, one].astype(np.float64) - standings[:, other])
            at = entrants[:, one] * n_entrants + entrants[:, other]
            np.add.at(points, (at[differ], games[differ]), ((order + 1) / 2)[differ])
    return points


def bradley_terry(points: Array, prior_draws: float = PRIOR_DRAWS) -> Array:
    """Return the ratings of greatest likelihood.

    Parameters
    ----------
    points : float64[..., n, n]
        Points of the row against the column, at least 0; the two of a pair add up to the games between them. Every
        entrant must have met every other, if only by way of third ones.
    prior_draws : float
        Drawn games added to each pair that met.

    Returns
    -------
    float64[..., n]
        Elo; the mean is 0.
    """
    met = (points + np.swapaxes(points, -1, -2)) > 0
    points = points + prior_draws / 2 * met
    games = points + np.swapaxes(points, -1, -2)
    n = points.shape[-1]
    strengths: Array = np.zeros(points.shape[:-1])
    for _ in range(_MAX_STEPS):
        chance = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        slope = (points - games * chance).sum(axis=-1)
        weight = games * chance * (1 - chance)
        # the added constant fixes the mean, which the games leave open
        curvature = np.eye(n) * weight.sum(axis=-1)[..., None] - weight + 1.0 / n
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        strengths = strengths + step * np.minimum(1, _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
        if longest.max(initial=0) < _TOLERANCE:
            break
    ratings: Array = ELO_UNIT * (strengths - strengths.mean(axis=-1, keepdims=True))
    return ratings


def rate(tables: Array, level: float = LEVEL) -> Ratings:
    """Return ratings with intervals from resampled tables.

    Parameters
    ----------
    tables : float64[1 + n_resamples, n, n]
        Points of the row against the column: first those of the data, then those of each resampling of whole deals.
    level : float
        Coverage of each interval, by itself.

    Returns
    -------
    Ratings
    """
    found = bradley_terry(tables)
    gaps = found[:, :, None] - found[:, None, :]
    ends = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(found[1:], ends, axis=0)
    gap_low, gap_high = np.quantile(gaps[1:], ends, axis=0)
    return Ratings(found[0], low, high, gaps[0], gap_low, gap_high, level)
