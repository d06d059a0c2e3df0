"""Alpha-rank: how often each strategy holds a population in which better ones spread.

A population of equal players is invaded by one player of another strategy, drawn at random; whether the newcomer takes
over or dies out follows a Moran process whose selection has the strength alpha. The share of time that each strategy
holds the population, for strong selection, ranks them, cycles included: strategies that beat each other in a ring
share the time, one that beats all others has all of it. Source: Omidshafiei, Papadimitriou, Piliouras, Tuyls,
Rowland, Lespiau, Czarnecki, Lanctot, Perolat and Munos (2019), "alpha-Rank: Multi-agent evaluation by evolution",
Scientific Reports 9, 9937 (arXiv 1903.01373), for a single population.

For strong selection only the sign of each difference counts, so a difference that is noise counts as much as any
other: set payoffs that cannot be told apart to the same value first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

POPULATION = 50
# the sweep over alpha, in units of 1 / (greatest difference of payoffs): from, and up to
_FIRST, _LAST = 0.01, 1e9
# doublings over which no share of time may change by more than the tolerance
_QUIET = 6
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class AlphaRank:
    """Shares of time of each strategy.

    Parameters
    ----------
    mass : float64[n]
        They add up to 1.
    alpha : float
        Strength of selection from which on they did not change.
    """

    mass: Array
    alpha: float


def alpha_rank(payoffs: Array, population: int = POPULATION) -> AlphaRank:
    """Return the stationary shares for selection so strong that they no longer change.

    Parameters
    ----------
    payoffs : float64[n, n]
        Mean payoff of the row's player against the column's, in a game in which both have the same strategies.
    population : int
        Players, at least 2.

    Returns
    -------
    AlphaRank
        At alpha 0 if all payoffs are the same.
    """
    spread = float(np.ptp(payoffs))
    if spread == 0:
        return AlphaRank(np.full(len(payoffs), 1 / len(payoffs)), 0.0)
    alpha, mass, quiet = _FIRST / spread, stationary(payoffs, _FIRST / spread, population), 0
    since = alpha
    while quiet < _QUIET and alpha < _LAST / spread:
        alpha *= 2
        last, mass = mass, stationary(payoffs, alpha, population)
        changed = bool(np.abs(mass - last).max() > _TOLERANCE)
        quiet, since = (0, alpha) if changed else (quiet + 1, since)
    return AlphaRank(mass, since)


def stationary(payoffs: Array, alpha: float, population: int = POPULATION) -> Array:
    """Return the shares of time for one strength of selection.

    Parameters
    ----------
    payoffs, population
        As for `alpha_rank`.
    alpha : float
        Strength of selection, at least 0.

    Returns
    -------
    float64[n]

    Notes
    -----
    The equations of the chain are solved by the elimination of Grassmann, Taksar and Heyman (1985), Operations Research
    33, 1107-1116, which subtracts nothing, in logarithms: transitions are as rare as ``exp(-alpha * population)``.
    """
    chances = _log_fixation(np.asarray(payoffs, np.float64), alpha, population)
    n = len(chances)
    leaves: Array = np.zeros(n)
    for k in range(n - 1, 0, -1):
        leaves[k] = np.logaddexp.reduce(chances[k, :k])
        through = chances[:k, k, None] - leaves[k] + chances[None, k, :k]
        chances[:k, :k] = np.logaddexp(chances[:k, :k], through)
    mass: Array = np.zeros(n)
    for k in range(1, n):
        mass[k] = np.logaddexp.reduce(mass[:k] + chances[:k, k]) - leaves[k]
    shares: Array = np.exp(mass - np.logaddexp.reduce(mass))
    return shares


def _log_fixation(payoffs: Array, alpha: float, population: int) -> Array:
    """Return the logarithm of the chance that one player of the column's strategy takes over from the row's.

    With p newcomers among m players, ``1 / chance = sum over l < m of exp(-alpha sum over p <= l of (f - g))``, where f
    and g are the mean payoffs of newcomers and others against the rest of the population.
    """
    p = np.arange(1, population)[:, None, None]
    own = np.diag(payoffs)
    newcomer = (p - 1) * own[None, None, :] + (population - p) * payoffs.T[None]
    other = (population - p - 1) * own[None, :, None] + p * payoffs[None]
    gains = np.cumsum((newcomer - other) / (population - 1), axis=0)
    terms = np.concatenate([np.zeros((1, *payoffs.shape)), -alpha * gains])
    chances: Array = -np.logaddexp.reduce(terms, axis=0)
    return chances
