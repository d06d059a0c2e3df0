"""How far each choice is from the best of its family, with intervals that hold at once."""

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
    half = _half_widths(gap, covariance, -1, quantile)
    return _farthest(gap, gap - half, gap + half)


def distances_from_even(deviations: NDArray[np.float64], covariance: NDArray[np.float64], quantile: float) -> Distances:
    """Return how much farther from 0 each deviation is than the one that is nearest to 0, whatever their signs.

    For two numbers ``|x| - |y|`` is the greater of ``min(x - y, x + y)`` and ``min(y - x, -x - y)``. So intervals for
    all differences and all sums bound it, and Hsu's argument (`distances_from_best`) holds for these bounds.

    Parameters
    ----------
    deviations : float64[n]
        Estimated deviation of each choice.
    covariance : float64[n, n]
        Covariance of the deviations.
    quantile : float
        ``q``: for simultaneous intervals, that of ``n (n - 1)`` comparisons or more.

    Returns
    -------
    Distances
        Its `best` is the choice nearest to 0.
    """
    minus, plus = deviations[:, None] - deviations[None, :], deviations[:, None] + deviations[None, :]
    half_minus = _half_widths(minus, covariance, -1, quantile)
    half_plus = _half_widths(plus, covariance, 1, quantile)
    low, high = (
        np.maximum(
            np.minimum(minus + side * half_minus, plus + side * half_plus),
            np.minimum(side * half_minus - minus, side * half_plus - plus),
        )
        for side in (-1, 1)
    )
    return _farthest(np.abs(deviations)[:, None] - np.abs(deviations)[None, :], low, high)


def _half_widths(
    combined: NDArray[np.float64], covariance: NDArray[np.float64], sign: int, quantile: float
) -> NDArray[np.float64]:
    """Return the half-widths of the intervals for sums (`sign` 1) or differences (-1) of all pairs."""
    variance = np.diag(covariance)[None, :] + np.diag(covariance)[:, None] + 2 * sign * covariance
    half = quantile * np.sqrt(np.maximum(variance, 0))
    # a number without any variation comes from too few deals: nothing can be said of it
    half[(half == 0) & (combined != 0)] = np.inf
    return half


def _farthest(gap: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> Distances:
    """Return each row's greatest gap to another column with its bounds, none below 0."""
    for edge in (gap, low, high):
        np.fill_diagonal(edge, -np.inf)
    return Distances(*(edge.max(axis=1, initial=0) for edge in (gap, low, high)))
