"""A number with its interval, and the two intervals that reports use: for means and for shares.

Games of one deal are dependent (the rotations of a deal meet the same cards), so every interval is made from a
standard error over deals; see `simcore.analysis.sums`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEVEL = 0.95
MEAN = "mean per game; Student t interval, deals as clusters"
SHARE = "share of games; Wilson interval at the effective number of games, deals as clusters"
BY_SYMMETRY = "exact, by symmetry"
ONE_DEAL = "one deal, so no interval"
NO_VARIATION = "no variation between deals, so no interval"
NO_GAMES = "no games"


@dataclass(frozen=True)
class Estimate:
    """A value with its interval and what it rests on.

    Parameters
    ----------
    value : float or None
        None where there are no games.
    low, high : float or None
        Ends of the interval; both None where the data allow none, both equal to `value` where it is exact.
    games : int
        Games that enter.
    deals : int
        Clusters that enter.
    level : float
        Coverage of the interval, 0 to 1; pointwise unless `method` says otherwise.
    method : str
        How value and interval were made.
    note : str
        Why there is no interval, or why it has no width.
    """

    value: float | None
    low: float | None
    high: float | None
    games: int
    deals: int
    level: float
    method: str
    note: str = ""

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval, or None where there is none."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def sign(self) -> int:
        """1 or -1 where the interval lies on that side of 0, else 0: all that may be claimed."""
        if self.low is None or self.high is None:
            return 0
        return int(self.low > 0) - int(self.high < 0)


def t_quantile(level: float, deals: int, comparisons: int = 1) -> float:
    """Return the two-sided Student t quantile for means over deals.

    Parameters
    ----------
    level : float
        Coverage of all intervals together, 0 to 1.
    deals : int
        Clusters, at least 2; there are ``deals - 1`` degrees of freedom.
    comparisons : int
        Intervals that shall hold at once (Bonferroni: each gets ``(1 - level) / comparisons``).

    Returns
    -------
    float
        At least 0.
    """
    from scipy.special import stdtrit

    return float(stdtrit(deals - 1, 1 - (1 - level) / (2 * comparisons)))


def mean_estimate(
    value: float,
    se: float,
    games: int,
    deals: int,
    *,
    symmetric: bool = False,
    comparisons: int = 1,
    level: float = LEVEL,
) -> Estimate:
    """Return a mean with its Student t interval.

    Parameters
    ----------
    value, se : float
        Mean and its standard error over deals, in units of the value.
    games, deals : int
        What they rest on.
    symmetric : bool
        The value follows from symmetry, so that no variation means that it is exact.
    comparisons : int
        Intervals that shall hold at once (Bonferroni).
    level : float
        Coverage of all of them together.

    Returns
    -------
    Estimate
    """
    method = MEAN + _simultaneous(comparisons)
    special = _special(value, se, games, deals, symmetric, level, method)
    if special:
        return special
    half = t_quantile(level, deals, comparisons) * se
    return Estimate(value, value - half, value + half, games, deals, level, method)


def share_estimate(
    value: float,
    se: float,
    games: int,
    deals: int,
    *,
    symmetric: bool = False,
    comparisons: int = 1,
    level: float = LEVEL,
) -> Estimate:
    """Return a share with a Wilson interval at its effective number of games.

    With ``p`` the share, the effective number of games is ``p (1 - p) / se**2``: the independent games that would
    give this standard error. A share of 0 or 1 shows no variation; there the deals are counted, as if all games of
    a deal were one. Source: Korn and Graubard (1998), Survey Methodology 24, 193-201, with Wilson (1927) in place
    of Clopper-Pearson as compared by Franco et al. (2019), J. Survey Statistics and Methodology 7, 334-364.

    Parameters
    ----------
    value, se : float
        Share, 0 to 1, and its standard error over deals.
    games, deals, symmetric, comparisons, level
        As for `mean_estimate`.

    Returns
    -------
    Estimate
    """
    method = SHARE + _simultaneous(comparisons)
    # one-sided shares are informative without variation: "never in n deals" has an upper end
    special = None if value in (0, 1) and deals > 1 else _special(value, se, games, deals, symmetric, level, method)
    if special:
        return special
    n = value * (1 - value) / se**2 if se > 0 else deals
    t = t_quantile(level, deals, comparisons)
    centre = (value + t * t / (2 * n)) / (1 + t * t / n)
    half = t / (1 + t * t / n) * math.sqrt(value * (1 - value) / n + t * t / (4 * n * n))
    low = 0.0 if value == 0 else max(centre - half, 0.0)
    high = 1.0 if value == 1 else min(centre + half, 1.0)
    return Estimate(value, low, high, games, deals, level, method)


def _simultaneous(comparisons: int) -> str:
    return f", {comparisons} intervals at once (Bonferroni)" if comparisons > 1 else ""


def _special(
    value: float, se: float, games: int, deals: int, symmetric: bool, level: float, method: str
) -> Estimate | None:
    """Return the estimate where the data give no standard error, else None."""
    if games == 0:
        return Estimate(None, None, None, 0, deals, level, method, NO_GAMES)
    if symmetric and se == 0:
        return Estimate(value, value, value, games, deals, level, method, BY_SYMMETRY)
    if deals < 2 or se == 0:
        return Estimate(value, None, None, games, deals, level, method, ONE_DEAL if deals < 2 else NO_VARIATION)
    return None
