"""The section ``thresholds``: one parameter of two entrants against each other, and the best reply to every value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import LEVEL, MEAN, SHARE, Estimate, mean_estimate, t_quantile
from simcore.analysis.replies import Distances, distances_from_best
from simcore.analysis.sums import DealSums
from simcore.report.context import Context
from simcore.report.grid import Grid
from simcore.report.model import Column, HeatMap, Section, Table, decimals_for
from simcore.report.strategies import payoff_of, win_share_of
from simcore.report.wording import listed, value_words

NAME = "thresholds"
TITLE = "Thresholds against each other"

_PAIRED = "differences paired on shared deals"
_HSU = "distance from the best after Hsu (1981)"


def why_not(context: Context) -> str | None:
    """Say why the run has no such section, or return None."""
    return context.grid if isinstance(context.grid, str) else None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run that sweeps a square.

    Returns
    -------
    Section
    """
    square = Square.of(context)
    text = (
        f"Rows are {square.grid.parameter} of {square.grid.a}, columns that of {square.grid.b}. {square.meanings()} All "
        "pairs meet the same deals, each from both seats, so differences between them are much surer than the values."
    )
    tables = [_replies(context, square), _mix(context, square), _ends(context, square)]
    figures = [_heat_map(context, square, "payoff"), _heat_map(context, square, "win_share")]
    return Section(NAME, TITLE, text, tables=tables, figures=list(figures))


