"""Card tables that a scenario may replace, or change in single printed numbers."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from simcore.errors import InputError

if TYPE_CHECKING:
    from simcore.engine.game import GameSpec


class CardTable(Protocol):
    """What the engine must know of a game's checked card table."""

    @property
    def where(self) -> str:
        """File for messages."""

    @property
    def is_shipped(self) -> bool:
        """Whether it comes from the file that the game ships."""

    @property
    def raw(self) -> dict[str, Any]:
        """What it holds, as read from TOML."""

    @property
    def changes(self) -> Mapping[str, Any]:
        """Numbers that differ from the file, by dotted path."""

    def value(self, path: str) -> Any:
        """Return what a dotted path names."""

    def notice(self) -> str:
        """Say what is not certain about its numbers, a sentence; empty for nothing."""

    def sources(self) -> dict[str, int]:
        """Count its cards by where their values come from."""


def shipped_table(game: GameSpec) -> CardTable | None:
    """Return the card table that a game ships; None where it has none that can be changed.

    Parameters
    ----------
    game : GameSpec
        Its package may have the module ``card_table``, with SHIPPED, ``with_changes(table, changes, where, key)``
        and, where another file may take its place, ``checked_table(raw, where)``.
    """
    if not game.has_module("card_table"):
        return None
    table: CardTable = game.module("card_table").SHIPPED
    return table


def given_table(game: GameSpec, given: tuple[str, dict[str, Any]] | None, where: str) -> CardTable | None:
    """Return the card table of a scenario before single numbers are changed.

    Parameters
    ----------
    game : GameSpec
        The game.
    given : (str, dict) or None
        File and content of another table, if the scenario names one.
    where : str
        File of the scenario for messages.

    Returns
    -------
    CardTable or None
        None where the game has none.

    Raises
    ------
    InputError
        Where the game takes no other table, and for the first fault of this one.
    """
    if given is None:
        return shipped_table(game)
    check = getattr(game.module("card_table"), "checked_table", None) if game.has_module("card_table") else None
    if check is None:
        raise InputError(where, "card_table", f"{game.name} takes no other card table")
    file, content = given
    table: CardTable = check(content, file)
    return table


def changed_table(game: GameSpec, table: CardTable | None, changes: Mapping[str, Any], where: str) -> CardTable | None:
    """Return a card table with other numbers.

    Parameters
    ----------
    game : GameSpec
        The game.
    table : CardTable or None
        Left as it is.
    changes : mapping of str to object
        As the scenario's ``[cards]`` has them: dotted paths, in one text or as nested tables.
    where : str
        File of the scenario for messages.

    Returns
    -------
    CardTable or None

    Raises
    ------
    InputError
        For the first change that is not allowed.
    """
    flat = _flat(changes)
    if not flat:
        return table
    if table is None:
        raise InputError(where, f"cards.{next(iter(flat))}", f"{game.name} has no card numbers that can be changed")
    changed: CardTable = game.module("card_table").with_changes(table, flat, where, "cards")
    return changed


def _flat(changes: Mapping[str, Any], path: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return changes by whole dotted path: list, card and field may also stand in tables of their own."""
    flat: dict[str, Any] = {}
    for key, value in changes.items():
        inner = (*path, *str(key).split("."))
        if isinstance(value, Mapping) and value and len(inner) < 3:
            flat |= _flat(value, inner)
        else:
            flat[".".join(inner)] = value
    return flat


def describe(table: CardTable | None) -> dict[str, Any]:
    """Return what the digest of a scenario must know of a cell's cards; nothing for those shipped.

    Parameters
    ----------
    table : CardTable or None
        The cell's cards.

    Returns
    -------
    dict
        ``card_table`` (SHA-256 of another table) and ``cards`` (changed numbers), where there are any.
    """
    if table is None:
        return {}
    found: dict[str, Any] = {"cards": dict(sorted(table.changes.items()))} if table.changes else {}
    if not table.is_shipped:
        found["card_table"] = content_digest(table)
    return found


def content_digest(table: CardTable) -> str:
    """Return the SHA-256 of what a card table holds, 64 hexadecimal digits; order and comments do not enter."""
    text = json.dumps(table.raw, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def read_cards(function: Callable[..., Any], table: CardTable | None) -> Callable[..., Any]:
    """Return a function of a game with its argument ``table`` bound, where it has one."""
    asks = table is not None and "table" in inspect.signature(function).parameters
    return functools.partial(function, table=table) if asks else function


def told_table(table: CardTable) -> dict[str, Any]:
    """Return a card table as the manifest names it.

    Parameters
    ----------
    table : CardTable
        The one played, before single numbers are changed.

    Returns
    -------
    dict
        ``file``, ``sha256`` of its content, ``sources`` (cards by where their values come from).
    """
    file = "shipped" if table.is_shipped else Path(table.where).name
    return {"file": file, "sha256": content_digest(table), "sources": table.sources()}
