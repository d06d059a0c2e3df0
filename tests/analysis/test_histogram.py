"""Histograms add up, and their quantiles are those of the numbers."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.analysis.histogram import Histogram


@pytest.mark.parametrize("spread", [30, 10_000_000])
def test_sum_of_parts_is_the_histogram_of_all(spread: int) -> None:
    """Parts add up to numpy's unique counts, over narrow and over wide ranges."""
    numbers = np.random.default_rng(5).integers(-spread, spread, 5000).astype(np.int32)
    found = sum((Histogram.of(part) for part in np.array_split(numbers, 4)), Histogram())
    values, counts = np.unique(numbers, return_counts=True)
    assert found.values.tolist() == values.tolist()
    assert found.counts.tolist() == counts.tolist()
    assert found.mean == pytest.approx(numbers.mean())


def test_quantiles_are_those_of_numpy() -> None:
    """Quantiles equal numpy's inverse of the empirical distribution function."""
    numbers = np.random.default_rng(6).integers(-20, 60, 1001)
    found = Histogram.of(numbers)
    for share in (0, 0.005, 0.05, 0.25, 0.5, 0.75, 0.95, 1):
        assert found.quantile(share) == np.quantile(numbers, share, method="inverted_cdf")


def test_bins_count_everything() -> None:
    """Numbers beyond the edges go to the outermost bins."""
    found = Histogram.of(np.array([-9, 0, 1, 2, 3, 99]))
    assert found.binned(np.array([0, 2, 4])).tolist() == [3, 3]


def test_fractions_are_rounded() -> None:
    """A histogram holds whole numbers."""
    assert Histogram.of(np.array([0.4, 0.6, 1.2])).values.tolist() == [0, 1]


def test_nothing_counted() -> None:
    """An empty histogram adds nothing and has no quantile."""
    assert Histogram.of(np.zeros(0, np.int32)).n == 0
    with pytest.raises(ValueError, match="no numbers"):
        Histogram().quantile(0.5)
