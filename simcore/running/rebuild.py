"""Rows as a kernel wrote them, rebuilt from a Parquet part, and their hashes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.engine import digest
from simcore.engine.cache import cache_folder, load_module
from simcore.engine.sources import digest_files, kernel_digest, own_sources
from simcore.running.reader import read_words
from simcore.running.table import Field, TableWriter

if TYPE_CHECKING:
    import pyarrow as pa

_HASHER = '''"""Generated: hashes rows."""

from simcore.engine.digest import add_words
from simcore.engine.jit import kernel


@kernel
def hash_rows(words, lanes):
    add_words(words, lanes)
'''


class UnlikeRowsError(Exception):
    """A table that no kernel's rows can have given; says how."""


class Rebuilder:
    """Turns a table of a run back into rows.

    Parameters
    ----------
    writer : TableWriter
        What writes such tables.
    """

    def __init__(self, writer: TableWriter) -> None:
        self._dtype = writer.dtype
        self._types = {column.name: column.type for column in writer.describe()}
        self._columns = writer.fields

    def rows(self, table: pa.Table, players: int) -> Any:
        """Rebuild the rows of one part.

        Parameters
        ----------
        table : pyarrow.Table
            All columns.
        players : int
            Seats of the cell.

        Returns
        -------
        row_dtype[n]

        Raises
        ------
        UnlikeRowsError
            Where columns, types, words or empty places are others than a run writes.
        """
        types = {field.name: str(field.type) for field in table.schema}
        if list(types.items()) != list(self._types.items()) or len(types) != table.num_columns:
            names = [name for name in {**types, **self._types} if types.get(name) != self._types.get(name)]
            raise UnlikeRowsError(f"columns: {', '.join(names) or 'their order'} not as this version writes them")
        rows = np.zeros(len(table), self._dtype)
        # as a kernel leaves the seats that do not exist
        rows["entrant"] = -1
        for column in self._columns:
            absent = column.seat is not None and column.seat >= players
            found = table[column.name]
            if found.null_count != (len(table) if absent else 0):
                raise UnlikeRowsError(f"column {column.name}: {found.null_count} empty places")
            if not absent:
                into = rows[column.field] if column.seat is None else rows[column.field][:, column.seat]
                into[:] = _numbers(found, column)
        return rows

    def differences(self, stored: Any, played: Any) -> Iterator[tuple[str, Any, Any]]:
        """Yield the columns in which two rows differ: name, stored value, played value."""
        for column in self._columns:
            one, other = (
                row[column.field] if column.seat is None else row[column.field][column.seat] for row in (stored, played)
            )
            # bit by bit, so that what is no number equals itself
            if one.tobytes() != other.tobytes():
                yield column.name, _value(one, column.labels), _value(other, column.labels)


def _numbers(found: pa.ChunkedArray, column: Field) -> Any:
    """Return the numbers of a column without empty places."""
    if not column.labels:
        return found.to_numpy()
    words = read_words(found)
    if unknown := [word for word in words.labels if word not in column.labels]:
        raise UnlikeRowsError(f"column {column.name}: {unknown[0]!r} is none of its words")
    return words.among(column.labels)


def _value(number: Any, labels: tuple[str, ...]) -> Any:
    value = number.item()
    if labels:
        return labels[value] if 0 <= value < len(labels) else None
    # JSON has no infinity and no nan
    return value if np.isfinite(value) else str(value)


@functools.cache
def _hasher() -> ModuleType:
    """Return a compiled module that hashes rows: loaded in some milliseconds, where a compile takes seconds."""
    sources = digest_files(own_sources(digest), _HASHER)
    return load_module(cache_folder() / f"kernel_rows_{kernel_digest(sources)[:20]}.py", _HASHER)


def words_of(rows: Any) -> Any:
    """Return contiguous rows read as words, as the digest reads them: uint64[n_rows, n_words]."""
    return rows.view(np.uint64).reshape(len(rows), rows.dtype.itemsize // 8)


def lanes_of(rows: Any) -> tuple[int, int]:
    """Return the sums of the hashes of some rows.

    Parameters
    ----------
    rows : row_dtype[n]
        Contiguous.
    """
    lanes = np.zeros(2, np.uint64)
    _hasher().hash_rows(words_of(rows), lanes)
    return int(lanes[0]), int(lanes[1])
