"""The section ``thresholds``: one parameter of two entrants against each other, and the best reply to every value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import LEVEL, MEAN, ONE_DEAL, SHARE, Estimate, mean_estimate, share_estimate, t_quantile
from simcore.analysis.replies import Distances, distances_from_best
from simcore.report.context import Context, Facts
from simcore.report.grid import Grid
from simcore.report.model import Column, HeatMap, Section, Table, decimals_for
from simcore.report.strategies import payoff_of, win_share_of
from simcore.report.wording import CONFIDENCE, listed, value_words

NAME = "thresholds"
TITLE = "Thresholds against each other"

Moments = tuple[NDArray[np.float64], NDArray[np.float64]]

_PAIRED = "differences paired on shared deals"
_HSU = "distance from the best after Hsu (1981)"


def why_not(facts: Facts) -> str | None:
    """Say why the run has no such section, or return None."""
    return facts.grid if isinstance(facts.grid, str) else None


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
        f"Rows are {square.grid.parameter} of {square.grid.a}, columns that of {square.grid.b}. {square.meanings()} "
        "All pairs meet the same deals, each from both seats, so that differences are surer than the values. Nothing "
        "but this number differs: an opponent who plays other cards may have other best replies. Means weigh rare "
        "large payoffs fully; the spread of payoffs is under Seats."
    )
    tables = [_replies(context, square), _mix(context, square), _ends(context, square)]
    figures = [_heat_map(context, square, "payoff"), _heat_map(context, square, "win_share")]
    return Section(NAME, TITLE, text, tables=tables, figures=list(figures))


@dataclass(frozen=True)
class Square:
    """Payoffs and win shares of A over the square, with the covariances that shared deals give.

    Parameters
    ----------
    context : Context
        The run.
    grid : Grid
        Its square.
    """

    context: Context
    grid: Grid

    @classmethod
    def of(cls, context: Context) -> Square:
        """Return the square of a run that sweeps one."""
        assert isinstance(context.grid, Grid)
        return cls(context, context.grid)

    @property
    def deals(self) -> int:
        """Deals that every cell met."""
        return self.context.collected.squares["payoff"].deals

    @property
    def games(self) -> int:
        """Games of each cell."""
        return int(self.context.collected.squares["payoff"].total("games"))

    @property
    def pairs(self) -> int:
        """Pairs of rows."""
        return len(self.grid.rows) * (len(self.grid.rows) - 1) // 2

    @cached_property
    def _payoff(self) -> Moments:
        return self._moments("payoff", 1.0)

    def _moments(self, what: str, weight: float) -> Moments:
        sums = self.context.collected.squares[what]
        return sums.ratios([({str(cell): weight}, "games") for cell in self.grid.order])

    def replies(self, column: int) -> Distances | None:
        """Return how far each row is from the best reply to a column; None for a single deal.

        The intervals hold at once for all rows of all columns.
        """
        means, covariance = self._payoff
        at = np.arange(len(self.grid.rows)) * len(self.grid.columns) + column
        return self.distances((means[at], covariance[np.ix_(at, at)]), self.pairs * len(self.grid.columns))

    def mix(self, what: str) -> Moments:
        """Return the rows' moments (``payoff`` or ``win_share``) against the uniform mix of all columns."""
        means, covariance = self._payoff if what == "payoff" else self._moments("half_wins", 0.5)
        n_rows, n_columns = len(self.grid.rows), len(self.grid.columns)
        weights = np.kron(np.eye(n_rows), np.full(n_columns, 1 / n_columns))
        return weights @ means, weights @ covariance @ weights.T

    def distances(self, moments: Moments, comparisons: int) -> Distances | None:
        """Return distances from the best that hold at once in `comparisons` comparisons; None for a single deal."""
        return distances_from_best(*moments, t_quantile(LEVEL, self.deals, comparisons)) if self.deals > 1 else None

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
    games, deals = square.games, square.deals
    method = f"{_HSU}; {_PAIRED}; {comparisons} comparisons at once (Bonferroni)"
    if found is None:
        return Estimate(None, None, None, games, deals, LEVEL, method, ONE_DEAL)
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
        f"{title}, by {grid.parameter} of {grid.a} (rows) and of {grid.b} (columns): {shown}, with the half-width of "
        f"its pointwise {CONFIDENCE} interval below it (exact: both play alike). Blue is good for {grid.a}, orange for "
        f"{grid.b}."
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
        f"{CONFIDENCE} intervals; with {CONFIDENCE} confidence the last column holds the true best reply in "
        "all lines at once."
    )
    method = f"{MEAN}; {_HSU}, {_PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("replies", "Best replies", columns, rows, context.caption(text, method))


def _decimals(rows: list[dict[str, Any]]) -> int:
    return decimals_for(row["payoff"] for row in rows if row["payoff"])


def _mix(context: Context, square: Square) -> Table:
    grid = square.grid
    payoff, wins = square.mix("payoff"), square.mix("win_share")
    found = square.distances(payoff, square.pairs)
    size = square.games * len(grid.columns), square.deals
    rows: list[dict[str, Any]] = [
        {
            "threshold": value,
            "words": square.words(row),
            "payoff": mean_estimate(*_value_and_se(payoff, row), *size),
            "cost": cost(square, found, row, square.pairs),
            "candidate": ("yes" if row in found.candidates else "no") if found else None,
            "win_share": share_estimate(*_value_and_se(wins, row), *size),
        }
        for row, value in enumerate(grid.rows)
    ]
    columns = (
        Column("threshold", f"{grid.parameter} of {grid.a}"),
        Column("words", f"There {grid.a}"),
        Column("payoff", f"Payoff, {context.game.payoff_unit} a game", "mean", _decimals(rows)),
        Column("cost", "Behind the best by", "cost", decimals_for(row["cost"] for row in rows)),
        Column("candidate", "May be the best"),
        Column("win_share", "Win share", "share", decimals_for((row["win_share"] for row in rows), True)),
    )
    text = (
        f"Every threshold of {grid.a} against a uniform mix of all thresholds of {grid.b}. Payoffs and win shares have "
        f"pointwise {CONFIDENCE} intervals; the distances from the best payoff hold at once at {CONFIDENCE}."
    )
    method = f"{MEAN}; {SHARE}; {_HSU}, {_PAIRED}, {square.pairs} comparisons at once (Bonferroni)"
    return Table("mix", "Against a uniform mix", columns, rows, context.caption(text, method))


def _value_and_se(moments: Moments, row: int) -> tuple[float, float]:
    means, covariance = moments
    return float(means[row]), float(np.sqrt(np.maximum(covariance[row, row], 0)))


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
        Column("lowest", f"{grid.rows[0]} ({square.words(0)}) costs", "cost", decimals),
        Column("highest", f"{grid.rows[last]} ({square.words(last)}) costs", "cost", decimals),
    )
    text = (
        f"What the lowest and the highest threshold of {grid.a} lose in {context.game.payoff_unit} a game against the "
        f"best reply; {CONFIDENCE} intervals that hold at once in the whole table. Where 0 is in it, the threshold may "
        "be the best reply itself."
    )
    method = f"{_HSU}, {_PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("ends_of_the_scale", "What the ends of the scale cost", columns, rows, context.caption(text, method))
