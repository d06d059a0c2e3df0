"""Card tables of Dog Lover: the shipped one, tables that users write, and changes of single numbers."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from simcore.engine.toml import check_sizes, read_toml
from simcore.errors import InputError, not_one_of
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_checks import check_table
from simcore.games.dog_lover.card_fields import COUNTED_KINDS, FIELDS, key_field


@dataclass(frozen=True)
class CardTable:
    """A checked card table.

    Parameters
    ----------
    where : str
        File for messages.
    raw : dict
        What it holds, as read from TOML.
    """

    where: str
    raw: dict[str, Any]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of a list."""
        rows: list[dict[str, Any]] = self.raw[name]
        return rows

    @cached_property
    def favorites(self) -> list[dict[str, Any]]:
        """Favourite things by id: of several that are held most often the lowest id goes (rule 3.7)."""
        return sorted(self.rows("favorite"), key=lambda row: str(row["id"]))

    @cached_property
    def dog_ids(self) -> tuple[str, ...]:
        """Id of each dog by its number, "" where there is none; entry 0 is no dog."""
        return _by_number({1: self.rows("dogs"), layout.FIRST_RESCUED: self.rows("rescued")}, 1 + layout.MAX_DOGS)

    @cached_property
    def trait_ids(self) -> tuple[str, ...]:
        """Id of each trait by its number; entry 0 is no trait."""
        return _by_number({1: self.rows("traits")}, 1 + layout.MAX_TRAITS)

    @cached_property
    def trick_ids(self) -> tuple[str, ...]:
        """Id of each trick by its number; entry 0 is no trick."""
        lists = {
            layout.BASIC_TRICK: self.rows("starting_basic"),
            layout.FIRST_SPECIAL: self.rows("starting_special"),
            layout.FIRST_DECK_TRICK: self.rows("tricks"),
        }
        return _by_number(lists, layout.N_TRICKS)

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        """Id of each card of the game deck by its number; entry 0 is no card."""
        lists = {
            layout.BONE: [{"id": name} for name in layout.PLAIN],
            layout.FIRST_FAVORITE: self.favorites,
            layout.FIRST_FOOD_CARD: self.rows("food"),
            layout.FIRST_TRAIT: self.rows("traits"),
            layout.FIRST_DOG: self.rows("dogs"),
        }
        return _by_number(lists, layout.N_CODES)


def _by_number(lists: Mapping[int, list[dict[str, Any]]], size: int) -> tuple[str, ...]:
    found = [""] * size
    for first, rows in lists.items():
        for i, row in enumerate(rows):
            found[first + i] = row["id"]
    return tuple(found)


def load_table(path: Path) -> CardTable:
    """Read and check a card table.

    Parameters
    ----------
    path : Path
        A TOML file in the form of the shipped ``data/cards.toml``.

    Returns
    -------
    CardTable

    Raises
    ------
    InputError
        For the first fault: file, card, field, what is allowed.
    """
    raw = read_toml(path)
    check_sizes(raw, str(path))
    check_table(raw, _SHIPPED_RAW, str(path))
    return CardTable(str(path), raw)


def with_changes(table: CardTable, changes: Mapping[str, Any], where: str = "", key: str = "cards") -> CardTable:
    """Return a card table with other numbers; what it states of its cards as a whole follows by itself.

    Parameters
    ----------
    table : CardTable
        Left as it is.
    changes : mapping of str to object
        By dotted path: ``{"dogs.l01.vp": 5, "food.wild.by_mark": [4, 0, 1], "traits.x04.else_discard.count": 1}``.
    where, key : str
        File for messages, the table's by default, and what their dotted paths begin with.

    Returns
    -------
    CardTable

    Raises
    ------
    InputError
        For a path that the table does not have, and for whatever `load_table` would refuse.
    """
    where = where or table.where
    raw = copy.deepcopy(table.raw)
    check_sizes({key: dict(changes)}, where)
    for path, value in changes.items():
        holder, field = _find(raw, path, where, key)
        holder[field] = copy.deepcopy(value)
    check_table(raw, _SHIPPED_RAW, where, key, restates=True)
    return CardTable(where, raw)


def _find(raw: dict[str, Any], path: str, where: str, key: str) -> tuple[dict[str, Any], str]:
    """Return what holds the field that a dotted path names, and the field."""
    name, _, rest = path.partition(".")
    wanted, _, rest = rest.partition(".")
    if name not in FIELDS:
        raise InputError(where, f"{key}.{path}", not_one_of(name, FIELDS))
    rows = {str(row[key_field(name)]): row for row in raw[name]}
    if name == "game_kinds":
        # the other kinds have rows of their own
        rows = {kind: rows[kind] for kind in COUNTED_KINDS}
    if wanted not in rows:
        raise InputError(where, f"{key}.{path}", not_one_of(wanted, rows))
    holder = rows[wanted]
    field, _, inner = rest.partition(".")
    known = [field for field in FIELDS[name] if field != key_field(name)]
    if field in known and inner and isinstance(holder.get(field), dict):
        holder, field, known = holder[field], inner, list(holder[field])
    elif inner:
        field = rest
    if field not in known:
        raise InputError(where, f"{key}.{path}", not_one_of(field, known))
    return holder, field


_DATA = Path(__file__).parent / "data" / "cards.toml"
_SHIPPED_RAW = read_toml(_DATA)
check_table(_SHIPPED_RAW, _SHIPPED_RAW, str(_DATA))
SHIPPED = CardTable(str(_DATA), _SHIPPED_RAW)
