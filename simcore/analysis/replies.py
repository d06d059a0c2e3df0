"""Best replies: how far each choice is from the best of its family, with intervals that hold at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Distances:
    """Distance of every choice from the best one.

    Parameters
    ----------
    value : float64[n]
        Mean of the best choice minus the choice's own; 0 for the best.
    low, high : float64[n]
        Simultaneous interval; a `low` of 0 means: cannot be told apart from the best.
    """

    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def best(self) -> int:
        """Position of the highest mean; the first where several are equal."""
        return int(np.argmin(self.value))

    @property
    def candidates(self) -> list[int]:
        """Positions that cannot be told apart from the best; the true best is among them at the level used."""
        return [int(i) for i in np.flatnonzero(self.low == 0)]


def distances_from_best(means: NDArray[np.float64], covariance: NDArray[np.float64], quantile: float) -> Distances:
    """Return how far each choice is from the best.

    If ``|(m_b - m_a) - (mu_b - mu_a)| <= q se_ab`` holds for all pairs at once, then ``max_b (mu_b - mu_a)`` lies
    between the greatest of ``m_b - m_a - q se_ab`` and the greatest of ``m_b - m_a + q se_ab``, where b runs over
    the other choices, both cut off at 0. So the interval does not depend on which choice looks best in these data.
    Source: Hsu (1981), Annals of Statistics 9, 1026-1034.

    Parameters
    ----------
    means : float64[n]
        Mean payoff of each choice.
    covariance : float64[n, n]
        Covariance of the means; choices that met the same deals are paired through it.
    quantile : float
        ``q``: for simultaneous intervals, that of ``n (n - 1) / 2`` comparisons or more.

    Returns
    -------
    Distances
    """
    gap = means[None, :] - means[:, None]
    variance = np.diag(covariance)[None, :] + np.diag(covariance)[:, None] - 2 * covariance
    half = quantile * np.sqrt(np.maximum(variance, 0))
    # a gap without any variation comes from too few deals: nothing can be said of it
    half[(half == 0) & (gap != 0)] = np.inf
    np.fill_diagonal(gap, -np.inf)
    np.fill_diagonal(half, 0)
    return Distances(*(edge.max(axis=1, initial=0) for edge in (gap, gap - half, gap + half)))
