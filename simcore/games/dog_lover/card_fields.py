"""The fields of a card table's rows, and the check of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.tricks import pattern_problem

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
# cards without rows that name them
_RESERVED = (*layout.PLAIN, "end_game")
SOURCES = ("published", "inferred", "estimate")
_MOST_COPIES = 99
_MOST_NUMBER = 9
# kinds of card without rows of their own
COUNTED_KINDS = ("bone", "walk", "training", "adoption")
GAME_KINDS = ("dog", "food", "favorite", *COUNTED_KINDS, "trait")

Check = Callable[[Values, str], object]


def _whole(low: int, high: int) -> Check:
    return lambda row, key: row.whole(key, 0, low, high)


def _word(allowed: Iterable[str]) -> Check:
    words = tuple(allowed)
    return lambda row, key: row.word(key, "", words)


def _text(row: Values, key: str) -> None:
    if not isinstance(row.get(key), str):
        raise row.fault(key, f"{shown(row.get(key))} is not allowed; allowed: a text")


def _identity(row: Values, key: str) -> None:
    found = row.get(key)
    if not isinstance(found, str) or not _ID.fullmatch(found) or found in _RESERVED:
        raise row.fault(key, f"{shown(found)} is not allowed; allowed: a letter, then up to 19 letters, digits and _")


def _marks(row: Values, key: str) -> None:
    row.wholes(key, len(layout.MARKS), 0, _MOST_COPIES)


def _mark(row: Values, key: str) -> None:
    if row.whole(key, 0, layout.MARKS[0], layout.MARKS[-1]) not in layout.MARKS:
        raise row.fault(key, f"{shown(row.get(key))} is not allowed")


def _need(row: Values, key: str) -> None:
    need = Values(row.get(key), row.where, layout.FOOD, f"{row.path}.{key}")
    total = sum(need.whole(kind, 0, 0, layout.MOST_SYMBOLS) for kind in layout.FOOD)
    if not 1 <= total <= layout.MOST_SYMBOLS:
        raise row.fault(key, f"has {total} symbols; allowed: 1 to {layout.MOST_SYMBOLS}")


def _loss(row: Values, key: str) -> None:
    loss = Values(row.get(key), row.where, ("kind", "count"), f"{row.path}.{key}")
    loss.word("kind", "", layout.LOSSES)
    loss.whole("count", 0, 1, _MOST_NUMBER)


def _pattern(row: Values, key: str) -> None:
    if problem := pattern_problem(row.get(key)):
        raise row.fault(key, f"{shown(row.get(key))} {problem}")


def _watch(row: Values, key: str) -> None:
    """The ``*`` stands beside a line of the pattern's own box, so that it is in the grid wherever the pattern lies."""
    rows = row.get("rows")
    row.word(key, "", [line for line in layout.LINES if int(line[1]) < len(rows if line[0] == "r" else rows[0])])


def _effect_size(row: Values, key: str) -> None:
    row.word(key, "", layout.SIZES if row.get("effect") == "per_fed_size" else ("",))


def _number(without: tuple[str, ...]) -> Check:
    """Check the number of an effect: 0 for those that have none."""
    return lambda row, key: row.whole(key, 0, 0, 0 if row.get("effect") in without else _MOST_NUMBER)


def _sources(row: Values, key: str) -> None:
    texts = Values(row.get(key), row.where, _ALL_FIELDS, f"{row.path}.{key}")
    for field in _ALL_FIELDS:
        if texts.has(field):
            _text(texts, field)


_POINTS = _whole(-layout.MOST_POINTS, layout.MOST_POINTS)
_TRICK: dict[str, Check] = {"id": _identity, "rows": _pattern, "watch": _watch}
_DOG: dict[str, Check] = {"id": _identity, "size": _word(layout.SIZES), "vp": _POINTS, "need": _need}

