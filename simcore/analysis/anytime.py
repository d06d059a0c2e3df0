"""An interval for a mean that may be looked at after every deal: an asymptotic confidence sequence.

The usual interval holds at one sample size chosen beforehand; who looks again and again and stops when it excludes 0
is wrong far more often than 5 %. A confidence sequence holds at all sample sizes at once, so that any stopping rule
may be used. This one needs no bound on the payoffs, only a finite variance, and like the central limit theorem it is
asymptotic: its coverage tends to the level as the first look comes later, and says nothing of a first look after a
handful of deals. Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central limit theory
and asymptotic confidence sequences", Annals of Statistics 52 (arXiv 2103.06476).
"""

from __future__ import annotations

import math

from simcore.analysis.estimates import LEVEL, NO_VARIATION, ONE_DEAL, Estimate

METHOD = "mean per deal; asymptotic confidence sequence, valid at every look at once"
# deals before the first look: fewer tell too little of the variance
FIRST_LOOK = 100


def tuned_rho(target: int, level: float = LEVEL) -> float:
    """Return the parameter for which the interval is shortest at a number of deals.

    With ``u = rho**2 n`` the squared half-width is proportional to ``(1 + 1 / u) (log(1 + u) - 2 log alpha)``, which is
    least where ``u = log(1 + u) - 2 log alpha``, that is at ``u = -W(-alpha**2 / e) - 1`` with the lower branch of
    Lambert's W.

    Parameters
    ----------
    target : int
        Deals at which the decision is expected; the interval is a few per cent longer at half or twice as many.
    level : float
        Coverage of the sequence, 0 to 1.

    Returns
    -------
    float
        Above 0.
    """
    from scipy.special import lambertw

    alpha = 1 - level
    return math.sqrt((-float(lambertw(-(alpha**2) / math.e, -1).real) - 1) / target)


def half_width(deals: int, variance: float, rho: float, level: float = LEVEL) -> float:
    """Return half the length of the interval after some deals.

    Parameters
    ----------
    deals : int
        Deals so far, at least 2.
    variance : float
        Sample variance of the per-deal values.
    rho : float
        The same at every look; see `tuned_rho`.
    level : float
        Coverage of the sequence.

    Returns
    -------
    float
    """
    u = deals * rho * rho
    return math.sqrt(variance * (1 + u) / u * (math.log1p(u) - 2 * math.log(1 - level)) / deals)


def sequence_estimate(
    mean: float, variance: float, games: int, deals: int, rho: float, level: float = LEVEL
) -> Estimate:
    """Return a mean with the interval of the confidence sequence at this look.

    Parameters
    ----------
    mean, variance : float
        Mean and sample variance of the per-deal values so far.
    games, deals : int
        What they rest on.
    rho, level : float
        As for `half_width`; both the same at every look.

    Returns
    -------
    Estimate
        Without an interval where there are no two deals or no variation.
    """
    if deals < 2 or variance == 0:
        return Estimate(mean, None, None, games, deals, level, METHOD, ONE_DEAL if deals < 2 else NO_VARIATION)
    half = half_width(deals, variance, rho, level)
    return Estimate(mean, mean - half, mean + half, games, deals, level, METHOD)
