"""What a candidate is worth: its entrant's mean payoff, deal by deal, on deals that all candidates share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import InputError
from simcore.running.chunks import CHUNK_GAMES, Chunk
from simcore.running.player import Player, cell_plan
from simcore.scenario.cells import Cell

Array = NDArray[np.float64]
Params = dict[str, Any]


@dataclass(frozen=True)
class Deals:
    """A stretch of deals, half-open."""

    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start


class Objective:
    """Plays candidates in the place of one entrant, at every table where it sits.

    Parameters
    ----------
    player : Player
        Of the scenario.
    entrant : int
        Whose parameters are searched.
    workers : int
        Threads; results do not depend on it.
    where : str
        File for messages.
    """

    def __init__(self, player: Player, entrant: int, workers: int, where: str) -> None:
        self._player, self._entrant, self._workers = player, entrant, workers
        cells = player.scenario.cells
        self.cells = [cell for cell in cells if any(entrant in seating for seating in cell.seatings)]
        if not self.cells:
            name = player.scenario.entrant_names[entrant]
            raise InputError(where, "tune.entrant", f"{name!r} sits in no line-up")
        if any(cell.draws_seats for cell in self.cells):
            raise InputError(where, "lineups.mode", "'draw' is not allowed for tuning; allowed: rotate, all, fixed")
        self.defaults: Params = cells[0].entrants[entrant].params
        self.games = 0

    @property
    def games_per_deal(self) -> int:
        """Games that a candidate plays on a deal."""
        return sum(cell.games_per_deal for cell in self.cells)

    def values(self, candidates: Sequence[Mapping[str, Any]], deals: Deals) -> Array:
        """Return the mean payoff of each candidate on each deal.

        Parameters
        ----------
        candidates : sequence of mapping
            Parameters in place of the entrant's.
        deals : Deals
            Which deals; the same for all.

        Returns
        -------
        float64[n_candidates, n_deals]
            The mean over tables, each table counting alike.
        """
        jobs = [(given, cell) for given in candidates for cell in self.cells]
        with ThreadPoolExecutor(self._workers) as pool:
            found = list(pool.map(lambda job: self._table(job[0], job[1], deals), jobs))
        self.games += len(candidates) * self.games_per_deal * len(deals)
        tables = np.stack(found).reshape(len(candidates), len(self.cells), len(deals))
        means: Array = tables.mean(axis=1)
        return means

    def _table(self, given: Mapping[str, Any], cell: Cell, deals: Deals) -> Array:
        """Return a candidate's mean payoff at one table on each deal."""
        plan = cell_plan(self._player.kernel, cell, {self._entrant: {**self.defaults, **given}})
        games, found = cell.games_per_deal, []
        step = max(CHUNK_GAMES // 10 // games, 1)
        for start in range(deals.start, deals.stop, step):
            stop = min(start + step, deals.stop)
            rows, _ = self._player.play(Chunk(cell.index, start * games, stop * games), plan)
            own = rows["entrant"] == self._entrant
            gained = (np.asarray(rows["payoff"], np.float64) * own).sum(axis=1).reshape(-1, games).sum(axis=1)
            found.append(gained / own.sum(axis=1).reshape(-1, games).sum(axis=1))
        return np.concatenate(found)
