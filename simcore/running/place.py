"""Where a run is written: built beside its place and moved there when it is whole."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from simcore.errors import DamagedRunError, GameError, InputError, shown
from simcore.running.chunks import Shard
from simcore.running.manifest import FILE, all_parts, read_manifest
from simcore.running.parts import JOURNAL, Origin, Part, is_whole
from simcore.scenario.scenario import Scenario

LOCK = ".lock"


def default_place(scenario: Scenario, shard: Shard) -> Path:
    """Return the run directory for a scenario where the user names none; each shard has its own."""
    name = scenario.name.replace("/", "-")
    share = "" if shard.of == 1 else f"-shard{shard.number}of{shard.of}"
    return Path("runs") / f"{name}-{scenario.digest()[:8]}-{scenario.seed}{share}"


def real_place(place: Path) -> Path:
    """Return where a run directory really lies: a link is followed.

    Raises
    ------
    InputError
        Where no directory can have this name.
    """
    if not place.name:
        raise InputError("--out", shown(str(place)), "has no name of its own")
    try:
        found = place.resolve() if place.is_symlink() else place
        found.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError("--out", shown(str(place)), f"cannot be used: {error}") from error
    return found


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
    if not place.exists():
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


def origin_of(manifest: dict[str, Any]) -> Origin:
    """Return what the rows of a finished run come from."""
    return Origin(manifest["scenario_digest"], manifest["seed"], manifest["sources_digest"])


def same_run(place: Path, manifest: dict[str, Any], scenario: Scenario, origin: Origin, shard: Shard) -> bool:
    """Whether a finished run is whole and the one that is asked for, played by the same code."""
    if not all(is_whole(place, part["file"], part["sha256"]) for part in all_parts(manifest)):
        return False
    same_games = manifest["games_per_cell"] == scenario.games and manifest["shard"] == str(shard)
    return same_games and origin_of(manifest) == origin


@contextmanager
def building_place(place: Path) -> Iterator[Path]:
    """Give a folder beside `place` to build a run in, locked against a second writer.

    Parameters
    ----------
    place : Path
        Where the run will be. What an interrupted run left in the folder stays there.

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
    new_parents = [parent for parent in place.parents if not parent.exists()]
    try:
        building.mkdir(parents=True, exist_ok=True)
        handle = os.open(building / LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise InputError("--out", shown(str(place)), f"cannot be written: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("--out", str(place), "is being written by another run") from None
        (building / "parts").mkdir(exist_ok=True)
        try:
            yield building
        except GameError:
            # the same game would stop the run again: leave nothing behind
            shutil.rmtree(building)
            for parent in new_parents:
                with suppress(OSError):
                    parent.rmdir()
            raise
    finally:
        os.close(handle)


def remove_strays(building: Path, parts: Sequence[Part]) -> None:
    """Remove files that an interrupted run left among the parts and that are none of them."""
    listed = {building / part.file for part in parts}
    for folder in ("parts", "tables"):
        for path in (building / folder).rglob("*"):
            if path.is_file() and path not in listed:
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
    for name in (LOCK, JOURNAL):
        (building / name).unlink(missing_ok=True)
    if not place.exists():
        building.replace(place)
        return
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}.") as old:
        place.replace(Path(old) / "run")
        building.replace(place)


def holds_only_a_run(place: Path, manifest: dict[str, Any]) -> bool:
    """Whether everything below `place` belongs to the run, so that nothing else is lost with it."""
    listed = {place / FILE, *(place / part["file"] for part in all_parts(manifest))}
    return all(path in listed for path in place.rglob("*") if not path.is_dir())
