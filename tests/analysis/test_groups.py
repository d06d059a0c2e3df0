"""Means by group, against `DealSums` and plain arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.analysis.groups import GroupSums
from simcore.analysis.sums import DealSums

N = 4000


@pytest.fixture(scope="module")
def data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(8)
    clusters = np.sort(rng.integers(0, 900, N)).astype(np.uint64)
    groups = rng.integers(-1, 3, N)
    return groups, clusters, rng.normal(size=N) + clusters % 3


def test_agrees_with_the_ratio_estimate(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    """Means and intervals are those of `DealSums` on the same sums, however the data are cut into blocks."""
    groups, clusters, values = data
    found = GroupSums(3)
    cut = int(np.searchsorted(clusters, 400))
    for block in (slice(0, cut), slice(cut, N)):
        found.add(groups[block], clusters[block], values[block])
    for group in range(3):
        own = groups == group
        present = np.unique(clusters[own])
        sums = np.array([[(clusters[own] == deal).sum(), values[own][clusters[own] == deal].sum()] for deal in present])
        expected = DealSums(["n", "x"])
        expected.add(sums.T)
        wanted = expected.mean({"x": 1.0}, "n")
        estimate = found.mean(group)
        assert found.count(group) == own.sum() == estimate.games
        assert estimate.deals == len(present)
        assert estimate.value == pytest.approx(values[own].mean())
        assert (estimate.low, estimate.high) == pytest.approx((wanted.low, wanted.high))


def test_more_comparisons_are_wider(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    """Intervals that shall hold at once are wider by the quantile."""
    found = GroupSums(3)
    found.add(*data)
    one, many = found.mean(0), found.mean(0, comparisons=20)
    assert one.half_width is not None
    assert many.half_width is not None
    assert many.half_width > 1.3 * one.half_width


def test_empty_group() -> None:
    """A group without observations has no mean."""
    found = GroupSums(2)
    found.add(np.array([0, 0]), np.array([1, 2]), np.array([1.0, 2.0]))
    assert found.count(1) == 0
    assert found.mean(1).value is None
