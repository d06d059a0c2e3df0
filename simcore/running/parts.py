"""Parquet parts: written aside, flushed, read back, renamed; a half-written file never counts."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simcore.running.chunks import Chunk
from simcore.running.table import TableWriter

JOURNAL = "journal.jsonl"
_METADATA_KEY = "simcore"
# packed differences leave little to compress, so the lightest codec serves
_COMPRESSION = "snappy"


@dataclass(frozen=True)
class Part:
    """One finished part, as the manifest lists it.

    Parameters
    ----------
    file : str
        Path inside the run directory.
    cell, start, stop : int
        Game range of the cell, half-open.
    bytes : int
        Size of the file.
    sha256 : str
        Digest of the file.
    lanes : tuple of int
        Sums for the result digest.
    """

    file: str
    cell: int
    start: int
    stop: int
    bytes: int
    sha256: str
    lanes: tuple[int, int]


@dataclass(frozen=True)
class TablePart(Part):
    """One finished part of a further table: what `rows` rows say of the games of its range."""

    rows: int


@dataclass(frozen=True)
class Origin:
    """What a part must have in common with its run: scenario digest, seed, and digest of the code."""

    scenario_digest: str
    seed: int
    sources_digest: str


def write_aside(path: Path, content: bytes) -> None:
    """Write a file so that it is either whole or not there.

    A link is followed; what is no ordinary file (a device, a pipe) is written into and stays what it is.

    Parameters
    ----------
    path : Path
        Final place; its folder exists.
    content : bytes
        The whole file.

    Raises
    ------
    OSError
        Where the disk is full or not writable, or what was written cannot be read back.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if aside.stat().st_size != len(content):
            raise OSError(f"{path.name}: the file system kept {aside.stat().st_size} of {len(content)} bytes")
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def write_part(
    folder: Path, chunk: Chunk, rows: Any, lanes: tuple[int, int], origin: Origin, writer: TableWriter
) -> Part:
    """Write the rows of a chunk as a Parquet part.

    Parameters
    ----------
    folder : Path
        Run directory.
    chunk : Chunk
        Which games the rows are.
    rows : row_dtype[n]
        Results.
    lanes : (int, int)
        Sums of the rows' hashes.
    origin : Origin
        Kept inside the file.
    writer : TableWriter
        Schema.

    Returns
    -------
    Part
    """
    size, digest = _write_parquet(folder / chunk.file, rows, origin, writer)
    return Part(chunk.file, chunk.cell, chunk.start, chunk.stop, size, digest, lanes)


def write_table_part(
    folder: Path, chunk: Chunk, rows: Any, lanes: tuple[int, int], origin: Origin, writer: TableWriter
) -> TablePart:
    """Write what a further table says of a chunk; the arguments are those of `write_part`."""
    file = chunk.table_file(writer.name)
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    size, digest = _write_parquet(folder / file, rows, origin, writer)
    return TablePart(file, chunk.cell, chunk.start, chunk.stop, size, digest, lanes, len(rows))


def _write_parquet(path: Path, rows: Any, origin: Origin, writer: TableWriter) -> tuple[int, str]:
    """Write rows as a Parquet file; return its size and SHA-256."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = writer.table(rows, {_METADATA_KEY: json.dumps(asdict(origin), sort_keys=True)})
    sink = pa.BufferOutputStream()
    words = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    integers = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    pq.write_table(
        table,
        sink,
        compression=_COMPRESSION,
        use_dictionary=words,
        column_encoding=dict.fromkeys(integers, "DELTA_BINARY_PACKED"),
        write_statistics=["game_index"],
        row_group_size=max(len(rows), 1),
    )
    content = sink.getvalue().to_pybytes()
    write_aside(path, content)
    return len(content), hashlib.sha256(content).hexdigest()


def is_whole(folder: Path, file: str, sha256: str) -> bool:
    """Whether a part of a run directory has the SHA-256 that is on record."""
    try:
        return hashlib.sha256((folder / file).read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def note_part(folder: Path, part: Part, origin: Origin) -> None:
    """Add a finished part to the journal of a run that is being built."""
    with (folder / JOURNAL).open("a", encoding="utf-8") as file:
        file.write(json.dumps({**asdict(part), **asdict(origin)}) + "\n")


def finished_parts(folder: Path, origin: Origin) -> dict[str, Part]:
    """Return the parts that an interrupted run finished.

    Parameters
    ----------
    folder : Path
        Run that is being built.
    origin : Origin
        What the parts must come from.

    Returns
    -------
    dict of str to Part
        By file name; only parts whose content is still what the journal says.
    """
    found = {}
    try:
        lines = (folder / JOURNAL).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    for line in lines:
        try:
            entry = json.loads(line)
            if {key: entry.pop(key) for key in asdict(origin)} != asdict(origin):
                continue
            kind = TablePart if "rows" in entry else Part
            part = kind(**{**entry, "lanes": tuple(entry["lanes"])})
            if is_whole(folder, part.file, part.sha256):
                found[part.file] = part
        # a line that a kill cut short, or a part that is gone, is played again
        except (ValueError, KeyError, TypeError):
            continue
    return found
