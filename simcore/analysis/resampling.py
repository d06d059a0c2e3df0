"""Resampling of whole deals: every deal gets a random weight in each replicate, and weighted sums add up.

A replicate of the bootstrap draws as many deals as there are, with replacement; how often a deal is drawn tends to a
Poisson distribution with mean 1. With independent Poisson weights the sums of a replicate can be built block by block
in any order. Source: Hanley and MacGibbon (2006), Computer Methods and Programs in Biomedicine 83, 57-62; Chamandy
et al. (2012), "Estimating uncertainty for massive data streams".
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

REPLICATES = 400
METHOD = f"percentiles of {REPLICATES} resamplings of whole deals (Poisson bootstrap)"

_STEP = np.uint64(0x9E3779B97F4A7C15)
# weights drawn from 16 bits each, four from a word
_BITS = 16
_PER_WORD = 4
# deals whose weights are in memory at once: some 7 MB
_SLICE = 2048


def _poisson_table() -> NDArray[np.float64]:
    """Return the weight for each 16-bit number: the quantiles of a Poisson distribution with mean 1."""
    size = 1 << _BITS
    bounds = np.cumsum([math.exp(-1) / math.factorial(k) for k in range(10)])
    return np.searchsorted(bounds, (np.arange(size) + 0.5) / size).astype(np.float64)


_WEIGHT = _poisson_table()


def _mix(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble words (the output function of SplitMix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = words ^ (words >> np.uint64(31))
    return mixed


def deal_weights(deals: NDArray[np.uint64], seed: int) -> NDArray[np.float64]:
    """Return the weight of each deal in every replicate.

    Parameters
    ----------
    deals : uint64[n]
        Deal indices; a deal has the same weights wherever it is met.
    seed : int
        Seed of the run, 0 to 2**64 - 1.

    Returns
    -------
    float64[REPLICATES, n]
        Whole numbers, 0 to 9, of mean 1.
    """
    words = np.arange(REPLICATES // _PER_WORD, dtype=np.uint64)[:, None] * _STEP
    keys = _mix(_mix(deals ^ np.uint64(seed)) + _STEP)
    draws = _mix(keys[None, :] + words).astype("<u8", copy=False).view("<u2").reshape(len(words), len(deals), _PER_WORD)
    weights: NDArray[np.float64] = _WEIGHT[draws.transpose(0, 2, 1).reshape(REPLICATES, len(deals))]
    return weights


class Resampled:
    """Sums of named quantities over deals, in the data and in every replicate.

    Parameters
    ----------
    n_quantities : int
        Quantities, one row each.
    seed : int
        Seed of the run.
    """

    def __init__(self, n_quantities: int, seed: int) -> None:
        self._seed = seed
        self._sums = np.zeros((1 + REPLICATES, n_quantities))

    def add(self, values: NDArray[np.float64], deals: NDArray[np.uint64]) -> None:
        """Add deals that no other block holds.

        Parameters
        ----------
        values : float64[n_quantities, n_deals]
            Per-deal sums.
        deals : uint64[n_deals]
            Deal indices.
        """
        for start in range(0, values.shape[1], _SLICE):
            part = values[:, start : start + _SLICE]
            self._sums[0] += part.sum(axis=1)
            self._sums[1:] += deal_weights(deals[start : start + _SLICE], self._seed) @ part.T

    @property
    def sums(self) -> NDArray[np.float64]:
        """Sums as float64[1 + REPLICATES, n_quantities]; the first row is that of the data."""
        return self._sums
