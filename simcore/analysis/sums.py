"""Sums over deals that add up block by block, and the ratios with covariances that follow from them.

A deal ``d`` gives a vector ``x_d`` (games, payoffs, wins, ... summed over its games). A mean per game is the ratio
``r = sum_d w.x_d / sum_d p_d`` with ``p`` the counting variable. With the residuals ``e_d = w.x_d - r p_d``, whose sum
is 0, its variance over ``D`` independent deals is estimated by ``D / (D - 1) * sum_d e_d**2 / (sum_d p_d)**2``, and the
covariance of two ratios by the products of their residuals. The residuals' products follow from the cross-products
``sum_d x_d x_d^T`` alone, which add up. Source: Cochran, Sampling Techniques (3rd ed., 1977), sections 2.11 and 6.3
(ratio estimate) and 9A.1 (clusters of unequal size). Differences between cells that met the same deals use these
covariances: common random numbers, Asmussen and Glynn, Stochastic Simulation (2007), chapter V.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import Estimate, mean_estimate, share_estimate

Weights = Mapping[str, float]
Ratio = tuple[Weights, str]

# variances below this share of their own terms are rounding
_ROUNDING = 1e-12
# deals whose products are taken at once: bounds the memory of the conversion to float64
_SLICE = 16_384


def sums_by_deal(values: NDArray[np.float64], deal_index: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Add up the games of each deal.

    Parameters
    ----------
    values : float64[n_variables, n_games]
        One row a variable.
    deal_index : uint64[n_games]
        Deal of each game; games of a deal are neighbours.

    Returns
    -------
    float64[n_variables, n_deals]
    """
    starts = np.flatnonzero(np.concatenate(([True], deal_index[1:] != deal_index[:-1])))
    if len(starts) == len(deal_index):
        return values
    return np.add.reduceat(values, starts, axis=1)


class DealSums:
    """Totals and cross-products over deals of named variables.

    Sums of integers are exact up to 2**53, and then do not depend on the order of the blocks.

    Parameters
    ----------
    names : sequence of str
        The variables.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._at = {name: i for i, name in enumerate(self.names)}
        self.deals = 0
        self._totals = np.zeros(len(self.names))
        self._cross = np.zeros((len(self.names), len(self.names)))

    def add(self, values: NDArray[np.number]) -> None:
        """Add a block of deals that no other block holds.

        Parameters
        ----------
        values : number[n_variables, n_deals]
            Per-deal sums.
        """
        self.deals += values.shape[1]
        for start in range(0, values.shape[1], _SLICE):
            part = np.asarray(values[:, start : start + _SLICE], np.float64)
            self._totals += part.sum(axis=1)
            self._cross += part @ part.T

    def total(self, name: str) -> float:
        """Return the sum of a variable over all games."""
        return float(self._totals[self._at[name]])

    def ratios(self, ratios: Sequence[Ratio]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ratios of totals and their covariance matrix.

        Parameters
        ----------
        ratios : sequence of (weights, per)
            Numerator as weights of variables, and the variable it is divided by.

        Returns
        -------
        (float64[n], float64[n, n])
            NaN where a divisor is 0, and for covariances of fewer than two deals.
        """
        rows = np.zeros((len(ratios), len(self.names)))
        divisors = np.array([self.total(per) for _, per in ratios])
        divisors[divisors == 0] = np.nan
        for row, (weights, _) in zip(rows, ratios, strict=True):
            for name, weight in weights.items():
                row[self._at[name]] += weight
        values = rows @ self._totals / divisors
        scale = np.abs(rows) @ np.abs(self._cross) @ np.abs(rows).T
        for row, value, (_, per) in zip(rows, values, ratios, strict=True):
            row[self._at[per]] -= value
        products = rows @ self._cross @ rows.T
        products[np.abs(products) < _ROUNDING * scale] = 0
        factor = self.deals / (self.deals - 1) if self.deals > 1 else np.nan
        return values, products * factor / np.outer(divisors, divisors)

    def mean(self, weights: Weights, per: str, *, symmetric: bool = False, comparisons: int = 1) -> Estimate:
        """Return a mean with its interval; the arguments are those of `ratios` and `mean_estimate`."""
        value, se = self._one(weights, per)
        games = int(self.total(per))
        return mean_estimate(value, se, games, self.deals, symmetric=symmetric, comparisons=comparisons)

    def share(self, weights: Weights, per: str, *, symmetric: bool = False, comparisons: int = 1) -> Estimate:
        """Return a share with its interval; the arguments are those of `ratios` and `share_estimate`."""
        value, se = self._one(weights, per)
        games = int(self.total(per))
        return share_estimate(value, se, games, self.deals, symmetric=symmetric, comparisons=comparisons)

    def difference(self, first: Ratio, second: Ratio, *, comparisons: int = 1) -> Estimate:
        """Return the difference of two ratios with its paired interval; `comparisons` as in `mean_estimate`."""
        values, covariance = self.ratios([first, second])
        variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
        if variance < _ROUNDING * (covariance[0, 0] + covariance[1, 1]):
            variance = 0.0
        sizes = [self.total(per) for _, per in (first, second)]
        games = int(max(sizes)) if min(sizes) > 0 else 0
        return mean_estimate(
            float(values[0] - values[1]), math.sqrt(variance), games, self.deals, comparisons=comparisons
        )

    def _one(self, weights: Weights, per: str) -> tuple[float, float]:
        values, covariance = self.ratios([(weights, per)])
        return float(values[0]), math.sqrt(covariance[0, 0]) if covariance[0, 0] >= 0 else math.nan
