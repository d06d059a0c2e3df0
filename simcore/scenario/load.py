"""Finds a scenario by shipped name or path and reads it."""

from __future__ import annotations

import contextlib
import json
import operator
import shlex
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from simcore.engine.toml import check_sizes, read_toml
from simcore.errors import InputError, not_one_of, printable, shown
from simcore.scenario.build import build_scenario
from simcore.scenario.paths import override
from simcore.scenario.scenario import Scenario

# how a command line names a scenario that is no file
UNNAMED = "SCENARIO"

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_folder() -> Path:
    """Return the folder of shipped scenarios: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "scenarios"
    return inside if inside.is_dir() else _PACKAGE.parent / "scenarios"


def shipped_names() -> list[str]:
    """Return the names of all shipped scenarios, for example ``go_stop/base``."""
    folder = shipped_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.toml"))


def find_scenario(text: str) -> tuple[str, Path]:
    """Return the name and the file that a user means by `text`.

    Parameters
    ----------
    text : str
        A shipped name or a path.

    Raises
    ------
    InputError
        Where there is neither.
    """
    if text in shipped_names():
        return text, shipped_folder() / f"{text}.toml"
    path = Path(text)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        raise InputError("SCENARIO", "", f"neither a file nor a shipped scenario: {not_one_of(text, shipped_names())}")
    return printable(path.stem), path


def load_scenario(text: str, assignments: list[tuple[str, Any]] | None = None, source: str = "") -> Scenario:
    """Load a scenario by shipped name or path.

    Parameters
    ----------
    text : str
        A shipped name or a path.
    assignments : list of (str, object)
        Settings that override the file: dotted path and value.
    source : str
        How a command line names the scenario with its settings; `text` by default.

    Returns
    -------
    Scenario

    Raises
    ------
    InputError
        For the first fault.
    """
    name, path = find_scenario(text)
    where = f"{path} with --set" if assignments else str(path)
    raw = read_toml(path)
    check_sizes(raw, str(path))
    raw = override_all(_with_card_table(raw, path.parent, str(path)), assignments or [], where)
    return build_scenario(raw, name, where, source or shlex.quote(printable(text)))


def override_all(raw: dict[str, Any], assignments: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    """Return a scenario with other values, as ``--set`` takes them; a card table is found from the working directory.

    Parameters
    ----------
    raw : dict
        A scenario as read from TOML.
    assignments : list of (str, object)
        Dotted paths and values, in order.
    where : str
        File for messages.

    Returns
    -------
    dict

    Raises
    ------
    InputError
        For a path that leads nowhere, and a card table that cannot be read.
    """
    return _with_card_table(override(raw, assignments), Path(), where)


def _with_card_table(raw: dict[str, Any], folder: Path, where: str) -> dict[str, Any]:
    """Return a scenario that holds its card table instead of naming it, so that it can be built again anywhere."""
    given = raw.get("card_table")
    if not isinstance(given, str):
        return raw
    path = folder / given
    # a path can hold what no file system takes
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            table = read_toml(path)
            check_sizes(table, str(path))
            return {**raw, "card_table": {"file": given, "table": table}}
    raise InputError(where, "card_table", f"{shown(given)} is no file")


def load_with_settings(
    name: str | PathLike[str], games: int | None, seed: int | None, settings: Mapping[str, Any] | None
) -> Scenario:
    """Load a scenario as `Scenario.load` says."""
    if not isinstance(name, (str, PathLike)) or not isinstance(fspath(name), str):
        raise InputError("scenario", "", f"{shown(name)} is not allowed; allowed: a shipped name, a path")
    text = fspath(name)
    assignments = _assignments(games, seed, settings)
    return load_scenario(text, assignments, printable(shlex.join([text, *_options(settings)])))


def with_settings(
    scenario: Scenario, games: int | None, seed: int | None, settings: Mapping[str, Any] | None
) -> Scenario:
    """Return a scenario with other values, as `Scenario.load` takes them."""
    raw = override_all(scenario.raw, _assignments(games, seed, settings), scenario.name)
    options = _options(settings) if scenario.source != UNNAMED else []
    source = " ".join([scenario.source, printable(shlex.join(options))]).strip()
    return build_scenario(raw, scenario.name, scenario.name, source)


def build_with_settings(
    values: Mapping[str, Any], games: int | None, seed: int | None, settings: Mapping[str, Any] | None
) -> Scenario:
    """Build a scenario as `Scenario.from_dict` says."""
    if not isinstance(values, Mapping):
        raise InputError("scenario", "", f"{shown(values)} is not allowed; allowed: a dict")
    check_sizes(dict(values), "scenario")
    assignments = _assignments(games, seed, settings)
    return build_scenario(override_all(dict(values), assignments, "scenario"), "python", "scenario", UNNAMED)


def _assignments(games: int | None, seed: int | None, settings: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    """Return the settings as dotted paths and values."""
    if settings is not None and not isinstance(settings, Mapping):
        raise InputError(
            "settings", "", f"{shown(settings)} is not allowed; allowed: a dict of dotted paths and values"
        )
    found = list((settings or {}).items())
    for path, _ in found:
        if not isinstance(path, str):
            raise InputError("settings", "", f"{shown(path)} is not allowed; allowed: a dotted path")
    return found + [(key, _whole(value)) for key, value in (("games", games), ("seed", seed)) if value is not None]


def _options(settings: Mapping[str, Any] | None) -> list[str]:
    """Return the settings as words of a command line."""
    return [word for key, value in (settings or {}).items() for word in ("--set", f"{key}={_toml(value)}")]


def _whole(value: Any) -> Any:
    """Return a number of numpy's as a plain one; anything else as it is, to be checked later."""
    return value if isinstance(value, bool) or not hasattr(value, "__index__") else operator.index(value)


def _toml(value: Any) -> str:
    """Return a value as ``--set`` reads it; JSON and TOML agree on all but tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value, default=str)
