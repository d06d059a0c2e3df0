"""A square of thresholds: payoffs of one side over the choices of both, with the covariances of shared deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import LEVEL, ONE_DEAL, Estimate, t_quantile
from simcore.analysis.replies import Distances, distances_from_best
from simcore.report.collect import WIN_UNITS
from simcore.report.context import Context
from simcore.report.grid import Grid
from simcore.report.strategies import payoff_of, win_share_of
from simcore.report.wording import listed, value_words

Moments = tuple[NDArray[np.float64], NDArray[np.float64]]

PAIRED = "differences paired on shared deals"
HSU = "distance from the best after Hsu (1981)"


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
        means, covariance = self._payoff if what == "payoff" else self._moments("win_units", 1 / WIN_UNITS)
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
    method = f"{HSU}; {PAIRED}; {comparisons} comparisons at once (Bonferroni)"
    if found is None:
        return Estimate(None, None, None, games, deals, LEVEL, method, ONE_DEAL)
    low, high = float(found.low[row]), float(found.high[row])
    if np.isinf(high):
        return Estimate(float(found.value[row]), None, None, games, deals, LEVEL, method, "too few deals")
    return Estimate(float(found.value[row]), low, high, games, deals, LEVEL, method)
