"""Sequential test of two hypotheses about Elo on pairs of games, looked at after every few pairs.

Wald's test stops where the log-likelihood ratio leaves ``log(beta / (1 - alpha))`` to ``log((1 - beta) / alpha)``.
These bounds give the nominal error rates for a ratio that meets them exactly; one that is looked at after batches
leaps over them, and errs less often at the cost of more games. So the bounds are drawn in by the mean excess of a
normal random walk, 0.5826 standard deviations of a batch's step (Siegmund 1985, Sequential Analysis; fishtest corrects
for the same excess, which it estimates from the walk itself). The ratio is the generalised one of
`simcore.analysis.pentanomial`; that the bounds hold for it is asymptotic: where a decision takes hundreds of pairs the
error rates are met, where it takes some dozens the test errs less often than it says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.analysis.pentanomial import (
    NORMALIZED_UNIT,
    Model,
    log_likelihood_ratio,
    mean_and_variance,
    score_of_elo,
)

Verdict = Literal["elo0", "elo1", "continue"]

# -zeta(1/2) / sqrt(2 pi): mean excess of a normal random walk over a far boundary, in standard deviations of a step
MEAN_EXCESS = 0.5826
_VERDICTS: tuple[Verdict, Verdict, Verdict] = ("elo0", "continue", "elo1")


@dataclass(frozen=True)
class Sprt:
    """A test of ``elo <= elo0`` against ``elo >= elo1``.

    Parameters
    ----------
    elo0, elo1 : float
        The hypotheses, `elo0` below `elo1`, in units of the model.
    model : {"logistic", "normalized"}
        As in `log_likelihood_ratio`.
    alpha, beta : float
        Chance to decide for `elo1` where `elo0` is true, and the other way round.
    """

    elo0: float
    elo1: float
    model: Model = "logistic"
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """Bound of the log-likelihood ratio at or below which the test decides for `elo0`."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Bound at or above which it decides for `elo1`."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Look:
    """What a test says after some pairs.

    Parameters
    ----------
    llr : float
        Generalised log-likelihood ratio.
    lower, upper : float
        The bounds drawn in for batches; the test stops where `llr` reaches one.
    verdict : {"elo0", "elo1", "continue"}
        The hypothesis decided for.
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict


def look(test: Sprt, counts: ArrayLike, batch: int) -> Look:
    """Return what a test says of the counts so far.

    Parameters
    ----------
    test : Sprt
    counts : number[5]
        Pairs by score.
    batch : int
        Pairs between looks; see `batch_size`.

    Returns
    -------
    Look
    """
    llr, excess, verdicts = looks(test, counts, batch)
    return Look(float(llr), test.lower + float(excess), test.upper - float(excess), _VERDICTS[int(verdicts) + 1])


def looks(
    test: Sprt, counts: ArrayLike, batch: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]:
    """Return the same for many tests at once.

    Parameters
    ----------
    test, batch
        As for `look`.
    counts : number[..., 5]
        Pairs by score.

    Returns
    -------
    (float64[...], float64[...], int8[...])
        Log-likelihood ratio; by how much either bound is drawn in; -1, 0 or 1 for `elo0`, go on, `elo1`.
    """
    llr = log_likelihood_ratio(counts, test.elo0, test.elo1, test.model)
    excess = np.minimum(MEAN_EXCESS * math.sqrt(batch) * _step(test, counts), (test.upper - test.lower) / 2)
    return llr, excess, ((llr >= test.upper - excess).astype(np.int8) - (llr <= test.lower + excess).astype(np.int8))


def batch_size(test: Sprt, counts: ArrayLike, step: float = 0.5) -> int:
    """Return after how many pairs to look again, so that a batch moves the ratio by about `step`.

    Parameters
    ----------
    test : Sprt
    counts : number[5]
        Pairs by score, of a first batch.
    step : float
        Standard deviation of the ratio's step over a batch. The excess is understood up to about 1; at 0.5 a test
        lasts half a batch longer than it must, some 2 % of its usual length.

    Returns
    -------
    int
        At least 1.
    """
    return max(1, round((step / float(_step(test, counts))) ** 2))


def _step(test: Sprt, counts: ArrayLike) -> NDArray[np.float64]:
    """Return the standard deviation of what one pair adds to the ratio.

    Near the hypotheses the ratio is ``(s1 - s0) / v`` times the sum of ``score - (s0 + s1) / 2`` with v the variance of
    a pair's score (the normal approximation of GSPRT_approximation.pdf, cantate.be/Fishtest).
    """
    _, variance = mean_and_variance(counts)
    if test.model == "normalized":
        return np.full(variance.shape, math.sqrt(2) * (test.elo1 - test.elo0) / NORMALIZED_UNIT)
    step: NDArray[np.float64] = (score_of_elo(test.elo1) - score_of_elo(test.elo0)) / np.sqrt(variance)
    return step
