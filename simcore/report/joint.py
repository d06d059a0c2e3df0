"""Sums over deals of several cells together, so that differences between them are paired game by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.sums import DealSums, sums_by_deal
from simcore.analysis.winners import at_top
from simcore.running.reader import Block

# taken as they are from the sums of a cell
_KNOWN = ("games", "decided", "seat_0:wins", "seat_0:payoff")
VARIABLES = (*_KNOWN, "winner_payoff", "turns", "score")
# games that ended otherwise than in the cell before
CHANGES = ("winner_changed", "result_changed")


@dataclass(frozen=True)
class _Games:
    """What is kept of a block: the result of each game, and sums by deal in the order of `VARIABLES`."""

    winner: NDArray[np.int16]
    payoff: NDArray[Any]
    deal_index: NDArray[np.uint64]
    deals: NDArray[Any]


class Joint:
    """Gathers groups of cells.

    Parameters
    ----------
    groups : iterable of tuple of int
        Cells of each group, different ones.
    """

    def __init__(self, groups: Iterable[tuple[int, ...]]) -> None:
        self.sums = {group: DealSums(_names(group)) for group in groups}
        self._needed_until: dict[int, int] = defaultdict(int)
        self._completes: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for group in self.sums:
            self._completes[max(group)].append(group)
            for cell in group:
                self._needed_until[cell] = max(self._needed_until[cell], max(group))
        self._start = -1
        self._games: dict[int, _Games] = {}

    def add(self, block: Block, names: Sequence[str], deals: NDArray[np.float64]) -> None:
        """Add a block; those of the same games follow each other, in the order of the cells.

        Parameters
        ----------
        block : Block
            Games of a cell.
        names : sequence of str
            Variables of `deals`.
        deals : float64[n_variables, n_deals]
            Their sums by deal.
        """
        if block.cell not in self._needed_until:
            return
        if block.start != self._start:
            self._start, self._games = block.start, {}
        self._games[block.cell] = _games(block, names, deals)
        for group in self._completes[block.cell]:
            self.sums[group].add(self._together(group))
        self._games = {cell: kept for cell, kept in self._games.items() if self._needed_until[cell] > block.cell}

    def _together(self, group: tuple[int, ...]) -> NDArray[Any]:
        games = [self._games[cell] for cell in group]
        rows = [games[0].deals]
        for before, after in pairwise(games):
            other_payoff = np.logical_or.reduce(after.payoff != before.payoff)
            changed = np.stack([after.winner != before.winner, other_payoff])
            rows += [after.deals, sums_by_deal(changed.astype(np.int32), after.deal_index)]
        return np.concatenate(rows)


def _names(group: tuple[int, ...]) -> list[str]:
    first, *others = group
    return [f"{first}:{name}" for name in VARIABLES] + [
        f"{cell}:{name}" for cell in others for name in (*VARIABLES, *CHANGES)
    ]


def _games(block: Block, names: Sequence[str], deals: NDArray[np.float64]) -> _Games:
    payoff = np.stack([column for name, column in block.numbers.items() if name.startswith("payoff_s")])
    tops = at_top(payoff)
    winner = np.where(tops.sum(axis=0) == 1, tops.argmax(axis=0), -1).astype(np.int16)
    deal_index = block.numbers["deal_index"]
    score = sum(column for name, column in block.numbers.items() if name.startswith("score_s"))
    more = np.stack([payoff.max(axis=0) * (winner >= 0), block.numbers["n_turns"], score]).astype(np.float64)
    known = deals[[list(names).index(name) for name in _KNOWN]]
    kept = _narrow(np.concatenate([known, sums_by_deal(more, deal_index)]))
    return _Games(winner, payoff, deal_index, kept)


def _narrow(deals: NDArray[np.float64]) -> NDArray[Any]:
    """Return sums in half the memory where they are whole numbers that fit."""
    with np.errstate(invalid="ignore"):
        whole = deals.astype(np.int32)
    return whole if (whole == deals).all() else deals
