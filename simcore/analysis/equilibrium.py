"""Equilibria of two-player zero-sum games in matrix form, and how far each choice is from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Equilibrium:
    """What both sides can assure themselves of.

    Parameters
    ----------
    value : float
        Mean payoff of the rows' side when both play an equilibrium.
    rows, columns : float64[n_rows], float64[n_columns]
        An equilibrium mix of either side.
    against_mix : float64[n_rows]
        Payoff of each row against the columns' mix; none exceeds `value`.
    worst : float64[n_rows]
        Payoff of each row against the reply that is best against it.
    """

    value: float
    rows: Vector
    columns: Vector
    against_mix: Vector
    worst: Vector

    @property
    def exploitable_by(self) -> Vector:
        """What the best reply to each row gains over the value: 0 for a row that is an equilibrium by itself."""
        gains: Vector = self.value - self.worst
        return gains


def solve(matrix: Vector) -> Equilibrium:
    """Return an equilibrium of a zero-sum game by linear programming.

    The rows' side maximises v subject to ``x A >= v`` and ``sum x = 1``; the columns' mix is the solution of the same
    program for ``-A^T``. Source: Dantzig (1951), "A proof of the equivalence of the programming problem and the game
    problem"; solver: HiGHS through `scipy.optimize.linprog`.

    Parameters
    ----------
    matrix : float64[n_rows, n_columns]
        Mean payoff of the rows' side, finite.

    Returns
    -------
    Equilibrium
        Where there are several, the one that the solver finds; equal shares where all payoffs are the same.
    """
    if np.ptp(matrix) == 0:
        rows, columns = (np.full(n, 1 / n) for n in matrix.shape)
        return Equilibrium(float(matrix[0, 0]), rows, columns, matrix @ columns, matrix.min(axis=1))
    value, rows = _best_mix(matrix)
    _, columns = _best_mix(-matrix.T)
    return Equilibrium(value, rows, columns, matrix @ columns, matrix.min(axis=1))


def _best_mix(matrix: Vector) -> tuple[float, Vector]:
    """Return the value and the mix of the side that chooses the row."""
    from scipy.optimize import linprog

    n_rows, n_columns = matrix.shape
    # the unknowns are the mix and the value; every column's payoff is at least the value
    found = linprog(
        np.append(np.zeros(n_rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(n_columns)]),
        b_ub=np.zeros(n_columns),
        A_eq=np.append(np.ones(n_rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * n_rows + [(None, None)],
        method="highs",
    )
    mix = np.maximum(found.x[:-1], 0.0)
    return float(found.x[-1]), mix / mix.sum()
