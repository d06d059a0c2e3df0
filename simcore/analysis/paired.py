"""Difference of two entrants over blocks of games on the same deal, and what playing the same deals saved.

A block is one deal played in several positions, the entrants' seats moved on from one to the next until either has
sat in each seat equally often. In every position the difference is the mean payoff of the first entrant's seats minus
the mean payoff of the other seats; the block's difference is the mean of its positions. Blocks are independent, the
positions of a block are not. So the mean difference is a ratio of `simcore.analysis.sums.DealSums`, which add up
part by part; nothing is kept of single games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import LEVEL, Estimate, mean_estimate
from simcore.analysis.sums import DealSums

DEALS = "deals"


@dataclass(frozen=True)
class PairedEffect:
    """Mean difference of two entrants in the payoff of a game.

    Parameters
    ----------
    estimate : Estimate
        Mean over blocks with its Student t interval.
    se : float
        Standard error over blocks; NaN for fewer than two.
    p_value : float
        Two-sided, of "there is no difference"; NaN where there is no standard error above 0.
    variance_saved : float
        ``1 - var(block) / var(apart)``, where ``var(apart)`` is the variance that the mean of a block would have if
        each position met a deal of its own: the sum of the positions' variances over their number squared. Below 0
        where playing the same deals did harm. NaN where no position varies.
    """

    estimate: Estimate
    se: float
    p_value: float
    variance_saved: float

    @property
    def games_factor(self) -> float:
        """Games on deals of their own that tell as much as one game of a block: ``1 / (1 - variance_saved)``."""
        return math.inf if self.variance_saved == 1 else 1 / (1 - self.variance_saved)


def game_differences(payoffs: NDArray[np.number], first: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return, game by game, the mean payoff of the first entrant's seats minus the mean payoff of the others.

    Parameters
    ----------
    payoffs : number[n_games, n_seats]
        Payoff of every seat.
    first : bool[n_games, n_seats]
        Seats of the first entrant: in each game at least one, and not all.

    Returns
    -------
    float64[n_games]
    """
    payoffs = np.asarray(payoffs, np.float64)
    own = (payoffs * first).sum(axis=1) / first.sum(axis=1)
    others = (payoffs * ~first).sum(axis=1) / (~first).sum(axis=1)
    difference: NDArray[np.float64] = own - others
    return difference


def position_names(positions: int) -> list[str]:
    """Return the names under which the differences of a block's positions are summed."""
    return [f"position_{i}" for i in range(positions)]


def paired_sums(positions: int) -> DealSums:
    """Return empty sums for blocks of so many positions; fill them with `add_blocks`."""
    return DealSums([*position_names(positions), DEALS])


def add_blocks(sums: DealSums, differences: NDArray[np.float64]) -> None:
    """Add whole blocks.

    Parameters
    ----------
    sums : DealSums
        From `paired_sums`.
    differences : float64[n_blocks, n_positions]
        Difference in each position.
    """
    sums.add(np.column_stack([differences, np.ones(len(differences))]).T)


def paired_effect(sums: DealSums, comparisons: int = 1, level: float = LEVEL) -> PairedEffect:
    """Return the mean difference over blocks.

    Parameters
    ----------
    sums : DealSums
        From `paired_sums`.
    comparisons : int
        Intervals that shall hold at once (Bonferroni); the p-value is for one.
    level : float
        Coverage of all of them together.

    Returns
    -------
    PairedEffect
        `variance_saved` generalises the correlation of two paired samples; for positions as a cluster it is one minus
        the design effect (Kish 1965, Survey Sampling).
    """
    names = _positions(sums)
    weights = {name: 1 / len(names) for name in names}
    means, covariance = sums.ratios([(weights, DEALS), *(({name: 1.0}, DEALS) for name in names)])
    variance, apart = covariance[0, 0], np.trace(covariance[1:, 1:]) / len(names) ** 2
    se = math.sqrt(variance) if variance >= 0 else math.nan
    games = sums.deals * len(names)
    estimate = mean_estimate(float(means[0]), se, games, sums.deals, comparisons=comparisons, level=level)
    saved = 1 - float(variance / apart) if apart > 0 else math.nan
    return PairedEffect(estimate, se, _p_value(float(means[0]), se, sums.deals), saved)


def block_variance(sums: DealSums) -> float:
    """Return the sample variance of a block's difference, for a confidence sequence; NaN below two blocks."""
    names = _positions(sums)
    _, covariance = sums.ratios([({name: 1 / len(names) for name in names}, DEALS)])
    return float(covariance[0, 0]) * sums.deals


def _positions(sums: DealSums) -> Sequence[str]:
    return [name for name in sums.names if name != DEALS]


def _p_value(mean: float, se: float, deals: int) -> float:
    """Return the two-sided p-value of Student's t."""
    from scipy.special import stdtr

    if not se > 0:
        return math.nan
    return float(2 * stdtr(deals - 1, -abs(mean) / se))
