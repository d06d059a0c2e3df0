"""The equilibrium of a square of thresholds: the mix, its value, and how far every threshold is from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.equilibrium import Equilibrium, solve
from simcore.analysis.estimates import BY_SYMMETRY, LEVEL, Estimate
from simcore.analysis.resampling import METHOD
from simcore.report.cells import is_symmetric
from simcore.report.context import Context
from simcore.report.model import Column, Table, decimals_for
from simcore.report.square import Square
from simcore.report.wording import CONFIDENCE, at_least, listed, number, percent, range_text

_METHOD = f"linear programming on the mean payoffs; {METHOD}"


@dataclass(frozen=True)
class Solved:
    """The equilibrium of a square, in the data and in every resampling of whole deals.

    Parameters
    ----------
    square : Square
        The square.
    """

    square: Square

    @cached_property
    def found(self) -> list[Equilibrium]:
        """The equilibria: of the data first, then of each replicate."""
        shape = len(self.square.grid.rows), len(self.square.grid.columns)
        sums = self.square.context.collected.resampled
        assert sums is not None
        return [solve((line[1:] / line[0]).reshape(shape)) for line in sums.sums if line[0]]

    @property
    def symmetric(self) -> bool:
        """Whether both sides have the same choices, so that the value is 0."""
        return is_symmetric(self.square.context.cells.cells)

    def estimate(self, values: NDArray[np.float64]) -> Estimate:
        """Return the first of `values` with an interval from the others."""
        games, deals = self.square.games, self.square.deals
        if deals < 2:
            return Estimate(float(values[0]), None, None, games, deals, LEVEL, _METHOD, "one deal, so no interval")
        low, high = np.quantile(values[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], method="inverted_cdf")
        # no spread among resamplings is no proof that there is none
        note = "in all resamplings" if low == high == values[0] else ""
        return Estimate(float(values[0]), float(low), float(high), games, deals, LEVEL, _METHOD, note)

    @cached_property
    def value(self) -> Estimate:
        """Mean payoff of A when both sides play the equilibrium."""
        if self.symmetric:
            return Estimate(0.0, 0.0, 0.0, self.square.games, self.square.deals, LEVEL, _METHOD, BY_SYMMETRY)
        return self.estimate(np.array([found.value for found in self.found]))

    def of_row(self, what: str, row: int) -> Estimate:
        """Return ``weight``, ``against_mix`` or ``exploitable`` of a row."""
        parts = {"weight": "rows", "against_mix": "against_mix", "exploitable": "exploitable_by"}
        return self.estimate(np.array([getattr(found, parts[what])[row] for found in self.found]))

    @property
    def best_single(self) -> int:
        """The row that loses least to the reply that is best against it."""
        return int(np.argmin(self.found[0].exploitable_by))


def tables(context: Context, solved: Solved) -> Iterator[Table]:
    """Yield the table of the mix.

    Parameters
    ----------
    context : Context
        A run that sweeps a square.
    solved : Solved
        Its equilibrium.
    """
    square, unit = solved.square, context.game.payoff_unit
    grid = square.grid
    rows: list[dict[str, Any]] = [
        {
            "threshold": value,
            "words": square.words(row),
            "weight": solved.of_row("weight", row),
            "against_mix": solved.of_row("against_mix", row),
            "exploitable": solved.of_row("exploitable", row),
        }
        for row, value in enumerate(grid.rows)
    ]
    columns = (
        Column("threshold", f"{grid.parameter} of {grid.a}"),
        Column("words", f"There {grid.a}"),
        Column("weight", "Share in the mix", "share", 0),
        Column(
            "against_mix", f"Payoff against the mix, {unit}", "mean", decimals_for(row["against_mix"] for row in rows)
        ),
        Column("exploitable", "Its best reply gains", "cost", decimals_for(row["exploitable"] for row in rows)),
    )
    best = solved.best_single
    value = solved.value
    worth = f"exactly 0 {unit} a game, by symmetry" if solved.symmetric else f"{_mean(value)} {unit} a game"
    text = (
        f"A mix of thresholds of {grid.a} that no threshold of {grid.b} can beat, and what it is worth: {worth}. "
        "A threshold in the mix gains this value against the other side's mix, any other less. The last column "
        "says how exploitable a threshold is: what the best reply to it gains over the value. The best single "
        f"threshold is {grid.rows[best]}: it loses {_cost(solved.of_row('exploitable', best), unit)} to its best "
        "reply. Replies of another kind than those swept may gain more. "
        f"{CONFIDENCE} intervals, pointwise."
    )
    yield Table("equilibrium", "Equilibrium", columns, rows, context.caption(text, _METHOD))


def _mean(estimate: Estimate) -> str:
    decimals = decimals_for([estimate])
    return f"{number(estimate.value or 0.0, decimals)} ({range_text(estimate, 'mean', decimals)})"


def _cost(estimate: Estimate, unit: str) -> str:
    if not estimate.high:
        return "nothing"
    decimals = decimals_for([estimate])
    return f"{number(estimate.value or 0.0, decimals)} {unit} a game ({range_text(estimate, 'cost', decimals)})"


def finding(context: Context, solved: Solved) -> Iterator[str]:
    """Say what both would play in the end, and how exploitable the ends of the scale are."""
    square, unit = solved.square, context.game.payoff_unit
    grid = square.grid
    if square.deals < 2:
        return
    weights = [solved.of_row("weight", row) for row in range(len(grid.rows))]
    alone = [row for row, weight in enumerate(weights) if weight.low == 1]
    possible = [row for row, weight in enumerate(weights) if weight.high]
    if alone:
        row = alone[0]
        start = f"In equilibrium {grid.a} plays {grid.rows[row]} ({square.words(row)}) only"
    elif all(weights[row].low for row in possible):
        mixed = listed(f"{grid.rows[row]} ({percent(weights[row].value or 0.0, 0)})" for row in possible)
        start = f"In equilibrium {grid.a} mixes {mixed}"
    else:
        some = listed((str(grid.rows[row]) for row in possible), "or")
        start = f"In equilibrium {grid.a} plays {some}, or a mix of them"
    ends = [(row, solved.of_row("exploitable", row)) for row in (0, len(grid.rows) - 1) if row not in alone]
    told = [
        f"{grid.rows[row]} ({square.words(row)}) can be exploited for at least {at_least(cost.low)} {unit} a game"
        for row, cost in ends
        if cost.low
    ]
    yield f"{start}{'; ' + listed(told) if told else ''} ({CONFIDENCE}, whole deals resampled)."
