"""Equilibria of known matrices, and resampling of deals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from simcore.analysis.equilibrium import solve
from simcore.analysis.resampling import REPLICATES, Resampled, deal_weights


def test_rock_paper_scissors() -> None:
    """Each hand a third, value 0, and each alone loses 1 to its best reply."""
    found = solve(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert found.value == pytest.approx(0)
    assert found.rows == pytest.approx(np.full(3, 1 / 3))
    assert found.columns == pytest.approx(np.full(3, 1 / 3))
    assert found.exploitable_by == pytest.approx(np.ones(3))


@pytest.mark.parametrize("stakes", [(1.0, 2.0, 3.0), (0.2, 5.0, 1.0)])
def test_rock_paper_scissors_with_unequal_stakes(stakes: tuple[float, float, float]) -> None:
    """Each hand as often as the stake between the two others asks (Kaplansky 1945, Annals of Mathematics 46)."""
    a, b, c = stakes
    matrix = np.array([[0, -a, b], [a, 0, -c], [-b, c, 0]])
    found = solve(matrix)
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.rows == pytest.approx(np.array([c, b, a]) / (a + b + c))
    assert found.columns == pytest.approx(found.rows)


def test_an_entrant_that_loses_to_all_is_left_out() -> None:
    """A fourth entrant that loses everything has no part in the mix, and is exploitable by what it loses most."""
    matrix = np.array([[0.0, -1, 1, 2], [1, 0, -1, 2], [-1, 1, 0, 2], [-2, -2, -2, 0]])
    found = solve(matrix)
    assert found.rows == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert found.exploitable_by[3] == pytest.approx(2)


def test_mixed_two_by_two() -> None:
    """Value and mixes by the closed formula: v = (ad - bc) / (a + d - b - c)."""
    found = solve(np.array([[3.0, -1], [-2, 4]]))
    assert found.value == pytest.approx(1.0)
    assert found.rows == pytest.approx([0.6, 0.4])
    assert found.columns == pytest.approx([0.5, 0.5])


def test_saddle_point_in_an_oblong_matrix() -> None:
    """Where a saddle point exists both sides play it only."""
    found = solve(np.array([[4.0, 2, 5], [3, 1, 9]]))
    assert found.value == pytest.approx(2)
    assert found.rows == pytest.approx([1, 0])
    assert found.columns == pytest.approx([0, 1, 0])
    assert found.against_mix == pytest.approx([2, 1])
    assert found.exploitable_by == pytest.approx([0, 1])


@given(arrays(np.float64, (4, 5), elements=st.floats(-50, 50).map(lambda x: round(x, 3))))
def test_nobody_gains_by_leaving(matrix: np.ndarray) -> None:
    """In any game no row beats the value against the columns' mix, and no column holds the rows' mix below it."""
    found = solve(matrix)
    assert found.rows.sum() == pytest.approx(1)
    assert found.columns.sum() == pytest.approx(1)
    assert (found.against_mix <= found.value + 1e-6).all()
    assert (found.rows @ matrix >= found.value - 1e-6).all()


def test_weights_are_poisson_and_belong_to_the_deal() -> None:
    """Mean, variance and the share of zeros within 5 standard errors of 1.2 million draws (one failure in 10**6)."""
    deals = np.arange(3000, dtype=np.uint64)
    weights = deal_weights(deals, 5)
    n = weights.size
    assert weights.shape == (REPLICATES, 3000)
    assert abs(weights.mean() - 1) < 5 / n**0.5
    assert abs(weights.var() - 1) < 5 * (3 / n) ** 0.5
    assert abs((weights == 0).mean() - np.exp(-1)) < 5 * 0.49 / n**0.5
    assert (deal_weights(deals[1000:], 5) == weights[:, 1000:]).all()
    assert (deal_weights(deals, 6) != weights).any()


def test_resampled_sums_vary_as_the_theory_says() -> None:
    """The spread of a mean over replicates is its standard error, within 5 of the spread's own: 1 / sqrt(2 R)."""
    rng = np.random.default_rng(3)
    values = np.stack([np.ones(20_000), rng.integers(-30, 40, 20_000).astype(float)])
    found = Resampled(2, 9)
    for start in range(0, 20_000, 7000):
        found.add(values[:, start : start + 7000], np.arange(start, min(start + 7000, 20_000), dtype=np.uint64))
    whole = Resampled(2, 9)
    whole.add(values, np.arange(20_000, dtype=np.uint64))
    assert (found.sums == whole.sums).all()
    means = found.sums[:, 1] / found.sums[:, 0]
    assert means[0] == pytest.approx(values[1].mean())
    expected = values[1].std() / 20_000**0.5
    assert abs(means[1:].std() / expected - 1) < 5 / (2 * REPLICATES) ** 0.5
