"""Pairs of games by score: published values, direct optimisation, and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.analysis.pentanomial import (
    NORMALIZED_UNIT,
    PAIR_SCORES,
    Model,
    elo_of_score,
    log_likelihood_ratio,
    pair_places,
    score_of_elo,
    summarize,
)

COUNTS = [39, 8843, 19990, 9058, 27]


def test_reference_values() -> None:
    """A test of 37,957 pairs on fishtest: both ratios and Elo to six digits."""
    assert float(log_likelihood_ratio(COUNTS, 0, 5, "logistic")) == pytest.approx(-21.366782, abs=1e-6)
    assert float(log_likelihood_ratio(COUNTS, 0, 5, "normalized")) == pytest.approx(-2.241087, abs=1e-6)
    assert summarize(COUNTS).elo == pytest.approx(0.874151, abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "model", "expected"),
    [
        ([365, 16618, 36229, 16974, 390], 0, 2, "normalized", 2.25),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, "normalized", 3.01),
        ([379, 10170, 21828, 10640, 343], 0, 2, "normalized", 2.95),
        ([77, 1, 0, 0, 0], -1000, -500, "normalized", -2.95),
        ([72, 10, 0, 0, 0], -1000, -500, "normalized", -2.97),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, "logistic", -3.07),
        ([871, 26175, 55983, 26678, 821], 0, 2, "logistic", -4.98),
    ],
)
def test_published_ratios(counts: list[int], elo0: float, elo1: float, model: Model, expected: float) -> None:
    """Values that the tests and pull requests 783, 882 of fastchess (github.com/Disservin/fastchess) give, rounded."""
    assert float(log_likelihood_ratio(counts, elo0, elo1, model)) == pytest.approx(expected, abs=0.0051)


def best_likelihood(counts: np.ndarray, elo: float, model: Model) -> float:
    """Maximise the likelihood over five probabilities that have this Elo, by a general solver from several starts."""
    from scipy.optimize import minimize

    def probabilities(logits: np.ndarray) -> np.ndarray:
        powers = np.exp(logits - logits.max())
        return powers / powers.sum()

    def off(logits: np.ndarray) -> float:
        p = probabilities(logits)
        mean = p @ PAIR_SCORES
        if model == "logistic":
            return float(mean - score_of_elo(elo))
        sd = math.sqrt(2 * (p @ (PAIR_SCORES - mean) ** 2))
        return float(mean - 0.5 - elo / NORMALIZED_UNIT * sd)

    rng = np.random.default_rng(4)
    found = [
        minimize(
            lambda logits: -counts @ np.log(probabilities(logits)),
            np.log(rng.dirichlet(np.ones(5)) + 1e-4),
            constraints=[{"type": "eq", "fun": off}, {"type": "eq", "fun": lambda logits: logits.sum()}],
            method="SLSQP",
            options={"maxiter": 1000, "ftol": 1e-12},
        )
        for _ in range(6)
    ]
    return max(-result.fun for result in found if result.success)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [[30, 100, 200, 180, 60], [9, 30, 55, 21, 4], [2, 60, 5, 3, 40]])
def test_ratio_is_that_of_the_best_likelihoods(counts: list[int], model: Model) -> None:
    """The ratio equals the difference of two maxima that a general optimiser finds under the constraint."""
    expected = [best_likelihood(np.array(counts, float), elo, model) for elo in (-20.0, 60.0)]
    found = float(log_likelihood_ratio(counts, -20, 60, model))
    assert found == pytest.approx(expected[1] - expected[0], abs=2e-4)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 10**5), min_size=5, max_size=5).filter(any),
    st.floats(-150, 100),
    st.floats(1, 50),
    st.sampled_from(["logistic", "normalized"]),
)
def test_ratio_is_finite_and_antisymmetric(counts: list[int], elo0: float, gap: float, model: Model) -> None:
    """Exchanging the entrants, or the hypotheses, turns the sign, whatever the counts."""
    ratio = float(log_likelihood_ratio(counts, elo0, elo0 + gap, model))
    tolerance = 1e-5 * (1 + sum(counts))
    assert math.isfinite(ratio)
    assert float(log_likelihood_ratio(counts, elo0 + gap, elo0, model)) == pytest.approx(-ratio, abs=tolerance)
    mirrored = float(log_likelihood_ratio(counts[::-1], -elo0, -elo0 - gap, model))
    assert mirrored == pytest.approx(ratio, abs=tolerance)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_many_counts_at_once(model: Model) -> None:
    """An array of counts gives what each of them gives alone."""
    counts = np.random.default_rng(8).multinomial(50, [0.1, 0.2, 0.4, 0.2, 0.1], size=(7, 3))
    together = log_likelihood_ratio(counts, 0, 20, model)
    alone = [[float(log_likelihood_ratio(row, 0, 20, model)) for row in rows] for rows in counts]
    assert together.shape == (7, 3)
    assert together == pytest.approx(np.array(alone), abs=1e-8)


def test_pairs_are_counted_by_score() -> None:
    """Two losses, a loss and a draw, either way to 1/2, and so on."""
    first = np.array([0, 0, 0.5, 1, 0, 0.5, 1, 0.5, 1])
    second = np.array([0, 0.5, 0, 0, 1, 0.5, 0.5, 1, 1])
    assert np.bincount(pair_places(first, second)).tolist() == [1, 2, 3, 2, 1]


def test_elo_and_score() -> None:
    """400 Elo are odds of 10 to 1; a score of 0 or 1 gives the Elo of 0.001 or 0.999."""
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(score_of_elo(-123.4)) == pytest.approx(-123.4)
    assert elo_of_score(1.0) == pytest.approx(-elo_of_score(0.0)) == pytest.approx(400 * math.log10(999))


def test_summary_of_hand_made_counts() -> None:
    """Ten pairs of mean 0.6 and variance 0.0525: standard error 0.07246, z = 1.380."""
    found = summarize([0, 2, 3, 4, 1])
    se = math.sqrt(0.0525 / 10)
    assert found.pairs == 10
    assert found.score == pytest.approx(0.6, abs=1e-4)
    assert found.elo_low == pytest.approx(elo_of_score(0.6 - 1.959964 * se), abs=0.1)
    assert found.elo_high == pytest.approx(elo_of_score(0.6 + 1.959964 * se), abs=0.1)
    assert found.normalized_elo == pytest.approx(347.43559 * 0.1 / math.sqrt(0.105), abs=0.1)
    assert found.los == pytest.approx(0.9162, abs=5e-4)


def test_coverage_of_the_elo_interval() -> None:
    """Over 10,000 samples of 400 pairs the interval holds the true Elo in 94 to 96 %.

    A true coverage of 95 % leaves that range (4.6 standard errors) with a chance below 1 in 100,000.
    """
    shares = np.array([0.05, 0.2, 0.4, 0.25, 0.1])
    truth = elo_of_score(float(shares @ PAIR_SCORES))
    samples = np.random.default_rng(31).multinomial(400, shares, size=10_000)
    found = [summarize(counts) for counts in samples]
    covered = np.mean([one.elo_low <= truth <= one.elo_high for one in found])
    assert 0.94 < covered < 0.96, covered
