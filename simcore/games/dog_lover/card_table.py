"""Card tables of Dog Lover: the shipped one, tables that users write, and changes of single numbers."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from simcore.engine.toml import check_sizes, read_toml
from simcore.errors import InputError, not_one_of
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_checks import check_table
from simcore.games.dog_lover.card_fields import COUNTED_KINDS, FIELDS, SOURCES, key_field


@dataclass(frozen=True)
class CardTable:
    """A checked card table.

    Parameters
    ----------
    where : str
        File for messages.
    raw : dict
        What it holds, as read from TOML.
    changes : dict
        Numbers that differ from the file, by dotted path.
    """

    where: str
    raw: dict[str, Any]
    changes: dict[str, Any] = field(default_factory=dict)

    @property
    def is_shipped(self) -> bool:
        """Whether it comes from the file that the game ships."""
        return self.where == str(_DATA)

    def value(self, path: str) -> Any:
        """Return what a dotted path names, for example ``dogs.l01.vp``."""
        holder, name = _find(self.raw, path, self.where, "cards")
        return holder[name]

    def sources(self) -> dict[str, int]:
        """Count the cards by where their values come from: by the least certain of the fields of each."""
        found = [_least_certain(row) for name in FIELDS for row in self.rows(name)]
        return {source: found.count(source) for source in SOURCES}

    def notice(self) -> str:
        """Say how many of the cards are only estimated; nothing where all are published."""
        counts = self.sources()
        if counts["published"] == sum(counts.values()):
            return ""
        which = "the shipped card table" if self.is_shipped else f"the card table {Path(self.where).name}"
        words = " and ".join(f"{count} {source}" for source, count in counts.items() if count and source != "estimate")
        rest = f", {words or 'none published'}" if counts["estimate"] else ""
        return (
            f"Its cards are a stand-in: {counts['estimate']} of the {sum(counts.values())} entries of {which} are "
            f"estimates{rest}."
        )

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
    return checked_table(raw, str(path))


def checked_table(raw: dict[str, Any], where: str) -> CardTable:
    """Check a card table that has been read.

    Parameters
    ----------
    raw : dict
        What its file holds.
    where : str
        The file.

    Returns
    -------
    CardTable

    Raises
    ------
    InputError
        For the first fault: file, card, field, what is allowed.
    """
    check_table(raw, _SHIPPED_RAW, where)
    return CardTable(where, raw)


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
    changed = dict(table.changes)
    for path, value in changes.items():
        holder, name = _find(raw, path, where, key)
        if _differ(holder.get(name), value):
            changed[path] = holder[name] = copy.deepcopy(value)
    check_table(raw, _SHIPPED_RAW, where, key, restates=True)
    return replace(table, raw=raw, changes=changed)


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
    found, _, inner = rest.partition(".")
    known = [one for one in FIELDS[name] if one != key_field(name)]
    if found in known and inner and isinstance(holder.get(found), dict):
        holder, found, known = holder[found], inner, list(holder[found])
    elif inner:
        found = rest
    if found not in known:
        raise InputError(where, f"{key}.{path}", not_one_of(found, known))
    return holder, found


def _differ(one: Any, other: Any) -> bool:
    """Whether two values differ; true is no 1."""
    return type(one) is not type(other) or bool(one != other)


def _least_certain(row: Mapping[str, Any]) -> str:
    """Return the least certain of the sources that a row states for its fields; one without is an estimate."""
    fields = {"": row.get("source", ""), **row.get("field_source", {})}
    texts = [str(text) for name, text in fields.items() if name != "name"]
    return max(
        (next((source for source in SOURCES if source in text), SOURCES[-1]) for text in texts), key=SOURCES.index
    )


_DATA = Path(__file__).parent / "data" / "cards.toml"
_SHIPPED_RAW = read_toml(_DATA)
check_table(_SHIPPED_RAW, _SHIPPED_RAW, str(_DATA))
SHIPPED = CardTable(str(_DATA), _SHIPPED_RAW)
