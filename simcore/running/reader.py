"""Reads a finished run: by its manifest only, part by part, only the columns that are asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import DamagedRunError
from simcore.running.manifest import FILE, all_parts, read_manifest

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Words:
    """A column of words: `codes` are positions in `labels`."""

    codes: NDArray[np.int32]
    labels: tuple[str, ...]

    def among(self, known: Sequence[str]) -> NDArray[np.int64]:
        """Return each row's position in `known`; -1 where its word is not there."""
        places = [known.index(label) if label in known else -1 for label in self.labels]
        found: NDArray[np.int64] = np.array(places, np.int64)[self.codes]
        return found


@dataclass(frozen=True)
class Block:
    """Games `start` to `stop` - 1 of one cell: the columns that were asked for, by name."""

    cell: int
    start: int
    stop: int
    numbers: dict[str, NDArray[Any]]
    words: dict[str, Words]


@dataclass(frozen=True)
class Run:
    """A finished run, its parts present.

    Parameters
    ----------
    path : Path
        Run directory.
    manifest : dict
        As `read_manifest` gives it.
    """

    path: Path
    manifest: dict[str, Any]

    @property
    def label(self) -> str:
        """Name of the directory, without the path that leads to it."""
        return self.path.resolve().name

    def blocks(self, columns: Callable[[dict[str, Any]], list[str]]) -> Iterator[Block]:
        """Read the parts in order of first game, then cell; one is read while the last one is worked on.

        Parameters
        ----------
        columns : callable
            From a cell of the manifest to the names of the columns wanted.

        Yields
        ------
        Block

        Raises
        ------
        DamagedRunError
            Where a part cannot be read or does not hold what the manifest says.
        """
        return self._blocks(self.manifest["parts"], columns)

    def table_blocks(self, name: str, columns: list[str]) -> Iterator[Block]:
        """Read the parts of a further table in the order of `blocks`.

        Parameters
        ----------
        name : str
            Name of a table of the manifest.
        columns : list of str
            Columns wanted.

        Yields
        ------
        Block
            Its columns have a row for each row of the table, not for each game.
        """
        parts = next(table["parts"] for table in self.manifest["tables"] if table["name"] == name)
        return self._blocks(parts, lambda _: columns)

    def _blocks(self, parts: list[dict[str, Any]], columns: Callable[[dict[str, Any]], list[str]]) -> Iterator[Block]:
        cells = self.manifest["cells"]
        parts = sorted(parts, key=lambda part: (part["start"], part["cell"]))
        with ThreadPoolExecutor(1) as pool:
            waiting = [pool.submit(self._read, part, columns(cells[part["cell"]])) for part in parts[:1]]
            for following in [*parts[1:], None]:
                block = waiting.pop().result()
                if following is not None:
                    waiting.append(pool.submit(self._read, following, columns(cells[following["cell"]])))
                yield block

    def part(self, part: dict[str, Any], columns: list[str]) -> pa.Table:
        """Read one part.

        Parameters
        ----------
        part : dict
            Entry of the manifest, of the games or of a further table.
        columns : list of str
            Columns wanted.

        Returns
        -------
        pyarrow.Table

        Raises
        ------
        DamagedRunError
            Where it cannot be read or does not hold what the manifest says.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.path / part["file"]
        try:
            content = path.read_bytes()
            if hashlib.sha256(content).hexdigest() != part["sha256"]:
                raise DamagedRunError(f"{path}: is not what {FILE} lists: another SHA-256")
            table = pq.ParquetFile(pa.BufferReader(content)).read(columns=columns)
        except (OSError, pa.ArrowException) as error:
            raise DamagedRunError(f"{path}: cannot be read: {_one_line(error)}") from error
        missing = [name for name in columns if name not in table.column_names]
        if missing or len(table) != part.get("rows", part["stop"] - part["start"]):
            fault = f"has no column {missing[0]}" if missing else f"has {len(table)} rows"
            raise DamagedRunError(f"{path}: {fault}; {FILE} says otherwise")
        return table

    def _read(self, part: dict[str, Any], columns: list[str]) -> Block:
        import pyarrow as pa

        table = self.part(part, columns)
        block = Block(part["cell"], part["start"], part["stop"], {}, {})
        for name in columns:
            column = table[name]
            if column.null_count:
                raise DamagedRunError(f"{self.path / part['file']}: column {name} has empty places")
            if pa.types.is_dictionary(column.type):
                block.words[name] = read_words(column)
            else:
                block.numbers[name] = column.to_numpy()
        return block


def read_words(column: pa.ChunkedArray) -> Words:
    """Return a dictionary column without empty places; it may have no rows."""
    whole = column.unify_dictionaries().combine_chunks()
    return Words(whole.indices.to_numpy(), tuple(whole.dictionary.to_pylist()))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def open_run(folder: Path) -> Run:
    """Open a run directory.

    Parameters
    ----------
    folder : Path
        Run directory.

    Returns
    -------
    Run

    Raises
    ------
    DamagedRunError
        Where the manifest cannot be used, or a part is missing or has another size.
    """
    manifest = read_manifest(folder)
    for part in all_parts(manifest):
        path = folder / part["file"]
        try:
            size = path.stat().st_size
        except OSError as error:
            raise DamagedRunError(f"{path}: cannot be read: {error.strerror}") from error
        if size != part["bytes"]:
            raise DamagedRunError(f"{path}: has {size} bytes; {FILE} says {part['bytes']}")
    if not manifest["games"]:
        raise DamagedRunError(f"{folder / FILE}: holds no games")
    return Run(folder, manifest)
