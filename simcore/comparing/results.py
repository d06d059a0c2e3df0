"""What the tables of a tournament give: means of every duel and points of every pair, in the data and resampled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.ratings import pair_points
from simcore.analysis.resampling import REPLICATES, deal_weights
from simcore.analysis.sums import sums_by_deal
from simcore.comparing.contest import CHUNK_GAMES
from simcore.comparing.lineups import Field
from simcore.running.chunks import Chunk
from simcore.running.player import Player
from simcore.running.stream import stream

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Collected:
    """Sums over all games.

    Parameters
    ----------
    means : dict
        Pair -> (payoff of the one, mean payoff of the others), float64[1 + REPLICATES] each, the data first.
    points : float64[1 + REPLICATES, n * n]
        Points of every entrant against every other, all tables together.
    each : float or None
        What a seat has on average where the payoffs of every game add up to the same; else None.
    games, deals : int
        Games played, and deals of every table.
    """

    means: dict[tuple[int, int], tuple[Array, Array]]
    points: Array
    each: float | None
    games: int
    deals: int


@dataclass(frozen=True)
class _Part:
    """Sums of a chunk: [1 + REPLICATES, ...] each."""

    by_entrant: Array
    places: Array
    points: Array
    least: float
    most: float


def _sum_up(rows: Any, n_entrants: int, deals: NDArray[np.uint64], seed: int) -> _Part:
    """Add up the games of a chunk, in the data and in every replicate."""
    payoff = np.asarray(rows["payoff"], np.float64)
    entrants = rows["entrant"]
    sits = [entrants == entrant for entrant in range(n_entrants)]
    kinds = np.stack([(payoff * at).sum(axis=1) for at in sits] + [at.sum(axis=1).astype(float) for at in sits])
    points = pair_points(payoff, entrants, n_entrants)
    met = np.flatnonzero(points.any(axis=1))
    per_deal = sums_by_deal(np.concatenate([kinds, points[met]]), rows["deal_index"])
    weights = np.concatenate([np.ones((1, len(deals))), deal_weights(deals, seed)])
    sums = weights @ per_deal.T
    all_points = np.zeros((len(weights), n_entrants * n_entrants))
    all_points[:, met] = sums[:, 2 * n_entrants :]
    total = payoff.sum(axis=1)
    return _Part(
        sums[:, :n_entrants], sums[:, n_entrants : 2 * n_entrants], all_points, float(total.min()), float(total.max())
    )


def collect(field: Field, player: Player, workers: int, on_games: Callable[[int], None]) -> Collected:
    """Play every table on the same deals and add up.

    Parameters
    ----------
    field, player, workers, on_games
        As for `tournament.play_tournament`.

    Returns
    -------
    Collected
    """
    scenario, n, seats = field.scenario, len(field.names), field.seats
    total = -(-scenario.games // seats) * seats
    size = CHUNK_GAMES // seats * seats
    chunks = [
        Chunk(cell.index, start, min(start + size, total)) for start in range(0, total, size) for cell in scenario.cells
    ]

    def make(chunk: Chunk, rows: Any) -> _Part:
        deals = np.arange(chunk.start // seats, chunk.stop // seats, dtype=np.uint64)
        return _sum_up(rows, n, deals, scenario.seed)

    shape = (len(scenario.cells), 1 + REPLICATES, n)
    by_entrant, places = np.zeros(shape), np.zeros(shape)
    points = np.zeros((1 + REPLICATES, n * n))
    least, most = np.inf, -np.inf
    for chunk, part in stream(player, chunks, make, workers):
        by_entrant[chunk.cell] += part.by_entrant
        places[chunk.cell] += part.places
        points += part.points
        least, most = min(least, part.least), max(most, part.most)
        on_games(chunk.games)
    means = {
        (one, other): (
            by_entrant[cell, :, one] / places[cell, :, one],
            by_entrant[cell, :, other] / places[cell, :, other],
        )
        for (one, other), cell in field.duels.items()
    }
    each = least / seats if most - least < 1e-9 else None
    return Collected(means, points, each, total * len(scenario.cells), total // seats)
