"""Parquet parts: written aside, flushed, read back, renamed; a half-written file never counts."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simcore.run.chunks import Chunk
from simcore.run.table import TableWriter

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
class Origin:
    """What a part must have in common with its run: scenario digest, seed, and digest of the code."""

    scenario_digest: str
    seed: int
    sources_digest: str


def write_aside(path: Path, content: bytes) -> None:
    """Write a file so that it is either whole or not there.

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
        Kept inside the file, so that a resumed run knows what it finds.
    writer : TableWriter
        Schema.

    Returns
    -------
    Part
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    metadata = {**asdict(origin), "lanes": list(lanes)}
    table = writer.table(rows, {_METADATA_KEY: json.dumps(metadata, sort_keys=True)})
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
        row_group_size=len(rows),
    )
    content = sink.getvalue().to_pybytes()
    write_aside(folder / chunk.file, content)
    digest = hashlib.sha256(content).hexdigest()
    return Part(chunk.file, chunk.cell, chunk.start, chunk.stop, len(content), digest, lanes)


def find_part(folder: Path, chunk: Chunk, origin: Origin) -> Part | None:
    """Return the finished part of a chunk where an earlier, interrupted run left one.

    Parameters
    ----------
    folder : Path
        Run directory.
    chunk : Chunk
        Which games.
    origin : Origin
        What the part must come from.

    Returns
    -------
    Part or None
        None where there is no such file, it is damaged, or it has another origin.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / chunk.file
    try:
        content = path.read_bytes()
        table = pq.read_table(pa.BufferReader(content), columns=["game_index"])
        metadata = json.loads(table.schema.metadata[_METADATA_KEY.encode()])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    lanes = tuple(metadata.pop("lanes", ()))
    if metadata != asdict(origin) or len(table) != chunk.games or len(lanes) != 2:
        return None
    digest = hashlib.sha256(content).hexdigest()
    return Part(chunk.file, chunk.cell, chunk.start, chunk.stop, len(content), digest, lanes)
