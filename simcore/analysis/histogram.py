"""Histograms of whole numbers that add up, and quantiles from them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

# widest range that is counted by position rather than by sorting
_DENSE = 1 << 16


@dataclass(frozen=True)
class Histogram:
    """How often each whole number occurred.

    Parameters
    ----------
    values : int64[n]
        Numbers that occurred, ascending.
    counts : int64[n]
        How often, at least 1 each.
    """

    values: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    @classmethod
    def of(cls, numbers: NDArray[np.number]) -> Histogram:
        """Count numbers; fractions are rounded to whole numbers.

        Parameters
        ----------
        numbers : number[n]
            Any order.
        """
        if numbers.size == 0:
            return cls()
        whole = numbers if numbers.dtype.kind in "iu" else np.rint(numbers).astype(np.int64)
        low, high = int(whole.min()), int(whole.max())
        if high - low >= _DENSE:
            values, counts = np.unique(whole, return_counts=True)
            return cls(values.astype(np.int64), counts.astype(np.int64))
        dense = np.bincount(whole - low)
        values = np.flatnonzero(dense)
        return cls(values + low, dense[values])

    def __add__(self, other: Histogram) -> Histogram:
        """Return the histogram of both sets of numbers."""
        values = np.union1d(self.values, other.values)
        counts = np.zeros(len(values), np.int64)
        for part in (self, other):
            counts[np.searchsorted(values, part.values)] += part.counts
        return Histogram(values, counts)

    @property
    def n(self) -> int:
        """How many numbers were counted."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Arithmetic mean; NaN where nothing was counted."""
        return float((self.values * self.counts).sum() / self.n) if self.n else float("nan")

    def quantile(self, share: float) -> int:
        """Return the smallest number that at least `share` of all numbers do not exceed.

        Parameters
        ----------
        share : float
            0 to 1; 0 gives the least number, 1 the greatest.

        Returns
        -------
        int
            A number that occurred: the inverse of the empirical distribution function (type 1 of Hyndman and Fan,
            1996, The American Statistician 50, 361-365).

        Raises
        ------
        ValueError
            Where nothing was counted.
        """
        if not self.n:
            raise ValueError("a quantile of no numbers")
        # rounding must not push 0.1 * 10 over 1
        needed = max(int(np.ceil(share * self.n - 1e-9)), 1)
        return int(self.values[np.searchsorted(np.cumsum(self.counts), needed)])

    def binned(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count by bins; numbers outside go to the outermost bins.

        Parameters
        ----------
        edges : int64[n_bins + 1]
            Ascending; bin i holds ``edges[i] <= number < edges[i + 1]``.

        Returns
        -------
        int64[n_bins]
        """
        bins = np.clip(np.searchsorted(edges, self.values, side="right") - 1, 0, len(edges) - 2)
        return np.bincount(bins, weights=self.counts, minlength=len(edges) - 1).astype(np.int64)
