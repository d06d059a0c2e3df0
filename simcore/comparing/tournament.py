"""A field of strategies: who gains what against whom, ratings, the Nash mix, alpha-rank, and cycles.

All tables meet the same deals, and every interval is made by resampling whole deals across all tables at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.alpha_rank import alpha_rank
from simcore.analysis.cycles import cycle_text, shortest_cycles
from simcore.analysis.equilibrium import solve
from simcore.analysis.estimates import LEVEL, t_quantile
from simcore.analysis.ratings import Ratings, rate
from simcore.comparing.lineups import Field
from simcore.comparing.results import Collected, collect
from simcore.running.player import Player

Array = NDArray[np.float64]

# replicates for which the mix and alpha-rank, which take longest, are solved again
_SOLVED = 200


@dataclass(frozen=True)
class Shares:
    """A share for each entrant, with percentile intervals; they add up to 1.

    Parameters
    ----------
    value, low, high : float64[n]
    """

    value: Array
    low: Array
    high: Array


@dataclass(frozen=True)
class Tournament:
    """What a tournament found.

    Parameters
    ----------
    field : Field
        Entrants and line-ups.
    payoff, payoff_se : float64[n, n]
        Mean payoff a game of the row's entrant alone among the column's, with its standard error over deals; on the
        diagonal what symmetry gives where all payoffs of a game add up to a constant, else NaN.
    advantage, advantage_low, advantage_high : float64[n, n]
        Half of what the row gains over the column's where it is alone among them, minus the same the other way round;
        with two seats the row's payoff minus the column's. The intervals hold for all pairs at once (Bonferroni).
    ratings : Ratings or None
        Bradley-Terry, in Elo; None with a focus.
    nash, alpha_rank : Shares or None
        Mix of the symmetric zero-sum game `advantage`, and stationary shares; None with a focus.
    cycles : list of str
        Cycles of entrants that beat each other by `advantage`.
    games, deals : int
        Games played, and deals that every table met.
    """

    field: Field
    payoff: Array
    payoff_se: Array
    advantage: Array
    advantage_low: Array
    advantage_high: Array
    ratings: Ratings | None
    nash: Shares | None
    alpha_rank: Shares | None
    cycles: list[str]
    games: int
    deals: int


def play_tournament(field: Field, player: Player, workers: int, on_games: Callable[[int], None]) -> Tournament:
    """Play all tables and estimate.

    Parameters
    ----------
    field : Field
        What to play.
    player : Player
        Of the field's scenario.
    workers : int
        Threads; results do not depend on it.
    on_games : callable
        Called with the number of games that came in.

    Returns
    -------
    Tournament
    """
    found = collect(field, player, workers, on_games)
    n, names = len(field.names), field.names
    # [replicate, row, column]; the first replicate is the data
    payoff, others = _by_pair(found, field, 0), _by_pair(found, field, 1)
    gain = payoff - others
    whole = ~np.isnan(payoff[0] + payoff[0].T)
    # who is the focus meets the others one way only
    advantage = (gain - gain.transpose(0, 2, 1)) / 2 if whole.any() else gain
    if field.seats == 2:
        advantage = gain
    pairs = max(1, len(field.duels) if not whole.any() else n * (n - 1) // 2)
    half = t_quantile(LEVEL, found.deals, pairs) * advantage[1:].std(axis=0, ddof=1) if found.deals > 1 else np.nan
    low, high = advantage[0] - half, advantage[0] + half
    result = (field, _with_diagonal(payoff[0], found.each), payoff[1:].std(axis=0, ddof=1), advantage[0], low, high)
    if len(field.duels) < n * (n - 1):
        return Tournament(*result, None, None, None, [], found.games, found.deals)
    beats = np.nan_to_num(low, nan=-1) > 0
    told_apart = np.where(beats | beats.T, 1.0, 0.0)
    square = np.nan_to_num(advantage)
    return Tournament(
        *result,
        rate(found.points.reshape(-1, n, n)),
        _shares([solve(matrix).rows for matrix in square[: 1 + _SOLVED]]),
        _shares([alpha_rank(matrix * told_apart).mass for matrix in square[: 1 + _SOLVED]]),
        [cycle_text(cycle, names) for cycle in shortest_cycles(beats)],
        found.games,
        found.deals,
    )


def _by_pair(found: Collected, field: Field, what: int) -> Array:
    """Return a mean of every duel and replicate, [replicate, row, column]; NaN where two did not meet."""
    n = len(field.names)
    means = np.full((len(found.points), n, n), np.nan)
    for pair in field.duels:
        means[:, *pair] = found.means[pair][what]
    return means


def _with_diagonal(payoff: Array, each: float | None) -> Array:
    """Return payoffs with what everybody has among copies of itself."""
    filled = payoff.copy()
    np.fill_diagonal(filled, np.nan if each is None else each)
    return filled


def _shares(replicates: list[Array]) -> Shares:
    low, high = np.quantile(replicates[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Shares(replicates[0], low, high)
