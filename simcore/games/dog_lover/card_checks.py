"""Checks a card table as a whole: what it states of its cards is so, and what it describes can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_fields import FIELDS, GAME_KINDS, check_rows
from simcore.games.dog_lover.params import REMOVE_MARKS
from simcore.games.dog_lover.tricks import on_line, places

_EFFECTS = {"rescued_effects": layout.RESCUED_EFFECTS, "trait_effects": layout.TRAIT_EFFECTS}
_CONSTANTS = ("components", "setup", "deck_sizes", "scoring")
# constants that `_sums` checks; and cubes, whose number plays no part as supplies are unlimited (rule 1.2)
_NOT_FIXED = (
    *("p2", "p3", "p4", "game_deck", "starting_tricks", "trick_deck", "shelter_deck"),
    *("food_cubes_total", "food_cubes_split"),
)


def check_table(
    raw: dict[str, Any], shipped: Mapping[str, Any], where: str, prefix: str = "", *, restates: bool = False
) -> None:
    """Refuse a card table with a wrong field, or one that cannot be played as it says.

    Parameters
    ----------
    raw : dict
        The table as read from TOML.
    shipped : mapping
        The shipped table: its constants of set-up and scoring are those of the rules.
    where, prefix : str
        File for messages, and what their dotted paths begin with.
    restates : bool
        Write what the table states of its cards into `raw` anew instead of comparing it.

    Raises
    ------
    InputError
        For the first fault: file, card, field, what is allowed.
    """
    table = Values(raw, where, ("schema_version", *FIELDS, *_EFFECTS, *_CONSTANTS), prefix)
    table.whole("schema_version", 0, 1, 1)
    ids: set[str] = set()
    for name in FIELDS:
        check_rows(table, name, ids)
    for section, effects in _EFFECTS.items():
        _check_effects(table, section, effects)
    for section in _CONSTANTS:
        _check_constants(table, section, shipped)
    for holder, path, key, expected in _sums(raw):
        if restates:
            holder[key] = expected
        elif holder[key] != expected:
            raise table.fault(path, f"{shown(holder[key])} is stated, but the cards make {shown(expected)}")
    total = sum(sum(by_mark(raw, kind)) for kind in GAME_KINDS)
    if total > layout.MAX_DECK:
        raise table.fault("game_kinds", f"make {total} cards; allowed: at most {layout.MAX_DECK}")
    for name in ("starting_basic", "starting_special"):
        _check_starting_tricks(table, name)


def by_mark(raw: Mapping[str, Any], kind: str) -> list[int]:
    """Return how many cards of a kind have each mark.

    Parameters
    ----------
    raw : mapping
        A table whose rows are checked.
    kind : str
        One of `GAME_KINDS`.

    Returns
    -------
    list of int
        In the order of `layout.MARKS`.
    """
    if kind in ("dog", "trait"):
        marks = [row["mark"] for row in raw[f"{kind}s"]]
        return [marks.count(mark) for mark in layout.MARKS]
    rows = raw[kind] if kind in ("food", "favorite") else [row for row in raw["game_kinds"] if row["kind"] == kind]
    return [sum(row["by_mark"][i] for row in rows) for i in range(len(layout.MARKS))]


def _sums(raw: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str, str, Any]]:
    """Yield every sum that a table states: what holds it, its dotted path, its key there, and what the cards make."""
    kinds = {kind: by_mark(raw, kind) for kind in GAME_KINDS}
    for row in raw["game_kinds"]:
        yield row, f"game_kinds.{row['kind']}.by_mark", "by_mark", kinds[row["kind"]]
    marks = dict(zip(layout.MARKS, (sum(column) for column in zip(*kinds.values(), strict=True)), strict=True))
    stated = {
        "deck_sizes": {
            f"p{n}": sum(count for mark, count in marks.items() if mark not in removed)
            for n, removed in REMOVE_MARKS.items()
        },
        "components": {
            "game_deck": sum(marks.values()),
            "starting_tricks": len(raw["starting_special"]),
            "trick_deck": len(raw["tricks"]),
            "shelter_deck": len(raw["rescued"]),
        },
    }
    for section, numbers in stated.items():
        for name, number in numbers.items():
            if name in raw.get(section, {}):
                yield raw[section][name], f"{section}.{name}", "value", number


def _section(table: Values, section: str, known: Iterable[str]) -> Values:
    return Values(table.get(section, {}), table.where, known, ".".join(filter(None, (table.path, section))))


def _check_effects(table: Values, section: str, effects: tuple[str, ...]) -> None:
    texts = _section(table, section, (*effects, "source"))
    for name in (*effects, "source"):
        if not isinstance(texts.get(name, ""), str):
            raise texts.fault(name, f"{shown(texts.get(name))} is not allowed; allowed: a text")


def _check_constants(table: Values, section: str, shipped: Mapping[str, Any]) -> None:
    """Refuse constants other than those played: they are rule parameters, which a scenario sets, not card numbers."""
    entries = _section(table, section, shipped[section])
    for name, constant in shipped[section].items():
        if not entries.has(name):
            continue
        entry = entries.get(name)
        if not isinstance(entry, Mapping) or "value" not in entry:
            raise entries.fault(name, f"{shown(entry)} is not allowed; allowed: a table with a value")
        if name not in _NOT_FIXED and entry["value"] != constant["value"]:
            problem = f"{shown(entry['value'])} is not what is played; allowed: {shown(constant['value'])}"
            raise entries.fault(name, f"{problem}, as rule parameters are set in the scenario")


def _check_starting_tricks(table: Values, name: str) -> None:
    """Refuse a starting trick without a legal place while some line is watched: a game could stand still."""
    for row in table.get(name):
        found = places(row["rows"], row["watch"])
        for line, word in enumerate(layout.LINES):
            if all(on_line(cells, line) > 1 for _, cells in found):
                problem = f"{shown(row['rows'])} has no legal place while the watch dog stands beside {word}"
                raise table.fault(f"{name}.{row['id']}.rows", problem)
