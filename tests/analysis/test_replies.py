"""Distances from the best reply, on known matrices and on simulated ones."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.analysis.estimates import t_quantile
from simcore.analysis.replies import distances_from_best
from simcore.analysis.sums import DealSums


def test_known_matrix() -> None:
    """Three independent means with standard error 1: gaps 1 and 4, half-width 2 times the root of 2."""
    found = distances_from_best(np.array([5.0, 6.0, 2.0]), np.eye(3), 2.0)
    half = 2 * np.sqrt(2)
    assert found.best == 1
    assert found.value.tolist() == [1, 0, 4]
    assert found.low == pytest.approx([0, 0, 4 - half])
    assert found.high == pytest.approx([1 + half, half - 1, 4 + half])
    assert found.candidates == [0, 1]


def test_pairing_tells_apart() -> None:
    """Means that move together are told apart by gaps far below their own standard errors."""
    covariance = np.full((2, 2), 100.0) + np.eye(2) * 0.01
    found = distances_from_best(np.array([0.0, 1.0]), covariance, 2.0)
    assert found.candidates == [1]


def test_any_better_choice_rules_one_out() -> None:
    """A choice is ruled out by the sure second best even where the best itself is uncertain."""
    covariance = np.diag([0.0001, 0.0001, 100.0])
    assert distances_from_best(np.array([0.0, 1.0, 1.1]), covariance, 2.0).candidates == [1, 2]


def test_equal_choices_cannot_be_told_apart() -> None:
    """Choices that gave the same in every deal are candidates together, at distance exactly 0."""
    found = distances_from_best(np.array([1.0, 1.0]), np.full((2, 2), 0.3), 3.0)
    assert found.candidates == [0, 1]
    assert found.high.tolist() == [0, 0]


def test_gap_without_variation_is_not_believed() -> None:
    """A gap whose paired variance is 0 comes from too few deals and rules nothing out."""
    found = distances_from_best(np.array([1.0, 2.0]), np.full((2, 2), 0.3), 3.0)
    assert found.candidates == [0, 1]
    assert np.isinf(found.high[0])


def test_intervals_hold_at_once() -> None:
    """Over 2,000 samples all intervals of five choices cover their distances in at least 93.5 %.

    Bonferroni promises 95 %; a coverage of 95 % falls below 93.5 % (three standard errors) with a chance of 0.001.
    """
    rng = np.random.default_rng(20261129)
    truth = np.array([0.0, 0.0, 0.1, 0.2, 0.2])
    quantile = t_quantile(0.95, 50, comparisons=10)
    covered = 0
    for _ in range(2000):
        luck = rng.normal(size=50)
        sums = DealSums(["games", *"abcde"])
        sums.add(np.stack([np.ones(50), *(mean + luck + 0.3 * rng.normal(size=50) for mean in truth)]))
        found = distances_from_best(*sums.ratios([({name: 1.0}, "games") for name in "abcde"]), quantile)
        distance = truth.max() - truth
        covered += bool(((found.low <= distance) & (distance <= found.high)).all())
    assert covered / 2000 > 0.935
