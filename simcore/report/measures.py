"""What is compared between cells that meet the same deals: values, paired differences, and their columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from simcore.analysis.estimates import NO_VARIATION, Estimate
from simcore.analysis.sums import DealSums, Ratio, Weights
from simcore.engine.game import GameSpec
from simcore.report.model import Column, decimals_for

PAIRED = "differences paired by deals, Student t interval"
# note of a difference of 0 that shows no variation
SAME = "same"
_CHANGES = {"winner_changed": "Winner changed", "result_changed": "Result changed"}


@dataclass(frozen=True)
class Measure:
    """A mean or a share of a cell.

    Parameters
    ----------
    key : str
        Key in tables.
    head : str
        Words above its column.
    weights, per : dict, str
        As for `DealSums.ratios`, without the cell.
    share : bool
        Whether it is a share.
    """

    key: str
    head: str
    weights: Weights
    per: str
    share: bool

    def ratio(self, cell: int, scale: float = 1.0) -> Ratio:
        """Return it as a ratio of a cell's variables."""
        weights = {f"{cell}:{name}": scale * weight for name, weight in self.weights.items()}
        return weights, f"{cell}:{self.per}"

    def value(self, sums: DealSums, cell: int, comparisons: int) -> Estimate:
        """Return a cell's value."""
        estimate = sums.share if self.share else sums.mean
        return estimate(*self.ratio(cell), comparisons=comparisons)

    def difference(self, sums: DealSums, cell: int, before: int, comparisons: int) -> Estimate:
        """Return a cell's value minus another's, of shares in percentage points."""
        scale = 100.0 if self.share else 1.0
        found = sums.difference(self.ratio(cell, scale), self.ratio(before, scale), comparisons=comparisons)
        return replace(found, note=SAME) if found.note == NO_VARIATION and not found.value else found


def measures(game: GameSpec) -> dict[str, Measure]:
    """Return what is compared, by key, in the order of the columns."""
    unit = game.payoff_unit
    found = (
        Measure("first", "First seat's share of decided games", {"seat_0:wins": 1}, "decided", True),
        Measure("gain", f"First seat's payoff, {unit} a game", {"seat_0:payoff": 1}, "games", False),
        Measure("draws", "Games without a winner (draws)", {"games": 1, "decided": -1}, "games", True),
        Measure("payment", f"Winner's payoff, {unit}", {"winner_payoff": 1}, "decided", False),
        Measure("turns", "Turns", {"turns": 1}, "games", False),
        Measure("score", "Score, all seats together", {"score": 1}, "games", False),
    )
    return {measure.key: measure for measure in found}


def changes(sums: DealSums, cell: int, comparisons: int) -> dict[str, Estimate]:
    """Return the shares of games whose winner, and whose payoffs, are not those of the cell before."""
    return {key: sums.share({f"{cell}:{key}": 1}, f"{cell}:games", comparisons=comparisons) for key in _CHANGES}


def change_columns(rows: list[dict[str, Any]]) -> Iterable[Column]:
    """Return the columns of `changes`."""
    return [Column(key, head, "share", decimals_of(rows, key, True)) for key, head in _CHANGES.items()]


def value_columns(rows: list[dict[str, Any]], shown: Iterable[Measure]) -> list[Column]:
    """Return the columns of values."""
    return [
        Column(
            measure.key,
            measure.head,
            "share" if measure.share else "mean" if measure.key == "gain" else "cost",
            decimals_of(rows, measure.key, measure.share),
        )
        for measure in shown
    ]


def difference_columns(rows: list[dict[str, Any]], shown: Iterable[Measure]) -> list[Column]:
    """Return the columns of differences."""
    return [
        Column(
            measure.key,
            f"{measure.head}, difference" + (" in percentage points" if measure.share else ""),
            "mean",
            decimals_of(rows, measure.key, False),
        )
        for measure in shown
    ]


def decimals_of(rows: Iterable[dict[str, Any]], key: str, percent: bool) -> int:
    """Return the decimals of a column; lines in which nothing was found do not count."""
    return decimals_for((row[key] for row in rows if row[key].value), percent)
