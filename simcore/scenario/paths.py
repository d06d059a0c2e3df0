"""Dotted paths into a scenario: sweeps and ``--set`` name what they change in the same way."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

from simcore.errors import InputError, not_one_of, shown
from simcore.scenario.shape import TOP_KEYS

_FIXED = ("schema", "entrants", "sweep", "alternatives", "title")


def parse_assignment(text: str) -> tuple[str, Any]:
    """Read ``KEY=VALUE``; the value is TOML, or else a plain word.

    Parameters
    ----------
    text : str
        As given on the command line.

    Returns
    -------
    (str, object)
        Dotted path and value.

    Raises
    ------
    InputError
        Where there is no ``=`` or no key.
    """
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise InputError("--set", "", f"{shown(text)} is not KEY=VALUE")
    return key.strip(), parse_value(value)


def parse_value(text: str) -> Any:
    """Read a value as TOML; what is not TOML is a plain word."""
    text = text.strip()
    try:
        found = tomllib.loads(f"value = {text}")
    # not only its own errors: see `engine.toml.read_toml`
    except Exception:
        return text
    return found["value"] if list(found) == ["value"] else text


def set_path(raw: dict[str, Any], path: str, value: Any, where: str) -> None:
    """Set what a dotted path names, in place.

    Parameters
    ----------
    raw : dict
        A scenario as read from TOML.
    path : str
        For example ``params.point_threshold`` or ``entrants.bold.params.go_below``.
    value : object
        New value; it is checked later with everything else.
    where : str
        File or option for messages.

    Raises
    ------
    InputError
        Where the path leads nowhere.
    """
    parts = path.split(".")
    if parts[0] not in TOP_KEYS:
        raise InputError(where, path, not_one_of(parts[0], TOP_KEYS))
    if parts[0] == "cards" and len(parts) > 1:
        # a card's number is named by a path of its own: "dogs.l01.vp"
        parts = ["cards", ".".join(parts[1:])]
    if parts[0] == "entrants":
        target, rest = _entrant(raw, parts, path, where), parts[2:]
    elif parts[0] in _FIXED or not all(parts):
        raise InputError(where, path, "cannot be set by a path")
    else:
        target, rest = raw, parts
    for part in rest[:-1]:
        target = target.setdefault(part, {})
        if not isinstance(target, dict):
            raise InputError(where, path, f"{part!r} is not a table")
    target[rest[-1]] = value


def _entrant(raw: dict[str, Any], parts: list[str], path: str, where: str) -> dict[str, Any]:
    entrants = raw.get("entrants")
    listed = [entry for entry in entrants if isinstance(entry, dict)] if isinstance(entrants, list) else []
    by_name = {entry["name"]: entry for entry in listed if isinstance(entry.get("name"), str)}
    if len(parts) < 3 or not all(parts):
        allowed = "entrants.NAME.strategy, entrants.NAME.params.KEY"
        raise InputError(where, path, f"names no key of an entrant; allowed: {allowed}")
    if parts[1] not in by_name:
        raise InputError(where, path, not_one_of(parts[1], by_name))
    return by_name[parts[1]]


def override(raw: dict[str, Any], assignments: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a copy of a scenario with the settings of ``--set``.

    A path that the scenario sweeps, or has alternatives for, is fixed by it.

    Parameters
    ----------
    raw : dict
        A scenario as read from TOML.
    assignments : list of (str, object)
        Dotted paths and values, in order.

    Returns
    -------
    dict
    """
    raw = copy.deepcopy(raw)
    for path, value in assignments:
        set_path(raw, path, value, "--set")
        for table in ("sweep", "alternatives"):
            if isinstance(raw.get(table), dict):
                raw[table].pop(path, None)
    return raw
