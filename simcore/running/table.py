"""Rows of a kernel as an Arrow table: the columns that a run directory holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.engine.game import BranchTable, Column, GameSpec

if TYPE_CHECKING:
    import pyarrow as pa

_PLACE = (
    Column("cell", "", "cell of the scenario"),
    Column("game_index", "", "index of the game within its cell"),
    Column("deal_index", "", "index of the deal; games of a cell that share a deal have the same"),
)
_BLOCK = 8192


@dataclass(frozen=True)
class ColumnInfo:
    """Name, Arrow type and meaning of one column of the Parquet parts."""

    name: str
    type: str
    text: str


@dataclass(frozen=True)
class Field:
    """One column of a file: a field of the rows, or one seat of it."""

    name: str
    field: str
    seat: int | None
    labels: tuple[str, ...]
    text: str


def _strings(words: tuple[str, ...]) -> pa.Array:
    """Return an Arrow array of words, made from buffers: `pa.array` would load pandas to look at its argument."""
    import pyarrow as pa

    encoded = [word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)))


def _fields(columns: Iterable[Column], n_seats: int) -> Iterator[Field]:
    for column in columns:
        for seat in range(n_seats) if column.per_seat else [None]:
            shown = column.name if seat is None else f"{column.name}_s{seat}"
            yield Field(shown, column.name, seat, column.labels, column.text)


class TableWriter:
    """Turns rows into Arrow tables of one fixed schema.

    Parameters
    ----------
    name : str
        Name of the table.
    text : str
        What a row is.
    dtype : dtype
        Of the rows.
    fields : sequence
        The columns, in file order.
    n_seats : int
        Most seats of any cell.
    """

    def __init__(self, name: str, text: str, dtype: np.dtype[Any], fields: list[Field], n_seats: int) -> None:
        self.name = name
        self.text = text
        self.dtype = dtype
        self.fields = fields
        self._n_seats = n_seats

    def columns(self, rows: Any) -> dict[str, pa.Array]:
        """Return the Arrow columns of some rows, in file order.

        Parameters
        ----------
        rows : dtype[n]
            Rows of one cell as a kernel wrote them.

        Returns
        -------
        dict of str to pyarrow.Array
        """
        import pyarrow as pa

        fields = [
            rows[found.field] if found.seat is None else rows[found.field][:, found.seat] for found in self.fields
        ]
        values = [np.empty(len(rows), field.dtype) for field in fields]
        # block by block, so that a row is fetched into the cache once and not once a column
        for start in range(0, len(rows), _BLOCK):
            block = slice(start, start + _BLOCK)
            for column, field in zip(values, fields, strict=True):
                column[block] = field[block]
        n_playing = int((rows["entrant"][0] >= 0).sum()) if len(rows) else self._n_seats
        found: dict[str, pa.Array] = {}
        for field, column in zip(self.fields, values, strict=True):
            kind = pa.from_numpy_dtype(column.dtype)
            absent = field.seat is not None and field.seat >= n_playing
            array = (
                pa.nulls(len(rows), kind)
                if absent
                else pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(column)])
            )
            if field.labels:
                array = pa.DictionaryArray.from_arrays(array, _strings(field.labels))
            found[field.name] = array
        return found

    def table(self, rows: Any, metadata: dict[str, str]) -> pa.Table:
        """Return rows as a table with `metadata` in its schema."""
        import pyarrow as pa

        columns = self.columns(rows)
        return pa.Table.from_arrays(list(columns.values()), list(columns), metadata=metadata)

    def describe(self) -> list[ColumnInfo]:
        """Return name, type and meaning of every column."""
        empty = self.columns(np.zeros(0, self.dtype))
        return [ColumnInfo(field.name, str(empty[field.name].type), field.text) for field in self.fields]


def games_writer(game: GameSpec, entrant_names: tuple[str, ...], n_seats: int) -> TableWriter:
    """Return the writer of a run's games.

    Parameters
    ----------
    game : GameSpec
        The game.
    entrant_names : tuple of str
        Words for the entrant numbers of the rows.
    n_seats : int
        Most seats of any cell.
    """
    columns = (
        *_PLACE,
        Column("entrant", "", "entrant in the seat; null where the cell has no such seat", True, entrant_names),
        Column("score", "", "the game's own points of the seat", True),
        Column("payoff", "", "what statistics use", True),
        Column("n_turns", "", "turns played"),
        Column("reason", "", "why the game ended", False, game.reasons),
        *game.columns,
    )
    fields = list(_fields(columns, n_seats))
    return TableWriter("games", "one row a game", game.row_dtype(n_seats), fields, n_seats)


def branch_writer(table: BranchTable, entrant_names: tuple[str, ...], n_seats: int) -> TableWriter:
    """Return the writer of a table of branches; the arguments are those of `games_writer`."""
    first, second = table.actions
    columns = (
        *_PLACE,
        Column("decision", "", "decisions of the game before this one, forced ones included"),
        Column("seat", "", "the deciding seat"),
        Column("entrant", "", "entrant in the deciding seat", False, entrant_names),
        *table.columns,
        Column("continuations", "", "continuations played of either branch"),
        Column("first_payoff", "", f"mean payoff of the deciding seat after {first}"),
        Column("second_payoff", "", f"mean payoff of the deciding seat after {second}"),
        Column("difference", "", f"mean payoff after {first} minus that after {second}"),
        Column("difference_se", "", "standard error of the difference over the continuations of this decision"),
    )
    names = {"first_payoff": f"{first}_payoff", "second_payoff": f"{second}_payoff"}
    fields = [replace(field, name=names.get(field.name, field.name)) for field in _fields(columns, n_seats)]
    return TableWriter(table.name, table.text, table.row_dtype(), fields, n_seats)
