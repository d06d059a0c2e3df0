"""The sequential test decides as often wrongly as it says, whatever the batches."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from simcore.analysis.pentanomial import NORMALIZED_UNIT, PAIR_SCORES, Model, score_of_elo
from simcore.analysis.sprt import MEAN_EXCESS, Sprt, batch_size, look, looks

SHARES = np.array([0.08, 0.2, 0.44, 0.2, 0.08])
HYPOTHESES = {"logistic": (0.0, 20.0), "normalized": (0.0, 30.0)}


def shares_with(elo: float, model: Model) -> np.ndarray:
    """Return probabilities of the five scores that have this Elo: some one-point losses turned to wins."""

    def moved(x: float) -> np.ndarray:
        return SHARES + x * np.array([-0.2, -0.8, 0, 0.8, 0.2])

    def off(x: float) -> float:
        mean = moved(x) @ PAIR_SCORES
        sd = math.sqrt(2 * (moved(x) @ (PAIR_SCORES - mean) ** 2))
        return float(mean - (score_of_elo(elo) if model == "logistic" else 0.5 + elo / NORMALIZED_UNIT * sd))

    return moved(brentq(off, -0.2, 0.2))


def play(test: Sprt, elo: float, batch: int, n: int, seed: int) -> tuple[np.ndarray, float]:
    """Return verdicts and mean length of n tests on pairs of this Elo, first looked at after 64 pairs or more."""
    rng = np.random.default_rng(seed)
    shares = shares_with(elo, test.model)
    counts, verdicts, live = np.zeros((n, 5)), np.zeros(n, int), np.arange(n)
    while len(live):
        size = batch if counts[live[0]].any() else batch * math.ceil(64 / batch)
        counts[live] += rng.multinomial(size, shares, size=len(live))
        verdicts[live] = looks(test, counts[live], batch)[2]
        live = live[verdicts[live] == 0]
    return verdicts, float(counts.sum(axis=1).mean())


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_are_nominal(model: Model) -> None:
    """Of 8,000 tests where a hypothesis is true, 4 to 6 % decide for the other one (nominal 5 %, both ways).

    A rate of 5 % would leave the range (four standard errors) with one seed in 20,000. Without the correction for
    batches the rate is 2.8 %.
    """
    elo0, elo1 = HYPOTHESES[model]
    test = Sprt(elo0, elo1, model)
    for truth, wrong in ((elo0, 1), (elo1, -1)):
        verdicts, _ = play(test, truth, 50, 8000, 3)
        assert 0.04 <= (verdicts == wrong).mean() <= 0.06, (truth, (verdicts == wrong).mean())


@pytest.mark.slow
@pytest.mark.parametrize("batch", [4, 16, 64, 200])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_of_many_tests(model: Model, batch: int) -> None:
    """Of 20,000 tests 4.3 to 5.7 % decide wrongly (nominal 5 %, standard error 0.15 %)."""
    elo0, elo1 = HYPOTHESES[model]
    test = Sprt(elo0, elo1, model)
    for truth, wrong in ((elo0, 1), (elo1, -1)):
        verdicts, _ = play(test, truth, batch, 20_000, 7)
        assert 0.043 <= (verdicts == wrong).mean() <= 0.057, (truth, (verdicts == wrong).mean())


def test_bounds_and_verdicts() -> None:
    """Wald's bounds for 5 % are 2.944 either way; a look draws them in by the mean excess of a batch."""
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    uneven = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))
    found = look(test, [10, 880, 2000, 905, 8], 100)
    variance = np.array([10, 880, 2000, 905, 8]) / 3803 @ (PAIR_SCORES - 0.501381) ** 2
    step = (score_of_elo(5) - 0.5) / math.sqrt(variance)
    assert found.verdict == "continue"
    assert found.upper == pytest.approx(test.upper - MEAN_EXCESS * 10 * step, abs=1e-5)
    assert found.lower == pytest.approx(-found.upper)
    assert look(test, [39, 8843, 19990, 9058, 27], 1).verdict == "elo0"
    assert look(test, [27, 8843, 19990, 9858, 39], 1).verdict == "elo1"


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_batches_are_sized_by_the_step(model: Model) -> None:
    """Over a batch of the proposed size the ratio's step has the standard deviation asked for, within 5 %."""
    test = Sprt(*HYPOTHESES[model], model)
    batch = batch_size(test, 10_000 * SHARES)
    rng = np.random.default_rng(12)
    counts = 10_000 * SHARES + rng.multinomial(batch, SHARES, size=4000)
    steps = looks(test, counts, batch)[0] - float(looks(test, 10_000 * SHARES, batch)[0])
    assert steps.std() == pytest.approx(0.5, rel=0.05)
