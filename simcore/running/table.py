"""Rows of a kernel as an Arrow table: the columns that a run directory holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.engine.game import GameSpec

if TYPE_CHECKING:
    import pyarrow as pa

_COMMON = (
    ("cell", "cell of the scenario"),
    ("game_index", "index of the game within its cell"),
    ("deal_index", "index of the deal; games of a cell that share a deal have the same"),
    ("entrant", "entrant in the seat; null where the cell has no such seat"),
    ("score", "the game's own points of the seat"),
    ("payoff", "what statistics use"),
    ("n_turns", "turns played"),
    ("reason", "why the game ended"),
)
_PER_SEAT = ("entrant", "score", "payoff")
_BLOCK = 8192


@dataclass(frozen=True)
class ColumnInfo:
    """Name, Arrow type and meaning of one column of the Parquet parts."""

    name: str
    type: str
    text: str


def _strings(words: tuple[str, ...]) -> pa.Array:
    """Return an Arrow array of words, made from buffers: `pa.array` would load pandas to look at its argument."""
    import pyarrow as pa

    encoded = [word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)))


class TableWriter:
    """Turns rows into Arrow tables of one fixed schema.

    Parameters
    ----------
    game : GameSpec
        The game.
    entrant_names : tuple of str
        Words for the entrant numbers of the rows.
    n_seats : int
        Most seats of any cell.
    """

    def __init__(self, game: GameSpec, entrant_names: tuple[str, ...], n_seats: int) -> None:
        self.game = game
        self.entrant_names = entrant_names
        self.n_seats = n_seats

    def _layout(self) -> list[tuple[str, str, int | None, tuple[str, ...]]]:
        """Return name, row field, seat and words of every column, in file order."""
        labels = {"entrant": self.entrant_names, "reason": self.game.reasons}
        labels |= {column.name: column.labels for column in self.game.columns}
        per_seat = {*_PER_SEAT, *(column.name for column in self.game.columns if column.per_seat)}
        found: list[tuple[str, str, int | None, tuple[str, ...]]] = []
        for name in [*(entry[0] for entry in _COMMON), *(column.name for column in self.game.columns)]:
            seats = range(self.n_seats) if name in per_seat else [None]
            for seat in seats:
                shown = name if seat is None else f"{name}_s{seat}"
                found.append((shown, name, seat, labels.get(name, ())))
        return found

    def columns(self, rows: Any) -> dict[str, pa.Array]:
        """Return the Arrow columns of some rows, in file order.

        Parameters
        ----------
        rows : row_dtype[n]
            Rows of one cell as a kernel wrote them.

        Returns
        -------
        dict of str to pyarrow.Array
        """
        import pyarrow as pa

        layout = self._layout()
        fields = [rows[name] if seat is None else rows[name][:, seat] for _, name, seat, _ in layout]
        values = [np.empty(len(rows), field.dtype) for field in fields]
        # block by block, so that a row is fetched into the cache once and not once a column
        for start in range(0, len(rows), _BLOCK):
            block = slice(start, start + _BLOCK)
            for column, field in zip(values, fields, strict=True):
                column[block] = field[block]
        n_playing = int((rows["entrant"][0] >= 0).sum()) if len(rows) else self.n_seats
        found: dict[str, pa.Array] = {}
        for (name, _, seat, labels), column in zip(layout, values, strict=True):
            kind = pa.from_numpy_dtype(column.dtype)
            absent = seat is not None and seat >= n_playing
            array = (
                pa.nulls(len(rows), kind)
                if absent
                else pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(column)])
            )
            if labels:
                array = pa.DictionaryArray.from_arrays(array, _strings(labels))
            found[name] = array
        return found

    def table(self, rows: Any, metadata: dict[str, str]) -> pa.Table:
        """Return rows as a table with `metadata` in its schema."""
        import pyarrow as pa

        columns = self.columns(rows)
        return pa.Table.from_arrays(list(columns.values()), list(columns), metadata=metadata)

    def describe(self) -> list[ColumnInfo]:
        """Return name, type and meaning of every column."""
        texts = dict(_COMMON)
        texts |= {column.name: column.text for column in self.game.columns}
        empty = self.columns(np.zeros(0, self.game.row_dtype(self.n_seats)))
        return [ColumnInfo(name, str(empty[name].type), texts[field]) for name, field, _, _ in self._layout()]