# every list of rows with its fields, in an order in which a check can rely on those before
FIELDS: dict[str, dict[str, Check]] = {
    "game_kinds": {"kind": _word(GAME_KINDS), "by_mark": _marks},
    "food": {"id": _identity, "food": _word(layout.CUBES), "amount": _whole(1, _MOST_NUMBER), "by_mark": _marks},
    "favorite": {"id": _identity, "by_mark": _marks},
    "dogs": {**_DOG, "mark": _mark},
    "rescued": {
        **_DOG,
        "effect": _word(layout.RESCUED_EFFECTS),
        "n": _number(layout.RESCUED_WITHOUT_NUMBER),
        "effect_size": _effect_size,
    },
    "starting_basic": {**_TRICK, "cost": _whole(0, 0), "copies": _whole(layout.MAX_PLAYERS, _MOST_COPIES)},
    "starting_special": {**_TRICK, "cost": _whole(0, 0)},
    "tricks": {**_TRICK, "cost": _whole(0, _MOST_NUMBER)},
    "traits": {
        "id": _identity,
        "size": _word((*layout.SIZES, "any")),
        "effect": _word(layout.TRAIT_EFFECTS),
        "n": _number(layout.TRAITS_WITHOUT_NUMBER),
        "vp": _POINTS,
        "else_discard": _loss,
        "mark": _mark,
    },
}
_OPTIONAL: dict[str, Check] = {"name": _text, "source": _word(SOURCES), "field_source": _sources}
# what may be left out: "" for all effects but one
_EMPTY_AS_DEFAULT = "effect_size"
_ALL_FIELDS = ("name", *dict.fromkeys(field for fields in FIELDS.values() for field in fields))
# fewest and most rows of each list
_N_ROWS = {
    "game_kinds": (len(GAME_KINDS), len(GAME_KINDS)),
    "food": (0, layout.MAX_FOOD_CARDS),
    "favorite": (0, layout.MAX_FAVORITES),
    "dogs": (layout.MAX_PLAYERS, layout.MAX_DECK_DOGS),
    "rescued": (0, layout.MAX_RESCUED),
    "starting_basic": (1, 1),
    "starting_special": (layout.MAX_PLAYERS, layout.MAX_SPECIALS),
    "tricks": (0, layout.MAX_DECK_TRICKS),
    "traits": (0, layout.MAX_TRAITS),
}


def key_field(name: str) -> str:
    """Return the field that names the rows of a list."""
    return next(iter(FIELDS[name]))


def check_rows(table: Values, name: str, ids: set[str]) -> None:
    """Refuse a list of rows with a wrong field, a wrong number of rows, or a name used before.

    Parameters
    ----------
    table : Values
        The card table.
    name : str
        The list.
    ids : set of str
        Names of the lists before; those of this one are added.

    Raises
    ------
    InputError
        For the first fault.
    """
    if not table.has(name):
        raise table.fault(name, "is missing; allowed: a list of rows")
    rows = table.entries(name, [])
    low, high = _N_ROWS[name]
    if not low <= len(rows) <= high:
        raise table.fault(name, f"has {len(rows)} rows; allowed: {low}" + (f" to {high}" if low < high else ""))
    for i, given in enumerate(rows):
        key = key_field(name)
        identity = given.get(key) if isinstance(given, Mapping) else None
        path = (table.path, name, identity if isinstance(identity, str) else str(i))
        _check_row(Values(given, table.where, (*FIELDS[name], *_OPTIONAL), ".".join(filter(None, path))), FIELDS[name])
        if identity in ids:
            raise table.fault(f"{name}.{identity}", "two rows have this name")
        ids.add(str(identity))


def _check_row(row: Values, fields: Mapping[str, Check]) -> None:
    for field, check in fields.items():
        if not row.has(field) and field != _EMPTY_AS_DEFAULT:
            raise row.fault(field, "is missing")
        check(row, field)
    for field, check in _OPTIONAL.items():
        if row.has(field):
            check(row, field)
