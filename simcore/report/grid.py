"""Recognises a sweep of one strategy parameter of two entrants against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcore.report.cells import Cells

# a larger square is unreadable, and its deals no longer fit in a few hundred megabytes
MAX_CELLS = 256


@dataclass(frozen=True)
class Grid:
    """A square of cells: the values of A's parameter by those of B's.

    Parameters
    ----------
    a, b : str
        Names of the two entrants.
    parameter : str
        The parameter that both sweep.
    rows, columns : list
        Values of A and of B, in ascending order.
    cells : list of list of int
        Cell of each pair.
    """

    a: str
    b: str
    parameter: str
    rows: list[Any]
    columns: list[Any]
    cells: list[list[int]]

    @property
    def order(self) -> list[int]:
        """All cells, row by row."""
        return [cell for row in self.cells for cell in row]


def find_grid(cells: Cells, parts: list[dict[str, Any]]) -> Grid | str:
    """Return the square that a run sweeps, or say in words why there is none.

    Parameters
    ----------
    cells : Cells
        Cells of the run.
    parts : list of dict
        Parts of the run, as in the manifest.

    Returns
    -------
    Grid or str
    """
    if len(cells.written) < len(cells.cells):
        return "needs a sweep without [alternatives]"
    paths = [path.split(".") for path in cells.varied]
    if len(paths) != 2 or any(len(path) != 4 or path[::2] != ["entrants", "params"] for path in paths):
        swept = ", ".join(cells.varied) or "nothing"
        return f"needs a sweep of exactly entrants.A.params.P and entrants.B.params.P; this run sweeps {swept}"
    (_, a, _, parameter), (_, b, _, other) = paths
    if parameter != other or a == b:
        return f"needs the same parameter of two entrants; this run sweeps {' and '.join(cells.varied)}"
    if cells.lineups > 1 or set(cells.cells[0]["seatings"][0]) != {a, b}:
        return f"needs {a} and {b} alone at the table"
    if len(cells.cells) > MAX_CELLS:
        return f"needs at most {MAX_CELLS} cells; this run has {len(cells.cells)}"
    values = {cell["cell"]: tuple(cell["swept"][path] for path in cells.varied) for cell in cells.cells}
    rows, columns = (sorted({pair[i] for pair in values.values()}, key=_ordered) for i in (0, 1))
    if not same_games(parts, [cell["cell"] for cell in cells.cells]):
        return "needs the same games in all cells; this is one shard: combine the shards first"
    at = {pair: cell for cell, pair in values.items()}
    return Grid(a, b, parameter, rows, columns, [[at[row, column] for column in columns] for row in rows])


def _ordered(value: Any) -> tuple[str, Any]:
    """Sort numbers as numbers, words as words."""
    return ("", value) if isinstance(value, (int, float)) else (type(value).__name__, value)


def same_games(parts: list[dict[str, Any]], cells: Sequence[int]) -> bool:
    """Whether some cells have the same games, cut into the same parts."""
    ranges: dict[int, set[tuple[int, int]]] = {cell: set() for cell in cells}
    for part in parts:
        if part["cell"] in ranges:
            ranges[part["cell"]].add((part["start"], part["stop"]))
    return all(ranges.values()) and len({frozenset(found) for found in ranges.values()}) == 1
