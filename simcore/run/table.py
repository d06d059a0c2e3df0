"""Rows of a kernel as an Arrow table: the columns that a run directory holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.engine.game import GameSpec

if TYPE_CHECKING:
    import pyarrow as pa

_COMMON = (
    ("cell", "uint32", "cell of the scenario"),
    ("game_index", "uint64", "index of the game within its cell"),
    ("deal_index", "uint64", "index of the deal; games of a cell that share a deal have the same"),
    ("entrant", "dictionary", "entrant in the seat; null where the cell has no such seat"),
    ("score", "int32", "the game's own points of the seat"),
    ("payoff", "number", "what statistics use"),
    ("n_turns", "int32", "turns played"),
    ("reason", "dictionary", "why the game ended"),
)
_PER_SEAT = ("entrant", "score", "payoff")


@dataclass(frozen=True)
class ColumnInfo:
    """Name, Arrow type and meaning of one column of the Parquet parts."""

    name: str
    type: str
    text: str


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

    def _words(self, codes: Any, labels: tuple[str, ...], absent: Any) -> pa.Array:
        import pyarrow as pa

        indices = pa.array(np.ascontiguousarray(codes, np.int32), mask=absent)
        return pa.DictionaryArray.from_arrays(indices, pa.array(labels, pa.string()))

    def _numbers(self, values: Any, absent: Any) -> pa.Array:
        import pyarrow as pa

        return pa.array(np.ascontiguousarray(values), mask=absent)

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
        n_playing = int((rows["entrant"][0] >= 0).sum()) if len(rows) else 0
        found: dict[str, pa.Array] = {}
        own = {column.name: column for column in self.game.columns}
        for name in [*(entry[0] for entry in _COMMON), *own]:
            labels = own[name].labels if name in own else ()
            labels = {"entrant": self.entrant_names, "reason": self.game.reasons}.get(name, labels)
            per_seat = name in _PER_SEAT or (name in own and own[name].per_seat)
            for seat in range(self.n_seats) if per_seat else [None]:
                values = rows[name] if seat is None else rows[name][:, seat]
                absent = np.ones(len(rows), np.bool_) if seat is not None and seat >= n_playing else None
                make = self._words(values, labels, absent) if labels else self._numbers(values, absent)
                found[name if seat is None else f"{name}_s{seat}"] = make
        return found

    def table(self, rows: Any, metadata: dict[str, str]) -> pa.Table:
        """Return rows as a table with `metadata` in its schema."""
        import pyarrow as pa

        return pa.table(self.columns(rows), metadata=metadata)

    def describe(self) -> list[ColumnInfo]:
        """Return name, type and meaning of every column."""
        texts = {name: text for name, _, text in _COMMON}
        texts |= {column.name: column.text for column in self.game.columns}
        empty = np.zeros(0, self.game.row_dtype(self.n_seats))
        seat_names = {f"{name}_s{seat}": name for name in texts for seat in range(self.n_seats)}
        return [
            ColumnInfo(name, str(array.type), texts[seat_names.get(name, name)])
            for name, array in self.columns(empty).items()
        ]
