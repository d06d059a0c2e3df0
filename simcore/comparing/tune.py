"""Search of a strategy's parameters: an evolution strategy on shared deals, bad candidates leaving early.

The optimiser is CatCMAwM of the library cmaes (Hamano et al. 2024, "CatCMA with Margin", arXiv 2504.07884): a CMA
evolution strategy for numbers, steps and words at once. It reads ranks only, so what a deal gives to all candidates
alike does not disturb it; it asks for a whole generation, which then meets the same deals; it depends on numpy only.
Every generation meets fresh deals, its better half more of them (sequential halving). The best of the last generations,
the middle of some of them and the entrant as it stands play off on a set of deals of their own, and the winner's figure
comes from a third set.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import Estimate, mean_estimate
from simcore.analysis.halving import Round, halving_schedule, survivors
from simcore.comparing.objective import Deals, Objective, Params
from simcore.comparing.space import Dimension

# where the deals of the play-off and of the final figure begin; a search never gets there
_PLAY_OFF, _HELD_OUT = 1 << 38, 1 << 40
_PLAY_OFF_SHARE = 0.25
# deals on which every candidate of a generation is seen at least
_FIRST_DEALS = 100
# generations wanted, and more for each parameter: more of them move further, each on fewer deals
_GENERATIONS, _MORE = 20, 6
_IN_PLAY_OFF = 12
# the middle of the best of so many last generations plays off too: each of them was chosen with luck
_AVERAGED = (5, 10, 20)
# start of the search around the entrant as it stands, in widths of the ranges
_SPREAD = 0.25
_EDGE = 0.02


@dataclass(frozen=True)
class Generation:
    """One step of the search.

    Parameters
    ----------
    number : int
        From 1 on.
    games : int
        Games played up to here.
    deals : int
        Deals on which its best candidate was seen.
    payoff : float
        Mean payoff of that candidate on them; biased upwards, as it was chosen by it.
    params : dict
        Its parameters.
    """

    number: int
    games: int
    deals: int
    payoff: float
    params: Params


@dataclass(frozen=True)
class Tuned:
    """What a search found.

    Parameters
    ----------
    params : dict
        The best parameters, the searched ones only.
    payoff : Estimate
        Mean payoff a game with them, on deals that the search never met.
    gain : Estimate
        The same minus the payoff of the entrant as it stands, on these deals.
    trace : list of Generation
        The course of the search.
    games : int
        Games of search and play-off.
    kept : bool
        Whether the entrant as it stands was not beaten in the play-off.
    """

    params: Params
    payoff: Estimate
    gain: Estimate
    trace: list[Generation]
    games: int
    kept: bool


def tune(
    objective: Objective,
    space: list[Dimension],
    budget: int,
    final_deals: int,
    seed: int,
    on_games: Callable[[int], None],
) -> Tuned:
    """Search, play off, and measure on held-out deals.

    Parameters
    ----------
    objective : Objective
        Plays candidates.
    space : list of Dimension
        What is searched.
    budget : int
        Games of search and play-off together, about.
    final_deals : int
        Deals of the final figure, at least 2.
    seed : int
        Of the optimiser; the deals have the scenario's.
    on_games : callable
        Called with the number of games that were played.

    Returns
    -------
    Tuned
    """
    stands = {dimension.name: objective.defaults[dimension.name] for dimension in space}
    search = _Search(space, stands, seed)
    deals_of_search = int(budget * (1 - _PLAY_OFF_SHARE) / objective.games_per_deal)
    wanted = _GENERATIONS + _MORE * len(space)
    rounds = halving_schedule(search.size, deals_of_search // wanted, first_deals=_FIRST_DEALS)
    generations = max(1, deals_of_search // _cost(rounds))
    trace: list[Generation] = []
    start = 0
    for number in range(generations):
        before = objective.games
        candidates = search.ask()
        ranks, means = _halve(objective, candidates, start, rounds)
        search.tell(ranks)
        best = int(np.argmin(ranks))
        start += rounds[-1].deals
        trace.append(Generation(number + 1, objective.games, rounds[-1].deals, float(means[best]), candidates[best]))
        on_games(objective.games - before)
    before = objective.games
    best_last = [one.params for one in reversed(trace)]
    centres = [_centre(space, best_last[:n]) for n in _AVERAGED if n <= len(trace)]
    finalists = _distinct([stands, *centres, *best_last])[:_IN_PLAY_OFF]
    share = int(budget * _PLAY_OFF_SHARE / objective.games_per_deal)
    ranks, _ = _halve(
        objective, finalists, _PLAY_OFF, halving_schedule(len(finalists), share, first_deals=_FIRST_DEALS)
    )
    winner = finalists[int(np.argmin(ranks))]
    on_games(objective.games - before)
    searched = objective.games
    found, stood = objective.values([winner, stands], Deals(_HELD_OUT, _HELD_OUT + final_deals))
    on_games(objective.games - searched)
    games = final_deals * objective.games_per_deal
    return Tuned(winner, _mean(found, games), _mean(found - stood, games), trace, searched, winner == stands)


def _halve(
    objective: Objective, candidates: list[Params], start: int, rounds: list[Round]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the rank of each candidate, 0 for the best, and its mean on the deals that it met.

    Who stays longer ranks above all who left before.
    """
    alive = list(range(len(candidates)))
    sums, seen = np.zeros(len(candidates)), np.zeros(len(candidates))
    order: list[int] = []
    first = start
    for one in rounds:
        if one.candidates < len(alive):
            kept = [alive[i] for i in survivors(sums[alive] / seen[alive], one.candidates)]
            left = [i for i in alive if i not in kept]
            order = sorted(left, key=lambda i: -sums[i] / seen[i]) + order
            alive = kept
        values = objective.values([candidates[i] for i in alive], Deals(first, start + one.deals))
        first = start + one.deals
        sums[alive] += values.sum(axis=1)
        seen[alive] += values.shape[1]
    order = sorted(alive, key=lambda i: -sums[i] / seen[i]) + order
    ranks = np.empty(len(candidates), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks, sums / seen


def _cost(rounds: list[Round]) -> int:
    """Return the deals that all candidates of a schedule play together."""
    before = [0, *(one.deals for one in rounds)]
    return sum(one.candidates * (one.deals - last) for one, last in zip(rounds, before, strict=False))


def _centre(space: list[Dimension], found: list[Params]) -> Params:
    """Return the middle of some candidates: of numbers and steps the mean, of words the most frequent."""
    centre: Params = {}
    for dimension in space:
        values = [params[dimension.name] for params in found]
        if dimension.kind == "words":
            centre[dimension.name] = max(dimension.values, key=values.count)
        else:
            centre[dimension.name] = dimension.at(sum(map(dimension.place, values)) / len(values))
    return centre


def _distinct(found: list[Params]) -> list[Params]:
    """Return parameters without repetitions, the first of each kept."""
    unique: list[Params] = []
    for params in found:
        if params not in unique:
            unique.append(params)
    return unique


def _mean(values: NDArray[np.float64], games: int) -> Estimate:
    deals = len(values)
    return mean_estimate(float(values.mean()), float(values.std(ddof=1) / np.sqrt(deals)), games, deals)


class _Search:
    """The optimiser, in terms of parameters.

    Parameters
    ----------
    space : list of Dimension
        What is searched.
    stands : dict
        Where the search begins.
    seed : int
        Of the optimiser.
    """

    def __init__(self, space: list[Dimension], stands: Params, seed: int) -> None:
        self._kinds = {kind: [d for d in space if d.kind == kind] for kind in ("range", "steps", "words")}
        ranges, steps, words = self._kinds.values()
        numbers = [*ranges, *steps]
        with warnings.catch_warnings():
            # the library hints at options that are not used here
            warnings.simplefilter("ignore")
            from cmaes import CatCMAwM

            self._optimiser = CatCMAwM(
                x_space=[[0.0, 1.0]] * len(ranges) or None,
                z_space=[d.places() for d in steps] or None,
                c_space=[len(d.values) for d in words] or None,
                mean=np.array([_inside(d, stands[d.name]) for d in numbers]) if numbers else None,
                sigma=_SPREAD if numbers else None,
                # its generator takes 32 bits
                seed=(seed ^ seed >> 32) & 0xFFFFFFFF,
            )
        self.size: int = self._optimiser.population_size
        self._asked: list[Any] = []

    def ask(self) -> list[Params]:
        """Return the candidates of a generation."""
        self._asked = [self._optimiser.ask() for _ in range(self.size)]
        return [self._params(solution) for solution in self._asked]

    def tell(self, ranks: NDArray[np.int64]) -> None:
        """Say how the candidates rank, 0 for the best."""
        self._optimiser.tell([(one, float(rank)) for one, rank in zip(self._asked, ranks, strict=True)])

    def _params(self, solution: Any) -> Params:
        ranges, steps, words = self._kinds.values()
        found = {d.name: d.at(float(place)) for d, place in zip(ranges, _listed(solution.x), strict=True)}
        found |= {d.name: d.at(float(place)) for d, place in zip(steps, _listed(solution.z), strict=True)}
        return found | {
            d.name: d.values[int(np.argmax(row))] for d, row in zip(words, _listed(solution.c), strict=True)
        }


def _inside(dimension: Dimension, value: Any) -> float:
    """Return where the search begins: at the value, but one step from the ends, where the optimiser cannot begin."""
    edge = 1 / (len(dimension.values) - 1) if dimension.kind == "steps" else _EDGE
    return float(min(max(dimension.place(value), edge), 1 - edge))


def _listed(values: Any) -> list[Any]:
    return [] if values is None else list(values)
