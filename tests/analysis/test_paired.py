"""Paired differences: by hand, against scipy, and their coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from simcore.analysis.anytime import sequence_estimate, tuned_rho
from simcore.analysis.paired import add_blocks, block_variance, game_differences, paired_effect, paired_sums


def blocks(rng: np.random.Generator, n: int, effect: float) -> np.ndarray:
    """Return differences of two positions whose cards favour one seat, then the other: luck cancels, some is left."""
    luck = 3 * rng.normal(size=(n, 1))
    return effect + np.hstack([luck, -luck]) + rng.exponential(size=(n, 2)) - 1


def test_difference_of_a_game() -> None:
    """One against three others, two against two: mean of its seats minus mean of the rest."""
    payoffs = np.array([[6, 1, 2, 3], [4, 8, 0, 1]])
    first = np.array([[True, False, False, False], [False, True, False, True]])
    assert game_differences(payoffs, first).tolist() == [4.0, 2.5]


def test_against_scipy() -> None:
    """Mean, interval and p-value are those of a t test of the blocks' means, whatever parts they are added in."""
    values = blocks(np.random.default_rng(5), 400, 0.1)
    sums = paired_sums(2)
    for part in np.split(values, [13, 200]):
        add_blocks(sums, part)
    found = paired_effect(sums)
    expected = stats.ttest_1samp(values.mean(axis=1), 0)
    interval = expected.confidence_interval(0.95)
    assert found.estimate.value == pytest.approx(values.mean())
    assert (found.estimate.low, found.estimate.high) == pytest.approx((interval.low, interval.high))
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.se == pytest.approx(stats.sem(values.mean(axis=1)))
    assert (found.estimate.games, found.estimate.deals) == (800, 400)
    assert block_variance(sums) == pytest.approx(values.mean(axis=1).var(ddof=1))


def test_variance_saved() -> None:
    """Luck of variance 9 cancels and noise of variance 1 stays: 90 % saved, ten games apart for one in a block.

    Positions that repeat each other do harm: saved is -1, one game apart tells as much as two. 100,000 blocks; the
    standard errors are below 0.001.
    """
    rng = np.random.default_rng(2)
    sums = paired_sums(2)
    add_blocks(sums, blocks(rng, 100_000, 0.5))
    found = paired_effect(sums)
    assert found.variance_saved == pytest.approx(0.9, abs=0.005)
    assert found.games_factor == pytest.approx(10, abs=0.5)
    repeated = paired_sums(2)
    add_blocks(repeated, np.repeat(rng.normal(size=(1000, 1)), 2, axis=1))
    assert paired_effect(repeated).variance_saved == pytest.approx(-1)
    assert paired_effect(repeated).games_factor == pytest.approx(0.5)


def test_four_seats() -> None:
    """Independent positions save nothing: within 0.03 of 0 over 20,000 blocks of four (standard error 0.006)."""
    payoffs = np.random.default_rng(6).integers(0, 60, (80_000, 4))
    first = np.tile(np.eye(4, dtype=bool), (20_000, 1))
    sums = paired_sums(4)
    add_blocks(sums, game_differences(payoffs, first).reshape(-1, 4))
    found = paired_effect(sums)
    assert abs(found.variance_saved) < 0.03
    assert found.estimate.value == pytest.approx(0, abs=5 * found.se)


def test_nothing_is_claimed_without_variation() -> None:
    """Equal entrants whose blocks come out even: no interval, no p-value; all variance is saved. Nor of one block."""
    even = paired_sums(2)
    add_blocks(even, np.array([[3.0, -3.0], [1.0, -1.0], [0.0, 0.0]]))
    found = paired_effect(even)
    assert (found.estimate.value, found.estimate.low, found.variance_saved) == (0, None, 1)
    assert found.games_factor == math.inf
    assert math.isnan(found.p_value)
    one = paired_sums(2)
    add_blocks(one, np.array([[3.0, 1.0]]))
    assert paired_effect(one).estimate.low is None
    assert math.isnan(paired_effect(one).variance_saved)


def test_coverage() -> None:
    """Over 10,000 samples of 100 blocks the interval holds the true effect in 94 to 96 %.

    A true coverage of 95 % leaves that range (4.6 standard errors) with a chance below 1 in 100,000. As many samples
    give p-values below 0.05 in 4 to 6 % where there is no effect.
    """
    rng = np.random.default_rng(23)
    covered = significant = 0
    for _ in range(10_000):
        sums = paired_sums(2)
        add_blocks(sums, blocks(rng, 100, 0.0))
        found = paired_effect(sums)
        assert found.estimate.low is not None
        assert found.estimate.high is not None
        covered += found.estimate.low <= 0 <= found.estimate.high
        significant += found.p_value < 0.05
    assert 0.94 < covered / 10_000 < 0.96, covered
    assert covered + significant == 10_000


def test_sums_feed_the_confidence_sequence() -> None:
    """Its interval at the target is wider than the paired one by sqrt(1 + u) over the t quantile: 1.55."""
    sums = paired_sums(2)
    add_blocks(sums, blocks(np.random.default_rng(5), 400, 0.1))
    found = paired_effect(sums)
    value = found.estimate.value
    assert value is not None
    sequence = sequence_estimate(value, block_variance(sums), 800, 400, tuned_rho(400))
    assert sequence.half_width is not None
    assert found.estimate.half_width is not None
    assert sequence.half_width / found.estimate.half_width == pytest.approx(1.544, abs=0.01)
