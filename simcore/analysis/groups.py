"""Means by group where observations come in clusters: sums that add up block by block.

A cluster (a deal) gives a group ``n_c`` observations with the sum ``x_c``. The group's mean is the ratio
``r = sum x_c / sum n_c``; with ``m`` clusters its variance is estimated by
``m / (m - 1) * sum (x_c - r n_c)**2 / (sum n_c)**2``, as in `simcore.analysis.sums`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import Estimate, mean_estimate

# observations, clusters, and the sums of x, x x, x n, n n over clusters
_KEPT = 6


class GroupSums:
    """Sums over the clusters of every group.

    Parameters
    ----------
    n_groups : int
        Groups are numbered from 0.
    """

    def __init__(self, n_groups: int) -> None:
        self._sums = np.zeros((_KEPT, n_groups))

    def add(self, groups: NDArray[np.integer], clusters: NDArray[np.integer], values: NDArray[np.number]) -> None:
        """Add observations; a cluster lies in one block.

        Parameters
        ----------
        groups : int[n]
            Group of each observation; a negative one leaves the observation out.
        clusters : int[n]
            Cluster of each observation.
        values : float64[n]
            What was observed.
        """
        kept = groups >= 0
        numbers, cluster = np.unique(clusters[kept], return_inverse=True)
        width = max(len(numbers), 1)
        pairs, at = np.unique(groups[kept].astype(np.int64) * width + cluster, return_inverse=True)
        n = np.bincount(at, minlength=len(pairs)).astype(np.float64)
        x = np.bincount(at, weights=np.asarray(values, np.float64)[kept], minlength=len(pairs))
        for row, term in enumerate((n, np.ones_like(n), x, x * x, x * n, n * n)):
            self._sums[row] += np.bincount(pairs // width, weights=term, minlength=self._sums.shape[1])

    def count(self, group: int) -> int:
        """Return how many observations a group has."""
        return int(self._sums[0, group])

    def mean(self, group: int, comparisons: int = 1) -> Estimate:
        """Return a group's mean with its interval.

        Parameters
        ----------
        group : int
            Which group.
        comparisons : int
            Intervals that shall hold at once (Bonferroni).

        Returns
        -------
        Estimate
            Its `games` are the observations, its `deals` the clusters.
        """
        n, clusters, x, xx, xn, nn = (float(value) for value in self._sums[:, group])
        if not n:
            return mean_estimate(math.nan, math.nan, 0, 0, comparisons=comparisons)
        mean = x / n
        squares = max(xx - 2 * mean * xn + mean * mean * nn, 0.0)
        se = math.sqrt(clusters / (clusters - 1) * squares) / n if clusters > 1 else math.nan
        return mean_estimate(mean, se, int(n), int(clusters), comparisons=comparisons)
