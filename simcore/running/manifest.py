"""The manifest: written last, it makes a run directory a run. Readers trust nothing else."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, StringConstraints, ValidationError

import simcore
from simcore.engine.card_tables import told_table
from simcore.engine.digest import result_digest
from simcore.errors import DamagedRunError
from simcore.running.chunks import Shard
from simcore.running.parts import Origin, Part, TablePart, write_aside
from simcore.running.table import TableWriter
from simcore.scenario.scenario import Scenario

FILE = "manifest.json"
SCHEMA = "simcore.manifest/1"


def _versions() -> dict[str, str]:
    import numba
    import numpy
    import pyarrow

    return {
        "simcore": simcore.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "pyarrow": pyarrow.__version__,
    }


def build_manifest(
    scenario: Scenario,
    origin: Origin,
    shard: Shard,
    parts: Sequence[Part],
    writers: Sequence[TableWriter],
    command: str,
    seconds: float,
) -> dict[str, Any]:
    """Describe a finished run.

    Parameters
    ----------
    scenario : Scenario
        What was played.
    origin : Origin
        Digests and seed.
    shard : Shard
        Which share of the games this is.
    parts : sequence of Part
        Every part, those of further tables included, in any order.
    writers : sequence of TableWriter
        Of the games, then of further tables.
    command : str
        Command that makes the run again.
    seconds : float
        Time the games took, writing included.

    Returns
    -------
    dict
        Ready for JSON.
    """
    ordered = sorted((part for part in parts if not isinstance(part, TablePart)), key=_place_of)
    return {
        "schema": SCHEMA,
        "name": scenario.name,
        "title": scenario.title,
        "game": scenario.game.name,
        "rules_version": scenario.game.rules_version,
        "scenario_digest": origin.scenario_digest,
        "result_digest": result_digest(part.lanes for part in ordered),
        "sources_digest": origin.sources_digest,
        "seed": scenario.seed,
        "games_per_cell": scenario.games,
        "games": sum(part.stop - part.start for part in ordered),
        "shard": str(shard),
        "command": command,
        "seconds": round(seconds, 3),
        "versions": _versions(),
        "entrants": list(scenario.entrant_names),
        "players": scenario.max_players,
        "cells": [cell.describe() for cell in scenario.cells],
        "columns": [asdict(column) for column in writers[0].describe()],
        "parts": _listed(ordered),
        "tables": [_table_entry(writer, parts, scenario) for writer in writers[1:]],
        "notice": scenario.game.told_notice(scenario.cards),
        "card_table": told_table(scenario.cards) if scenario.cards else None,
        "scenario": scenario.raw,
    }


def _place_of(part: Part) -> tuple[int, int]:
    return part.cell, part.start


def _listed(parts: Sequence[Part]) -> list[dict[str, Any]]:
    return [{**asdict(part), "lanes": [f"{lane:016x}" for lane in part.lanes]} for part in parts]


def _table_entry(writer: TableWriter, parts: Sequence[Part], scenario: Scenario) -> dict[str, Any]:
    """Describe a further table."""
    folder = f"tables/{writer.name}/"
    own = [part for part in parts if isinstance(part, TablePart) and part.file.startswith(folder)]
    ordered = sorted(own, key=_place_of)
    assert scenario.branches is not None
    return {
        "name": writer.name,
        "text": writer.text,
        "how": asdict(scenario.branches),
        "columns": [asdict(column) for column in writer.describe()],
        "rows": sum(part.rows for part in ordered),
        "digest": result_digest(part.lanes for part in ordered),
        "parts": _listed(ordered),
    }


def all_parts(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of the games and of all further tables of a run."""
    return [*manifest["parts"], *(part for table in manifest["tables"] for part in table["parts"])]


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest of a run directory; whole or not at all."""
    text = json.dumps(manifest, indent=1, ensure_ascii=False, default=str) + "\n"
    write_aside(folder / FILE, text.encode())


class _PartShape(BaseModel):
    model_config = ConfigDict(strict=True)

    # a manifest from elsewhere must not lead out of its run
    file: Annotated[str, StringConstraints(pattern=r"^(parts|tables/[a-z_]+)/[A-Za-z0-9][A-Za-z0-9.-]*$")]
    cell: NonNegativeInt
    start: NonNegativeInt
    stop: NonNegativeInt
    bytes: NonNegativeInt
    sha256: str
    lanes: list[str]


class _TablePartShape(_PartShape):
    rows: NonNegativeInt


class _TableShape(BaseModel):
    model_config = ConfigDict(strict=True)

    name: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    text: str
    how: dict[str, Any]
    columns: list[dict[str, str]]
    rows: NonNegativeInt
    digest: str
    parts: list[_TablePartShape]


class _CellShape(BaseModel):
    model_config = ConfigDict(strict=True)

    cell: NonNegativeInt
    players: int = Field(ge=1)
    swept: dict[str, Any]
    params: dict[str, Any]
    entrants: list[dict[str, Any]]
    seatings: list[Annotated[list[str], Field(min_length=1)]] = Field(min_length=1)
    draws_seats: bool


class _ManifestShape(BaseModel):
    model_config = ConfigDict(strict=True)

    name: str
    title: str
    game: str
    rules_version: str
    scenario_digest: str
    result_digest: str
    sources_digest: str
    seed: NonNegativeInt
    games_per_cell: NonNegativeInt
    games: NonNegativeInt
    shard: str
    command: str
    seconds: float
    versions: dict[str, str]
    entrants: list[str]
    players: int = Field(ge=1)
    cells: list[_CellShape] = Field(min_length=1)
    columns: list[dict[str, str]]
    parts: list[_PartShape]
    tables: list[_TableShape]
    notice: str
    card_table: dict[str, Any] | None = None


def _fault_of(manifest: Any) -> str:
    """Say what does not fit in a manifest, or nothing."""
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        return f"is not a manifest of {SCHEMA}"
    try:
        shape = _ManifestShape.model_validate(manifest)
    except ValidationError as error:
        fault = error.errors()[0]
        return f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}"
    end: dict[int, int] = {}
    for part in sorted(shape.parts, key=lambda part: (part.cell, part.start)):
        if part.cell >= len(shape.cells) or part.start < end.get(part.cell, 0) or part.stop < part.start:
            return f"{part.file}: its games do not fit beside those of the other parts"
        end[part.cell] = part.stop
    return "" if sum(part.stop - part.start for part in shape.parts) == shape.games else "games is not their sum"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run directory.

    Parameters
    ----------
    folder : Path
        Run directory.

    Returns
    -------
    dict

    Raises
    ------
    DamagedRunError
        Where there is none or it is not one of ours.
    """
    try:
        manifest: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DamagedRunError(f"{folder}: {FILE} is missing, so this is not a finished run") from None
    except (OSError, ValueError, RecursionError) as error:
        raise DamagedRunError(f"{folder / FILE}: cannot be read: {error}") from error
    if fault := _fault_of(manifest):
        raise DamagedRunError(f"{folder / FILE}: {fault}")
    return manifest