@dataclass(frozen=True)
class Square:
    """Payoffs of A over the square, with the covariances that shared deals give.

    Parameters
    ----------
    context : Context
        The run.
    grid : Grid
        Its square.
    sums : DealSums
        Payoff of A by cell.
    """

    context: Context
    grid: Grid
    sums: DealSums

    @classmethod
    def of(cls, context: Context) -> Square:
        """Return the square of a run that sweeps one."""
        assert isinstance(context.grid, Grid)
        assert context.collected.grid is not None
        return cls(context, context.grid, context.collected.grid)

    @cached_property
    def _moments(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        means, covariance = self.sums.ratios([({str(cell): 1.0}, "games") for cell in self.grid.order])
        return means, covariance

    @property
    def pairs(self) -> int:
        """Pairs of rows."""
        return len(self.grid.rows) * (len(self.grid.rows) - 1) // 2

    def replies(self, column: int) -> Distances | None:
        """Return how far each row is from the best reply to a column; None for a single deal.

        The intervals hold at once for all rows of all columns.
        """
        means, covariance = self._moments
        at = np.arange(len(self.grid.rows)) * len(self.grid.columns) + column
        return self._distances(means[at], covariance[np.ix_(at, at)], self.pairs * len(self.grid.columns))

    @cached_property
    def mix(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means and covariance of the rows against the uniform mix of all columns."""
        means, covariance = self._moments
        n_rows, n_columns = len(self.grid.rows), len(self.grid.columns)
        weights = np.kron(np.eye(n_rows), np.full(n_columns, 1 / n_columns))
        return weights @ means, weights @ covariance @ weights.T

    @property
    def mix_replies(self) -> Distances | None:
        """How far each row is from the best one against the uniform mix."""
        return self._distances(*self.mix, self.pairs)

    def _distances(
        self, means: NDArray[np.float64], covariance: NDArray[np.float64], comparisons: int
    ) -> Distances | None:
        if self.sums.deals < 2:
            return None
        return distances_from_best(means, covariance, t_quantile(LEVEL, self.sums.deals, comparisons))

    def estimate(self, row: int, column: int, what: str = "payoff") -> Estimate:
        """Return A's payoff or win share in one cell of the square."""
        cell = self.grid.cells[row][column]
        view = next(view for view in self.context.collected.cells if view.cells[0]["cell"] == cell)
        return (payoff_of if what == "payoff" else win_share_of)(view, self.grid.a)

    def words(self, row: int) -> str:
        """Say what A does at the threshold of a row."""
        cell = self.context.cells.cells[self.grid.cells[row][0]]
        entrant = next(entry for entry in cell["entrants"] if entry["name"] == self.grid.a)
        return value_words(
            self.context.game, self.grid.parameter, self.grid.rows[row], entrant["params"], cell["params"]
        )

    def meanings(self) -> str:
        """Say what the thresholds of the lowest, a middle and the highest row mean."""
        last = len(self.grid.rows) - 1
        shown = dict.fromkeys((0, last // 2, last))
        return listed(f"{self.grid.rows[row]} {self.words(row)}" for row in shown) + "."

    def names(self, rows: list[int]) -> str:
        """Return the thresholds of some rows as a list in words."""
        return ", ".join(str(self.grid.rows[row]) for row in rows)


def cost(square: Square, found: Distances | None, row: int, comparisons: int) -> Estimate:
    """Return a row's distance from the best as an estimate with its simultaneous interval."""
    games, deals = int(square.sums.total("games")), square.sums.deals
    method = f"{_HSU}; {_PAIRED}; {comparisons} comparisons at once (Bonferroni)"
    if found is None:
        return Estimate(None, None, None, games, deals, LEVEL, method, "one deal, so no interval")
    low, high = float(found.low[row]), float(found.high[row])
    if np.isinf(high):
        return Estimate(float(found.value[row]), None, None, games, deals, LEVEL, method, "too few deals")
    return Estimate(float(found.value[row]), low, high, games, deals, LEVEL, method)


def _heat_map(context: Context, square: Square, what: str) -> HeatMap:
    grid = square.grid
    cells = [
        [square.estimate(row, column, what) for column in range(len(grid.columns))] for row in range(len(grid.rows))
    ]
    share = what == "win_share"
    title = f"Win share of {grid.a}" if share else f"Payoff of {grid.a}, {context.game.payoff_unit} a game"
    shown = "wins plus half the draws, in %" if share else f"payoff in {context.game.payoff_unit} a game"
    text = (
        f"{title}, by {grid.parameter} of {grid.a} (rows) and of {grid.b} (columns): {shown}, with the half-width of its "
        f"pointwise {LEVEL:.0%} interval below it. Blue is good for {grid.a}, orange for {grid.b}."
    )
    return HeatMap(
        what,
        title,
        f"{grid.parameter} of {grid.a}",
        f"{grid.parameter} of {grid.b}",
        [str(value) for value in grid.rows],
        [str(value) for value in grid.columns],
        cells,
        "share" if share else "mean",
        0.5 if share else 0.0,
        decimals_for((cell for row in cells for cell in row), share),
        context.caption(text, SHARE if share else MEAN),
    )


def _replies(context: Context, square: Square) -> Table:
    grid = square.grid
    rows: list[dict[str, Any]] = []
    for column, value in enumerate(grid.columns):
        found = square.replies(column)
        row: dict[str, Any] = {"opponent": value, "best": None, "words": None, "payoff": None, "candidates": None}
        if found:
            row |= {"best": grid.rows[found.best], "words": square.words(found.best)}
            row |= {"payoff": square.estimate(found.best, column), "candidates": square.names(found.candidates)}
        rows.append(row)
    columns = (
        Column("opponent", f"{grid.parameter} of {grid.b}"),
        Column("best", "Best reply found"),
        Column("words", f"There {grid.a}"),
        Column("payoff", f"Its payoff, {context.game.payoff_unit} a game", "mean", _decimals(rows)),
        Column("candidates", "Replies that cannot be told apart from the best"),
    )
    comparisons = square.pairs * len(grid.columns)
    text = (
        f"Best reply of {grid.a} to every threshold of {grid.b}, among the thresholds swept. Payoffs have pointwise "
        f"{LEVEL:.0%} intervals; with {LEVEL:.0%} confidence each last column holds the true best reply, in all lines at once."
    )
    method = f"{MEAN}; {_HSU}, {_PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("replies", "Best replies", columns, rows, context.caption(text, method))


def _decimals(rows: list[dict[str, Any]]) -> int:
    return decimals_for(row["payoff"] for row in rows if row["payoff"])


def _mix(context: Context, square: Square) -> Table:
    grid = square.grid
    means, covariance = square.mix
    found = square.mix_replies
    games, deals = int(square.sums.total("games")) * len(grid.columns), square.sums.deals
    rows: list[dict[str, Any]] = [
        {
            "threshold": value,
            "words": square.words(row),
            "payoff": mean_estimate(float(means[row]), float(np.sqrt(max(covariance[row, row], 0))), games, deals),
            "cost": cost(square, found, row, square.pairs),
            "candidate": "yes" if found and row in found.candidates else "no" if found else None,
        }
        for row, value in enumerate(grid.rows)
    ]
    columns = (
        Column("threshold", f"{grid.parameter} of {grid.a}"),
        Column("words", f"There {grid.a}"),
        Column("payoff", f"Payoff, {context.game.payoff_unit} a game", "mean", _decimals(rows)),
        Column("cost", "Behind the best by", "mean", decimals_for(row["cost"] for row in rows)),
        Column("candidate", "May be the best"),
    )
    text = (
        f"Every threshold of {grid.a} against a uniform mix of all thresholds of {grid.b}. Payoffs have pointwise "
        f"{LEVEL:.0%} intervals; the distances from the best hold at once at {LEVEL:.0%}."
    )
    method = f"{MEAN}; {_HSU}, {_PAIRED}, {square.pairs} comparisons at once (Bonferroni)"
    return Table("mix", "Against a uniform mix", columns, rows, context.caption(text, method))


def _ends(context: Context, square: Square) -> Table:
    grid = square.grid
    last, comparisons = len(grid.rows) - 1, square.pairs * len(grid.columns)
    rows: list[dict[str, Any]] = []
    for column, value in enumerate(grid.columns):
        found = square.replies(column)
        low, high = (cost(square, found, row, comparisons) for row in (0, last))
        rows.append({"opponent": value, "lowest": low, "highest": high})
    decimals = decimals_for(row[end] for row in rows for end in ("lowest", "highest"))
    columns = (
        Column("opponent", f"{grid.parameter} of {grid.b}"),
        Column("lowest", f"Cost of {grid.rows[0]} ({square.words(0)})", "mean", decimals),
        Column("highest", f"Cost of {grid.rows[last]} ({square.words(last)})", "mean", decimals),
    )
    text = (
        f"What the lowest and the highest threshold of {grid.a} lose in {context.game.payoff_unit} a game against the best "
        f"reply; {LEVEL:.0%} intervals that hold at once in the whole table. 0 in an interval: may be the best reply itself."
    )
    method = f"{_HSU}, {_PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("ends_of_the_scale", "What the ends of the scale cost", columns, rows, context.caption(text, method))
