"""The printed numbers of Dog Park that a scenario may change, each by list, card and field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from simcore.engine.values import Values
from simcore.errors import InputError, not_one_of
from simcore.games.dog_park.cards import DATA, LEAVE_SPACES, RESOURCES, card_rows

_COSTS = tuple(f"cost_{kind}" for kind in RESOURCES)
_MOST_PAID = max(int(row["cost_total"]) for row in card_rows("dogs"))
_MOST_POINTS = 20
# what each list names its cards by
_KEYS = {
    "dogs": "id",
    "abilities": "ability",
    "forecast": "id",
    "objectives": "id",
    "breed_expert_spaces": "space",
    "leaving_bonus": "space",
}
# abilities that pay resources, swaps or spaces instead of reputation: their numbers are rules, not points
_NO_POINTS = ("eager", "crafty", "go_fetch", "playmate", "social_butterfly", "search_and_rescue", "friendly")


def _ranges(name: str, row: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return the numbers of a card that can be changed, with the least and the most of each."""
    if name == "dogs":
        return dict.fromkeys(_COSTS, (0, _MOST_PAID))
    if name == "abilities":
        return {"amount": (0, _MOST_POINTS)} if row["ability"] not in _NO_POINTS else {}
    if name == "leaving_bonus":
        return {"amount": (0, _MOST_POINTS)} if int(row["space"]) in LEAVE_SPACES else {}
    if name == "forecast" and row["effect"] == "unwalked_penalty":
        return {"reputation": (-_MOST_POINTS, 0)}
    return {"reputation": (0, _MOST_POINTS)} if row["reputation"] else {}


@dataclass(frozen=True)
class CardTable:
    """The numbers of the cards.

    Parameters
    ----------
    raw : dict
        List -> card -> field -> number: those that can be changed.
    changes : dict
        Numbers that differ from the shipped ones, by dotted path.
    """

    raw: dict[str, dict[str, dict[str, int]]]
    changes: dict[str, Any] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """Folder for messages."""
        return str(DATA)

    @property
    def is_shipped(self) -> bool:
        """Whether it comes from the files that the game ships; no other can take their place."""
        return True

    def value(self, path: str) -> Any:
        """Return what a dotted path names, for example ``dogs.7.cost_ball``."""
        name, card, number = _find(self.raw, path, self.where, "cards")
        return self.raw[name][card][number]

    def notice(self) -> str:
        """Nothing: all numbers were read from published implementations of the game."""
        return ""

    def sources(self) -> dict[str, int]:
        """Count the cards by where their numbers come from."""
        return {"published": sum(len(cards) for cards in self.raw.values())}

    def rows(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a list as its file has them, but for swaps of a leave space, with this table's numbers."""
        numbers = self.raw[name]
        return [
            row | {key: str(value) for key, value in numbers.get(row[_KEYS[name]], {}).items()}
            for row in card_rows(name)
            if row.get("reward") != "swap"
        ]


def _find(raw: Mapping[str, Mapping[str, Mapping[str, int]]], path: str, where: str, key: str) -> tuple[str, str, str]:
    """Return list, card and field that a dotted path names."""
    name, _, rest = path.partition(".")
    card, _, number = rest.partition(".")
    at = f"{key}.{path}"
    if name not in raw:
        raise InputError(where, at, not_one_of(name, raw))
    if card not in raw[name]:
        raise InputError(where, at, not_one_of(card, raw[name]))
    if number not in raw[name][card]:
        raise InputError(where, at, not_one_of(number, raw[name][card]))
    return name, card, number


def with_changes(table: CardTable, changes: Mapping[str, Any], where: str = "", key: str = "cards") -> CardTable:
    """Return a card table with other numbers.

    Parameters
    ----------
    table : CardTable
        Left as it is.
    changes : mapping of str to object
        By dotted path: ``{"dogs.7.cost_ball": 2, "objectives.3.reputation": 5}``.
    where, key : str
        File for messages, and what their dotted paths begin with.

    Returns
    -------
    CardTable

    Raises
    ------
    InputError
        For a path that leads to no number, and for a number that the game cannot be played with.
    """
    where = where or table.where
    raw = {name: {card: dict(numbers) for card, numbers in cards.items()} for name, cards in table.raw.items()}
    changed = dict(table.changes)
    for path, value in changes.items():
        name, card, number = _find(raw, path, where, key)
        low, high = _RANGES[name][card][number]
        found = Values({path: value}, where, (path,), key).whole(path, 0, low, high)
        if found != raw[name][card][number]:
            changed[path] = raw[name][card][number] = found
    for path in changed:
        _, card, number = path.split(".")
        costs = raw["dogs"].get(card, {}) if number in _COSTS else {}
        if costs and not 1 <= sum(costs.values()) <= _MOST_PAID:
            problem = f"makes the dog cost {sum(costs.values())} resources; allowed: 1 to {_MOST_PAID}"
            raise InputError(where, f"{key}.{path}", problem)
    return replace(table, raw=raw, changes=changed)


def _changeable(name: str) -> Iterator[tuple[str, dict[str, str], dict[str, tuple[int, int]]]]:
    """Yield every card of a list that has a number to be changed: its name there, its row, its ranges."""
    for row in card_rows(name):
        ranges = _ranges(name, row)
        if ranges and row.get("reward") != "swap":
            yield row[_KEYS[name]], row, ranges


_RANGES = {name: {card: ranges for card, _, ranges in _changeable(name)} for name in _KEYS}
SHIPPED = CardTable(
    {
        name: {card: {number: int(row[number]) for number in ranges} for card, row, ranges in _changeable(name)}
        for name in _KEYS
    }
)
