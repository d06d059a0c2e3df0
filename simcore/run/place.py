"""Where a run is written: built beside its place and moved there when it is whole."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from simcore.errors import DamagedRunError, GameError, InputError
from simcore.run.chunks import Shard
from simcore.run.manifest import FILE, read_manifest
from simcore.run.parts import Origin, Part
from simcore.scenario.scenario import Scenario


def default_place(scenario: Scenario, shard: Shard) -> Path:
    """Return the run directory for a scenario where the user names none; each shard has its own."""
    name = scenario.name.replace("/", "-")
    share = "" if shard.of == 1 else f"-shard{shard.number}of{shard.of}"
    return Path("runs") / f"{name}-{scenario.digest()[:8]}-{scenario.seed}{share}"


def present_run(place: Path) -> dict[str, Any] | None:
    """Return the manifest of the run at `place`, or None where there is no finished run.

    Parameters
    ----------
    place : Path
        Run directory, present or not.

    Raises
    ------
    InputError
        Where something else lies there that must not be lost.
    """
    if not place.exists() and not place.is_symlink():
        return None
    if not place.is_dir():
        raise InputError("--out", str(place), "is a file, not a run directory")
    if (place / FILE).exists():
        try:
            return read_manifest(place)
        except DamagedRunError as error:
            raise InputError("--out", "", str(error)) from error
    if any(place.iterdir()):
        raise InputError("--out", str(place), "holds other files; name an empty or a new directory")
    return None


def same_run(place: Path, manifest: dict[str, Any], scenario: Scenario, origin: Origin, shard: Shard) -> bool:
    """Whether a finished run is whole and the one that is asked for, played by the same code."""
    for part in manifest["parts"]:
        path = place / part["file"]
        if not path.is_file() or path.stat().st_size != part["bytes"]:
            return False
    found = [manifest[key] for key in ("scenario_digest", "seed", "sources_digest", "games_per_cell", "shard")]
    return found == [*astuple(origin), scenario.games, str(shard)]


@contextmanager
def building_place(place: Path, resume: bool) -> Iterator[Path]:
    """Give a folder beside `place` to build a run in, locked against a second writer.

    Parameters
    ----------
    place : Path
        Where the run will be.
    resume : bool
        Keep the parts that an interrupted run left in the folder.

    Yields
    ------
    Path
        Folder with a ``parts`` folder inside.

    Raises
    ------
    InputError
        Where the place cannot be written, or another process is writing the same run.
    """
    building = place.with_name(f"{place.name}.partial")
    lock = place.with_name(f".{place.name}.lock")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise InputError("--out", str(place), f"cannot be written: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("--out", str(place), "is being written by another run") from None
        if building.exists() and not resume:
            shutil.rmtree(building)
        (building / "parts").mkdir(parents=True, exist_ok=True)
        try:
            yield building
        except GameError:
            # the same game would stop the run again
            shutil.rmtree(building)
            raise
        # removed while still locked, and only after a run that ended well: nobody else can hold it now
        lock.unlink(missing_ok=True)
    finally:
        os.close(handle)


def remove_strays(building: Path, parts: Sequence[Part]) -> None:
    """Remove files that an interrupted run left among the parts and that are none of them."""
    listed = {building / part.file for part in parts}
    for path in (building / "parts").iterdir():
        if path not in listed:
            path.unlink()


def move_into_place(building: Path, place: Path) -> None:
    """Put a finished run where it belongs; what lay there is removed only after that.

    Parameters
    ----------
    building : Path
        Finished run.
    place : Path
        Free, an empty folder, or a run to be replaced.
    """
    replaced = place.with_name(f"{place.name}.replaced")
    if replaced.exists():
        shutil.rmtree(replaced)
    if place.exists():
        place.replace(replaced)
    building.replace(place)
    if replaced.exists():
        shutil.rmtree(replaced)
