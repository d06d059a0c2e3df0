"""The manifest: written last, it makes a run directory a run. Readers trust nothing else."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import simcore
from simcore.engine.digest import result_digest
from simcore.errors import DamagedRunError
from simcore.run.chunks import Shard
from simcore.run.parts import Origin, Part, write_aside
from simcore.run.table import ColumnInfo
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
    columns: Sequence[ColumnInfo],
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
        Every part, in any order.
    columns : sequence of ColumnInfo
        Columns of the parts.
    command : str
        Command that makes the run again.
    seconds : float
        Time the games took, writing included.

    Returns
    -------
    dict
        Ready for JSON.
    """
    ordered = sorted(parts, key=lambda part: (part.cell, part.start))
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
        "columns": [asdict(column) for column in columns],
        "parts": [{**asdict(part), "lanes": [f"{lane:016x}" for lane in part.lanes]} for part in ordered],
        "tables": [],
        "scenario": scenario.raw,
    }


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest of a run directory; whole or not at all."""
    text = json.dumps(manifest, indent=1, ensure_ascii=False, default=str) + "\n"
    write_aside(folder / FILE, text.encode())


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
        manifest = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DamagedRunError(f"{folder}: {FILE} is missing, so this is not a finished run") from None
    except (OSError, ValueError) as error:
        raise DamagedRunError(f"{folder / FILE}: cannot be read: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        raise DamagedRunError(f"{folder / FILE}: is not a manifest of {SCHEMA}")
    return manifest
