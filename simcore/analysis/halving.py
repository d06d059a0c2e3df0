"""Sequential halving: many candidates on few deals, then the better ones on more.

All candidates of a round meet the same deals, and a round keeps the deals of the rounds before, so that what a survivor
has played is never thrown away. Sources: Karnin, Koren and Somekh (2013), "Almost optimal exploration in multi-armed
bandits"; Jamieson and Talwalkar (2016), "Non-stochastic best arm identification and hyperparameter optimization".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Round:
    """A round of the schedule.

    Parameters
    ----------
    candidates : int
        Candidates that play it.
    deals : int
        Deals that each of them has played at its end, those of earlier rounds among them.
    """

    candidates: int
    deals: int


def halving_schedule(candidates: int, budget: int, factor: int = 2, first_deals: int = 1) -> list[Round]:
    """Return rounds in which the best ``1 / factor`` go on until one is left.

    Every round is given the same share of the budget. Where that is less than `first_deals` a candidate in the first
    round, the budget is exceeded.

    Parameters
    ----------
    candidates : int
        At the start, at least 1.
    budget : int
        Deals that all candidates together may play.
    factor : int
        At least 2.
    first_deals : int
        Deals that each candidate plays at least, so that no one leaves on next to nothing.

    Returns
    -------
    list of Round
        Of a single candidate: one round with the whole budget.
    """
    sizes = [candidates]
    while sizes[-1] > factor:
        sizes.append(math.ceil(sizes[-1] / factor))
    share, deals, rounds = budget / len(sizes), 0, []
    for size in sizes:
        deals += max(int(share / size), 0 if deals else first_deals, 1)
        rounds.append(Round(size, deals))
    return rounds


def survivors(means: NDArray[np.float64], keep: int) -> list[int]:
    """Return the positions of the highest means in ascending order; of equal ones the first are kept.

    Parameters
    ----------
    means : float64[n]
        What is to be maximised; NaN counts as the least.
    keep : int
        How many go on.

    Returns
    -------
    list of int
    """
    order = np.argsort(-np.nan_to_num(means, nan=-np.inf, posinf=np.inf, neginf=-np.inf), kind="stable")
    return sorted(int(i) for i in order[:keep])
