"""Sums over deals: they add up, and give numpy's covariances on the raw arrays."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.analysis.sums import DealSums, sums_by_deal


def test_sums_by_deal_adds_neighbours() -> None:
    """Games of a deal are added, also where the last deal has fewer."""
    values = np.array([[1.0, 2.0, 3.0, 4.0, 5.0], [0.0, 1.0, 0.0, 1.0, 0.0]])
    deals = np.array([7, 7, 8, 8, 9], np.uint64)
    assert sums_by_deal(values, deals).tolist() == [[3, 7, 5], [1, 1, 0]]


def test_covariance_of_cells_is_that_of_the_raw_arrays() -> None:
    """Means of cells that meet the same deals have the covariance of their per-deal means over the number of deals."""
    rng = np.random.default_rng(1)
    n_deals, n_cells = 500, 4
    luck = rng.normal(size=n_deals)
    games = np.array([2 * luck + rng.normal(size=(2, n_deals)) for _ in range(n_cells)])
    sums = DealSums(["games", *map(str, range(n_cells))])
    for block in np.array_split(np.arange(n_deals), 3):
        sums.add(np.stack([np.full(len(block), 2.0), *games[:, :, block].sum(axis=1)]))
    means, covariance = sums.ratios([({str(cell): 1.0}, "games") for cell in range(n_cells)])
    assert means == pytest.approx(games.mean(axis=(1, 2)))
    assert covariance == pytest.approx(np.cov(games.mean(axis=1)) / n_deals)


def test_standard_error_with_deals_of_unequal_size() -> None:
    """The textbook ratio estimate: residuals of a deal's sum from the mean times its games."""
    rng = np.random.default_rng(2)
    games = rng.integers(1, 5, 300).astype(float)
    payoff = rng.normal(size=300) * games
    sums = DealSums(["games", "payoff"])
    sums.add(np.stack([games, payoff]))
    mean = payoff.sum() / games.sum()
    variance = 300 / 299 * ((payoff - mean * games) ** 2).sum() / games.sum() ** 2
    _, covariance = sums.ratios([({"payoff": 1.0}, "games")])
    assert covariance[0, 0] == pytest.approx(variance)


def test_difference_is_paired() -> None:
    """The difference of two choices on shared deals has the interval of the per-deal differences."""
    rng = np.random.default_rng(3)
    luck = 50 * rng.normal(size=400)
    first, second = luck + rng.normal(size=400), luck + rng.normal(size=400)
    sums = DealSums(["games", "first", "second"])
    sums.add(np.stack([np.ones(400), first, second]))
    found = sums.difference(({"first": 1.0}, "games"), ({"second": 1.0}, "games"))
    assert found.value == pytest.approx((first - second).mean())
    assert found.half_width == pytest.approx(1.965927 * (first - second).std(ddof=1) / 20, rel=1e-4)


def test_order_and_size_of_blocks_do_not_matter() -> None:
    """Whole numbers give the same bits whatever the blocks."""
    values = np.random.default_rng(4).integers(-300, 300, (3, 40_000)).astype(float)
    values[0] = 2
    whole, cut = DealSums(["games", "a", "b"]), DealSums(["games", "a", "b"])
    whole.add(values)
    for block in reversed(np.array_split(values, 7, axis=1)):
        cut.add(block)
    ratios = [({"a": 1.0}, "games"), ({"b": 1.0}, "games")]
    assert all((one == other).all() for one, other in zip(whole.ratios(ratios), cut.ratios(ratios), strict=True))


def test_constant_deals_have_no_variance() -> None:
    """A value that is the same in every deal has variance exactly 0, whatever it is."""
    sums = DealSums(["games", "a"])
    sums.add(np.stack([np.full(1000, 3.0), np.full(1000, 0.7)]))
    values, covariance = sums.ratios([({"a": 1.0}, "games")])
    assert values[0] == pytest.approx(0.7 / 3)
    assert covariance[0, 0] == 0


def test_no_games_give_no_number() -> None:
    """A divisor of 0 gives an estimate that says so."""
    sums = DealSums(["games", "decided", "wins"])
    sums.add(np.stack([np.ones(10), np.zeros(10), np.zeros(10)]))
    assert sums.share({"wins": 1.0}, "decided").note == "no games"
